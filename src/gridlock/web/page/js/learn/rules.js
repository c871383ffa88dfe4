/** The rules of a game to unfold, and what else its guide says. */

import { h } from "../dom.js";
import { guideSections } from "./guide.js";

/**
 * @param {import("../types.js").GameInfo} game
 * @param {boolean} [open] whether the rules are unfolded at first
 */
export function rules(game, open = false) {
  return h("div", { class: "rules" }, guideSections(game.guide).map(({ title, body }, at) =>
    h("details", { open: open && at === 0 }, h("summary", null, title), body)));
}
