/** Choosing a bot: the levels as a staircase, a description of the chosen one, and other bots. */

import { h } from "../dom.js";
import { tile } from "./fields.js";

/** @typedef {import("../types.js").BotInfo} BotInfo */

const LEVEL = "level:";

/**
 * @param {BotInfo[]} bots
 * @param {string} chosen
 * @param {(spec: string) => void} onChange
 */
export function opponents(bots, chosen, onChange) {
  const levels = bots.filter(({ spec }) => spec.startsWith(LEVEL));
  const others = bots.filter(({ spec }) => !spec.startsWith(LEVEL));
  const name = h("strong", null);
  const line = h("span", null);
  const describe = (/** @type {string} */ spec) => {
    const bot = bots.find((each) => each.spec === spec);
    name.textContent = bot?.name ?? spec;
    line.textContent = bot ? ` ${bot.line}.` : "";
  };
  const choose = (/** @type {string} */ spec) => {
    describe(spec);
    onChange(spec);
  };
  describe(chosen);
  return h("fieldset", { class: "choose" },
    h("legend", null, "How strong?"),
    h("div", { class: "tiles stair" }, levels.map((bot, step) => level(bot, step, chosen, choose))),
    h("p", { class: "bot-line soft" }, name, line),
    others.length > 0 && h("details", { class: "more-bots", open: others.some(({ spec }) => spec === chosen) },
      h("summary", null, "Other bots"),
      h("div", { class: "tiles" }, others.map((bot) => tile("bot", { value: bot.spec, content: [bot.name], label: `${bot.name}: ${bot.line}` }, chosen, choose)))));
}

/**
 * @param {BotInfo} bot
 * @param {number} step
 * @param {string} chosen
 * @param {(spec: string) => void} choose
 */
function level(bot, step, chosen, choose) {
  const bar = h("span", { class: "stair-bar", "aria-hidden": "true" });
  bar.style.setProperty("--step", String(step));
  return tile("bot", { value: bot.spec, content: [bar, h("span", null, step + 1)], label: `${bot.name}: ${bot.line}` }, chosen, choose);
}
