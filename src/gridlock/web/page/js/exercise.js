/** A board that a person works at: what both puzzles and lessons need to ask the server and to say what came of it. */

import { errorText } from "./api.js";
import { say } from "./liveRegion.js";

/** @typedef {import("./board/board.js").Board} Board */

/**
 * @template {{kind: string, text: string}} Said
 */
export class Exercise {
  /**
   * @param {Board} board
   * @param {(said: Said | {kind: "problem", text: string}) => void} show shows beside the board what is said
   */
  constructor(board, show) {
    this.board = board;
    this.show = show;
    this.asking = new AbortController();
  }

  /**
   * Ask the server.
   * @template T
   * @param {(signal: AbortSignal) => Promise<T>} question
   * @returns {Promise<T | null>} null if it fails, which is said, or nobody waits for it any more
   */
  async ask(question) {
    const { signal } = this.asking;
    try {
      const answer = await question(signal);
      return signal.aborted ? null : answer;
    } catch (error) {
      if (signal.aborted) return null;
      this.board.revert();
      this.say({ kind: "problem", text: errorText(error, "Something went wrong. Please try again.") });
      return null;
    }
  }

  /** Wait for no answer any longer. */
  stopAsking() {
    this.asking.abort();
    this.asking = new AbortController();
  }

  /** Show it, and tell it to screen readers. @param {Said | {kind: "problem", text: string}} said */
  say(said) {
    say(said.text);
    this.show(said);
  }

  /** Star the cells of a move, as a hint. @param {number[]} cells */
  star(cells) {
    this.board.setMarks({ labels: Object.fromEntries(cells.map((cell) => [cell, { text: "★", kind: "hint", say: "hint" }])) });
  }
}
