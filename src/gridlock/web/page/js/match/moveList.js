/** The move list of a match, with buttons to step through it. */

import { sideSign } from "../board/pieces.js";
import { fill, h } from "../dom.js";
import { iconButton } from "../icons.js";

/** @typedef {import("../types.js").State} State */

export class MoveList {
  /** @param {(count: number) => void} onStep shows the board after this many moves */
  constructor(onStep) {
    this.onStep = onStep;
    this.count = 0;
    this.current = 0;
    this.key = "";
    this.list = h("ol", { class: "moves", "aria-label": "Moves" });
    this.none = h("p", { class: "soft small moves-none" }, "No moves yet.");
    this.buttons = [
      iconButton("first", "To the start", () => onStep(0)),
      iconButton("back", "One move back", () => this.step(-1)),
      iconButton("forward", "One move on", () => this.step(1)),
      iconButton("last", "Back to now", () => onStep(this.count)),
    ];
    this.element = h("section", { class: "move-list", "aria-label": "Move list" },
      h("div", { class: "moves-box" }, this.none, this.list), h("div", { class: "steps" }, this.buttons));
  }

  /** @param {number} by */
  step(by) {
    const goal = Math.min(Math.max(this.current + by, 0), this.count);
    if (goal !== this.current) this.onStep(goal);
  }

  /**
   * @param {State} state
   * @param {number} current the number of moves on the board that is shown
   * @param {(number | null)[]} movers the side that played each move
   */
  draw(state, current, movers) {
    const key = `${state.moves.join(" ")} ${movers.join("")}`;
    this.count = state.moves.length;
    this.current = current;
    this.none.hidden = this.count > 0;
    if (key !== this.key) {
      this.key = key;
      fill(this.list, state.moves.map((move, at) => this.#move(move, at, movers[at])));
    }
    for (const [at, item] of [...this.list.children].entries()) {
      const button = item.firstElementChild;
      if (at + 1 === current) button?.setAttribute("aria-current", "true");
      else button?.removeAttribute("aria-current");
    }
    const [first, back, next, last] = this.buttons;
    first.disabled = back.disabled = current === 0;
    next.disabled = last.disabled = current === this.count;
    this.#scroll(current);
  }

  /** @param {string} move @param {number} at @param {number|null} side */
  #move(move, at, side) {
    return h("li", null, h("button", { type: "button", class: `move side-${side ?? 0}`, "aria-label": `Move ${at + 1}: ${move}`, onclick: () => this.onStep(at + 1) },
      h("span", { class: "move-number" }, at + 1), side && sideSign(side), h("span", null, move)));
  }

  /** Scroll only the list, to the current move. @param {number} current */
  #scroll(current) {
    const item = this.list.children[Math.max(0, current - 1)];
    const box = this.list.parentElement;
    if (!(item instanceof HTMLElement) || !box) return;
    const top = item.offsetTop;
    if (top < box.scrollTop || top + item.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 2;
  }
}
