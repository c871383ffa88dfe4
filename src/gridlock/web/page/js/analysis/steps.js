/**
 * Stepping through the moves: the buttons below the board, and the keys.
 * @module
 */

import { openDialog } from "../dialog.js";
import { h, refill } from "../dom.js";
import { iconButton } from "../icons.js";
import { playButton } from "../playback.js";
import { toggle } from "./parts.js";

/** @typedef {import("./analysisStore.js").AnalysisStore} AnalysisStore */

/**
 * @param {AnalysisStore} store
 * @param {{flip: () => void, help: () => void}} actions
 * @returns {import("./parts.js").Part}
 */
export function stepBar(store, { flip, help }) {
  const element = h("div", { class: "step-bar", role: "group", "aria-label": "Steps" });
  const step = (/** @type {"first" | "back" | "forward" | "last"} */ where, /** @type {string} */ name, /** @type {boolean} */ can) =>
    iconButton(where, name, () => store.mode.step(where), { "aria-disabled": can ? null : "true" });
  const update = () => {
    const { at, of } = store.mode.place();
    refill(
      element,
      h("div", { class: "step-group" },
        step("first", "To the first position", at > 0),
        step("back", "One move back", at > 0),
        h("span", { class: "step-place mono" }, `${at} / ${of}`),
        step("forward", "One move on", at < of),
        step("last", "To the last position", at < of),
        store.mode.playback ? playButton(store.mode.playback) : null),
      h("div", { class: "step-group" },
        store.mode.name === "explore" ? toggle("Values", store.settings.values, (values) => store.changeSettings({ values })) : null,
        iconButton("flip", "Turn the board", flip),
        iconButton("keys", "Keys", help)),
    );
  };
  store.focusPlay = () => {
    const play = element.querySelector("[data-key=play]") ?? element.querySelector("[data-key='One move on']");
    if (play instanceof HTMLElement) play.focus({ preventScroll: true });
  };
  return { element, update };
}

/** @typedef {{key: string, label: string, text: string, run: () => void, anywhere?: boolean}} Key */

/**
 * Listen for keys on the whole page, except in text fields. On the board, its own keys take precedence.
 * @param {Key[]} keys
 * @returns {() => void} stops it
 */
export function listenForKeys(keys) {
  const onKeydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target } = event;
    if (document.querySelector("dialog[open]")) return;
    if (target instanceof Element && target.closest("input, textarea, select")) return;
    const key = keys.find((each) => each.key === event.key);
    if (!key || (event.key === " " && target instanceof Element && target.closest("button, a, summary"))) return;
    event.preventDefault();
    key.run();
  };
  document.addEventListener("keydown", onKeydown);
  return () => document.removeEventListener("keydown", onKeydown);
}

/** @param {Key[]} keys */
export function showKeys(keys) {
  /** @type {Map<string, string[]>} */
  const byText = new Map();
  for (const { text, label } of keys) byText.set(text, [...(byText.get(text) ?? []), label]);
  openDialog("Keys", () => [
    h("dl", { class: "key-list" }, ...[...byText].flatMap(([text, label]) => [
      h("dt", null, ...label.map((key) => h("kbd", null, key))),
      h("dd", null, text),
    ])),
    h("p", { class: "soft small" }, "On the board, arrows go from cell to cell and Enter plays; J and K step there too."),
  ]);
}
