/**
 * Reasons as text, and as marks on the board: pairs, a mirror's axis or regions.
 * @module
 */

import { paragraph } from "../cellNames.js";
import { h } from "../dom.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Reason} Reason */
/** @typedef {import("../types.js").Marks} Marks */

/**
 * Return the marks of the reasons that hold after this many moves of the line.
 * @param {Scene} scene
 * @param {readonly Reason[]} reasons
 * @param {number} [at]
 * @returns {Marks}
 */
export function reasonMarks(scene, reasons, at = 0) {
  const holding = reasons.filter((reason) => reason.at <= at);
  const mirror = holding.find((reason) => reason.name === "mirror");
  const regions = holding.flatMap((reason) => reason.regionNumbers);
  const inRegions = new Set(regions.flat());
  const axis = mirror ? axisOf(scene, mirror.pairNumbers) : null;
  return {
    pairs: holding.flatMap((reason) => reason.pairNumbers),
    cells: [...new Set(holding.flatMap((reason) => reason.cellNumbers))].filter((cell) => !inRegions.has(cell)),
    ...(regions.length ? { regions } : {}),
    ...(axis ? { axis } : {}),
  };
}

/** @typedef {"h" | "v" | "d" | "a" | "p"} Axis */

/**
 * Where each symmetry sends every cell, by the name of its axis.
 * @type {Record<Axis, (row: number, col: number, rows: number, cols: number) => [number, number]>}
 */
const TURNS = {
  p: (row, col, rows, cols) => [rows - 1 - row, cols - 1 - col],
  h: (row, col, rows) => [rows - 1 - row, col],
  v: (row, col, _, cols) => [row, cols - 1 - col],
  d: (row, col) => [col, row],
  a: (row, col, rows, cols) => [rows - 1 - col, cols - 1 - row],
};

/**
 * Return the axis that mirrors all these pairs, if there is one.
 * @param {{rows: number, cols: number}} board
 * @param {readonly (readonly number[])[]} pairs
 * @returns {Axis | null}
 */
export function axisOf({ rows, cols }, pairs) {
  if (!pairs.length) return null;
  const names = /** @type {Axis[]} */ (Object.keys(TURNS));
  const fits = names.find((name) =>
    pairs.every(([one = 0, two = 0]) => {
      const [row, col] = TURNS[name](Math.floor(one / cols), one % cols, rows, cols);
      return row * cols + col === two;
    }),
  );
  return fits ?? null;
}

/**
 * Return reasons as text.
 * @param {readonly Reason[]} reasons
 * @param {Scene} scene
 * @param {import("../names.js").Names} names
 */
export function reasonTexts(reasons, scene, names) {
  return reasons.map((reason) => paragraph(scene, names.text(reason.texts), { class: "reason", cells: reason.cellNumbers }));
}

/** Return the lessons of reasons, each once. @param {readonly Reason[]} reasons */
export function lessonTexts(reasons) {
  const lessons = new Set(reasons.map((reason) => reason.lesson).filter(Boolean));
  return [...lessons].map((lesson) => h("p", { class: "lesson" }, lesson));
}
