/** The fields of the form: tiles and selects. */

import { h } from "../dom.js";

/**
 * @template {string} T
 * @typedef {{value: T, content: import("../dom.js").Child[], label?: string}} Tile
 */

/**
 * Create a group of tiles to choose from.
 * @template {string} T
 * @param {{legend: string, name: string, kind?: string}} what
 * @param {Tile<T>[]} tiles
 * @param {T} chosen
 * @param {(value: T) => void} onChange
 */
export function tiles(what, tiles, chosen, onChange) {
  return h("fieldset", { class: "choose" },
    h("legend", null, what.legend),
    h("div", { class: `tiles ${what.kind ?? ""}` }, tiles.map((each) => tile(what.name, each, chosen, onChange))));
}

/**
 * Create a tile.
 * @template {string} T
 * @param {string} name
 * @param {Tile<T>} what
 * @param {string} chosen
 * @param {(value: T) => void} onChange
 */
export function tile(name, { value, content, label }, chosen, onChange) {
  return h("label", { class: "tile" },
    h("input", { type: "radio", name, value, checked: value === chosen, class: "unseen", "data-key": `${name} ${value}`, "aria-label": label, onchange: () => onChange(value) }),
    content);
}

/**
 * Create a select with its label.
 * @param {string} label
 * @param {{value: string, text: string}[]} values
 * @param {string} chosen
 * @param {(value: string) => void} onChange
 * @param {{unseen?: boolean}} [how] whether the label is only for screen readers
 */
export function select(label, values, chosen, onChange, how = {}) {
  const field = h("select", { class: "field", "data-key": label, onchange: () => onChange(field.value) },
    values.map(({ value, text }) => h("option", { value, selected: value === chosen }, text)));
  return h("label", { class: "labelled" }, h("span", { class: how.unseen ? "unseen" : "label" }, label), field);
}
