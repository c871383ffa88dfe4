/** What a cell says of itself. */

import { coordinates } from "./geometry.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Cell} Cell */

/**
 * @param {Scene} scene
 * @param {number} at the cell's number
 * @param {Cell} cell
 * @param {{side: number | undefined, legal: boolean, playing: boolean, from: boolean, last: boolean, chosen: boolean, label: string}} more
 */
export function cellWords(scene, at, cell, more) {
  const [row, col] = coordinates(scene, at);
  const words = [`row ${row} column ${col}`, contents(scene, cell, more.side)];
  if (cell?.last) words.push("last marker");
  if (more.from && cell?.side && more.playing) words.push("yours to move");
  if (more.chosen) words.push("chosen");
  if (more.legal && more.playing) words.push("legal");
  if (more.last) words.push("last move");
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
  if (cell.side) return `${pieceName(scene, cell.side)} of player ${cell.side}`;
  return wall ? `wall of player ${wall}` : "blocked";
}

/** What a side's piece is called: a letter tells nothing where it is the side's number. @param {Scene} scene @param {number} side */
function pieceName(scene, side) {
  if (scene.drives) return "cycle";
  return scene.walks ? "marker" : scene.letters[side] ?? "piece";
}
