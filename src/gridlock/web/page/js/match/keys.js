/** Keys that work anywhere on the page, except in fields and buttons. */

import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { changeSettings, settings } from "../storage.js";

const CONTROL = "input, select, textarea, button, a, summary, dialog, [role=grid]";
const FOR_BOARD = /^(Arrow(Up|Down|Left|Right)|\d)$/;

/**
 * @typedef {object} KeyHandlers
 * @property {(event: KeyboardEvent) => void} board handles a key on the board
 * @property {(by: number) => void} step steps back or forward by this many moves
 * @property {() => boolean} escape returns whether there was something to cancel
 * @property {Record<string, () => void>} letters by key; the player can switch them off
 */

/**
 * @param {KeyHandlers} handlers
 * @returns {() => void} Stops listening.
 */
export function listenToKeys(handlers) {
  /** @param {KeyboardEvent} event */
  function onKeydown(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (event.key === "Escape" && !document.querySelector("dialog[open]")) {
      if (handlers.escape()) event.preventDefault();
      return;
    }
    if (target instanceof Element && target.closest("input, textarea, select, dialog")) return;
    if (!settings().letters) return;
    if (event.key === "[" || event.key === "]") handlers.step(event.key === "[" ? -1 : 1);
    else if (Object.hasOwn(handlers.letters, event.key)) {
      event.preventDefault();
      handlers.letters[event.key]();
    } else if (FOR_BOARD.test(event.key) && !(target instanceof Element && target.closest(CONTROL))) handlers.board(event);
  }
  document.addEventListener("keydown", onKeydown);
  return () => document.removeEventListener("keydown", onKeydown);
}

/** Show the list of keys. @param {import("../types.js").Scene} scene */
export function openKeys(scene) {
  const row = scene.origin;
  const keys = [
    scene.drives ? ["Arrow keys", "move"] : ["Arrow keys", "go from cell to cell"],
    ...(scene.drives ? [["Shift + arrow keys", "go from cell to cell"]] : []),
    ["Enter", "choose the cell"],
    [`${row + 1} ${row + 2}`, `go to row ${row + 1}, column ${row + 2}`],
    ["Esc", "take back half a move, leave zen mode"],
    ["[ and ]", "look back, and forward again"],
    ["?", "show the rules"],
    ["h", "ask for a hint"],
    ["u", "take a move back"],
    ["a", "show what every move is worth"],
  ];
  const letters = h("input", { type: "checkbox", onchange: () => changeSettings({ letters: letters.checked }) });
  letters.checked = settings().letters;
  openDialog("Keys", () => [h("dl", { class: "keys" }, keys.flatMap(([key, what]) => [h("dt", null, h("kbd", null, key)), h("dd", null, what)])),
    h("label", { class: "check" }, letters, "Keys for single letters, digits and signs work anywhere on the page")]);
}
