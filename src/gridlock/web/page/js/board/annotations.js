/** The annotations of a board: values, pairs, mirrors and regions over the pieces, and the cells' labels for screen readers. */

import { svg } from "../dom.js";
import { UNIT, coordinates } from "./geometry.js";
import { motionAllowed } from "./motion.js";

/** @typedef {import("../types.js").Marks} Marks */
/** @typedef {import("../types.js").LabelKind} LabelKind */
/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Cell} Cell */

/**
 * Draw all annotations.
 * @param {Layout} layout
 * @param {Marks} marks
 * @param {readonly Cell[]} cells the contents of the board
 * @returns {SVGElement[]}
 */
export function drawMarks(layout, marks, cells) {
  return [
    ...(marks.axis ? [axis(layout, marks.axis)] : []),
    ...(marks.closed ? closedCells(layout, marks.closed) : []),
    ...pairLetters(marks).flatMap(({ pair, ...letter }) => [...new Set(pair)].map((cell) => pairLetter(layout, cell, letter, Boolean(cells[cell] || marks.labels?.[cell])))),
    ...(marks.warned ?? []).map((cell) => warning(layout, cell)),
    ...Object.entries(marks.labels ?? {}).map(([cell, label]) => chip(layout, Number(cell), label.text, label.kind)),
  ];
}

/**
 * Draw a value on a cell: round for a win, square for a loss, in between for a hint.
 * @param {Layout} layout
 * @param {number} cell
 * @param {string} text
 * @param {LabelKind} kind
 */
