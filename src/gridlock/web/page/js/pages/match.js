/** The page of a match. */

import { get } from "../api.js";
import { useStyle } from "../dom.js";
import { MatchView } from "../match/view.js";
import { keepSeat } from "../storage.js";

const SEAT = /^#seat=([\w-]{43})$/;

/**
 * @param {HTMLElement} root
 * @param {URL} place
 * @returns {Promise<() => void>}
 */
export async function show(root, place) {
  const id = decodeURIComponent(place.pathname.split("/")[2] ?? "");
  takeSeat(id, place);
  const [state] = await Promise.all([get(`/api/matches/${encodeURIComponent(id)}`), useStyle("match.css")]);
  const view = new MatchView(root, state);
  return () => view.leave();
}

/** Keep a seat that was moved here from another device, and remove it from the address. @param {string} id @param {URL} place */
function takeSeat(id, place) {
  const match = SEAT.exec(place.hash);
  if (!match) return;
  keepSeat(id, match[1]);
  history.replaceState(history.state, "", place.pathname);
}
