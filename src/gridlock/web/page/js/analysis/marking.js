/**
 * What is marked on the board while one looks around, and what the marks mean.
 * @module
 */

import { reasonMarks } from "./reasons.js";
import { labels } from "./values.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../types.js").Marks} Marks */
/** @typedef {import("../types.js").Scene} Scene */

/** The sign of a move that would have been better. */
const BETTER = "\u2605";

/**
 * The move that is pointed at in a list; else the mistake that was made; else why; else what every move is worth.
 * @param {Desk} desk
 * @returns {Marks}
 */
export function exploringMarks(desk) {
  const { scene } = desk.node;
  const told = desk.parts.length ? null : mistakeMarks(desk) ?? whyMarks(desk);
  const shown = told ?? (desk.settings.values ? { labels: labels(scene, desk.known, desk.parts) } : {});
  return desk.pointed ? { ...shown, cells: [...(shown.cells ?? []), ...desk.pointed.parts] } : shown;
}

/** @param {Desk} desk */
function whyMarks(desk) {
  const { scene } = desk.node;
  const reasons = desk.settings.why ? desk.why.answer(scene)?.reasons ?? [] : [];
  const marks = reasonMarks(scene, reasons);
  return meaning(marks).length ? marks : null;
}

/**
 * The reasons that hold at once, and the move that would have been better.
 * @param {Desk} desk
 * @returns {Marks | null}
 */
function mistakeMarks({ node, mistake, story }) {
  const { scene, parent } = node;
  const slip = story?.slipAt(node) ?? null;
  if (!mistake) return slip && parent ? { labels: betterLabels(parent.scene, slip.better) } : null;
  const before = mistake.move === null ? scene : parent?.scene ?? scene;
  return { ...reasonMarks(scene, mistake.reasons), labels: betterLabels(before, mistake.better) };
}

/**
 * Stars on the cells of a better move.
 * @param {Scene} before
 * @param {string} better
 * @returns {NonNullable<Marks["labels"]>}
 */
export function betterLabels(before, better) {
  const parts = before.moves.find((choice) => choice.move === better)?.parts ?? [];
  return Object.fromEntries(parts.map((cell) => [cell, { text: BETTER, kind: /** @type {const} */ ("hint"), say: "the better move" }]));
}

/**
 * What the marks on the board mean, in a few words each.
 * @param {Marks} marks
 * @returns {string[]}
 */
export function meaning(marks) {
  const kinds = Object.values(marks.labels ?? {});
  const win = kinds.find((label) => label.kind === "win");
  const loss = kinds.find((label) => label.kind === "loss");
  return [
    win ? `${win.text} ${inWords(win.text, "wins")}` : "",
    loss ? `${loss.text} ${inWords(loss.text, "loses")}` : "",
    kinds.some((label) => label.text === BETTER) ? `${BETTER} the better move` : "",
    marks.axis ? "dashes: the mirror" : "",
    marks.pairs?.length ? "linked cells answer each other" : "",
    marks.regions?.length ? "tinted: separate areas" : "",
    marks.cells?.length ? "outlined: what the reason names" : "",
  ].filter(Boolean);
}

/** @param {string} text @param {string} verb */
function inWords(text, verb) {
  const moves = text.slice(1);
  return moves ? `${verb} in ${moves} ${moves === "1" ? "move" : "moves"}` : verb;
}
