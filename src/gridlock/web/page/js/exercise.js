/** The base of puzzles and lessons: a board, requests to the server, and messages. */

import { errorText } from "./api.js";
import { say } from "./liveRegion.js";

/** @typedef {import("./board/board.js").Board} Board */

/**
 * @template {{kind: string, text: string}} Said
 */
export class Exercise {
  /**
   * @param {Board} board
   * @param {(said: Said | {kind: "problem", text: string}) => void} show shows a message beside the board
   */
  constructor(board, show) {
    this.board = board;
    this.show = show;
    this.asking = new AbortController();
  }

  /**
   * Send a request.
   * @template T
   * @param {(signal: AbortSignal) => Promise<T>} question
   * @returns {Promise<T | null>} null if it fails, with a message shown, or is cancelled
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

  /** Cancel the current request. */
  stopAsking() {
    this.asking.abort();
    this.asking = new AbortController();
  }

  /** Show a message and announce it to screen readers. @param {Said | {kind: "problem", text: string}} said */
  say(said) {
    say(said.text);
    this.show(said);
  }

  /** Star the cells of a move as a hint. @param {number[]} cells */
  star(cells) {
    this.board.setMarks({ labels: Object.fromEntries(cells.map((cell) => [cell, { text: "★", kind: "hint", say: "hint" }])) });
  }
}
