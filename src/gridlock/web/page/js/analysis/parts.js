/**
 * Small building blocks of the analysis page.
 * @module
 */

import { h } from "../dom.js";

/** A part of the page, and a function that updates it. @typedef {{element: HTMLElement, update: () => void}} Part */

/**
 * Create a button.
 * @param {string} text
 * @param {() => void} onclick
 * @param {Record<string, any>} [props]
 */
export function button(text, onclick, props = {}) {
  return h("button", { type: "button", class: "button", "data-key": text, ...props, onclick }, text);
}

/**
 * Create a toggle button.
 * @param {string} text
 * @param {boolean} on
 * @param {(on: boolean) => void} onchange
 */
export function toggle(text, on, onchange) {
  return button(text, () => onchange(!on), { class: "button toggle", "aria-pressed": String(on) });
}

/**
 * Create the mark of a move as on the board: round for a win, square for a loss, with the number of moves.
 * @param {{text: string, kind: string}} mark
 */
export function badge(mark) {
  return h("span", { class: `value ${mark.kind}`, "aria-hidden": "true" }, mark.text);
}

/**
 * Create a card with a heading.
 * @param {string} name
 * @param {string} title
 */
export function card(name, title) {
  const body = h("div", { class: "card-body" });
  const heading = h("h2", { class: "card-title" }, title);
  const element = h("section", { class: `card panel ${name}`, "aria-label": title }, heading, body);
  return { element, heading, body };
}
