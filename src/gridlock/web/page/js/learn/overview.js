/** All games that can be learned, with the progress in each. */

import { createBoard } from "../board/board.js";
import { count, h } from "../dom.js";
import { icon } from "../icons.js";
import { lessonsFinished } from "../progress.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */

/** @param {GameInfo[]} games */
export function overview(games) {
  return h("div", { class: "overview" },
    h("div", { class: "stack" }, h("h1", null, "Learn"),
      h("p", { class: "soft" }, "A few short steps that you play yourself. Two minutes, and you know a game.")),
    h("ul", { class: "shelf" }, games.map(entry)));
}

/** @param {GameInfo} game */
function entry(game) {
  const learned = Math.min(lessonsFinished(game.id).size, game.lessons);
  const board = createBoard({ scene: game.sample, size: "card", label: game.name });
  return h("li", null, h("a", { class: "book", href: `/learn/${game.id}` },
    h("span", { class: "stage", "aria-hidden": "true" }, board.element),
    h("span", { class: "book-text" },
      h("strong", null, game.name), h("span", { class: "soft" }, game.summary), progress(learned, game.lessons))));
}

/** @param {number} learned @param {number} all */
function progress(learned, all) {
  if (!all) return h("span", { class: "soft small" }, "Its rules on a page");
  if (learned === all) return h("span", { class: "learned" }, icon("check"), "Learned");
  const dots = Array.from({ length: all }, (_, at) => h("i", { class: at < learned ? "on" : "" }));
  return h("span", { class: "dots small soft" }, dots, learned ? `${learned} of ${all}` : count(all, "short step"));
}
