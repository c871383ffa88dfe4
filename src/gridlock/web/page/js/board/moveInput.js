/** Move input: the parts of a move, typed coordinates, and why a move is illegal. */

import { positionQuery, post } from "../api.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").MoveChoice} MoveChoice */

/** Return the moves that start with these parts. @param {Scene} scene @param {number[]} parts */
function movesStartingWith(scene, parts) {
  return scene.moves.filter((move) => parts.every((cell, index) => move.parts[index] === cell));
}

/** Return the cells that can come next. @param {Scene} scene @param {number[]} parts @returns {Set<number>} */
export function nextCells(scene, parts) {
  return new Set(movesStartingWith(scene, parts).filter((move) => move.parts.length > parts.length).map((move) => move.parts[parts.length]));
}

/** Return the move that consists of exactly these parts. @param {Scene} scene @param {number[]} parts @returns {MoveChoice | undefined} */
export function wholeMove(scene, parts) {
  return movesStartingWith(scene, parts).find((move) => move.parts.length === parts.length);
}

/** Return the cells as they look after these parts. @param {Scene} scene @param {number[]} parts @returns {Cell[]} */
export function cellsAfter(scene, parts) {
  const changes = parts.length ? scene.halfway?.[parts.join(",")] : undefined;
  if (!changes) return scene.cells;
  const cells = [...scene.cells];
  for (const [cell, piece] of Object.entries(changes)) cells[Number(cell)] = piece;
  return cells;
}

/**
 * Return the look of the next piece: the player's own, or a wall once the marker has moved.
 * @param {Scene} scene @param {number[]} parts
 */
export function nextLook(scene, parts) {
  if (scene.walks && parts.length > 0) return "block";
  return `${scene.piece} ${scene.turn}`;
}

/**
 * Return the cell that a typed text names, or null if it is incomplete. `at` is -1 if there is no such cell, and
 * `more` is true if another digit could follow.
 * @param {import("../types.js").Scene} scene
 * @param {string} text
 * @returns {{at: number, more: boolean} | null}
 */
export function typedCell(scene, text) {
  const widest = scene.rows + scene.origin > 10 ? 2 : 1;
  const numbers = text.includes(",") ? /^(\d+),(\d+)$/.exec(text) : new RegExp(`^(\\d{${widest}})(\\d+)$`).exec(text);
  if (!numbers) return null;
  const row = Number(numbers[1]) - scene.origin;
  const col = Number(numbers[2]) - scene.origin;
  const inside = row >= 0 && row < scene.rows && col >= 0 && col < scene.cols;
  const more = /^[1-9]$/.test(numbers[2]) && Number(numbers[2]) * 10 < scene.cols + scene.origin;
  return { at: inside ? row * scene.cols + col : -1, more };
}

/**
 * @param {import("../types.js").Scene} scene
 * @param {number[]} parts
 * @returns {Promise<{text: string, cells: number[]}>}
 */
export async function whyNot(scene, parts) {
  try {
    const answer = await post("/api/why-not", { ...positionQuery(scene), parts });
    return { text: String(answer.text ?? ""), cells: answer.cells ?? [] };
  } catch {
    return { text: "That is not a legal move.", cells: [] };
  }
}
