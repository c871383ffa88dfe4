/** The small pictures on buttons. */

import { h, svg } from "../dom.js";

export const ICONS = /** @type {const} */ ({
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  hint: "M9 18h6M10 21h4M12 3a6.5 6.5 0 0 0-4 11.6c.7.6 1 1.4 1 2.4h6c0-1 .3-1.8 1-2.4A6.5 6.5 0 0 0 12 3z",
  resign: "M5 21V4M5 4h12l-2.5 4.5L17 13H5",
  flip: "M7 4v16M7 4 4 7M7 4l3 3M17 20V4M17 20l-3-3M17 20l3-3",
  sound: "M4 10v4h4l5 4V6L8 10zM17 9a4 4 0 0 1 0 6M19.5 6.5a8 8 0 0 1 0 11",
  bell: "M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 21h4",
  zen: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  device: "M7 3h10a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2",
  keys: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8",
  first: "M18 6l-6 6 6 6M7 6v12",
  back: "M15 6l-6 6 6 6",
  next: "M9 6l6 6-6 6",
  last: "M6 6l6 6-6 6M17 6v12",
  copy: "M9 9h10v11H9zM5 15H4V4h11v1",
  share: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
  download: "M12 4v11M8 11l4 4 4-4M5 20h14",
  again: "M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5",
  analyse: "M4 20V10M10 20V4M16 20v-7M21 20H3",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
});

/** @param {keyof typeof ICONS} name */
export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

/**
 * A button with a picture only.
 * @param {keyof typeof ICONS} picture
 * @param {string} label
 * @param {() => void} press
 */
export function iconButton(picture, label, press) {
  return h("button", { class: "icon-button", type: "button", "aria-label": label, title: label, onclick: press }, icon(picture));
}

/**
 * A button with a picture and words.
 * @param {keyof typeof ICONS} picture
 * @param {string} text
 * @param {() => void} press
 * @param {string} [kind]
 */
export function wordButton(picture, text, press, kind = "") {
  return h("button", { class: `button ${kind}`, type: "button", onclick: press }, icon(picture), h("span", null, text));
}
