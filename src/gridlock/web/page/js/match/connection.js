/**
 * The connection to a match: receives events in order and sends actions. It reconnects by itself, and resends
 * unanswered actions with the same request id, which the server carries out only once.
 */

import { ApiError, newRequest } from "../api.js";
import { dropUnsent, keepUnsent, unsentOf } from "../storage.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").MatchEvent} MatchEvent */
/** @typedef {import("../types.js").Presence} Presence */
/** @typedef {import("../types.js").SocketMessage} SocketMessage */
/** @typedef {import("../types.js").Done} Done */
/** @typedef {"connecting" | "open" | "lost" | "gone"} ConnectionStatus Gone: the match no longer exists. */

/**
 * Callbacks for what the connection receives.
 * @typedef {object} Listener
 * @property {(sides: number[]) => void} onSides
 * @property {(events: MatchEvent[], state: State, live: boolean) => void} onState
 * @property {(presence: Presence) => void} onPresence
 * @property {(status: ConnectionStatus) => void} onStatus
 */

/** @typedef {{message: string, resolve: (done: Done) => void, reject: (error: ApiError) => void}} Waiting */

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8000;
const PING_AFTER = 15_000;
const PING_TIMEOUT = 6000;
const LONGEST_WAIT = 20;
const BUSY = [429, 503];
const NOT_FOUND = 404;

export class Connection {
  /**
   * @param {string} id of the match
   * @param {string | null} secret of a seat
   * @param {number} last the number of the last known event
   * @param {Listener} listener
   */
  constructor(id, secret, last, listener) {
    this.id = id;
    this.secret = secret;
    this.last = last;
    this.listener = listener;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.open = false;
    this.ended = false;
    this.pause = FIRST_PAUSE;
    this.timer = 0;
    this.watchdog = 0;
    /** @type {Map<string, Waiting>} */
    this.waiting = new Map();
    this.#restore(unsentOf(id));
    addEventListener("online", this.#reconnectNow);
    addEventListener("offline", this.#onOffline);
    document.addEventListener("visibilitychange", this.#onVisible);
    this.#connect();
  }

  /**
   * Send an action; the promise settles when the server answers, even after reconnecting.
   * @param {string} kind
   * @param {number} after the number of the last event that the player has seen
   * @param {Record<string, any>} [more]
   * @returns {Promise<Done>}
   */
  act(kind, after, more = {}) {
    const request = newRequest();
    const message = JSON.stringify({ type: kind, after, request, ...more });
    if (kind === "move") keepUnsent({ id: this.id, request, message });
    return new Promise((resolve, reject) => {
      this.waiting.set(request, { message, resolve, reject });
      this.#send(message);
    });
  }

  /** Resend a move that was unanswered when the page was closed. Its result arrives as an event. @param {import("../storage.js").Unsent | null} move */
  #restore(move) {
    if (move && this.secret) this.waiting.set(move.request, { message: move.message, resolve: () => {}, reject: () => {} });
  }

  /** Disconnect until `resume`. */
  disconnect() {
    this.#drop();
  }

  /** Reconnect, with a seat if there is one. @param {string | null} secret */
  resume(secret) {
    this.secret = secret;
    this.#connect();
  }

  /** Disconnect for good. */
  close() {
    this.ended = true;
    removeEventListener("online", this.#reconnectNow);
    removeEventListener("offline", this.#onOffline);
    document.removeEventListener("visibilitychange", this.#onVisible);
    this.#drop();
  }

  #connect() {
    if (this.ended || this.socket) return;
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/matches/${this.id}/socket`);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: "hello", ...(this.secret ? { secret: this.secret } : {}), since: this.last }));
      this.#startWatchdog();
    };
    socket.onmessage = (message) => this.#receive(JSON.parse(message.data));
    socket.onclose = () => {
      if (this.socket === socket) this.#onLost();
    };
  }

  /** Disconnect without reporting it. */
  #drop() {
    clearTimeout(this.timer);
    clearTimeout(this.watchdog);
    const { socket } = this;
    this.socket = null;
    this.open = false;
    socket?.close();
  }

  #onLost() {
    this.#drop();
    if (this.ended) return;
    this.listener.onStatus("lost");
    // Offline, retry rarely: a server on this machine may still answer.
    const pause = navigator.onLine ? this.pause : LONGEST_PAUSE;
    this.timer = setTimeout(() => this.#connect(), pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  #onOffline = () => this.#onLost();

  #reconnectNow = () => {
    this.pause = FIRST_PAUSE;
    if (!this.open) this.#drop();
    this.#connect();
  };

  #onVisible = () => {
    if (document.hidden) return;
    if (this.open) this.#ping();
    else this.#reconnectNow();
  };

  /** Ping a silent connection. */
  #startWatchdog() {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => this.#ping(), this.open ? PING_AFTER : PING_TIMEOUT);
  }

  #ping() {
    if (this.open) this.#send('{"type":"ping"}');
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => this.#onLost(), PING_TIMEOUT);
  }

  /** @param {string} message */
  #send(message) {
    if (this.open) this.socket?.send(message);
  }

  /** @param {SocketMessage} message */
  #receive(message) {
    const { listener } = this;
    if (message.type === "welcome") {
      this.open = true;
      this.pause = FIRST_PAUSE;
      listener.onSides(message.sides);
      listener.onPresence(message.presence);
      this.#passOn(message.events, message.state, false);
      listener.onStatus("open");
      for (const unanswered of this.waiting.values()) this.#send(unanswered.message);
    } else if (message.type === "event") this.#passOn([message.event], message.state, true);
    else if (message.type === "events") this.#passOn(message.events, message.state, false);
    else if (message.type === "presence") listener.onPresence(message);
    else if (message.type === "done") this.#settle(message.request, (one) => one.resolve(message));
    else if (message.type === "refused") this.#onRefused(message);
    this.#startWatchdog();
  }

  /** Pass on new events in order, and request missing ones. @param {MatchEvent[]} events @param {State} state @param {boolean} live */
  #passOn(events, state, live) {
    const fresh = events.filter((event) => event.number > this.last);
    if (fresh.length && fresh[0].number > this.last + 1) {
      this.#send(JSON.stringify({ type: "since", since: this.last }));
      return;
    }
    this.last = fresh.at(-1)?.number ?? this.last;
    this.listener.onState(fresh, state, live);
  }

  /** @param {{request: string | null, problem: import("../types.js").Problem}} message */
  #onRefused({ request, problem }) {
    if (request === null && problem.status === NOT_FOUND) {
      this.close();
      this.listener.onStatus("gone");
      return;
    }
    const one = this.waiting.get(request ?? "");
    if (one && BUSY.includes(problem.status)) {
      setTimeout(() => this.#send(one.message), 1000 * Math.min(Number(problem.retry_after) || 2, LONGEST_WAIT));
      return;
    }
    this.#settle(request ?? "", (each) => each.reject(new ApiError(problem.detail, problem)));
  }

  /** @param {string} request @param {(one: Waiting) => void} settle */
  #settle(request, settle) {
    const one = this.waiting.get(request);
    this.waiting.delete(request);
    dropUnsent(request);
    if (one) settle(one);
  }
}
