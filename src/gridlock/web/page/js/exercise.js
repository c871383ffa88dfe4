/** The base of puzzles and lessons: a board, requests to the server, and messages. */

import { errorText } from "./api.js";
import { say } from "./liveRegion.js";

/** @typedef {import("./board/board.js").Board} Board */

/**
 * @template {{kind: string, text: string}} Message
 */
export class Exercise {
  /**
   * @param {Board} board
   * @param {(message: Message | {kind: "problem", text: string}) => void} show shows a message beside the board
   */
  constructor(board, show) {
    this.board = board;
    this.show = show;
    this.controller = new AbortController();
  }

  /**
   * Send a request.
   * @template T
   * @param {(signal: AbortSignal) => Promise<T>} send
   * @returns {Promise<T | null>} null if it fails, with a message shown, or is cancelled
   */
  async ask(send) {
    const { signal } = this.controller;
    try {
      const answer = await send(signal);
      return signal.aborted ? null : answer;
    } catch (error) {
      if (signal.aborted) return null;
      this.board.revert();
      this.say({ kind: "problem", text: errorText(error, "Something went wrong. Please try again.") });
      return null;
    }
  }

  /** Cancel the current request. */
  cancel() {
    this.controller.abort();
    this.controller = new AbortController();
  }

  /** Show a message and announce it to screen readers. @param {Message | {kind: "problem", text: string}} message */
  say(message) {
    say(message.text);
    this.show(message);
  }

  /** Star the cells of a move as a hint. @param {number[]} cells */
  star(cells) {
    this.board.setMarks({ labels: Object.fromEntries(cells.map((cell) => [cell, { text: "★", kind: "hint", say: "hint" }])) });
  }
}
