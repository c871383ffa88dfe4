/** What the browser remembers of a person: seats, matches, name, settings. Progress is in progress.js, the theme in theme.js. */

import { drawer, isRecord, isText, itemsOf } from "./storage.js";

export { onChangeElsewhere } from "./storage.js";

/**
 * @typedef {{id: string, secret: string}} KeptSeat
 * @typedef {{id: string, request: string, message: string}} Unsent
 *   A move that the server has not answered yet: its match, the id of its request, and the message itself.
 * @typedef {{id: string, game: string, name: string, opponent: string, side: 1 | 2 | null, seen: number, over: boolean}} MyMatch
 *   A match of this browser: its game with the name people know it by, who the other side is, the person's own
 *   side (null: both), when it was last looked at (ms), and whether it has ended.
 * @typedef {{sound: boolean, notify: boolean, flipped: boolean, zen: boolean, still: boolean}} Settings
 *   Still: the boards of the home page do not move by themselves.
 */

const MOST_SEATS = 500;
const MOST_MATCHES = 100;
const MOST_UNSENT = 20;
const LONGEST_NAME = 30;

const ID = /^[\w-]{1,40}$/;
const SECRET = /^[\w-]{43}$/;
const GAME = /^[\w.-]{1,60}$/;
const WORDS = /^[^]{0,200}$/;
const REQUEST = /^[\w-]{1,64}$/;
const MESSAGE = /^\{[^]{0,300}\}$/;
// Characters that steer a text rather than being read: control and direction characters.
const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const seats = drawer("seats", 1, (contents) => itemsOf(contents, seat));
const matches = drawer("matches", 1, (contents) => itemsOf(contents, match));
const unsent = drawer("unsent", 1, (contents) => itemsOf(contents, unsentMove));
const ownName = drawer("name", 1, (contents) => (typeof contents === "string" ? cleanName(contents) : ""));
const chosen = drawer("settings", 1, checkedSettings);

// Seats ------------------------------------------------------------------------------------------------

/**
 * The secret by which this browser holds a seat in a match.
 * @param {string} id
 * @returns {string | null}
 */
export function seatOf(id) {
  return seats.read().find((kept) => kept.id === id)?.secret ?? null;
}

/**
 * Keep a seat; the latest ones are kept longest.
 * @param {string} id
 * @param {string} secret
 */
export function keepSeat(id, secret) {
  seats.change((kept) => [{ id, secret }, ...without(kept, id)].slice(0, MOST_SEATS));
}

/**
 * Give a seat up.
 * @param {string} id
 */
export function dropSeat(id) {
  seats.change((kept) => without(kept, id));
}

// Moves on their way -----------------------------------------------------------------------------------

/**
 * The move of a match that was not answered when its page was left.
 * @param {string} id
 * @returns {Unsent | null}
 */
export function unsentOf(id) {
  return unsent.read().find((kept) => kept.id === id) ?? null;
}

/**
 * Keep a move until it is answered, even if the page is closed meanwhile.
 * @param {Unsent} move
 */
export function keepUnsent(move) {
  unsent.change((kept) => [move, ...without(kept, move.id)].slice(0, MOST_UNSENT));
}

/**
 * A request was answered: if it was a move, it need not be kept any longer.
 * @param {string} request
 */
export function dropUnsent(request) {
  if (unsent.read().some((kept) => kept.request === request)) unsent.change((kept) => kept.filter((one) => one.request !== request));
}

// Matches ----------------------------------------------------------------------------------------------

/**
 * The matches of this browser, the latest first.
 * @returns {MyMatch[]}
 */
export function myMatches() {
  return matches.read().sort((one, other) => other.seen - one.seen);
}

/**
 * The person's own side in a match of this browser; null if it was none, or both.
 * @param {string} id
 */
export function mySide(id) {
  return matches.read().find((kept) => kept.id === id)?.side ?? null;
}

/**
 * Note how a match stands, as of now.
 * @param {{id: string, game: string, name: string, opponent: string, side: 1 | 2 | null, over: boolean}} about
 */
export function rememberMatch({ id, game, name, opponent, side, over }) {
  const now = { id, game, name, opponent, side, over, seen: Date.now() };
  matches.change((kept) => [now, ...without(kept, id)].slice(0, MOST_MATCHES));
}

/**
 * Take a match off the list. Its seat stays, for whoever comes back by its link.
 * @param {string} id
 */
export function forgetMatch(id) {
  matches.change((kept) => without(kept, id));
}

// Name and settings ------------------------------------------------------------------------------------

/** What the person wants to be called; empty if they have not said. */
export function myName() {
  return ownName.read();
}

/** @param {string} name */
export function setMyName(name) {
  ownName.write(cleanName(name));
}

/**
 * A name as the server takes it: one line, at most 30 characters.
 * @param {string} text
 */
export function cleanName(text) {
  return [...text.replace(STEERING, "").trim()].slice(0, LONGEST_NAME).join("").trim();
}

/** @returns {Settings} */
export function settings() {
  return chosen.read();
}

/**
 * Change some of the settings.
 * @param {Partial<Settings>} some
 * @returns {Settings} All of them.
 */
export function changeSettings(some) {
  return chosen.change((before) => ({ ...before, ...some }));
}

// Checks -----------------------------------------------------------------------------------------------

/**
 * @template {{id: string}} T
 * @param {T[]} kept
 * @param {string} id
 */
function without(kept, id) {
  return kept.filter((item) => item.id !== id);
}

/**
 * @param {Record<string, unknown>} item
 * @returns {KeptSeat | null}
 */
function seat({ id, secret }) {
  return isText(id, ID) && isText(secret, SECRET) ? { id, secret } : null;
}

/**
 * @param {Record<string, unknown>} item
 * @returns {Unsent | null}
 */
function unsentMove({ id, request, message }) {
  return isText(id, ID) && isText(request, REQUEST) && isText(message, MESSAGE) ? { id, request, message } : null;
}

/**
 * @param {Record<string, unknown>} item
 * @returns {MyMatch | null}
 */
function match({ id, game, name, opponent, side, seen, over }) {
  if (!isText(id, ID) || !isText(game, GAME) || !isText(name, WORDS) || !isText(opponent, WORDS)) return null;
  if (typeof seen !== "number" || typeof over !== "boolean") return null;
  return { id, game, name, opponent, side: side === 1 || side === 2 ? side : null, seen, over };
}

/**
 * @param {unknown} contents
 * @returns {Settings}
 */
function checkedSettings(contents) {
  const { sound, notify, flipped, zen, still } = isRecord(contents) ? contents : {};
  return {
    sound: sound === true,
    notify: notify === true,
    flipped: flipped === true,
    zen: zen === true,
    still: still === true,
  };
}
