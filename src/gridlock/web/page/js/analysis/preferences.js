/**
 * What a person wants to see on the analysis page.
 * @module
 */

import { drawer, isRecord } from "../storage.js";

/** @typedef {{values: boolean, why: boolean}} Preferences */

/** @type {import("../storage.js").Drawer<Preferences>} */
const kept = drawer("analysis", 1, (contents) => {
  const own = isRecord(contents) ? contents : {};
  return { values: own.values !== false, why: own.why === true };
});

/** @returns {Preferences} */
export function ownSettings() {
  return kept.read();
}

/**
 * @param {Preferences} chosen
 * @returns {Preferences}
 */
export function rememberSettings(chosen) {
  return kept.change(() => chosen);
}

const game = drawer("analysis-game", 1, (contents) => (typeof contents === "string" ? contents : ""));

/** The id of the game that was looked at last; empty if none was. */
export function lastGame() {
  return game.read();
}

/** @param {string} id */
export function rememberGame(id) {
  game.write(id);
}
