/** The earlier boards of a match, by number of moves. */

import { gameQuery, get } from "../api.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Scene} Scene */

export class History {
  constructor() {
    /** @type {string[]} */
    this.moves = [];
    /** @type {(Scene | undefined)[]} */
    this.scenes = [];
  }

  /** Record the current state, and drop boards that were undone. @param {State} state */
  note(state) {
    let same = 0;
    while (same < this.moves.length && this.moves[same] === state.moves[same]) same += 1;
    this.scenes.length = Math.min(this.scenes.length, same + 1);
    this.moves = state.moves;
    this.scenes[state.moves.length] = state.scene;
  }

  /** Load the missing boards. @param {State} state @returns {Promise<boolean>} whether there were any */
  async complete(state) {
    if (state.moves.every((_, count) => this.scenes[count])) return false;
    const { scenes } = await get("/api/positions", { ...gameQuery(state.scene), position: state.start, moves: state.moves });
    if (this.moves !== state.moves) return false;
    this.scenes = [...scenes.slice(0, -1), state.scene];
    return true;
  }

  /** The side that played each move, where known. @returns {(number | null)[]} */
  get movers() {
    return this.moves.map((_, at) => this.scenes[at + 1]?.mover ?? null);
  }
}
