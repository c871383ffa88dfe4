/**
 * The match that is looked at: who played, how it ended, and what its review has found.
 * @module
 */

import { errorText, get, post } from "../api.js";
import { depth } from "./tree.js";

/** @typedef {import("../types.js").Review} Review */
/** @typedef {import("../types.js").Mistake} Mistake */
/** @typedef {import("./tree.js").Node} Node */

/**
 * @typedef {object} About
 * @property {string | null} match its id, if the server has it
 * @property {string} record the match as text, if the server does not have it
 * @property {string} text what the record was read from
 * @property {string[]} players
 * @property {{winner: number | null, reason: string}} result
 * @property {number | null} own the side of whoever looks, if it is one of the two
 * @property {boolean} over
 * @property {number} number which of several matches in one text
 * @property {number} of
 */

export class ReviewedMatch {
  /**
   * @param {About} about
   * @param {number} length how many moves it has
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
   * Ask for the review.
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
   * How many moves have been made where a mistake is shown: after it, or at the end if the match was given up.
   * @param {Mistake} mistake
   */
  place(mistake) {
    return Math.min(mistake.number, this.length);
  }

  /**
   * The mistake that is shown at a node.
   * @param {Node} node
   * @returns {Mistake | null}
   */
  mistakeAt(node) {
    if (!node.match || !this.review) return null;
    return this.review.mistakes.find((mistake) => this.place(mistake) === depth(node)) ?? null;
  }

  /**
   * The move in a lost position, if it led to this node, that made it easier for the winner.
   * @param {Node} node
   */
  slipAt(node) {
    const slips = node.match ? this.review?.lostFromStart?.slips ?? [] : [];
    return slips.find((slip) => slip.number === depth(node)) ?? null;
  }

  /** Where to begin: at the first mistake of whoever looks, if there is one. */
  get first() {
    const own = this.review?.mistakes.find((mistake) => mistake.side === this.about.own);
    return own ? this.place(own) : this.places[0];
  }

  /** Where there is something to see, as numbers of moves made. */
  get places() {
    const review = this.review;
    if (!review) return [];
    const slips = review.lostFromStart?.slips.map((slip) => slip.number) ?? [];
    return review.mistakes.length ? review.mistakes.map((mistake) => this.place(mistake)) : slips;
  }
}
