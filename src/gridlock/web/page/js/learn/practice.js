/** One lesson. The server judges every move; this class keeps the progress. */

import { post } from "../api.js";
import { createBoard } from "../board/board.js";
import { Exercise } from "../exercise.js";

/** @typedef {import("../types.js").Lesson} Lesson */
/** @typedef {import("../types.js").LessonTry} LessonTry */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").MoveChoice} MoveChoice */
/** @typedef {{kind: "" | "right" | "wrong" | "hint" | "done" | "problem", text: string}} Message */

const PAUSE = 650;

/** @extends {Exercise<Message>} */
export class Practice extends Exercise {
  /**
   * @param {string} game
   * @param {Lesson} lesson
   * @param {(message: Message) => void} show
   */
  constructor(game, lesson, show) {
    super(createBoard({
      scene: lesson.scenes[0], label: `Lesson: ${lesson.title}`,
      onMove: (move) => void this.#play(move), whyNot: (parts) => this.#whyNot(parts),
    }), show);
    this.path = `/api/lessons/${encodeURIComponent(game)}/${lesson.number}`;
    this.lesson = lesson;
    /** @type {string[]} the player's right moves */
    this.moves = [];
    this.done = false;
    this.timer = 0;
    this.#playScenes(lesson.scenes);
  }

  end() {
    this.controller.abort();
    clearTimeout(this.timer);
    this.board.destroy();
  }

  /** Show boards one after the other; the player can move on the last one. @param {Scene[]} scenes */
  #playScenes(scenes) {
    const [now, ...later] = scenes;
    this.board.show(now, { animate: true });
    this.board.setMarks({});
    if (later.length) {
      this.board.setInteractive(false);
      this.timer = setTimeout(() => this.#playScenes(later), PAUSE);
    } else this.board.setInteractive(this.done ? false : [now.turn]);
  }

  /** @param {MoveChoice} move */
  async #play(move) {
    /** @type {LessonTry | null} */
    const result = await this.ask((signal) => post(`${this.path}/try`, { moves: this.moves, move: move.move }, { signal }));
    if (!result) return;
    if (result.right) {
      this.moves.push(move.move);
      this.done = result.done;
      this.#playScenes(result.scenes);
    } else this.board.revert();
    this.say({ kind: result.done ? "done" : result.right ? "right" : "wrong", text: result.text });
  }

  /** @param {number[]} parts */
  async #whyNot(parts) {
    /** @type {LessonTry | null} */
    const result = await this.ask((signal) => post(`${this.path}/try`, { moves: this.moves, parts }, { signal }));
    if (!result) return { text: "", cells: [] };
    if (result.done) {
      this.done = true;
      this.board.setInteractive(false);
      this.board.setMarks({ warned: result.cells });
    }
    this.show({ kind: result.done ? "done" : "wrong", text: result.text });
    return { text: result.text, cells: result.cells };
  }

  /** Mark a move that completes the task. */
  async hint() {
    const hint = await this.ask((signal) => post(`${this.path}/hint`, { moves: this.moves }, { signal }));
    if (!hint) return;
    this.star(hint.parts);
    this.say({ kind: "hint", text: hint.text });
  }
}
