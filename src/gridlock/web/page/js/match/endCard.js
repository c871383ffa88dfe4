/** The end of a match: the winner, the reason, and what to do next. */

import { h } from "../dom.js";
import { icon, wordButton } from "../icons.js";
import { isYou, nameOf, reasonText, resultText } from "./names.js";

/** @typedef {import("./client.js").MatchClient} MatchClient */

/**
 * @param {MatchClient} client
 * @param {() => void} again asks for a rematch
 */
export function endCard(client, again) {
  const { state, sides } = client;
  const winner = state.outcome?.winner ?? 1;
  const good = isYou(state, winner, sides) || state.mode === "here" || !sides.length;
  return h("section", { class: `card ending side-${winner} ${good ? "good" : ""}`, "aria-label": "The end" },
    h("h2", { dir: "auto" }, resultText(state, sides)),
    h("p", { class: "soft", dir: "auto" }, reasonText(state, sides)),
    h("div", { class: "end-buttons" }, ...[rematch(client, again)].flat(),
      h("a", { class: "button", href: `/analysis?match=${state.id}` }, icon("analyse"), "Review"),
      h("a", { class: "button", href: newLink(client) }, "New game")));
}

/** @param {MatchClient} client @param {() => void} again */
function rematch({ state, sides }, again) {
  const { asked, next } = state.rematch;
  if (next) return h("a", { class: "button main", href: `/m/${next}` }, icon("forward"), "To the next match");
  if (!sides.length) return null;
  const wanting = asked.find((side) => !sides.includes(/** @type {number} */ (side)));
  if (asked.some((side) => sides.includes(/** @type {number} */ (side)))) {
    const other = nameOf(state, 3 - sides[0], sides);
    return h("p", { class: "notice calm" }, `You would like to play again. Waiting for ${other}.`);
  }
  const button = wordButton("rematch", "Rematch", again, "main");
  return wanting ? [h("p", { class: "notice" }, `${nameOf(state, wanting, sides)} wants to play again.`), button] : button;
}

/** @param {MatchClient} client */
function newLink({ state }) {
  return `/new?${new URLSearchParams({ game: state.scene.game, with: state.mode })}`;
}
