/** Why a position is won: sentences, and what they draw on the board. */

import { reasonMarks } from "../analysis/reasons.js";
import { h } from "../dom.js";

/** @typedef {import("./types.js").Why} Why */
/** @typedef {import("../types.js").Scene} Scene */

/**
 * @param {Why} why
 * @param {string} [title]
 */
export function whyText(why, title = "Why") {
  const lessons = [...new Set(why.reasons.map((reason) => reason.lesson).filter(Boolean))];
  if (!why.reasons.length) return null;
  return h("div", { class: "why" },
    why.reasons.map((reason, at) => h("p", null, at === 0 && h("strong", null, `${title}: `), reason.text)),
    lessons.map((lesson) => h("p", { class: "lesson" }, h("strong", null, "Remember: "), lesson)));
}

/**
 * What the reasons draw on a board.
 * @param {Why} why
 * @param {Scene} scene
 * @param {number} at how many moves have been made since the position that they speak of
 */
export function whyMarks(why, scene, at) {
  return reasonMarks(scene, why.reasons, at);
}
