/**
 * The match under review: its players, its result, and its review.
 * @module
 */

import { errorText, get, post } from "../api.js";
import { depth } from "./tree.js";

/** @typedef {import("../types.js").Review} Review */
/** @typedef {import("../types.js").Mistake} Mistake */
/** @typedef {import("./tree.js").Node} Node */

/**
 * @typedef {object} About
 * @property {string | null} match its id, if it is on this server
 * @property {string} record the record, if it is not on this server
 * @property {string} text the text that the record was parsed from
 * @property {string[]} players
 * @property {{winner: number | null, reason: string}} result
 * @property {number | null} own the reader's side, if they played
 * @property {boolean} over
 * @property {number} number which of several games in one text
 * @property {number} of
 */

export class ReviewedMatch {
  /**
   * @param {About} about
   * @param {number} length the number of moves
   */
  constructor(about, length) {
    this.about = about;
    this.match = about.match;
    this.over = about.over;
    this.length = length;
    /** @type {Review | null} */
    this.review = null;
    this.problem = "";
    this.asking = false;
    this.stop = new AbortController();
  }

  /**
   * Request the review.
   * @param {() => void} onChange
   */
  async ask(onChange) {
    this.problem = "";
    this.asking = true;
    onChange();
    try {
      const more = { signal: this.stop.signal };
      this.review = this.match
        ? await get(`/api/matches/${encodeURIComponent(this.match)}/review`, {}, more)
        : await post("/api/review", { record: this.about.record }, more);
    } catch (error) {
      if (this.stop.signal.aborted) return;
      this.problem = errorText(error);
    }
    this.asking = false;
    onChange();
  }

  leave() {
    this.stop.abort();
  }

  /**
   * Return the number of moves played where a mistake is shown: after it, or at the end if the player resigned.
   * @param {Mistake} mistake
   */
  place(mistake) {
    return Math.min(mistake.number, this.length);
  }

  /**
   * Return the mistake shown at a node.
   * @param {Node} node
   * @returns {Mistake | null}
   */
  mistakeAt(node) {
    if (!node.match || !this.review) return null;
    return this.review.mistakes.find((mistake) => this.place(mistake) === depth(node)) ?? null;
  }

  /**
   * Return the slip that led to this node: a move in a lost position that made the win easier.
   * @param {Node} node
   */
  slipAt(node) {
    const slips = node.match ? this.review?.lostFromStart?.slips ?? [] : [];
    return slips.find((slip) => slip.number === depth(node)) ?? null;
  }

  /** The ply to start at: the reader's first mistake, if any. */
  get first() {
    const own = this.review?.mistakes.find((mistake) => mistake.side === this.about.own);
    return own ? this.place(own) : this.places[0];
  }

  /** The plies worth a look, in order. */
  get places() {
    const review = this.review;
    if (!review) return [];
    const slips = review.lostFromStart?.slips.map((slip) => slip.number) ?? [];
    return review.mistakes.length ? review.mistakes.map((mistake) => this.place(mistake)) : slips;
  }
}
