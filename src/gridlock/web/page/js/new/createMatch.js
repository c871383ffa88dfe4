/** Creates a match from a choice. */

import { newRequest, newSecret, post } from "../api.js";
import { keepSeat } from "../storage.js";
import { sizeText } from "./choice.js";

/** @typedef {import("./choice.js").Choice} Choice */

/**
 * Prepare a match. Sending the same request twice gives the same match.
 * @param {Choice} choice
 * @param {string} name
 * @returns {() => Promise<string>} Sends the request and returns the id of the match.
 */
export function prepareMatch(choice, name) {
  const [secret, request] = [newSecret(), newRequest()];
  const body = { ...matchOf(choice), seats: seatsOf(choice), request, ...(name ? { name } : {}) };
  return async () => {
    const match = await post("/api/matches", body, { secret });
    keepSeat(match.id, secret);
    return match.id;
  };
}

/** @param {Choice} choice */
function matchOf(choice) {
  return {
    game: choice.game.id, size: sizeText(choice), ...choice.options,
    ...(choice.clock ? { clock: choice.clock } : {}),
    ...(choice.position ? { position: choice.position } : {}),
    ...(choice.moves.length ? { moves: choice.moves } : {}),
  };
}

/** @param {Choice} choice */
function seatsOf({ mode, seat, bot }) {
  if (mode === "here") return ["me", "me"];
  const other = mode === "bot" ? bot : "open";
  const second = seat === "random" ? Math.random() < 0.5 : seat === "2";
  return second ? [other, "me"] : ["me", other];
}
