/**
 * What this browser remembers: seats, unanswered moves, matches, the name, settings, and a record passed from one
 * page to another. It lives in the browser's storage, or in memory if that is full or not allowed. Damaged
 * contents are ignored.
 */

/**
 * @template T
 * @typedef {{read: () => T, write: (value: T) => void, change: (how: (value: T) => T) => T}} Store
 */

/** @type {Map<string, string>} Values that could not be stored, by key. */
const unstored = new Map();

/**
 * Create a store for one kind of data. Its contents are checked on every read.
 * @template T
 * @param {string} name
 * @param {number} version Every version of the format has its own store.
 * @param {(contents: unknown) => T} check Returns usable contents for any value, and never throws.
 * @param {() => Storage} [where] Returns the storage. Browsers without storage throw on access.
 * @returns {Store<T>}
 */
export function createStore(name, version, check, where = () => localStorage) {
  const key = `gridlock.${name}.${version}`;
  const read = () => check(parse(load(key, where)));
  const write = (/** @type {T} */ value) => save(key, JSON.stringify(value), where);
  const change = (/** @type {(value: T) => T} */ how) => {
    const value = how(read());
    write(value);
    return value;
  };
  return { read, write, change };
}

/** @param {string} key @param {() => Storage} where */
function load(key, where) {
  try {
    return unstored.get(key) ?? where().getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} text @param {() => Storage} where */
function save(key, text, where) {
  try {
    where().setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
}

/** @param {string | null} text */
function parse(text) {
  try {
    return text === null ? null : /** @type {unknown} */ (JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * Return the valid items of a list; empty if it isn't a list.
 * @template T
 * @param {unknown} contents
 * @param {(item: Record<string, unknown>) => T | null} check
 * @returns {T[]}
 */
export function itemsOf(contents, check) {
  const items = Array.isArray(contents) ? contents : [];
  return items.map((item) => (isRecord(item) ? check(item) : null)).filter((item) => item !== null);
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {unknown} value @param {RegExp} form @returns {value is string} */
export function isText(value, form) {
  return typeof value === "string" && form.test(value);
}

/** @template {{id: string}} T @param {T[]} items @param {string} id */
function without(items, id) {
  return items.filter((item) => item.id !== id);
}

const ID = /^[\w-]{1,40}$/;

// Seats ------------------------------------------------------------------------------------------------

/** @typedef {{id: string, secret: string}} Seat */

const MOST_SEATS = 500;
const SECRET = /^[\w-]{43}$/;

const seats = createStore("seats", 1, (contents) => itemsOf(contents, parseSeat));

/** @param {Record<string, unknown>} item @returns {Seat | null} */
function parseSeat({ id, secret }) {
  return isText(id, ID) && isText(secret, SECRET) ? { id, secret } : null;
}

/** Return the secret of this browser's seat in a match. @param {string} id @returns {string | null} */
export function seatOf(id) {
  return seats.read().find((seat) => seat.id === id)?.secret ?? null;
}

/** Store a seat; the oldest ones are dropped first. @param {string} id @param {string} secret */
export function keepSeat(id, secret) {
  seats.change((before) => [{ id, secret }, ...without(before, id)].slice(0, MOST_SEATS));
}

/** Delete a seat. @param {string} id */
export function dropSeat(id) {
  seats.change((before) => without(before, id));
}

// Unanswered moves -------------------------------------------------------------------------------------

/**
 * @typedef {{id: string, request: string, message: string}} Unsent
 *   A move without an answer from the server: its match, request id and message.
 */

const MOST_UNSENT = 20;
const REQUEST = /^[\w-]{1,64}$/;
const MESSAGE = /^\{[^]{0,300}\}$/;

const unsent = createStore("unsent", 1, (contents) => itemsOf(contents, parseUnsent));

/** @param {Record<string, unknown>} item @returns {Unsent | null} */
function parseUnsent({ id, request, message }) {
  return isText(id, ID) && isText(request, REQUEST) && isText(message, MESSAGE) ? { id, request, message } : null;
}

/** Return the unanswered move of a match. @param {string} id @returns {Unsent | null} */
export function unsentOf(id) {
  return unsent.read().find((move) => move.id === id) ?? null;
}

/** Store a move until it is answered, even if the page is closed. @param {Unsent} move */
export function keepUnsent(move) {
  unsent.change((before) => [move, ...without(before, move.id)].slice(0, MOST_UNSENT));
}

/** Delete an answered move. @param {string} request */
export function dropUnsent(request) {
  if (unsent.read().some((move) => move.request === request)) unsent.change((before) => before.filter((move) => move.request !== request));
}

// Matches ----------------------------------------------------------------------------------------------

/**
 * @typedef {{id: string, game: string, name: string, opponent: string, side: number | null, seen: number, over: boolean}} MyMatch
 *   A match of this browser: its game with its display name, the opponent, the player's side (null for
 *   both), when it was last opened (ms), and whether it is over.
 */

const MOST_MATCHES = 100;
const GAME = /^[\w.-]{1,60}$/;
const WORDS = /^[^]{0,200}$/;

const matches = createStore("matches", 1, (contents) => itemsOf(contents, parseMatch));

/** @param {Record<string, unknown>} item @returns {MyMatch | null} */
function parseMatch({ id, game, name, opponent, side, seen, over }) {
  if (!isText(id, ID) || !isText(game, GAME) || !isText(name, WORDS) || !isText(opponent, WORDS)) return null;
  if (typeof seen !== "number" || typeof over !== "boolean") return null;
  return { id, game, name, opponent, side: side === 1 || side === 2 ? side : null, seen, over };
}

/** Return the matches of this browser, latest first. @returns {MyMatch[]} */
export function myMatches() {
  return matches.read().sort((one, other) => other.seen - one.seen);
}

/** Return the player's side in a match of this browser; null if unknown or both. @param {string} id */
export function mySide(id) {
  return matches.read().find((match) => match.id === id)?.side ?? null;
}

/** Store the current state of a match. @param {Omit<MyMatch, "seen">} about */
export function rememberMatch({ id, game, name, opponent, side, over }) {
  const now = { id, game, name, opponent, side, over, seen: Date.now() };
  matches.change((before) => [now, ...without(before, id)].slice(0, MOST_MATCHES));
}

/** Remove a match from the list. Its seat stays, so its link still works. @param {string} id */
export function forgetMatch(id) {
  matches.change((before) => without(before, id));
}

// First turns ------------------------------------------------------------------------------------------

const turns = createStore("first-turns", 1, (contents) => (isRecord(contents) ? contents : {}));

/** How many turns of a game this browser has seen, up to three. @param {string} game */
export function firstTurns(game) {
  const count = turns.read()[game];
  return typeof count === "number" && count > 0 ? Math.min(3, count) : 0;
}

/** Count one of the first turns of a game. @param {string} game */
export function rememberTurn(game) {
  const count = firstTurns(game);
  if (count < 3) turns.change((before) => ({ ...before, [game]: count + 1 }));
}

// Name, settings and theme -----------------------------------------------------------------------------

/**
 * @typedef {{sound: boolean, notify: boolean, flipped: boolean, zen: boolean, still: boolean, letters: boolean}} Settings
 *   Still: the small boards don't play. Letters: keys without Ctrl or Alt work anywhere on the page.
 * @typedef {{values: boolean, why: boolean}} AnalysisSettings what the analysis page shows
 */

export const LONGEST_NAME = 30;
// Control and direction characters.
const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const nameStore = createStore("name", 1, (contents) => (typeof contents === "string" ? cleanName(contents) : ""));
const settingsStore = createStore("settings", 1, parseSettings);
const analysis = createStore("analysis", 1, parseAnalysis);
const analysisGame = createStore("analysis-game", 1, (contents) => (typeof contents === "string" ? contents : ""));

/** @param {unknown} contents @returns {Settings} */
function parseSettings(contents) {
  const { sound, notify, flipped, zen, still, letters } = isRecord(contents) ? contents : {};
  return { sound: sound === true, notify: notify === true, flipped: flipped === true, zen: zen === true, still: still === true, letters: letters !== false };
}

/** @param {unknown} contents @returns {AnalysisSettings} */
function parseAnalysis(contents) {
  const { values, why } = isRecord(contents) ? contents : {};
  return { values: values !== false, why: why === true };
}

/** Return the player's name, or an empty text. */
export function myName() {
  return nameStore.read();
}

/** @param {string} name */
export function setMyName(name) {
  nameStore.write(cleanName(name));
}

/** Clean a name for the server: one line, at most 30 characters. @param {string} text */
export function cleanName(text) {
  return [...text.replace(STEERING, "").trim()].slice(0, LONGEST_NAME).join("").trim();
}

/** @returns {Settings} */
export function settings() {
  return settingsStore.read();
}

/** Change some settings. @param {Partial<Settings>} some @returns {Settings} all of them */
export function changeSettings(some) {
  return settingsStore.change((before) => ({ ...before, ...some }));
}

/** @returns {AnalysisSettings} */
export function analysisSettings() {
  return analysis.read();
}

/** @param {Partial<AnalysisSettings>} some @returns {AnalysisSettings} all of them */
export function changeAnalysisSettings(some) {
  return analysis.change((before) => ({ ...before, ...some }));
}

/** Return the id of the last analysed game, or an empty text. */
export function lastGame() {
  return analysisGame.read();
}

/** @param {string} id */
export function rememberGame(id) {
  analysisGame.write(id);
}

/** Store the theme where theme.js reads it. @param {"light" | "dark"} theme */
export function rememberTheme(theme) {
  save("gridlock.theme", theme, () => localStorage);
}

// A record for another page ----------------------------------------------------------------------------

const record = createStore("record", 1, (contents) => (typeof contents === "string" ? contents : ""), () => sessionStorage);

/** Store a record for the next page, even after a reload. @param {string} text */
export function passRecord(text) {
  record.write(text);
}

/** Return the passed record, if any, and delete it. @returns {string | null} */
export function takeRecord() {
  const text = record.read();
  if (text) record.write("");
  return text || null;
}
