/** Coordinates as they are typed: "32", "3,2" or "1,10". */

/**
 * The cell that a typed text names so far; null if it is not yet complete. `at` is -1 if there is no such cell, and
 * `more` says that another digit would name another cell.
 * @param {import("../types.js").Scene} scene
 * @param {string} text
 * @returns {{at: number, more: boolean} | null}
 */
export function typedCell(scene, text) {
  const widest = scene.rows + scene.origin > 10 ? 2 : 1;
  const found = text.includes(",") ? /^(\d+),(\d+)$/.exec(text) : new RegExp(`^(\\d{${widest}})(\\d+)$`).exec(text);
  if (!found) return null;
  const row = Number(found[1]) - scene.origin;
  const col = Number(found[2]) - scene.origin;
  const inside = row >= 0 && row < scene.rows && col >= 0 && col < scene.cols;
  const more = (col + scene.origin) * 10 < scene.cols + scene.origin && found[2].length < 2;
  return { at: inside ? row * scene.cols + col : -1, more };
}
