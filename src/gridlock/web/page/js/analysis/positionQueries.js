/**
 * Asking what positions are worth: one question at a time, nothing asked twice.
 * @module
 */

import { errorText, get, positionQuery } from "../api.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("../types.js").Reason} Reason */

/**
 * What is known of a question so far.
 * @template T
 * @typedef {{state: "asking" | "known" | "failed", answer: T | null, problem: string}} Found
 */

/** How long a position must stay on the board before it is asked about, in milliseconds. */
const REST = 120;

/**
 * Questions about positions, each answered once; a new one ends the one before.
 * @template T
 */
export class PositionQueries {
  /**
   * @param {string} path where the server answers
   * @param {() => void} onChange called when something has become known
   * @param {() => Record<string, string>} [more] what the server is told besides the position
   */
  constructor(path, onChange, more = () => ({})) {
    this.more = more;
    this.path = path;
    this.onChange = onChange;
    /** @type {Map<string, Found<T>>} */
    this.found = new Map();
    /** @type {{key: string, stop: AbortController} | null} */
    this.running = null;
  }

  /**
   * What is known of a position.
   * @param {Scene} scene
   * @returns {Found<T> | null}
   */
  of(scene) {
    return this.found.get(keyOf(scene)) ?? null;
  }

  /**
   * The answer about a position, if there is one.
   * @param {Scene} scene
   * @returns {T | null}
   */
  answer(scene) {
    return this.of(scene)?.answer ?? null;
  }

  /**
   * Look into a position and leave the one before.
   * @param {Scene} scene
   */
  look(scene) {
    const key = keyOf(scene);
    if (this.running?.key !== key) this.stop();
    if (!scene.outcome && !this.found.has(key)) void this.ask(scene).catch(() => {});
  }

  /**
   * Ask again after a failure.
   * @param {Scene} scene
   */
  again(scene) {
    this.found.delete(keyOf(scene));
    this.look(scene);
  }

  /**
   * The answer about a position, asked for now if need be.
   * @param {Scene} scene
   * @param {number} [rest] milliseconds to wait first
   * @returns {Promise<T>}
   */
  async ask(scene, rest = REST) {
    const key = keyOf(scene);
    const known = this.found.get(key);
    if (known?.answer) return known.answer;
    this.stop();
    const stop = new AbortController();
    this.running = { key, stop };
    this.found.set(key, { state: "asking", answer: null, problem: "" });
    try {
      await pause(rest, stop.signal);
      const answer = await get(this.path, { ...positionQuery(scene), ...this.more() }, { signal: stop.signal });
      this.found.set(key, { state: "known", answer, problem: "" });
      return answer;
    } catch (error) {
      if (stop.signal.aborted) this.found.delete(key);
      else this.found.set(key, { state: "failed", answer: null, problem: errorText(error) });
      throw error;
    } finally {
      if (this.running?.stop === stop) this.running = null;
      if (!stop.signal.aborted) this.onChange();
    }
  }

  /** End the question that is being asked. */
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
