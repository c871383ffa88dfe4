/** Keys that work wherever one is on the page, as long as no field or button has them. */

const CONTROL = "input, select, textarea, button, a, summary, dialog, [role=grid]";
const FOR_BOARD = /^(Arrow(Up|Down|Left|Right)|\d)$/;

/**
 * @typedef {object} Doors
 * @property {(event: KeyboardEvent) => void} board what a key means on the board
 * @property {(by: number) => void} step looks back or on by so many moves
 * @property {() => boolean} escape whether there was something to escape from
 */

/**
 * @param {Doors} doors
 * @returns {() => void} Stops listening.
 */
export function listenToKeys(doors) {
  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (event.key === "Escape" && !document.querySelector("dialog[open]")) {
      if (doors.escape()) event.preventDefault();
      return;
    }
    if (target instanceof Element && target.closest("input, textarea, select, dialog")) return;
    if (event.key === "[" || event.key === "]") doors.step(event.key === "[" ? -1 : 1);
    else if (FOR_BOARD.test(event.key) && !(target instanceof Element && target.closest(CONTROL))) doors.board(event);
  }
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}
