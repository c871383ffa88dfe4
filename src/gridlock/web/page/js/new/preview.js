/** The preview of a new match: a sample game, or the board itself if it isn't standard. */

import { ApiError, get } from "../api.js";
import { createBoard } from "../board/board.js";
import { motionAllowed } from "../board/motion.js";
import { h } from "../dom.js";
import { isStandard, sizeText } from "./choice.js";

/** @typedef {import("./choice.js").Choice} Choice */
const STEP = 1100;
const REST = 4;

export class Preview {
  /** @param {Choice} choice */
  constructor(choice) {
    this.board = createBoard({ scene: choice.game.sample, size: "card", label: "The board" });
    this.problem = h("p", { class: "notice bad", role: "alert", hidden: true });
    this.element = h("div", { class: "preview" }, this.board.element, this.problem);
    this.asking = new AbortController();
    this.timer = 0;
  }

  /**
   * Show the board of a choice.
   * @param {Choice} choice
   * @returns {Promise<boolean>} whether the board is valid
   */
  async show(choice) {
    this.#stop();
    const { signal } = (this.asking = new AbortController());
    const { game, options, position, moves } = choice;
    if (isStandard(choice)) {
      this.problem.hidden = true;
      this.#sample(game);
      return true;
    }
    try {
      const { scenes } = await get("/api/positions", { game: game.id, size: sizeText(choice), ...options, position, moves }, { signal });
      this.board.show(scenes.at(-1));
      this.problem.hidden = true;
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      this.problem.textContent = error instanceof ApiError ? error.detail : "This board cannot be shown.";
      this.problem.hidden = false;
      return false;
    }
  }

  /** Play the game's sample in a loop. @param {import("../types.js").GameInfo} game */
  #sample(game) {
    const scenes = [...game.sampleMoves, game.sample];
    let at = scenes.length - 1;
    this.board.show(game.sample);
    if (!motionAllowed()) return;
    this.timer = setInterval(() => {
      at = (at + 1) % (scenes.length + REST);
      if (at < scenes.length) this.board.show(scenes[at], { animate: at > 0 });
    }, STEP);
  }

  #stop() {
    this.asking.abort();
    clearInterval(this.timer);
  }

  destroy() {
    this.#stop();
    this.board.destroy();
  }
}
