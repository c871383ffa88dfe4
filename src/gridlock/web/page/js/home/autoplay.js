/**
 * Boards that play through sample games, one move at a time, one board after the other. They pause while out of
 * sight and if the user prefers reduced motion.
 */

import { onMotionPreference } from "../board/motion.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Marks} Marks */
/** @typedef {{board: Board, scenes: Scene[], marks: Marks, at: number, rest: number}} Playing */

const BEAT = 850;
const PAUSE = 4; // beats to show the end of a game

export class Autoplay {
  constructor() {
    /** @type {Map<Element, Playing>} */
    this.boards = new Map();
    /** @type {Set<Element>} */
    this.visible = new Set();
    this.still = false;
    this.calm = false;
    this.turn = 0;
    this.timer = 0;
    this.observer = new IntersectionObserver((entries) => this.#onIntersection(entries), { threshold: 0.4 });
    document.addEventListener("visibilitychange", this.#update);
    this.unsubscribe = onMotionPreference((may) => {
      this.calm = !may;
      this.#update();
    });
  }

  /**
   * Let a board play these scenes, starting in the middle so that the board isn't empty.
   * @param {Board} board
   * @param {Scene[]} scenes
   * @param {Marks} [marks] on the last of them
   */
  add(board, scenes, marks = {}) {
    const at = this.calm ? scenes.length - 1 : Math.floor(scenes.length / 2);
    const playing = { board, scenes, marks, at, rest: 0 };
    draw(playing, false);
    this.boards.set(board.element, playing);
    this.observer.observe(board.element);
  }

  /** Pause or resume all boards. @param {boolean} still */
  hold(still) {
    this.still = still;
    this.#update();
  }

  end() {
    clearInterval(this.timer);
    this.unsubscribe();
    this.observer.disconnect();
    document.removeEventListener("visibilitychange", this.#update);
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #onIntersection(entries) {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.visible.add(target);
      else this.visible.delete(target);
    }
    this.#update();
  }

  #update = () => {
    clearInterval(this.timer);
    const awake = !this.still && !this.calm && !document.hidden && this.visible.size > 0;
    if (awake) this.timer = setInterval(() => this.#tick(), BEAT);
  };

  #tick() {
    const visible = [...this.boards].filter(([element]) => this.visible.has(element));
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
  draw(playing, true);
}

/** @param {Playing} playing @param {boolean} animate */
function draw({ board, scenes, marks, at }, animate) {
  board.show(scenes[at], { animate });
  board.setMarks(at === scenes.length - 1 ? marks : {});
}
