/**
 * The marks on the board while exploring, and their legend.
 * @module
 */

import { reasonMarks } from "./reasons.js";
import { labels } from "./values.js";

/** @typedef {import("../types.js").Marks} Marks */
/** @typedef {import("../types.js").Scene} Scene */

/**
 * The state that the marks depend on.
 * @typedef {object} Explored
 * @property {import("./tree.js").Node} node
 * @property {import("../types.js").Analysis | null} analysis
 * @property {import("./positionQueries.js").PositionQueries<import("../types.js").Why>} why
 * @property {import("../storage.js").AnalysisSettings} settings
 * @property {number[]} parts the chosen cells of a move
 * @property {{parts: number[]} | null} hovered the hovered move of a list
 * @property {import("../types.js").Mistake | null} mistake
 * @property {import("./reviewedMatch.js").ReviewedMatch | null} reviewed
 */

/** The sign of a better move. */
const BETTER = "\u2605";

/**
 * Return the marks: of the hovered move, else of the mistake, else of the reasons, else the value of every move.
 * @param {Explored} explored
 * @returns {Marks}
 */
export function exploringMarks(explored) {
  const { scene } = explored.node;
  const special = explored.parts.length ? null : mistakeMarks(explored) ?? whyMarks(explored);
  const marks = special ?? (explored.settings.values ? { labels: labels(scene, explored.analysis, explored.parts) } : {});
  return explored.hovered ? { ...marks, cells: [...(marks.cells ?? []), ...explored.hovered.parts] } : marks;
}

/** @param {Explored} explored */
function whyMarks(explored) {
  const { scene } = explored.node;
  const reasons = explored.settings.why ? explored.why.answer(scene)?.reasons ?? [] : [];
  const marks = reasonMarks(scene, reasons);
  return legendTexts(marks).length ? marks : null;
}

/**
 * Mark the reasons that hold right away, and the better move.
 * @param {Explored} explored
 * @returns {Marks | null}
 */
function mistakeMarks({ node, mistake, reviewed }) {
  const { scene, parent } = node;
  const slip = reviewed?.slipAt(node) ?? null;
  if (!mistake) return slip && parent ? { labels: betterLabels(parent.scene, slip.better) } : null;
  const before = mistake.move === null ? scene : parent?.scene ?? scene;
  return { ...reasonMarks(scene, mistake.reasons), labels: betterLabels(before, mistake.better) };
}

/**
 * Star the cells of a better move, numbered if there are several.
 * @param {Scene} before
 * @param {string} better
 * @returns {NonNullable<Marks["labels"]>}
 */
export function betterLabels(before, better) {
  const parts = before.moves.find((choice) => choice.move === better)?.parts ?? [];
  const text = (/** @type {number} */ at) => (parts.length > 1 ? `${BETTER}${at + 1}` : BETTER);
  return Object.fromEntries(parts.map((cell, at) => [cell, { text: text(at), kind: /** @type {const} */ ("hint"), say: "the better move" }]));
}

/**
 * Return the legend of the marks.
 * @param {Marks} marks
 * @returns {string[]}
 */
export function legendTexts(marks) {
  const kinds = Object.values(marks.labels ?? {});
  const win = kinds.find((label) => label.kind === "win");
  const loss = kinds.find((label) => label.kind === "loss");
  return [
    win ? `${win.text} ${inWords(win.text, "wins")}` : "",
    loss ? `${loss.text} ${inWords(loss.text, "loses")}` : "",
    kinds.some((label) => label.text.startsWith(BETTER)) ? `${BETTER} the better move` : "",
    marks.axis === "p" ? "cross: the centre" : marks.axis ? "dashes: the mirror" : "",
    marks.pairs?.length ? "equal letters answer each other" : "",
    marks.regions?.length ? "tinted: separate areas" : "",
    marks.cells?.length ? "outlined: what the reason names" : "",
  ].filter(Boolean);
}

/** @param {string} text @param {string} verb */
function inWords(text, verb) {
  const moves = text.slice(1);
  return moves ? `${verb} in ${moves} ${moves === "1" ? "move" : "moves"}` : verb;
}
