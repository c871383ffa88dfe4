/**
 * Requests about positions: one at a time, each sent only once.
 * @module
 */

import { errorText, get, positionQuery } from "../api.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("../types.js").Reason} Reason */

/**
 * The state of a request.
 * @template T
 * @typedef {{state: "pending" | "done" | "failed", answer: T | null, problem: string}} QueryState
 */

/** How long a position must be on the board before it is requested, in milliseconds. */
const REST = 120;

/**
 * Requests about positions, with a cache. A new request cancels the previous one.
 * @template T
 */
export class PositionQueries {
  /**
   * @param {string} path the endpoint
   * @param {() => void} onChange called after every change
   * @param {() => Record<string, string>} [more] extra query fields
   */
  constructor(path, onChange, more = () => ({})) {
    this.more = more;
    this.path = path;
    this.onChange = onChange;
    /** @type {Map<string, QueryState<T>>} */
    this.cache = new Map();
    /** @type {{key: string, stop: AbortController} | null} */
    this.running = null;
  }

  /**
   * Return the state of a position's request.
   * @param {Scene} scene
   * @returns {QueryState<T> | null}
   */
  of(scene) {
    return this.cache.get(keyOf(scene)) ?? null;
  }

  /**
   * Return the answer for a position, if it has arrived.
   * @param {Scene} scene
   * @returns {T | null}
   */
  answer(scene) {
    return this.of(scene)?.answer ?? null;
  }

  /**
   * Request a position and cancel the previous request.
   * @param {Scene} scene
   */
  look(scene) {
    const key = keyOf(scene);
    if (this.running?.key !== key) this.stop();
    if (!scene.outcome && !this.cache.has(key)) void this.ask(scene).catch(() => {});
  }

  /**
   * Retry a failed request.
   * @param {Scene} scene
   */
  again(scene) {
    this.cache.delete(keyOf(scene));
    this.look(scene);
  }

  /**
   * Return the answer for a position, requesting it if necessary.
   * @param {Scene} scene
   * @param {number} [rest] milliseconds to wait first
   * @returns {Promise<T>}
   */
  async ask(scene, rest = REST) {
    const key = keyOf(scene);
    const cached = this.cache.get(key);
    if (cached?.answer) return cached.answer;
    this.stop();
    const stop = new AbortController();
    this.running = { key, stop };
    this.cache.set(key, { state: "pending", answer: null, problem: "" });
    try {
      await pause(rest, stop.signal);
      const answer = await get(this.path, { ...positionQuery(scene), ...this.more() }, { signal: stop.signal });
      this.cache.set(key, { state: "done", answer, problem: "" });
      return answer;
    } catch (error) {
      if (stop.signal.aborted) this.cache.delete(key);
      else this.cache.set(key, { state: "failed", answer: null, problem: errorText(error) });
      throw error;
    } finally {
      if (this.running?.stop === stop) this.running = null;
      if (!stop.signal.aborted) this.onChange();
    }
  }

  /** Cancel the current request. */
  stop() {
    this.running?.stop.abort();
    this.running = null;
  }
}

/** @param {Scene} scene */
function keyOf(scene) {
  return JSON.stringify(positionQuery(scene));
}

/** @param {number} time @param {AbortSignal} signal */
function pause(time, signal) {
  return new Promise((done, fail) => {
    const timer = setTimeout(done, time);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      fail(new DOMException("Left.", "AbortError"));
    });
  });
}
