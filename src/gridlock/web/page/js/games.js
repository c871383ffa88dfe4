/** All games, asked for once. */

import { get } from "./api.js";

/** @typedef {import("./types.js").Games} Games */

/** @type {Promise<Games> | null} */
let asked = null;

/**
 * Every game, and who can be played against. If the question fails, the next one is asked anew.
 * @returns {Promise<Games>}
 */
export function allGames() {
  asked ??= get("/api/games").catch((error) => {
    asked = null;
    throw error;
  });
  return asked;
}
