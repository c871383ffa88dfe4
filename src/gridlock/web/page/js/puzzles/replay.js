/** Plays moves on the board, one after the other, with buttons to step through them. */

import { h } from "../dom.js";
import { icon } from "../icons.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Marks} Marks */

const BEAT = 750;

export class Replay {
  /**
   * @param {Board} board
   * @param {Scene[]} scenes
   * @param {(at: number) => Marks} marks the marks for each scene
   */
  constructor(board, scenes, marks = () => ({})) {
    this.board = board;
    this.scenes = scenes;
    this.marks = marks;
    this.at = 0;
    this.timer = 0;
    this.back = this.#button("back", "Step back", () => this.step(-1));
    this.on = this.#button("forward", "Step forward", () => this.step(1));
    this.where = h("span", { class: "where", "aria-hidden": "true" });
    this.element = h("div", { class: "replay", role: "group", "aria-label": "The moves" }, this.back, this.where, this.on);
    this.#show(true);
  }

  /** @param {"back" | "forward"} picture @param {string} name @param {() => void} onclick */
  #button(picture, name, onclick) {
    return h("button", { class: "icon-button", type: "button", "aria-label": name, title: name, onclick }, icon(picture));
  }

  /** Play automatically, up to this many scenes. @param {number} [most] */
  play(most = this.scenes.length) {
    const last = Math.min(most, this.scenes.length) - 1;
    this.stop();
    this.timer = setInterval(() => {
      if (this.at >= last) return this.stop();
      this.#go(this.at + 1);
    }, BEAT);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
  }

  /** @param {number} by */
  step(by) {
    this.stop();
    this.#go(this.at + by);
  }

  /** @param {number} at */
  #go(at) {
    const to = Math.max(0, Math.min(this.scenes.length - 1, at));
    if (to === this.at) return;
    this.at = to;
    this.#show(true);
  }

  /** @param {boolean} animate */
  #show(animate) {
    this.board.show(this.scenes[this.at], { animate });
    this.board.setMarks(this.marks(this.at));
    this.where.textContent = `${this.at + 1} / ${this.scenes.length}`;
    this.back.disabled = this.at === 0;
    this.on.disabled = this.at === this.scenes.length - 1;
  }
}
