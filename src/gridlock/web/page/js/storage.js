/**
 * What this browser remembers: seats, moves on their way, matches, the name, settings, and a record that one page
 * passes to another. It is kept in the browser's storage, or as long as the page is open where that is full or not
 * allowed. Damaged contents count as nothing, so nobody is ever stopped by old data.
 */

/**
 * @template T
 * @typedef {{read: () => T, write: (value: T) => void, change: (how: (value: T) => T) => T}} Drawer
 */

/** @type {Map<string, string>} What could not be stored, by key. */
const unstored = new Map();

/**
 * A drawer for one kind of thing. Its contents are checked whenever they are read.
 * @template T
 * @param {string} name
 * @param {number} version Another version of the contents has a drawer of its own.
 * @param {(contents: unknown) => T} check Makes the best of anything, and never throws.
 * @param {() => Storage} [where] Browsers that allow no storage throw already when it is named.
 * @returns {Drawer<T>}
 */
export function drawer(name, version, check, where = () => localStorage) {
  const key = `gridlock.${name}.${version}`;
  const read = () => check(parsed(load(key, where)));
  const write = (/** @type {T} */ value) => store(key, JSON.stringify(value), where);
  const change = (/** @type {(value: T) => T} */ how) => {
    const changed = how(read());
    write(changed);
    return changed;
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
function store(key, text, where) {
  try {
    where().setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
}

/** @param {string | null} text */
function parsed(text) {
  try {
    return text === null ? null : /** @type {unknown} */ (JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * The items of a list that can be used; none if it is no list.
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

const seats = drawer("seats", 1, (contents) => itemsOf(contents, checkedSeat));

/** @param {Record<string, unknown>} item @returns {Seat | null} */
function checkedSeat({ id, secret }) {
  return isText(id, ID) && isText(secret, SECRET) ? { id, secret } : null;
}

/** The secret by which this browser holds a seat in a match. @param {string} id @returns {string | null} */
export function seatOf(id) {
  return seats.read().find((seat) => seat.id === id)?.secret ?? null;
}

/** Keep a seat; the latest ones are kept longest. @param {string} id @param {string} secret */
export function keepSeat(id, secret) {
  seats.change((before) => [{ id, secret }, ...without(before, id)].slice(0, MOST_SEATS));
}

/** Give a seat up. @param {string} id */
export function dropSeat(id) {
  seats.change((before) => without(before, id));
}

// Moves on their way -----------------------------------------------------------------------------------

/**
 * @typedef {{id: string, request: string, message: string}} Unsent
 *   A move that the server has not answered yet: its match, the id of its request, and the message itself.
 */

const MOST_UNSENT = 20;
const REQUEST = /^[\w-]{1,64}$/;
const MESSAGE = /^\{[^]{0,300}\}$/;

const unsent = drawer("unsent", 1, (contents) => itemsOf(contents, checkedUnsent));

/** @param {Record<string, unknown>} item @returns {Unsent | null} */
function checkedUnsent({ id, request, message }) {
  return isText(id, ID) && isText(request, REQUEST) && isText(message, MESSAGE) ? { id, request, message } : null;
}

/** The move of a match that was not answered when its page was left. @param {string} id @returns {Unsent | null} */
export function unsentOf(id) {
  return unsent.read().find((move) => move.id === id) ?? null;
}

/** Keep a move until it is answered, even if the page is closed meanwhile. @param {Unsent} move */
export function keepUnsent(move) {
  unsent.change((before) => [move, ...without(before, move.id)].slice(0, MOST_UNSENT));
}

/** A request was answered: if it was a move, it need not be kept any longer. @param {string} request */
export function dropUnsent(request) {
  if (unsent.read().some((move) => move.request === request)) unsent.change((before) => before.filter((move) => move.request !== request));
}

// Matches ----------------------------------------------------------------------------------------------

/**
 * @typedef {{id: string, game: string, name: string, opponent: string, side: number | null, seen: number, over: boolean}} MyMatch
 *   A match of this browser: its game with the name people know it by, who the other side is, the person's own
 *   side (null: both), when it was last looked at (ms), and whether it has ended.
 */

const MOST_MATCHES = 100;
const GAME = /^[\w.-]{1,60}$/;
const WORDS = /^[^]{0,200}$/;

const matches = drawer("matches", 1, (contents) => itemsOf(contents, checkedMatch));

/** @param {Record<string, unknown>} item @returns {MyMatch | null} */
function checkedMatch({ id, game, name, opponent, side, seen, over }) {
  if (!isText(id, ID) || !isText(game, GAME) || !isText(name, WORDS) || !isText(opponent, WORDS)) return null;
  if (typeof seen !== "number" || typeof over !== "boolean") return null;
  return { id, game, name, opponent, side: side === 1 || side === 2 ? side : null, seen, over };
}

/** The matches of this browser, the latest first. @returns {MyMatch[]} */
export function myMatches() {
  return matches.read().sort((one, other) => other.seen - one.seen);
}

/** The person's own side in a match of this browser; null if it was none, or both. @param {string} id */
export function mySide(id) {
  return matches.read().find((match) => match.id === id)?.side ?? null;
}

/** Note how a match stands, as of now. @param {Omit<MyMatch, "seen">} about */
export function rememberMatch({ id, game, name, opponent, side, over }) {
  const now = { id, game, name, opponent, side, over, seen: Date.now() };
  matches.change((before) => [now, ...without(before, id)].slice(0, MOST_MATCHES));
}

/** Take a match off the list. Its seat stays, for anyone who comes back by its link. @param {string} id */
export function forgetMatch(id) {
  matches.change((before) => without(before, id));
}

// Name, settings and theme -----------------------------------------------------------------------------

/**
 * @typedef {{sound: boolean, notify: boolean, flipped: boolean, zen: boolean, still: boolean}} Settings
 *   Still: the boards of the home page do not move by themselves.
 * @typedef {{values: boolean, why: boolean}} AnalysisSettings what the analysis page shows
 */

export const LONGEST_NAME = 30;
// Characters that steer a text rather than being read: control and direction characters.
const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const ownName = drawer("name", 1, (contents) => (typeof contents === "string" ? cleanName(contents) : ""));
const chosen = drawer("settings", 1, checkedSettings);
const analysis = drawer("analysis", 1, checkedAnalysis);
const analysisGame = drawer("analysis-game", 1, (contents) => (typeof contents === "string" ? contents : ""));

/** @param {unknown} contents @returns {Settings} */
function checkedSettings(contents) {
  const { sound, notify, flipped, zen, still } = isRecord(contents) ? contents : {};
  return { sound: sound === true, notify: notify === true, flipped: flipped === true, zen: zen === true, still: still === true };
}

/** @param {unknown} contents @returns {AnalysisSettings} */
function checkedAnalysis(contents) {
  const { values, why } = isRecord(contents) ? contents : {};
  return { values: values !== false, why: why === true };
}

/** What the person wants to be called; empty if they have not said. */
export function myName() {
  return ownName.read();
}

/** @param {string} name */
export function setMyName(name) {
  ownName.write(cleanName(name));
}

/** A name as the server takes it: one line, at most 30 characters. @param {string} text */
export function cleanName(text) {
  return [...text.replace(STEERING, "").trim()].slice(0, LONGEST_NAME).join("").trim();
}

/** @returns {Settings} */
export function settings() {
  return chosen.read();
}

/** Change some of the settings. @param {Partial<Settings>} some @returns {Settings} all of them */
export function changeSettings(some) {
  return chosen.change((before) => ({ ...before, ...some }));
}

/** @returns {AnalysisSettings} */
export function analysisSettings() {
  return analysis.read();
}

/** @param {Partial<AnalysisSettings>} some @returns {AnalysisSettings} all of them */
export function changeAnalysisSettings(some) {
  return analysis.change((before) => ({ ...before, ...some }));
}

/** The id of the game that was analysed last; empty if none was. */
export function lastGame() {
  return analysisGame.read();
}

/** @param {string} id */
export function rememberGame(id) {
  analysisGame.write(id);
}

/** Keep the chosen theme where theme.js looks for it. @param {"light" | "dark"} theme */
export function rememberTheme(theme) {
  store("gridlock.theme", theme, () => localStorage);
}

// A record on its way to another page ------------------------------------------------------------------

const record = drawer("record", 1, (contents) => (typeof contents === "string" ? contents : ""), () => sessionStorage);

/** Keep a record for the page that asks next, also over a reload. @param {string} text */
export function passRecord(text) {
  record.write(text);
}

/** Take the record that was passed, if there is one; it is then gone. @returns {string | null} */
export function takeRecord() {
  const text = record.read();
  if (text) record.write("");
  return text || null;
}
