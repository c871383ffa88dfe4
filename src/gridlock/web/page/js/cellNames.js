/** Cells that a text names: they flash on the board when the text is touched or pointed at. */

import { h } from "./dom.js";

/** @typedef {{rows: number, cols: number, origin: number}} Dimensions a scene, as far as the names of its cells need it */

const NAME = /\b(\d+),(\d+)\b/g;

/** How long cells flash after a touch, in milliseconds. */
const FLASH = 1500;

/**
 * Return a text with every cell it names marked.
 * @param {Dimensions} scene
 * @param {string} text
 * @returns {(string | HTMLElement)[]}
 */
export function withCells(scene, text) {
  /** @type {(string | HTMLElement)[]} */
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(NAME)) {
    const cell = cellNumber(scene, Number(match[1]), Number(match[2]));
    if (cell === null) continue;
    parts.push(text.slice(from, match.index), h("span", { class: "cell-name", "data-cells": cell }, match[0]));
    from = match.index + match[0].length;
  }
  return [...parts, text.slice(from)];
}

/**
 * Return the number of a cell; null if the board has no such cell.
 * @param {Dimensions} scene
 * @param {number} row
 * @param {number} col
 */
export function cellNumber({ rows, cols, origin }, row, col) {
  const [down, right] = [row - origin, col - origin];
  return down >= 0 && down < rows && right >= 0 && right < cols ? down * cols + right : null;
}

/**
 * Return a paragraph whose named cells flash, and other cells that it is about if the rest of it is pointed at.
 * @param {Dimensions} scene
 * @param {string} text
 * @param {{class?: string, cells?: readonly number[]}} [more]
 */
export function paragraph(scene, text, { cells = [], ...props } = {}) {
  return h("p", { ...props, "data-cells": cells.length ? cells.join(" ") : null }, withCells(scene, text));
}

/**
 * Let cells flash while their names in an element are pointed at, and for a while after a touch.
 * @param {HTMLElement} element
 * @param {(cells: number[]) => void} flash shows these cells; none ends it
 */
export function flashNamedCells(element, flash) {
  let timer = 0;
  const cellsAt = (/** @type {Event} */ event) => {
    const named = event.target instanceof Element ? event.target.closest("[data-cells]") : null;
    return named instanceof HTMLElement ? (named.dataset.cells ?? "").split(" ").map(Number) : [];
  };
  const show = (/** @type {number[]} */ cells) => {
    clearTimeout(timer);
    flash(cells);
  };
  element.addEventListener("pointerover", (event) => event.pointerType === "mouse" && show(cellsAt(event)));
  element.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && show([]));
  element.addEventListener("click", (event) => {
    const cells = cellsAt(event);
    if (!cells.length) return;
    show(cells);
    timer = setTimeout(() => flash([]), FLASH);
  });
}
