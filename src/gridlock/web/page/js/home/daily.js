/** The daily puzzle on the home page: its board, its title and the streak. */

import { createBoard } from "../board/board.js";
import { pieceIcon } from "../board/pieces.js";
import { dayText } from "../days.js";
import { h } from "../dom.js";
import { dailyId, isSolved } from "../progress.js";
import { streakText, week } from "../puzzles/week.js";

/** @typedef {import("../types.js").Puzzle} Puzzle */

/**
 * @param {Puzzle} puzzle
 * @param {string} day
 */
export function dailyCard(puzzle, day) {
  const { scene } = puzzle;
  const board = createBoard({ scene, size: "card", label: "The board of today's puzzle" });
  const solved = isSolved(dailyId(day));
  return h("section", { class: "daily", "aria-labelledby": "daily" },
    h("a", { class: "stage", href: "/daily", tabindex: -1, "aria-hidden": "true" }, board.element),
    h("div", { class: "daily-text" },
      h("p", { class: "eyebrow" }, dayText(day)),
      h("h2", { id: "daily" }, "Puzzle of the day"),
      h("p", null, `${puzzle.name}, ${puzzle.difficulty}.`),
      h("p", { class: "you" }, pieceIcon(scene, scene.turn), solved ? "Solved. Come back tomorrow for the next one." : "You can win, whatever your opponent plays. How?"),
      h("a", { class: solved ? "button" : "button main", href: "/daily" }, solved ? "See it again" : "Solve it")),
    h("div", { class: "daily-days" }, week(day, day), streakText(day)));
}
