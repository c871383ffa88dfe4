/** Icons, each drawn with strokes on a 24 by 24 grid, and icon buttons. */

import { h, svg } from "./dom.js";

const PATHS = {
  again: "M5 12a7 7 0 1 0 2.2-5.1M5 4v4h4",
  analyse: "M4 20V10M10 20V4M16 20v-7M21 20H3",
  back: "M15 6l-6 6 6 6",
  bell: "M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 21h4",
  bulb: "M9 18h6M10 21h4M12 3a6.5 6.5 0 0 0-4 11.6c.7.6 1 1.4 1 2.4h6c0-1 .3-1.8 1-2.4A6.5 6.5 0 0 0 12 3z",
  check: "M5 12.5l4.5 4.5L19 7.5",
  close: "M6 6l12 12M18 6 6 18",
  copy: "M9 9h10v11H9zM5 15H4V4h11v1",
  device: "M7 3h10a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2",
  download: "M12 4v11M8 11l4 4 4-4M5 20h14",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  file: "M7 3h7l4 4v14H7zM14 3v4h4",
  first: "M18 6l-6 6 6 6M7 6v12",
  flag: "M5 21V4M5 4h12l-2.5 4.5L17 13H5",
  flame: "M12 3c.5 3 4.5 5 4.5 10a4.5 4.5 0 0 1-9 0c0-2 1-3.2 2-4 .2 1.5.8 2.2 1.5 2.5C11 9 11 6 12 3z",
  flip: "M7 4v16M7 4 4 7M7 4l3 3M17 20V4M17 20l-3-3M17 20l3-3",
  forward: "M9 6l6 6-6 6",
  keys: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8",
  last: "M6 6l6 6-6 6M17 6v12",
  pause: "M9 5v14M15 5v14",
  play: "M8 5l11 7-11 7z",
  random: "M3 7h4l10 10h4M3 17h4l3-3M14 10l3-3h4M18 4l3 3-3 3M18 14l3 3-3 3",
  rematch: "M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5",
  share: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
  sound: "M4 10v4h4l5 4V6L8 10zM17 9a4 4 0 0 1 0 6M19.5 6.5a8 8 0 0 1 0 11",
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  wave: "M7 12V7.5a1.5 1.5 0 0 1 3 0V11M10 10.5V5a1.5 1.5 0 0 1 3 0v5.5M13 10.5V6a1.5 1.5 0 0 1 3 0v5M16 11V8.5a1.5 1.5 0 0 1 3 0V14a7 7 0 0 1-7 7c-3 0-4.5-1.5-6-4l-2-3.5a1.5 1.5 0 0 1 2.6-1.5L7 13",
  help: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.8 2.1c-.8.5-1.3 1-1.3 1.9M12 16.6h.01",
  zen: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
};

/** @typedef {keyof typeof PATHS} Icon */

/** @param {Icon} name */
export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
}

/**
 * Create a button with only an icon; its name is the label and the tooltip.
 * @param {Icon} picture
 * @param {string} name
 * @param {() => void} onclick
 * @param {Record<string, any>} [props]
 */
export function iconButton(picture, name, onclick, props = {}) {
  return h("button", { type: "button", class: "icon-button", "aria-label": name, title: name, "data-key": name, ...props, onclick }, icon(picture));
}

/**
 * Create a button with an icon and text.
 * @param {Icon} picture
 * @param {string} text
 * @param {() => void} onclick
 * @param {string} [kind] "main" or "quiet"
 */
export function wordButton(picture, text, onclick, kind = "") {
  return h("button", { type: "button", class: `button ${kind}`, onclick }, icon(picture), h("span", null, text));
}
