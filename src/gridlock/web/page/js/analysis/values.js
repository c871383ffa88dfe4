/**
 * The values of positions and moves, as text and as short marks.
 * @module
 */

import { count } from "../dom.js";

/** @typedef {import("../names.js").Names} Names */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("../types.js").JudgedMove} JudgedMove */

/** The server's time limit for a position, in seconds. */
export const SECONDS = 10;

/**
 * Describe who wins, and in how many moves if that is known.
 * @param {Names} names
 * @param {number} winner
 * @param {number | null} moves
 */
export function winsText(names, winner, moves) {
  if (moves === 0) return `${names.does(winner, "has", "have")} won`;
  return `${names.does(winner, "wins")}${moves === null ? "" : ` in ${count(moves, "move")}`}`;
}

/**
 * Describe the value of a position.
 * @param {Names} names
 * @param {Scene} scene
 * @param {Analysis | null} analysis
 */
export function verdictText(names, scene, analysis) {
  if (scene.outcome) return `${winsText(names, scene.outcome.winner, 0)}.`;
  if (!analysis) return "Working it out ...";
  if (analysis.winner === null) return `Not solved in ${SECONDS} seconds.`;
  return `${winsText(names, analysis.winner, analysis.remoteness)}.`;
}

/**
 * Describe how the value was proved, and what is missing.
 * @param {Scene} scene
 * @param {Analysis | null} analysis
 */
export function explainVerdict(scene, analysis) {
  if (scene.outcome) return scene.outcome.reason;
  if (!analysis) return "";
  const gaps = gapText(scene, analysis);
  if (analysis.winner === null) return `Who wins is not known. ${gaps}`.trim();
  return [proofText(analysis), gaps].filter(Boolean).join(" ");
}

/** @param {Analysis} analysis */
function proofText(analysis) {
  if (analysis.proof === "atlas") return "From the atlas of solved boards.";
  if (analysis.proof === "search") return `By exact search: ${count(analysis.nodes, "position")} in ${secondsText(analysis.seconds)}.`;
  return `By a rule that decides it without search: ${analysis.proof}.`;
}

/** @param {number} seconds */
function secondsText(seconds) {
  if (seconds < 0.1) return "no time at all";
  return seconds < 1 ? `${seconds.toFixed(1)} seconds` : count(Math.round(seconds), "second");
}

/**
 * Describe how many moves have been solved, if not all.
 * @param {Scene} scene
 * @param {Analysis} analysis
 */
function gapText(scene, analysis) {
  if (analysis.complete) return "";
  const total = scene.moves.length;
  const judged = analysis.moves.length;
  const exact = analysis.moves.filter((move) => move.remoteness !== null).length;
  const time = `Not solved in ${SECONDS} seconds; what is known so far:`;
  if (judged < total) return `${time} who wins after ${judged} of the ${total} moves.`;
  if (exact < total) return `${time} who wins after each move, and for ${exact} of ${total} in how many.`;
  return analysis.remoteness === null ? `${time} who wins, not in how many moves.` : "";
}

/**
 * Return the mark of a move, its kind, and its text for screen readers.
 * @param {JudgedMove} judged
 * @returns {{text: string, kind: "win" | "loss", say: string}}
 */
export function moveMark(judged) {
  const wins = judged.moveValue === "win";
  const moves = judged.remoteness === null ? null : judged.remoteness + 1;
  return {
    text: `${wins ? "W" : "L"}${moves ?? ""}`,
    kind: wins ? "win" : "loss",
    say: `${wins ? "wins" : "loses"}${moves === null ? "" : ` in ${moves}`}`,
  };
}

/**
 * Return the legal moves that start with these parts, best first, unsolved moves last.
 * @param {Scene} scene
 * @param {Analysis | null} analysis
 * @param {readonly number[]} parts
 * @returns {{move: string, parts: number[], judged: JudgedMove | null}[]}
 */
export function choices(scene, analysis, parts) {
  const judged = new Map((analysis?.moves ?? []).map((one, place) => [one.move, { one, place }]));
  const matching = scene.moves.filter((move) => parts.every((part, place) => move.parts[place] === part));
  const place = (/** @type {string} */ move) => judged.get(move)?.place ?? scene.moves.length;
  return matching
    .map((move) => ({ ...move, judged: judged.get(move.move)?.one ?? null }))
    .sort((a, b) => place(a.move) - place(b.move));
}

/**
 * Label every cell that can come next with the value of the best move through it.
 * @param {Scene} scene
 * @param {Analysis | null} analysis
 * @param {readonly number[]} parts
 * @returns {Record<number, {text: string, kind: "win" | "loss", say: string}>}
 */
export function labels(scene, analysis, parts) {
  /** @type {Record<number, {text: string, kind: "win" | "loss", say: string}>} */
  const byCell = {};
  for (const { parts: cells, judged } of choices(scene, analysis, parts)) {
    const cell = cells[parts.length];
    if (judged && cell !== undefined && !(cell in byCell)) byCell[cell] = moveMark(judged);
  }
  return byCell;
}

/**
 * Return a cell's coordinates: `(3,2)`.
 * @param {Scene} scene
 * @param {number} cell
 */
export function cellText({ cols, origin }, cell) {
  return `(${Math.floor(cell / cols) + origin},${(cell % cols) + origin})`;
}