function chip(layout, cell, text, kind) {
  const width = Math.max(44, 16 + text.length * 17);
  const round = kind === "win" || kind === "good" ? 20 : kind === "hint" ? 12 : 4;
  return svg("g", { class: `chip ${kind}`, transform: layout.at(cell) },
    svg("rect", { x: -width / 2, y: -20, width, height: 40, rx: round }),
    svg("text", { y: 1, "text-anchor": "middle", "dominant-baseline": "central" }, text));
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const COLOURS = 6;

/** Return the pairs of a board, each once, with their letters and colours. @param {Marks} marks */
export function pairLetters({ pairs = [] }) {
  const unique = new Map(pairs.map((pair) => [[...pair].sort((one, other) => one - other).join(), pair]));
  return [...unique.values()].map((pair, at) => ({ pair, text: LETTERS[at % LETTERS.length], colour: at % COLOURS }));
}

/**
 * Draw the letter of a pair on one of its cells: in the corner if something else is on it.
 * @param {Layout} layout
 * @param {number} cell
 * @param {{text: string, colour: number}} letter
 * @param {boolean} covered
 */
function pairLetter(layout, cell, { text, colour }, covered) {
  const [x, y, r] = covered ? [30, -30, 15] : [0, 0, 22];
  return svg("g", { class: `pair pair-${colour}`, transform: layout.at(cell), "data-pair": text },
    svg("circle", { cx: x, cy: y, r }), svg("text", { x, y: y + 1, "text-anchor": "middle", "dominant-baseline": "central" }, text));
}

/**
 * Draw a line between the cells of a pair.
 * @param {Layout} layout
 * @param {readonly number[]} pair
 * @param {number} colour
 */
export function pairLine(layout, [a = 0, b = 0], colour) {
  const [x1, y1, x2, y2] = [layout.x(a), layout.y(a), layout.x(b), layout.y(b)];
  const bow = 0.12;
  const [cx, cy] = [(x1 + x2) / 2 + (y2 - y1) * bow, (y1 + y2) / 2 - (x2 - x1) * bow];
  return svg("g", { class: `pair-link pair-${colour}` },
    svg("path", { class: "pair-halo", d: `M${x1} ${y1}Q${cx} ${cy} ${x2} ${y2}` }),
    svg("path", { class: "pair-line", d: `M${x1} ${y1}Q${cx} ${cy} ${x2} ${y2}` }));
}

/** @param {Layout} layout @param {number} cell */
function warning(layout, cell) {
  return svg("circle", { class: "warning", cx: layout.x(cell), cy: layout.y(cell), r: 43 });
}

/** How long after one closed cell the next one lights up, and all of them at most, in milliseconds. */
const BEAT = 110;
const LONGEST = 900;

/** How long the closed cells take to light up. @param {number} number of them */
export function closingTime(number) {
  return motionAllowed() ? Math.min(LONGEST, number * BEAT) : 0;
}

/**
 * Light up the cells that the losing side needed, one by one, each with a no-entry sign, and ring what closes it.
 * @param {Layout} layout
 * @param {NonNullable<Marks["closed"]>} closed
 */
function closedCells(layout, { cells, side }) {
  /** @type {Map<number, number>} when each closing cell is first needed */
  const closing = new Map();
  for (const [index, { by }] of cells.entries()) {
    for (const cell of by) if (!closing.has(cell) && cells.every((each) => each.cell !== cell)) closing.set(cell, index);
  }
  const light = (/** @type {SVGElement} */ element, /** @type {number} */ index) => {
    element.style.animationDelay = `${(index / Math.max(1, cells.length)) * closingTime(cells.length)}ms`;
    return element;
  };
  return [
    ...[...closing].map(([cell, index]) => light(svg("circle", { class: `closing side-${side}`, cx: layout.x(cell), cy: layout.y(cell), r: 42 }), index)),
    ...cells.map(({ cell }, index) => light(svg("g", { class: `closed side-${side}`, transform: layout.at(cell) },
      svg("rect", { x: -44, y: -44, width: 88, height: 88, rx: 14 }), svg("circle", { r: 15 }), svg("path", { d: "M-8 0H8" })), index)),
  ];
}

/** @param {Layout} layout @param {string} kind */
function axis(layout, kind) {
  const [left, top] = [layout.left, layout.top];
  const [right, bottom] = [left + layout.cols * UNIT, top + layout.rows * UNIT];
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  if (kind === "p") {
    return svg("g", { class: "axis" }, svg("circle", { cx: x, cy: y, r: 13 }),
      svg("path", { d: `M${x - 26} ${y}H${x + 26}M${x} ${y - 26}V${y + 26}` }));
  }
  const lines = { h: `M${left} ${y}H${right}`, v: `M${x} ${top}V${bottom}`, d: `M${left} ${top}L${right} ${bottom}`, a: `M${left} ${bottom}L${right} ${top}` };
  return svg("g", { class: "axis" }, svg("path", { d: lines[/** @type {"h"} */ (kind)] ?? lines.h }));
}

/**
 * @param {Scene} scene
 * @param {number} at the cell's index
 * @param {Cell} cell
 * @param {{side: number | undefined, legal: boolean, playing: boolean, from: boolean, last: boolean, chosen: boolean, pair: string, label: string}} more
 */
export function cellLabel(scene, at, cell, more) {
  const [row, col] = coordinates(scene, at);
  const words = [`row ${row} column ${col}`, contents(scene, cell, more.side)];
  if (cell?.last) words.push("last marker");
  if (more.from && cell?.side && more.playing) words.push("yours to move");
  if (more.chosen) words.push("chosen");
  if (more.legal && more.playing) words.push("legal");
  if (more.last) words.push("last move");
  if (more.pair) words.push(`pair ${more.pair}`);
  if (more.label) words.push(more.label);
  return words.join(", ");
}

/**
 * @param {Scene} scene
 * @param {Cell} cell
 * @param {number | undefined} wall the side whose trail covers the cell
 */
function contents(scene, cell, wall) {
  if (!cell) return "empty";
  if (cell.side) return `${scene.piece === "token" ? scene.letters[cell.side] : scene.piece} of player ${cell.side}`;
  return wall ? `wall of player ${wall}` : "blocked";
}
