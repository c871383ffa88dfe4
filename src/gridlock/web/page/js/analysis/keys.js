/**
 * Keys: arrows step, letters do the rest, and a window says which.
 * @module
 */

import { h } from "../dom.js";
import { openDialog } from "./dialogs.js";

/** @typedef {{key: string, shown: string, text: string, run: () => void, anywhere?: boolean}} Key */

/**
 * Listen for keys on the whole page, but not where somebody types, and on the board only for those that it has no use for.
 * @param {Key[]} keys
 * @returns {() => void} stops it
 */
export function listenForKeys(keys) {
  const heard = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target } = event;
    if (document.querySelector("dialog[open]")) return;
    if (target instanceof Element && target.closest("input, textarea, select")) return;
    const key = keys.find((each) => each.key === event.key);
    if (!key) return;
    event.preventDefault();
    key.run();
  };
  document.addEventListener("keydown", heard);
  return () => document.removeEventListener("keydown", heard);
}

/** @param {Key[]} keys */
export function showKeys(keys) {
  /** @type {Map<string, string[]>} */
  const byText = new Map();
  for (const { text, shown } of keys) byText.set(text, [...(byText.get(text) ?? []), shown]);
  openDialog("Keys", () => [
    h("dl", { class: "key-list" }, ...[...byText].flatMap(([text, shown]) => [
      h("dt", null, ...shown.map((key) => h("kbd", null, key))),
      h("dd", null, text),
    ])),
    h("p", { class: "soft small" }, "On the board, arrows go from cell to cell and Enter plays; J and K step there too."),
  ]);
}
