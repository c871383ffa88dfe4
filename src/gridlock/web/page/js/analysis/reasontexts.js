/**
 * Reasons in words.
 * @module
 */

import { h } from "../dom.js";

/**
 * Reasons in sentences, each lesson once. Pairs are drawn on the board: their list waits until somebody wants it.
 * @param {readonly import("./types.js").Reason[]} reasons
 */
export function reasonTexts(reasons) {
  const lessons = [...new Set(reasons.map((reason) => reason.lesson).filter(Boolean))];
  return [
    ...reasons.flatMap(reasonText),
    ...lessons.map((lesson) => h("p", { class: "lesson" }, lesson)),
  ];
}

const LONG = 140;

/** @param {import("./types.js").Reason} reason */
function reasonText({ text, pairNumbers }) {
  const end = text.lastIndexOf(": ");
  if (!pairNumbers.length || text.length < LONG || end < 0) return [h("p", { class: "reason" }, text)];
  return [
    h("p", { class: "reason" }, `${text.slice(0, end)}.`),
    h("details", { class: "pairs small" }, h("summary", null, "Which cells"), h("p", { class: "soft" }, text.slice(end + 2))),
  ];
}
