/** The end of a match: who has won and why, and what one can do next. */

import { h } from "../dom.js";
import { icon, wordButton } from "./icons.js";
import { isYou, nameOf, reasonText, resultText } from "./names.js";

/** @typedef {import("./table.js").Table} Table */

/**
 * @param {Table} table
 * @param {() => void} again asks for a rematch
 */
export function endCard(table, again) {
  const { state, sides } = table;
  const winner = state.outcome?.winner ?? 1;
  const good = isYou(state, winner, sides) || state.mode === "here" || !sides.length;
  return h("section", { class: `card ending side-${winner} ${good ? "good" : ""}`, "aria-label": "The end" },
    h("h2", { dir: "auto" }, resultText(state, sides)),
    h("p", { class: "soft", dir: "auto" }, reasonText(state, sides)),
    h("div", { class: "end-buttons" }, ...[rematch(table, again)].flat(),
      h("a", { class: "button", href: `/analysis?match=${state.id}` }, icon("analyse"), "Review"),
      h("a", { class: "button", href: newLink(table) }, "New game")));
}

/** @param {Table} table @param {() => void} again */
function rematch({ state, sides }, again) {
  const { asked, next } = state.rematch;
  if (next) return h("a", { class: "button main", href: `/m/${next}` }, icon("next"), "To the next match");
  if (!sides.length) return null;
  const wanting = asked.find((side) => !sides.includes(/** @type {1|2} */ (side)));
  if (asked.some((side) => sides.includes(/** @type {1|2} */ (side)))) {
    const other = nameOf(state, 3 - sides[0], sides);
    return h("p", { class: "notice calm" }, `You would like to play again. Waiting for ${other}.`);
  }
  const button = wordButton("again", "Rematch", again, "main");
  return wanting ? [h("p", { class: "notice" }, `${nameOf(state, wanting, sides)} wants to play again.`), button] : button;
}

/** @param {Table} table */
function newLink({ state }) {
  return `/new?${new URLSearchParams({ game: state.scene.game, with: state.mode })}`;
}
