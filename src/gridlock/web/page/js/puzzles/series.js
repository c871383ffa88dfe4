/** The puzzles of a game by difficulty, with the progress in each. */

import { createBoard } from "../board/board.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { isSuccess, puzzlesTried } from "../progress.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").Series} Series */

/** Create the line with the number of puzzles and how many are solved. @param {Series[]} all */
export function tally(all) {
  const tried = puzzlesTried();
  const keys = all.flatMap((series) => Object.values(series.keys).flat());
  const solved = keys.filter((key) => isSuccess(tried.get(key))).length;
  return h("p", { class: "soft" }, solved ? `You have solved ${solved} of ${keys.length}.` : `There are ${keys.length} of them, and a new one every day.`);
}

/** @param {GameInfo} game @param {Series} series */
export function seriesCard(game, { kind, text, keys }) {
  const board = createBoard({ scene: game.sample, size: "card", label: text });
  return h("section", { class: "series", id: kind, "aria-labelledby": `name-${kind}` },
    h("div", { class: "stage", "aria-hidden": "true" }, board.element),
    h("h2", { id: `name-${kind}` }, text),
    h("div", { class: "shelves" },
      Object.entries(keys).filter(([, some]) => some.length).map(([difficulty, some]) => shelf(kind, difficulty, some))));
}

/** @param {string} kind @param {string} difficulty @param {string[]} keys */
function shelf(kind, difficulty, keys) {
  const all = puzzlesTried();
  const count = keys.length;
  const tries = keys.map((key) => all.get(key));
  const id = (/** @type {number} */ number) => `${kind}-${difficulty}-${number}`;
  const solved = tries.filter(isSuccess).length;
  const first = [tries.findIndex((tried) => !tried), tries.findIndex((tried) => !isSuccess(tried)), 0].find((at) => at >= 0) ?? 0;
  const next = first + 1;
  const list = h("ol", { class: "numbers-list" });
  const open = () => {
    if (!list.children.length) list.append(...tries.map((tried, at) => numberLink(id(at + 1), at + 1, tried)));
  };
  return h("div", { class: "shelf-line" },
    h("details", { ontoggle: open },
      h("summary", null,
        h("span", { class: "difficulty" }, difficulty),
        h("span", { class: "bar", "aria-hidden": "true" }, bar(solved / count)),
        h("span", { class: "small soft solved-count" }, `${solved} of ${count}`, h("span", { class: "unseen" }, " solved"))),
      list),
    h("a", { class: "button tinted", href: `/puzzles/${id(next)}` }, solved ? "Go on" : "Start", h("span", { class: "unseen" }, ` with ${difficulty} puzzle ${next}`)));
}

/** @param {number} part */
function bar(part) {
  const filled = h("span", null);
  filled.style.setProperty("width", `${Math.round(part * 100)}%`);
  return filled;
}

/** @param {string} id @param {number} number @param {import("../progress.js").Attempt | undefined} tried */
function numberLink(id, number, tried) {
  const state = !tried ? "" : isSuccess(tried) ? "solved" : "open";
  const words = `Puzzle ${number}${state === "solved" ? ", solved" : state === "open" ? ", tried" : ""}`;
  return h("li", null, h("a", { href: `/puzzles/${id}`, class: `number ${state}`, "aria-label": words }, state === "solved" ? icon("check") : number));
}
