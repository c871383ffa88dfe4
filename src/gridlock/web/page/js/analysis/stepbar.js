/**
 * The buttons under the board: step through the moves, turn the board, show what moves are worth.
 * @module
 */

import { h } from "../dom.js";
import { iconButton, refill, toggle } from "./parts.js";

/** @typedef {import("./desk.js").Desk} Desk */

/**
 * @param {Desk} desk
 * @param {{flip: () => void, help: () => void}} actions
 * @returns {import("./parts.js").Part}
 */
export function stepBar(desk, { flip, help }) {
  const element = h("div", { class: "step-bar", role: "group", "aria-label": "Steps" });
  const step = (/** @type {"first" | "back" | "forward" | "last"} */ where, /** @type {string} */ name, /** @type {boolean} */ can) =>
    iconButton(where, name, () => desk.mode.step(where), { "aria-disabled": can ? null : "true" });
  const update = () => {
    const { at, of } = desk.mode.place();
    refill(
      element,
      h("div", { class: "step-group" },
        step("first", "To the first position", at > 0),
        step("back", "One move back", at > 0),
        h("span", { class: "step-place mono" }, `${at} / ${of}`),
        step("forward", "One move on", at < of),
        step("last", "To the last position", at < of)),
      h("div", { class: "step-group" },
        desk.mode.name === "explore" ? toggle("Values", desk.settings.values, (values) => desk.prefer({ values })) : null,
        iconButton("flip", "Turn the board", flip),
        iconButton("keys", "Keys", help)),
    );
  };
  return { element, update };
}
