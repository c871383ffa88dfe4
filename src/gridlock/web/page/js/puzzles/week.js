/** The days of a week, with their solved puzzles, and the streak. */

import { dayText, daysAfter } from "../days.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { dailyId, isSolved, streak } from "../progress.js";

/**
 * Return the address of a daily puzzle.
 * @param {string} day
 * @param {string} today
 */
export function dayAddress(day, today) {
  return day === today ? "/daily" : `/daily?day=${day}`;
}

/**
 * Create the seven days up to a day, each a link to its puzzle.
 * @param {string} last
 * @param {string} today
 * @param {string} [chosen] the day shown
 */
export function week(last, today, chosen) {
  const days = Array.from({ length: 7 }, (_, at) => daysAfter(last, at - 6));
  return h("ol", { class: "week" }, days.map((day) => {
    const solved = isSolved(dailyId(day));
    const words = `${dayText(day)}${day === today ? ", today" : ""}${solved ? ", solved" : ""}`;
    return h("li", null,
      h("a", { href: dayAddress(day, today), class: solved ? "day solved" : "day", "aria-label": words, title: words, "aria-current": day === chosen ? "date" : null },
        h("span", { class: "weekday" }, dayText(day, { weekday: "short" }).slice(0, 2)),
        h("span", { class: "seal" }, solved ? icon("check") : dayText(day, { day: "numeric" }))));
  }));
}

/** @param {string} day */
export function streakText(day) {
  const length = streak(day);
  if (!length) return h("p", { class: "streak soft small" }, "Solve one a day, and see how long you can keep it up.");
  return h("p", { class: "streak" }, icon("flame"), length === 1 ? "Day 1" : `${length} days in a row`);
}
