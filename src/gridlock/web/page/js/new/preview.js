/** The board that a match will begin with. */

import { ApiError, get } from "../api.js";
import { createBoard } from "../board/board.js";
import { h } from "../dom.js";
import { sizeText } from "./choice.js";

/** @typedef {import("./choice.js").Choice} Choice */
/** @typedef {import("../types.js").Scene} Scene */

export class Preview {
  /** @param {Choice} choice */
  constructor(choice) {
    this.board = createBoard({ scene: choice.game.start, size: "card", label: "The board at the start" });
    this.problem = h("p", { class: "notice bad", role: "alert", hidden: true });
    this.element = h("div", { class: "preview" }, this.board.element, this.problem);
    this.asking = new AbortController();
  }

  /**
   * Show the board of a choice.
   * @param {Choice} choice
   * @returns {Promise<boolean>} whether there is such a board
   */
  async show(choice) {
    this.asking.abort();
    const { signal } = (this.asking = new AbortController());
    const { game, options, position, moves } = choice;
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

  destroy() {
    this.asking.abort();
    this.board.destroy();
  }
}
