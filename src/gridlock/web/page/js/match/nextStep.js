/** What to play after a win. */

import { isYou } from "./names.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").BotInfo} BotInfo */

/** The bots of increasing strength. */
const LEVEL = /^level:\d+$/;

/**
 * Return the next opponent after a win against a bot; null if there is none. Everything that names the next step asks here.
 * @param {State} state
 * @param {number[]} sides the player's
 * @param {BotInfo[]} bots
 * @returns {{bot: string, text: string, label: string} | null}
 */
export function nextStep(state, sides, bots) {
  const winner = state.outcome?.winner;
  if (!winner || state.mode !== "bot" || !isYou(state, winner, sides)) return null;
  const levels = bots.map((bot) => bot.spec).filter((spec) => LEVEL.test(spec));
  const beaten = levels.indexOf(state.players[2 - winner].spec ?? "");
  const bot = beaten < 0 ? undefined : levels[beaten + 1];
  if (!bot) return null;
  const name = bot.replace(":", " ");
  return { bot, text: `Next: ${name}.`, label: `Play ${name}` };
}
