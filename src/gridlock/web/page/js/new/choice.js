/** The choices for a new match: defaults, then the last choice, then the address. */

import { createStore, isRecord } from "../storage.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").Games} Games */
/** @typedef {"bot" | "friend" | "here"} Mode */
/** @typedef {"1" | "2" | "random"} Seat */

/**
 * @typedef {object} Choice
 * @property {GameInfo} game
 * @property {Mode} mode
 * @property {string} bot its spec
 * @property {Seat} seat
 * @property {number} rows
 * @property {number} cols
 * @property {Record<string, string>} options
 * @property {string} clock empty for none
 * @property {string} position the starting position; empty for the default
 * @property {string[]} moves moves already played
 */

export const MODES = /** @type {Mode[]} */ (["bot", "friend", "here"]);
const SEATS = /** @type {Seat[]} */ (["1", "2", "random"]);
export const CLOCKS = ["", "1", "3+2", "5+3", "10+5"];
const GENTLE = "level:2";

const last = createStore("new", 1, (contents) => (isRecord(contents) ? contents : {}));

/**
 * Return the initial choice of the form.
 * @param {Games} games
 * @param {URLSearchParams} query
 * @returns {Choice}
 */
export function firstChoice(games, query) {
  const saved = last.read();
  const game = byId(games, query.get("game")) ?? byId(games, saved.game) ?? games.games[0];
  const mode = oneOf(MODES, query.get("with")) ?? oneOf(MODES, saved.mode) ?? "bot";
  const specs = games.players.map((player) => player.spec);
  const choice = {
    ...defaults(game), game, mode, clock: oneOf(CLOCKS, saved.clock) ?? "",
    bot: oneOf(specs, query.get("bot")) ?? oneOf(specs, saved.bot) ?? oneOf(specs, GENTLE) ?? specs[0],
    position: query.get("position") ?? "", moves: (query.get("moves") ?? "").split(" ").filter(Boolean),
  };
  return withQuery(saved.game === game.id ? withSaved(choice, saved) : choice, query);
}

/**
 * Return the quick board of a game, with the seat that can win on it.
 * @param {GameInfo} game
 * @returns {Pick<Choice, "rows" | "cols" | "seat" | "options">}
 */
export function defaults(game) {
  const { rows, cols, seat } = game.quick;
  const options = Object.fromEntries(game.options.map((option) => [option.name, option.values[0].value]));
  return { rows, cols, seat: /** @type {Seat} */ (String(seat)), options };
}

/** Whether this is the standard board. @param {Choice} choice */
export function isStandard({ game, rows, cols, options, position, moves }) {
  const { quick } = game;
  const standard = game.options.every(({ name, values }) => options[name] === values[0].value);
  return rows === quick.rows && cols === quick.cols && standard && !position && !moves.length;
}

/** Remember a choice for next time. @param {Choice} choice */
export function saveChoice({ game, mode, bot, seat, rows, cols, options, clock }) {
  last.write({ game: game.id, mode, bot, seat, rows, cols, options, clock });
}

/** @param {Choice} choice */
export function sizeText({ rows, cols }) {
  return `${rows}x${cols}`;
}

/** @param {Choice} choice @param {Record<string, unknown>} saved @returns {Choice} */
function withSaved(choice, saved) {
  const number = (/** @type {unknown} */ value, /** @type {number} */ other) => (typeof value === "number" && value > 0 && value < 65 ? value : other);
  const seat = oneOf(SEATS, saved.seat) ?? choice.seat;
  const options = isRecord(saved.options) ? { ...choice.options, ...validOptions(choice.game, saved.options) } : choice.options;
  return { ...choice, seat, options, rows: number(saved.rows, choice.rows), cols: number(saved.cols, choice.cols) };
}

/** @param {Choice} choice @param {URLSearchParams} query @returns {Choice} */
function withQuery(choice, query) {
  const size = /^(\d{1,2})x(\d{1,2})$/.exec(query.get("size") ?? "");
  const options = { ...choice.options, ...validOptions(choice.game, Object.fromEntries(query)) };
  const fromPosition = Boolean(choice.position || choice.moves.length);
  const [rows, cols] = size ? [Number(size[1]), Number(size[2])] : fromPosition ? [choice.game.rows, choice.game.cols] : [choice.rows, choice.cols];
  const seat = oneOf(SEATS, query.get("seat")) ?? choice.seat;
  return { ...choice, seat, options, rows, cols };
}

/** Return the values that are valid options of a game. @param {GameInfo} game @param {Record<string, unknown>} values */
function validOptions(game, values) {
  return Object.fromEntries(game.options.flatMap(({ name, values: possible }) => {
    const value = oneOf(possible.map((each) => each.value), values[name]);
    return value === undefined ? [] : [[name, value]];
  }));
}

/** @param {Games} games @param {unknown} id */
function byId(games, id) {
  return games.games.find((game) => game.id === id);
}

/** @template {string} T @param {T[]} values @param {unknown} value @returns {T | undefined} */
function oneOf(values, value) {
  return values.find((each) => each === value);
}
