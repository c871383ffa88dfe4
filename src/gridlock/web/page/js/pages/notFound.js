/** The page for unknown addresses. */

import { h, svg } from "../dom.js";

/**
 * @param {HTMLElement} root
 * @returns {Promise<() => void>}
 */
export async function show(root) {
  root.append(nothingHere());
  return () => {};
}

/** @param {string} [sentence] why */
export function nothingHere(sentence = "Check the address for typos. If it is a match, it may have been removed.") {
  document.title = "Nothing here · Gridlock";
  return h("section", { class: "plain centred" },
    emptyCells(),
    h("h1", null, "There is nothing here"),
    h("p", { class: "soft" }, sentence),
    h("a", { class: "button main", href: "/" }, "To the games"));
}

/** Draw a little board with one cell walled in. */
function emptyCells() {
  const places = [0, 1, 2].flatMap((row) => [0, 1, 2].map((col) => [row, col]));
  return svg("svg", { viewBox: "0 0 96 96", class: "nowhere", "aria-hidden": "true" },
    places.map(([row, col]) => svg("rect", {
      class: row === 1 && col === 1 ? "nowhere-here" : (row + col) % 2 ? "nowhere-wall" : "nowhere-cell",
      x: 3 + col * 32, y: 3 + row * 32, width: 26, height: 26, rx: 6,
    })));
}
