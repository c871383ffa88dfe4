/** This browser's view of a match: its state, the player's sides, who is connected, and a move being sent. */

import { ApiError, newRequest, newSecret, post } from "../api.js";
import { dropSeat, keepSeat, myName, seatOf, setMyName } from "../storage.js";
import { Connection } from "./connection.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").MatchEvent} MatchEvent */
/** @typedef {import("../types.js").MoveChoice} MoveChoice */
/** @typedef {import("../types.js").Done} Done */
/** @typedef {import("./connection.js").ConnectionStatus} ConnectionStatus */
/** @typedef {{events: MatchEvent[], live: boolean}} Change */

export class MatchClient {
  /**
   * @param {State} state
   * @param {(change: Change) => void} onChange
   */
  constructor(state, onChange) {
    this.state = state;
    this.onChange = onChange;
    /** @type {number[]} the player's sides */
    this.sides = [];
    /** @type {number[]} */
    this.here = [];
    this.watchers = 0;
    /** @type {ConnectionStatus} */
    this.status = "connecting";
    /** Whether the server has confirmed our sides. */
    this.sidesKnown = false;
    /** @type {MoveChoice | null} a move being sent */
    this.pending = null;
    /** How far the local clock is ahead of the server's, in ms. */
    this.ahead = Math.min(0, Date.now() - (state.clock?.at ?? 0));
    this.joining = { secret: seatOf(state.id) ?? newSecret(), request: newRequest() };
    this.connection = new Connection(state.id, seatOf(state.id), state.number, {
      onSides: (sides) => this.#setSides(sides),
      onState: (events, now, live) => this.#setState(events, now, live),
      onPresence: ({ here, watchers }) => {
        [this.here, this.watchers] = [here, watchers];
        this.#notify();
      },
      onStatus: (status) => {
        this.status = status;
        this.#notify();
      },
    });
  }

  get id() {
    return this.state.id;
  }

  /** The secret of the player's seat, if any. */
  get secret() {
    return this.sides.length ? seatOf(this.id) : null;
  }

  /** Whether a player here is to move. */
  get isMyTurn() {
    return this.state.status === "playing" && this.sides.includes(this.state.scene.turn);
  }

  /** @param {MatchEvent[]} [events] @param {boolean} [live] */
  #notify(events = [], live = false) {
    this.onChange({ events, live });
  }

  /** @param {number[]} sides */
  #setSides(sides) {
    this.sides = sides;
    this.sidesKnown = true;
  }

  /** @param {MatchEvent[]} events @param {State} state @param {boolean} live */
  #setState(events, state, live) {
    if (state.number < this.state.number) return;
    const now = Date.now();
    const lag = live && events.length ? now - events[events.length - 1].at : this.ahead;
    this.ahead = Math.min(lag, now - (state.clock?.at ?? 0));
    this.state = state;
    this.#notify(events, live);
  }

  /**
   * Send an action based on the current state.
   * @param {string} kind
   * @param {Record<string, any>} [more]
   * @returns {Promise<Done>}
   */
  async act(kind, more = {}) {
    try {
      return await this.connection.act(kind, this.state.number, more);
    } catch (error) {
      if (error instanceof ApiError && error.problem.state) this.#setState([], error.problem.state, false);
      throw error;
    }
  }

  /**
   * Play a move, waiting for the connection if necessary. If there were new events but the position is the same,
   * the move is sent again.
   * @param {MoveChoice} move
   * @returns {Promise<string>} Why it wasn't played; empty if it was.
   */
  async play(move) {
    const { position } = this.state.scene;
    this.pending = move;
    try {
      for (;;) {
        try {
          await this.act("move", { move: move.move });
          return "";
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          if (error.slug !== "out-of-date") return error.detail;
          if (this.state.scene.position !== position || !this.isMyTurn) return "The game moved on, so your move wasn’t played.";
          if (this.state.undoAsked && !this.sides.includes(this.state.undoAsked)) return "You were asked something first, so your move wasn’t played.";
        }
      }
    } finally {
      this.pending = null;
    }
  }

  /** Take the open seat. @param {string} name */
  async join(name) {
    setMyName(name);
    const { secret, request } = this.joining;
    const body = { request, ...(myName() ? { name: myName() } : {}) };
    keepSeat(this.id, secret); // in case the response is lost
    this.connection.disconnect(); // so that no event arrives before we know our side
    try {
      const response = await post(`/api/matches/${this.id}/join`, body, { secret });
      this.#setSides(response.sides);
      this.connection.resume(secret);
    } catch (error) {
      if (error instanceof ApiError && error.slug === "taken") dropSeat(this.id);
      this.connection.resume(seatOf(this.id));
      throw error;
    }
  }

  close() {
    this.connection.close();
  }
}
