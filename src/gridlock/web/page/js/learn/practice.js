/** A lesson that somebody is at. The server says what a try is worth; here is what has been done so far. */

import { ApiError, post } from "../api.js";
import { createBoard } from "../board/board.js";
import { say } from "../live.js";

/** @typedef {import("./types.js").Lesson} Lesson */
/** @typedef {import("./types.js").Tried} Tried */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").MoveChoice} MoveChoice */
/** @typedef {{kind: "" | "right" | "wrong" | "hint" | "done" | "problem", text: string}} Said */

const PAUSE = 650;

export class Practice {
  /**
   * @param {string} game
   * @param {Lesson} lesson
   * @param {(said: Said) => void} tell
   */
  constructor(game, lesson, tell) {
    this.path = `/api/lessons/${encodeURIComponent(game)}/${lesson.number}`;
    this.lesson = lesson;
    this.tell = tell;
    /** @type {string[]} the person's moves that were right */
    this.moves = [];
    this.done = false;
    this.timer = 0;
    this.left = false;
    this.board = createBoard({
      scene: lesson.scenes[0], label: `Lesson: ${lesson.title}`,
      onMove: (move) => void this.#play(move), whyNot: (parts) => this.#whyNot(parts),
    });
    this.#lead(lesson.scenes);
  }

  end() {
    this.left = true;
    clearTimeout(this.timer);
    this.board.destroy();
  }

  /** Show boards one after the other; on the last one the person may move. @param {Scene[]} scenes */
  #lead(scenes) {
    const [now, ...later] = scenes;
    this.board.show(now, { animate: true });
    this.board.setMarks({});
    if (later.length) {
      this.board.setInteractive(false);
      this.timer = setTimeout(() => this.#lead(later), PAUSE);
    } else this.board.setInteractive(this.done ? false : [now.turn]);
  }

  /** @param {MoveChoice} move */
  async #play(move) {
    const tried = await this.#ask(() => post(`${this.path}/try`, { moves: this.moves, move: move.move }));
    if (!tried) return;
    if (tried.right) {
      this.moves.push(move.move);
      this.done = tried.done;
      this.#lead(tried.scenes);
    } else this.board.revert();
    this.#say({ kind: tried.done ? "done" : tried.right ? "right" : "wrong", text: tried.text });
  }

  /** @param {number[]} parts */
  async #whyNot(parts) {
    const tried = await this.#ask(() => post(`${this.path}/try`, { moves: this.moves, parts }));
    if (!tried) return { text: "", cells: [] };
    if (tried.done) {
      this.done = true;
      this.board.setInteractive(false);
      this.board.setMarks({ warned: tried.cells });
    }
    this.tell({ kind: tried.done ? "done" : "wrong", text: tried.text });
    return { text: tried.text, cells: tried.cells };
  }

  /** Mark a move that does what is wanted. */
  async hint() {
    const hint = await this.#ask(() => post(`${this.path}/hint`, { moves: this.moves }));
    if (!hint) return;
    this.board.setMarks({ labels: Object.fromEntries(hint.parts.map((/** @type {number} */ cell) => [cell, { text: "★", kind: "hint", say: "hint" }])) });
    this.#say({ kind: "hint", text: hint.text });
  }

  /**
   * @param {() => Promise<any>} question
   * @returns {Promise<any>} null if it fails, which is told, or nobody waits for it any more
   */
  async #ask(question) {
    try {
      const answer = await question();
      return this.left ? null : answer;
    } catch (error) {
      if (this.left) return null;
      this.board.revert();
      this.#say({ kind: "problem", text: error instanceof ApiError ? error.detail : "Something went wrong. Please try again." });
      return null;
    }
  }

  /** @param {Said} said */
  #say(said) {
    say(said.text);
    this.tell(said);
  }
}
