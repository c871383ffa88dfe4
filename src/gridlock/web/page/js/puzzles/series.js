/** The puzzles of a game by difficulty, with what has been solved of them. */

import { createBoard } from "../board/board.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { isSuccess, puzzlesTried } from "../progress.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {GameInfo["puzzles"][number]} Kind */

/** How many puzzles there are in all, and how many of them are solved. @param {GameInfo[]} games */
export function tally(games) {
  const all = games.flatMap((game) => game.puzzles).flatMap((kind) => Object.values(kind.counts)).reduce((sum, count) => sum + count, 0);
  const solved = [...puzzlesTried().values()].filter((tried) => isSuccess(tried) && !tried.id.startsWith("daily-")).length;
  return h("p", { class: "soft" }, solved ? `You have solved ${solved} of ${all}.` : `There are ${all} of them, and a new one every day.`);
}

/** @param {GameInfo} game @param {Kind} kind */
export function seriesCard(game, kind) {
  const board = createBoard({ scene: game.sample, size: "card", label: kind.text });
  return h("section", { class: "series", id: kind.kind, "aria-labelledby": `name-${kind.kind}` },
    h("div", { class: "stage", "aria-hidden": "true" }, board.element),
    h("h2", { id: `name-${kind.kind}` }, kind.text),
    h("div", { class: "shelves" },
      Object.entries(kind.counts).filter(([, count]) => count > 0).map(([difficulty, count]) => shelf(kind.kind, difficulty, count))));
}

/** @param {string} kind @param {string} difficulty @param {number} count */
function shelf(kind, difficulty, count) {
  const tried = puzzlesTried();
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const id = (/** @type {number} */ number) => `${kind}-${difficulty}-${number}`;
  const solved = numbers.filter((number) => isSuccess(tried.get(id(number)))).length;
  const next = numbers.find((number) => !tried.has(id(number))) ?? numbers.find((number) => !isSuccess(tried.get(id(number)))) ?? 1;
  const list = h("ol", { class: "numbers-list" });
  const open = () => {
    if (!list.children.length) list.append(...numbers.map((number) => numberLink(id(number), number, tried.get(id(number)))));
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
