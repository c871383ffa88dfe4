/**
 * Boards that live: they play through typical games, one small move at a time, one board after the other. They rest
 * where nobody sees them, and for people who want less movement.
 */

import { onMotionWish } from "../board/motion.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {{board: Board, scenes: Scene[], at: number, rest: number}} Playing */

const BEAT = 850;
const PAUSE = 4; // rounds for which the end of a game is shown

export class Autoplay {
  constructor() {
    /** @type {Map<Element, Playing>} */
    this.boards = new Map();
    /** @type {Set<Element>} */
    this.seen = new Set();
    this.still = false;
    this.calm = false;
    this.turn = 0;
    this.timer = 0;
    this.watching = new IntersectionObserver((entries) => this.#noticed(entries), { threshold: 0.4 });
    document.addEventListener("visibilitychange", this.#wake);
    this.forget = onMotionWish((may) => {
      this.calm = !may;
      this.#wake();
    });
  }

  /**
   * Let a board play these scenes. It begins in the middle of them, so that there is something to see.
   * @param {Board} board
   * @param {Scene[]} scenes
   */
  add(board, scenes) {
    const at = this.calm ? scenes.length - 1 : Math.floor(scenes.length / 2);
    board.show(scenes[at]);
    this.boards.set(board.element, { board, scenes, at, rest: 0 });
    this.watching.observe(board.element);
  }

  /** Let them all stop or go on. @param {boolean} still */
  hold(still) {
    this.still = still;
    this.#wake();
  }

  end() {
    clearInterval(this.timer);
    this.forget();
    this.watching.disconnect();
    document.removeEventListener("visibilitychange", this.#wake);
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #noticed(entries) {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.seen.add(target);
      else this.seen.delete(target);
    }
    this.#wake();
  }

  #wake = () => {
    clearInterval(this.timer);
    const awake = !this.still && !this.calm && !document.hidden && this.seen.size > 0;
    if (awake) this.timer = setInterval(() => this.#beat(), BEAT);
  };

  #beat() {
    const visible = [...this.boards].filter(([element]) => this.seen.has(element));
    this.turn = (this.turn + 1) % Math.max(1, visible.length);
    const playing = visible[this.turn]?.[1];
    if (playing) step(playing);
  }
}

/** @param {Playing} playing */
function step(playing) {
  const last = playing.scenes.length - 1;
  if (playing.at === last && playing.rest < PAUSE) {
    playing.rest += 1;
    return;
  }
  playing.rest = 0;
  playing.at = playing.at === last ? 0 : playing.at + 1;
  playing.board.show(playing.scenes[playing.at], { animate: true });
}
