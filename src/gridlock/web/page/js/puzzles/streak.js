/** How many days in a row the daily puzzle was solved. */

import { count, h } from "../dom.js";
import { icon } from "../icons.js";
import { streak } from "../progress.js";

/** @param {string} day */
export function streakText(day) {
  const length = streak(day);
  if (!length) return h("p", { class: "streak soft small" }, "Solve one a day, and see how long you can keep it up.");
  return h("p", { class: "streak" }, icon("flame"), `${count(length, "day")} in a row`);
}
