/**
 * Small things that the parts of the page are made of.
 * @module
 */

import { append, h, svg } from "../dom.js";

/** @typedef {import("../dom.js").Child} Child */

/** A part of the page: its element, and how it looks again. @typedef {{element: HTMLElement, update: () => void}} Part */

/**
 * Fill an element anew without losing the place of whoever moves by keyboard: what has the focus is found again by
 * its `data-key`, else the first thing that can have it.
 * @param {HTMLElement} element
 * @param {...(Child | Child[])} children
 */
export function refill(element, ...children) {
  const active = document.activeElement;
  const inside = active instanceof HTMLElement && active !== element && element.contains(active);
  const key = inside ? active.dataset.key : undefined;
  element.replaceChildren();
  append(element, children.flat());
  if (!inside) return;
  const again = key ? element.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  const found = again ?? element.querySelector("button, a[href], input, select, summary");
  if (found instanceof HTMLElement) found.focus({ preventScroll: true });
}

/**
 * A button.
 * @param {string} text
 * @param {() => void} onclick
 * @param {Record<string, any>} [props]
 */
export function button(text, onclick, props = {}) {
  return h("button", { type: "button", class: "button", "data-key": text, ...props, onclick }, text);
}

/**
 * A button that is on or off.
 * @param {string} text
 * @param {boolean} on
 * @param {(on: boolean) => void} onchange
 */
export function toggle(text, on, onchange) {
  return button(text, () => onchange(!on), { class: "button toggle", "aria-pressed": String(on) });
}

/** @type {Record<string, string>} */
const ICONS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  flip: "M7 4v14m0 0-3.5-3.5M7 18l3.5-3.5M17 20V6m0 0-3.5 3.5M17 6l3.5 3.5",
  remove: "M6 6l12 12M18 6 6 18",
  keys: "M3 7h18v11H3zM7 11h.01M11 11h.01M15 11h.01M8 14.5h8",
};

/**
 * A button with a picture; its name is for screen readers and on hovering.
 * @param {keyof typeof ICONS} icon
 * @param {string} name
 * @param {() => void} onclick
 * @param {Record<string, any>} [props]
 */
export function iconButton(icon, name, onclick, props = {}) {
  const picture = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[icon] ?? "" }));
  return h("button", { type: "button", class: "icon-button", "aria-label": name, title: name, "data-key": name, ...props, onclick }, picture);
}

/**
 * The mark of a move, as on the board: round for what wins, square for what loses, and the number of moves.
 * @param {{text: string, kind: string}} mark
 */
export function badge(mark) {
  return h("span", { class: `value ${mark.kind}`, "aria-hidden": "true" }, mark.text);
}

/**
 * A card with a heading.
 * @param {string} name
 * @param {string} title
 */
export function card(name, title) {
  const body = h("div", { class: "card-body" });
  const heading = h("h2", { class: "card-title" }, title);
  const element = h("section", { class: `card panel ${name}`, "aria-label": title }, heading, body);
  return { element, heading, body };
}
