/** A move is made of parts: which cells may be pointed at next, and what has been chosen so far. */

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").MoveChoice} MoveChoice */

/** The moves that begin with these parts. @param {Scene} scene @param {number[]} parts */
function beginning(scene, parts) {
  return scene.moves.filter((move) => parts.every((cell, index) => move.parts[index] === cell));
}

/** The cells that may come next. @param {Scene} scene @param {number[]} parts @returns {Set<number>} */
export function nextCells(scene, parts) {
  return new Set(beginning(scene, parts).filter((move) => move.parts.length > parts.length).map((move) => move.parts[parts.length]));
}

/** The move that these parts are, if they are all of one. @param {Scene} scene @param {number[]} parts @returns {MoveChoice | undefined} */
export function wholeMove(scene, parts) {
  return beginning(scene, parts).find((move) => move.parts.length === parts.length);
}

/** The cells as they look after these parts. @param {Scene} scene @param {number[]} parts @returns {Cell[]} */
export function cellsAfter(scene, parts) {
  const changes = parts.length ? scene.halfway?.[parts.join(",")] : undefined;
  if (!changes) return scene.cells;
  const cells = [...scene.cells];
  for (const [cell, piece] of Object.entries(changes)) cells[Number(cell)] = piece;
  return cells;
}

/**
 * How the piece looks that the next part would bring: one's own, or a wall where the marker has already walked.
 * @param {Scene} scene @param {number[]} parts
 */
export function nextLook(scene, parts) {
  if (scene.walks && parts.length > 0) return "block";
  return `${scene.drives ? "cycle" : scene.walks ? "marker" : "token"} ${scene.turn}`;
}
