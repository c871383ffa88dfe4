/** The drawings of the pieces, each centred on 0,0, with a darker copy below for depth. */

import { svg } from "../dom.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Cell} Cell */

/** The scale of a piece in its cell. */
const SCALE = 1.14;
const ARROW = "M31 0C24-4-8-25-21-25C-27-25-26-19-23-13C-19-4-19 4-23 13C-26 19-27 25-21 25C-8 25 24 4 31 0Z";
const DROP = "M33 0C33-9 20-27-3-27A27 27 0 0 0-3 27C20 27 33 9 33 0Z";

/** @param {number} lift @param {() => SVGElement} draw */
function drawRaised(lift, draw) {
  return [
    svg("g", { class: "cast", transform: `translate(0 ${lift + 4})` }, draw()),
    svg("g", { class: "deep", transform: `translate(0 ${lift})` }, draw()),
    svg("g", { class: "face" }, draw()),
  ];
}

/** Placed pieces: a cross for side 1, a ring for side 2. */
const TOKENS = {
  1: () => [
    ...drawRaised(5, () => svg("path", { class: "stroke", d: "M-20-20 20 20M20-20-20 20" })),
    svg("path", { class: "shine", d: "M-21-23-2-4M21-23 12-14" }),
  ],
  2: () => [
    ...drawRaised(5, () => svg("circle", { class: "stroke", r: 23 })),
    svg("path", { class: "shine", d: "M-21-13A25 25 0 0 1 4-25" }),
  ],
};

/** Moving pieces: a diamond with a cross, a disc with a ring. */
const MARKERS = {
  1: () => [
    ...drawRaised(6, () => svg("rect", { class: "solid", x: -25, y: -25, width: 50, height: 50, rx: 11, transform: "rotate(45)" })),
    svg("path", { class: "inlay", d: "M-10-10 10 10M10-10-10 10" }),
  ],
  2: () => [
    ...drawRaised(6, () => svg("circle", { class: "solid", r: 32 })),
    svg("circle", { class: "inlay", r: 12.5 }),
  ],
};

/** @param {number} side @param {number} angle */
function drawCycle(side, angle) {
  const turn = `rotate(${angle})`;
  const body = () => svg("path", { class: "solid", d: side === 1 ? ARROW : DROP, transform: turn });
  const inlay = side === 1
    ? svg("path", { class: "inlay", d: "M-13-7.5-1 0-13 7.5", transform: turn })
    : svg("circle", { class: "inlay", cx: 0, cy: 0, r: 10.5, transform: turn });
  return [...drawRaised(6, body), inlay];
}

function drawBlock() {
  return [
    svg("rect", { class: "block-cast", x: -38, y: -30, width: 76, height: 76, rx: 13 }),
    svg("rect", { class: "block-side", x: -38, y: -32, width: 76, height: 74, rx: 13 }),
    svg("rect", { class: "block-top", x: -38, y: -40, width: 76, height: 72, rx: 13 }),
    svg("path", { class: "block-edge", d: "M-26-37.5H26" }),
  ];
}

/**
 * Return the key of a cell's look: cells with the same key look the same.
 * @param {Scene} scene
 * @param {Cell} cell
 * @param {boolean} onTrail whether a trail covers the cell
 * @returns {string}
 */
export function lookOf(scene, cell, onTrail) {
  if (!cell) return "";
  if (cell.side) return `${scene.piece} ${cell.side}`;
  return onTrail ? "" : "block";
}

/**
 * Draw the piece for a look.
 * @param {string} look
 * @param {number} angle the direction of a cycle, in degrees
 * @returns {SVGGElement}
 */
export function drawPiece(look, angle) {
  const [kind, number] = look.split(" ");
  const side = number === "2" ? 2 : 1;
  if (kind === "block") return svg("g", { class: "piece block" }, drawBlock());
  const parts = kind === "cycle" ? drawCycle(side, angle) : kind === "marker" ? MARKERS[side]() : TOKENS[side]();
  return svg("g", { class: `piece ${kind} side-${side}` }, svg("g", { transform: `scale(${SCALE})` }, parts));
}

/**
 * Create a small picture of a side's piece, for names and lists.
 * @param {{piece: string}} scene
 * @param {number} side
 */
export function pieceIcon(scene, side) {
  return svg("svg", { viewBox: "-42 -40 84 84", class: "piece-icon", "aria-hidden": "true" },
    drawPiece(`${scene.piece} ${side}`, side === 1 ? 0 : 180));
}

/**
 * Create the sign of a side: its shape in its colour.
 * @param {number} side
 */
export function sideSign(side) {
  const shape = side === 1 ? svg("path", { d: "M5 5l14 14M19 5 5 19" }) : svg("circle", { cx: 12, cy: 12, r: 7.5 });
  return svg("svg", { viewBox: "0 0 24 24", class: `side-sign side-${side}`, "aria-hidden": "true" }, shape);
}
