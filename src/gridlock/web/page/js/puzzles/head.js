/** What a puzzle is: its series or day, its game, and what there is to do. */

import { pieceIcon } from "../board/pieces.js";
import { dayText, today } from "../days.js";
import { h } from "../dom.js";
import { isSolved } from "../progress.js";

/** @typedef {import("./types.js").Puzzle} Puzzle */

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
