/** The welcome text of the home page. */

import { h } from "../dom.js";
import { quickButton } from "../quickGame.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

/**
 * @param {GameInfo[]} games
 * @param {boolean} returning whether this visitor has matches here
 */
export function welcome(games, returning) {
  const many = NUMBERS[games.length] ?? String(games.length);
  const first = games.find((game) => game.lessons > 0) ?? games[0];
  const quick = quickButton(first, "Play now");
  return h("div", { class: "welcome" },
    h("h1", null, "Small boards,", h("br"), "big fights"),
    !returning && h("p", { class: "lead" }, `${many} games for two that fit on a napkin. One rule is the same in all of them: if you cannot move, you lose.`),
    !returning && h("div", { class: "row" }, quick.button,
      h("a", { class: "button", href: `/learn/${first.id}` }, "Learn in two minutes")),
    !returning && h("p", { class: "soft small" }, `A quick game of ${first.name} against an easy bot. No account needed.`),
    quick.problem);
}
