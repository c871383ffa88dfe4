/**
 * The address of the analysis page: game, board, options, position and moves, so that a link reproduces the view.
 * @module
 */

/** @typedef {import("../types.js").Scene} Scene */

/**
 * The contents of an address. Missing fields mean the defaults: the standard board, its start, no moves.
 * @typedef {object} Place
 * @property {string | null} game
 * @property {string} size
 * @property {Record<string, string>} options
 * @property {string} position
 * @property {string[]} moves
 * @property {number | null} at the number of moves played; null for all of them
 * @property {string | null} match the id of the match under review
 * @property {boolean} review
 */

const OWN = new Set(["game", "size", "position", "moves", "at", "match", "review", "values"]);

/**
 * Parse an address. Invalid values are passed on, and the server rejects them with a message.
 * @param {URL} url
 * @returns {Place}
 */
export function readAddress(url) {
  const query = url.searchParams;
  const moves = (query.get("moves") ?? "").split(/\s+/).filter(Boolean);
  const at = Number.parseInt(query.get("at") ?? "", 10);
  return {
    game: query.get("game"),
    size: query.get("size") ?? "",
    options: Object.fromEntries([...query].filter(([name]) => !OWN.has(name))),
    position: query.get("position") ?? "",
    moves,
    at: at >= 0 ? at : null,
    match: query.get("match"),
    review: query.get("review") === "1",
  };
}

/**
 * Return the query for a place, without a question mark and with as little escaping as possible.
 * @param {Partial<Place>} place
 */
export function writeQuery(place) {
  const at = place.at ?? null;
  /** @type {[string, string | null | undefined][]} */
  const fields = [
    ["match", place.match],
    ["game", place.game],
    ["size", place.size],
    ...Object.entries(place.options ?? {}),
    ["position", place.position],
    ["moves", place.moves?.join(" ")],
    ["at", at === null ? "" : String(at)],
    ["review", place.review ? "1" : ""],
  ];
  const present = fields.filter(([, value]) => value);
  return present.map(([name, value]) => `${readable(name)}=${readable(value ?? "")}`).join("&");
}

/** @param {string} text */
function readable(text) {
  return encodeURIComponent(text).replace(/%20/g, "+").replace(/%2C/g, ",").replace(/%3A/g, ":").replace(/%2F/g, "/");
}

/**
 * Return the query fields for a position of a game.
 * @param {{game: string, size: string, options: Record<string, string>}} game
 * @param {string} position
 * @param {readonly string[]} [moves]
 */
export function queryFields(game, position, moves = []) {
  /** @type {Record<string, string>} */
  const fields = { game: game.game, ...game.options };
  if (game.size) fields.size = game.size;
  if (position) fields.position = position;
  if (moves.length) fields.moves = moves.join(" ");
  return fields;
}
