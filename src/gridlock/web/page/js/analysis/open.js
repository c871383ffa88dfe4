/**
 * Opens an address, a match or a record in the analysis page.
 * @module
 */

import { PageError, get, newRequest, post } from "../api.js";
import { go } from "../router.js";
import { lastGame, mySide, passRecord, rememberGame, seatOf } from "../storage.js";
import { queryFields, readAddress } from "./address.js";
import { AnalysisStore } from "./analysisStore.js";
import { ReviewedMatch } from "./reviewedMatch.js";
import { branch, makeTree, rememberPath, walk } from "./tree.js";

/** @typedef {import("../types.js").Games} Games */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("./tree.js").Node} Node */

/** Which of several games in a text to open. */
let recordNumber = 1;

/**
 * Open a record.
 * @param {string} text
 * @param {number} [number] which of several games
 */
export function openText(text, number = 1) {
  recordNumber = number;
  passRecord(text);
  return go("/analysis");
}

/**
 * Create the state for an address, or for the given record.
 * @param {Games} games
 * @param {URL} url
 * @param {string | null} record
 * @returns {Promise<AnalysisStore>}
 */
export async function openAnalysis(games, url, record) {
  const place = readAddress(url);
  if (record) return openRecord(games, record);
  if (place.match) return openMatch(games, place.match, place);
  const last = games.games.find((game) => game.id === lastGame()) ?? games.games[0];
  const game = place.game ?? last?.id ?? "";
  const { scenes } = await get("/api/positions", queryFields({ ...place, game }, place.position, place.moves));
  const store = storeOf(games, scenes, !place.position, place.review);
  rememberGame(game);
  if (place.review) await rememberRecord(store, place);
  store.node = nodeAt(store.root, place.at);
  store.hasPlace = place.at !== null;
  return store;
}

/**
 * @param {Games} games
 * @param {Scene[]} scenes
 * @param {boolean} fromStart
 * @param {boolean} match whether the moves were played in a match
 */
function storeOf(games, scenes, fromStart, match) {
  const [first, ...rest] = scenes;
  const root = makeTree(/** @type {Scene} */ (first));
  let at = root;
  for (const scene of rest) at = branch(at, scene.move ?? "", scene, match);
  rememberPath(at);
  const info = games.games.find((game) => game.id === root.scene.game);
  if (!info) throw new Error(`No game ${root.scene.game}`);
  return new AnalysisStore(info, root, fromStart);
}

/**
 * Return the node after this many moves of the main line, or its last one.
 * @param {Node} root
 * @param {number | null} at
 */
function nodeAt(root, at) {
  let node = root;
  for (let number = 0; node.children[0] && (at === null || number < at); number += 1) node = node.children[0];
  return node;
}

/**
 * Open a match of this server. Analysis during a match against a bot is noted in the match.
 * @param {Games} games
 * @param {string} id
 * @param {import("./address.js").Place} place
 */
async function openMatch(games, id, place) {
  /** @type {State} */
  const state = await get(`/api/matches/${encodeURIComponent(id)}`);
  if (!state.helpAllowed) throw new PageError("This match between two people is still running. It can be analysed when it is over.");
  if (state.status !== "over") await noteAnalysis(state);
  const { scenes } = await get("/api/positions", queryFields(state.scene, state.start ?? "", state.moves));
  const store = storeOf(games, scenes, state.start === null, true);
  const over = state.status === "over";
  store.reviewed = new ReviewedMatch({
    match: id, record: "", text: "", over, own: mySide(id), number: 1, of: 1,
    players: state.players.map((player) => player.name || `Player ${player.side}`),
    result: { winner: state.outcome?.winner ?? null, reason: state.outcome?.reason ?? "" },
  }, state.moves.length);
  store.node = nodeAt(store.root, place.at);
  store.hasPlace = place.at !== null;
  if (place.moves.length) await addBranch(store, place);
  return store;
}

/**
 * Add the moves of an address to the tree and go to its node.
 * @param {AnalysisStore} store
 * @param {import("./address.js").Place} place
 */
async function addBranch(store, { moves, at }) {
  await store.play(moves, store.root);
  const path = walk(store.root, moves.slice(0, at ?? moves.length));
  rememberPath(path);
  store.node = path;
}

/** @param {State} state */
async function noteAnalysis(state) {
  const secret = seatOf(state.id);
  if (!secret) return;
  try {
    const action = { kind: "analysis", after: state.number, request: newRequest() };
    await post(`/api/matches/${encodeURIComponent(state.id)}/actions`, action, { secret });
  } catch {
    // A move was played in the meantime, or the match has just ended: nothing to note.
  }
}

/**
 * @param {Games} games
 * @param {string} text
 */
async function openRecord(games, text) {
  const number = recordNumber;
  recordNumber = 1;
  /** @type {import("../types.js").ReadRecord} */
  const parsed = await post("/api/records", { record: text, number });
  const store = storeOf(games, parsed.scenes, parsed.start === null, true);
  store.reviewed = new ReviewedMatch({
    match: null, record: parsed.record, over: true, own: sideOfYou(parsed.players), number: parsed.number, of: parsed.of, players: parsed.players,
    result: { winner: parsed.result.winner, reason: "" }, text,
  }, parsed.moves.length);
  store.node = nodeAt(store.root, null);
  return store;
}

/** Return the side of the player called You, as the terminal app calls a person who plays a bot. @param {string[]} players */
function sideOfYou(players) {
  return players.filter((name) => name === "You").length === 1 ? players.indexOf("You") + 1 : null;
}

/**
 * Links to a pasted record contain its moves, from which the record is rebuilt.
 * @param {AnalysisStore} store
 * @param {import("./address.js").Place} place
 */
async function rememberRecord(store, place) {
  const { scene } = store.root;
  const record = await get("/api/records", queryFields(scene, scene.position, place.moves));
  const last = nodeAt(store.root, null).scene;
  store.reviewed = new ReviewedMatch({
    match: null, record, text: record, over: true, own: null, number: 1, of: 1, players: ["Player 1", "Player 2"],
    result: { winner: last.outcome?.winner ?? null, reason: "" },
  }, place.moves.length);
}
