/** Plays moves on the board, one after the other, with captions, and with buttons and keys to step through them. */

import { listenForKeys } from "../analysis/steps.js";
import { withCells } from "../cellNames.js";
import { fill, h, refill } from "../dom.js";
import { iconButton } from "../icons.js";
import { say } from "../liveRegion.js";
import { Playback, captionList, playButton } from "../playback.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Marks} Marks */

export class Replay {
  /**
   * @param {Board} board
   * @param {Scene[]} scenes
   * @param {object} [more]
   * @param {(at: number) => Marks} [more.marks] the marks for each scene
   * @param {string[]} [more.captions] what to see on each scene
   * @param {number} [more.stop] the number of moves after which the reason can be seen
   */
  constructor(board, scenes, { marks = () => ({}), captions = [], stop = scenes.length - 1 } = {}) {
    this.board = board;
    this.scenes = scenes;
    this.marks = marks;
    this.captions = captions;
    this.playback = new Playback(scenes.length - 1, (byHand) => this.#update(byHand), { stop });
    this.steps = h("div", { class: "replay", role: "group", "aria-label": "The moves" });
    this.caption = h("p", { class: "caption" });
    this.element = h("div", { class: "watched" }, this.steps, captions.length ? this.caption : null, captionList(captions));
    this.end = listenForKeys([
      { key: "ArrowLeft", label: "\u2190", text: "Step back", run: () => this.step(-1) },
      { key: "ArrowRight", label: "\u2192", text: "Step forward", run: () => this.step(1) },
      { key: " ", label: "Space", text: "Play or pause", run: () => this.playback.toggle() },
    ]);
    this.#show();
  }

  play() {
    this.playback.play();
  }

  /** Stop playing and listening. */
  leave() {
    this.playback.pause();
    this.end();
  }

  /** @param {number} by */
  step(by) {
    this.playback.go(this.playback.at + by);
  }

  /** @param {boolean} byHand */
  #update(byHand) {
    if (byHand || !this.playback.playing) say(this.captions[this.playback.at] ?? "");
    this.#show();
  }

  #show() {
    const { at, last } = this.playback;
    this.board.show(this.scenes[at], { animate: true });
    this.board.setMarks(this.marks(at));
    const step = (/** @type {"back" | "forward"} */ picture, /** @type {string} */ name, /** @type {number} */ by) =>
      iconButton(picture, name, () => this.step(by), { "aria-disabled": at + by < 0 || at + by > last ? "true" : null });
    refill(this.steps,
      step("back", "Step back", -1),
      h("span", { class: "where", "aria-hidden": "true" }, `${at + 1} / ${last + 1}`),
      step("forward", "Step forward", 1),
      playButton(this.playback));
    fill(this.caption, withCells(this.scenes[at], this.captions[at] ?? ""));
  }
}
