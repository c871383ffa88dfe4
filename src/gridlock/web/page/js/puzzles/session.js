/** A puzzle being solved: moves are judged, wrong ones are refuted on the board, and hints get more specific. */

import { queryFields } from "../analysis/address.js";
import { reasonMarks } from "../analysis/reasons.js";
import { get, post } from "../api.js";
import { createBoard } from "../board/board.js";
import { today } from "../days.js";
import { Exercise } from "../exercise.js";
import { Names } from "../names.js";
import { recordAttempt, recordStep } from "../progress.js";
import { Replay } from "./replay.js";

/** @typedef {import("../types.js").Puzzle} Puzzle */
/** @typedef {import("../types.js").Verdict} Verdict */
/** @typedef {import("../types.js").PuzzleHint} Hint */
/** @typedef {import("../types.js").PuzzleEnd} End */
/** @typedef {import("../types.js").Why} Why */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").MoveChoice} MoveChoice */
/** @typedef {import("../progress.js").Step} Step */

/**
 * A message beside the board.
 * @typedef {object} Message
 * @property {"asking" | "judging" | "right" | "wrong" | "hint" | "over" | "problem"} kind
 * @property {string} text
 * @property {Why | null} [why] for a wrong move
 * @property {Replay} [replay]
 * @property {End} [end]
 * @property {boolean} [byPerson] whether the player solved it
 * @property {boolean} [watching] whether the replay shows why
 */

const PAUSE = 500;

/** @extends {Exercise<Message>} */
export class PuzzleSession extends Exercise {
  /**
   * @param {Puzzle} puzzle
   * @param {(message: Message) => void} show
   */
  constructor(puzzle, show) {
    super(createBoard({
      scene: puzzle.scene, interactive: [puzzle.scene.turn], label: `Puzzle, ${puzzle.name}`, onMove: (move) => void this.#judge(move),
    }), show);
    this.puzzle = puzzle;
    /** @type {string[]} the moves of both sides */
    this.moves = [];
    this.names = new Names(puzzle.scene.turn);
    /** @type {Message | null} the last message of a finished puzzle */
    this.ending = null;
    this.scene = puzzle.scene;
    this.hints = 0;
    /** Whether a hint has named the next move. */
    this.moveRevealed = false;
    /** @type {Replay | null} */
    this.replay = null;
    this.timer = 0;
  }

  end() {
    this.#stop();
    this.board.destroy();
  }

