/** Parts of a puzzle page: the heading, the reasons, and links to other puzzles. */

import { pieceIcon } from "../board/pieces.js";
import { dayText, daysAfter, today } from "../days.js";
import { withCells } from "../cellNames.js";
import { h } from "../dom.js";
import { icon, wordButton } from "../icons.js";
import { isSolved } from "../progress.js";
import { dayAddress, week } from "./week.js";

/** @typedef {import("../types.js").Puzzle} Puzzle */
/** @typedef {import("../types.js").Why} Why */

/** @param {Puzzle} puzzle */
export function head(puzzle) {
  const { scene, day } = puzzle;
  const above = day
    ? `${day === today() ? "Today’s puzzle" : "Daily puzzle"} · ${dayText(day)}`
    : `Puzzle ${puzzle.number} of ${puzzle.count}${isSolved(puzzle.key) ? " · solved" : ""}`;
  return [
    h("p", { class: "eyebrow" }, above),
    h("h1", null, puzzle.name, h("span", { class: `level level-${puzzle.difficulty}` }, puzzle.difficulty)),
    h("p", { class: "task" }, pieceIcon(scene, scene.turn), h("span", null, puzzle.task)),
  ];
}

/**
 * Create the reasons, with a button to watch them if there is something to watch.
 * @param {Why} why
 * @param {import("./session.js").PuzzleSession} session
 * @param {{watch?: boolean}} [how]
 */
export function whyText(why, session, { watch = false } = {}) {
  const { names, puzzle: { scene } } = session;
  const lessons = [...new Set(why.reasons.map((reason) => reason.lesson).filter(Boolean))];
  if (!why.reasons.length) return null;
  return h("div", { class: "why" },
    why.reasons.map((reason, at) => h("p", { "data-cells": reason.cellNumbers.join(" ") || null }, at === 0 && h("strong", null, "Why: "), withCells(scene, names.text(reason.texts)))),
    watch && why.watch.moves.length > 0 && h("div", { class: "row" }, wordButton("play", "Watch how", () => void session.watch(why))),
    lessons.map((lesson) => h("p", { class: "lesson" }, h("strong", null, "Remember: "), lesson)));
}

/** @param {Puzzle} puzzle */
export function ways(puzzle) {
  return puzzle.day ? days(puzzle.day) : series(puzzle);
}

/** @param {string} day */
function days(day) {
  const now = today();
  const last = daysAfter(day, 3) < now ? daysAfter(day, 3) : now;
  return [
    week(last, now, day),
    h("div", { class: "row" },
      h("a", { class: "button quiet", href: dayAddress(daysAfter(day, -1), now) }, icon("back"), "The day before"),
      day < now && h("a", { class: "button quiet", href: dayAddress(daysAfter(day, 1), now) }, "The day after", icon("forward")),
      h("a", { class: "button quiet", href: "/puzzles" }, "More puzzles")),
  ];
}

/** @param {Puzzle} puzzle */
function series({ key, kind, difficulty, number, count }) {
  if (number === null || count === null) return [];
  const address = (/** @type {number} */ one) => `/puzzles/${kind}-${difficulty}-${one}`;
  const done = isSolved(key);
  const next = number < count && h("a", { class: done ? "button main" : "button quiet", href: address(number + 1) }, "Next puzzle", icon("forward"));
  const previous = number > 1 && h("a", { class: "button quiet", href: address(number - 1) }, icon("back"), "Previous");
  return h("div", { class: "row" }, done ? [next, previous] : [previous, next],
    h("a", { class: number === count && done ? "button main" : "button quiet", href: `/puzzles#${kind}` }, "All puzzles"));
}
