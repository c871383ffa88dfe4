/**
 * Reasons in words.
 * @module
 */

import { h } from "../dom.js";

/**
 * Reasons in sentences, each lesson once. Long lists of cells and moves wait until somebody wants them.
 * @param {readonly import("./types.js").Reason[]} reasons
 */
export function reasonTexts(reasons) {
  const lessons = [...new Set(reasons.map((reason) => reason.lesson).filter(Boolean))];
  return [
    ...reasons.flatMap(reasonText),
    ...lessons.map((lesson) => h("p", { class: "lesson" }, lesson)),
  ];
}

const LONG = 130;

/** @param {import("./types.js").Reason} reason */
function reasonText({ name, text, pairNumbers }) {
  const end = text.indexOf(": ");
  const listed = pairNumbers.length > 0 || name === "forced";
  if (!listed || text.length < LONG || end < 0) return [h("p", { class: "reason" }, text)];
  return [
    h("p", { class: "reason" }, `${text.slice(0, end)}.`),
    h("details", { class: "in-full small" }, h("summary", null, pairNumbers.length ? "Which cells" : "Which moves"), h("p", { class: "soft" }, text.slice(end + 2))),
  ];
}