  #stop() {
    this.cancel();
    this.replay?.leave();
    this.replay = null;
    clearTimeout(this.timer);
    this.board.onCell = null;
  }

  /** Go back to the player's last decision. */
  retry() {
    this.#stop();
    this.#awaitMove();
    this.show({ kind: "asking", text: "" });
  }

  /** Go back to the start of the puzzle. */
  restart() {
    this.moves = [];
    this.#forgetHints();
    this.scene = this.puzzle.scene;
    this.retry();
  }

  #forgetHints() {
    this.hints = 0;
    this.moveRevealed = false;
  }

  #awaitMove() {
    this.board.show(this.scene, { animate: true });
    this.board.setMarks({});
    this.board.setInteractive([this.puzzle.scene.turn]);
  }

  /** @param {MoveChoice} move */
  async #judge(move) {
    this.#stop();
    this.board.setMarks({});
    this.show({ kind: "judging", text: "" });
    /** @type {Verdict | null} */
    const verdict = await this.ask((signal) => post(this.#path("check"), { moves: this.moves, move: move.move }, { signal }));
    if (!verdict) return;
    if (!verdict.right) this.#refute(move, verdict);
    else if (verdict.solved) this.#solved(verdict);
    else this.#continue(move, verdict);
  }

  /** @param {MoveChoice} move @param {Verdict} verdict */
  #continue(move, verdict) {
    const [mine, theirs] = verdict.scenes;
    this.moves = [...this.moves, move.move, String(verdict.reply)];
    this.scene = theirs;
    this.#forgetHints();
    this.board.show(mine, { animate: true });
    this.board.setMarks({});
    this.say({ kind: "right", text: verdict.text });
    this.timer = setTimeout(() => this.#awaitMove(), PAUSE);
  }

  /** @param {MoveChoice} move @param {Verdict} verdict */
  #refute(move, verdict) {
    this.#recordAttempt("wrong", false);
    this.board.setInteractive(false);
    const { why, scenes } = verdict;
    /** @type {import("../types.js").Marks} */
    const wrong = { labels: { [move.parts.at(-1) ?? 0]: { text: "✗", kind: "bad", say: "wrong" } } };
    this.replay = this.#watched(scenes, why, (at) => (at === 0 ? wrong : {}));
    this.replay.play();
    this.board.onCell = () => this.retry();
    this.say({ kind: "wrong", text: verdict.text, why, replay: this.replay });
  }

  /** @param {Verdict} verdict */
  #solved(verdict) {
    this.#recordAttempt("solved", true);
    this.#finish(verdict.scenes, { kind: "over", text: verdict.text, byPerson: true, ...(verdict.end ? { end: verdict.end } : {}) });
  }

  /** @param {Scene[]} scenes @param {Message} message */
  #finish(scenes, message) {
    this.board.setInteractive(false);
    this.replay = new Replay(this.board, scenes);
    this.ending = { ...message, replay: this.replay };
    this.say(this.ending);
  }

  /**
   * Create a replay with the captions and marks of a reason.
   * @param {Scene[]} scenes
   * @param {Why | null} why
   * @param {(at: number) => import("../types.js").Marks} [more] other marks
   */
  #watched(scenes, why, more = () => ({})) {
    const marks = (/** @type {number} */ at) => ({ ...reasonMarks(scenes[at], why?.reasons ?? [], at), ...more(at) });
    const captions = why?.watch.captions.map((texts) => this.names.text(texts)) ?? [];
    return new Replay(this.board, scenes, { marks, captions, ...(why ? { stop: why.watch.stop } : {}) });
  }

  /** Show on the board why the puzzle is won, from its start. @param {Why} why */
  async watch(why) {
    const { ending } = this;
    if (!ending) return;
    this.#stop();
    const { scene } = this.puzzle;
    const answer = await this.ask((signal) => get("/api/positions", queryFields(scene, scene.position, why.watch.moves), { signal }));
    if (!answer) return;
    this.replay = this.#watched(answer.scenes, why);
    this.show({ ...ending, replay: this.replay, watching: true });
    this.board.bringIntoSight();
    this.replay.play();
  }

  /** Show the next hint. From the one that names the move on, the puzzle no longer counts as solved without help. */
  async hint() {
    this.#stop();
    this.#awaitMove();
    const number = this.hints + 1;
    /** @type {Hint | null} */
    const hint = await this.ask((signal) => post(this.#path("hint"), { moves: this.moves, number }, { signal }));
    if (!hint) return;
    this.hints = number;
    this.moveRevealed = hint.tells;
    if (hint.tells) this.#recordAttempt("told", false);
    else this.#recordStep("hint");
    this.star(hint.parts);
    this.say({ kind: "hint", text: hint.text });
  }

  /** Show the solution, which counts as a wrong move. */
  async solution() {
    this.#stop();
    this.#awaitMove();
    /** @type {import("../types.js").Solution | null} */
    const solution = await this.ask((signal) => get(`${this.#path("solution")}`, { moves: this.moves }, { signal }));
    if (!solution) return;
    this.#recordAttempt("shown", false);
    this.#finish(solution.scenes, { kind: "over", text: `The solution: ${solution.moves.join(" ")}`, end: solution.end });
    this.replay?.play();
  }

  /** @param {string} what */
  #path(what) {
    return `/api/puzzles/${encodeURIComponent(this.puzzle.id)}/${what}`;
  }

  /** Record an attempt. @param {Step} step @param {boolean} right */
  #recordAttempt(step, right) {
    recordAttempt(this.puzzle.key, right, today());
    this.#recordStep(step);
  }

  /** @param {Step} step */
  #recordStep(step) {
    if (this.puzzle.day) recordStep(this.puzzle.day, step);
  }
}
