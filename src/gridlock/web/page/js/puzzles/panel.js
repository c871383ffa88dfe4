/** What stands beside the board of a puzzle: what was said of the last move, what can be done, and where to go on. */

import { positionQuery } from "../api.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { finale, result } from "./finale.js";
import { whyText } from "./why.js";
import { ways } from "./ways.js";

/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./solving.js").Said} Said */
/** @typedef {import("./solving.js").Solving} Solving */

export class Panel {
  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.said = h("div", { class: "said" });
    this.actions = h("div", { class: "row actions" });
    this.ways = h("nav", { class: "ways-on", "aria-label": "Other puzzles" }, ways(puzzle));
    const rule = h("p", { class: "soft small" }, h("strong", null, "The rule: "), puzzle.rules.join(" "));
    this.element = h("div", { class: "panel-inner" }, this.said, this.actions, rule, this.ways);
  }

  /** Offer what can be done. @param {Solving} solving */
  offer(solving) {
    this.solving = solving;
    this.show({ kind: "asking", text: "" });
  }

  /** @param {Said} said */
  show(said) {
    const { solving } = this;
    if (!solving) return;
    this.said.className = `said ${said.kind}`;
    if (said.kind === "judging") return;
    fill(this.said, said.kind === "over" ? finale(this.puzzle, said) : sentences(said, this.puzzle));
    fill(this.actions, said.kind === "over" ? this.#after(solving) : this.#asking(said, solving));
    fill(this.ways, ways(this.puzzle));
  }

  /** @param {Solving} solving */
  #after(solving) {
    const query = new URLSearchParams(positionQuery(this.puzzle.scene));
    return [
      button("again", "Solve it again", () => solving.restart()),
      h("a", { class: "button quiet", href: `/analysis?${query}` }, "Look into it"),
    ];
  }

  /** @param {Said} said @param {Solving} solving */
  #asking(said, solving) {
    const wrong = said.kind === "wrong";
    return [
      wrong && h("button", { class: "button main", type: "button", onclick: () => {
        solving.again();
        solving.board.focus();
      } }, "Try again"),
      !wrong && !solving.told && button("bulb", solving.hints ? "Another hint" : "Hint", () => void solving.hint()),
      button(null, "Show the solution", () => void solving.show()),
      solving.moves.length > 0 && !wrong && button("again", "Start again", () => solving.restart()),
    ];
  }
}

/** @param {Said} said @param {Puzzle} puzzle */
function sentences(said, puzzle) {
  if (!said.text) return [result(puzzle)];
  return [
    h("p", { class: "verdict" }, said.text),
    said.why && whyText(said.why),
    said.replay?.element,
  ];
}

/** @param {Parameters<typeof icon>[0] | null} picture @param {string} text @param {() => void} onclick */
function button(picture, text, onclick) {
  return h("button", { class: picture === null ? "button quiet" : "button", type: "button", onclick }, picture && icon(picture), text);
}
