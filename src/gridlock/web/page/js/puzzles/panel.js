/** The panel beside a puzzle: the response to the last move, actions, and links to other puzzles. */

import { positionQuery } from "../api.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { finale, result } from "./finale.js";
import { ways, whyText } from "./parts.js";

/** @typedef {import("../types.js").Puzzle} Puzzle */
/** @typedef {import("./session.js").Said} Said */
/** @typedef {import("./session.js").PuzzleSession} PuzzleSession */

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

  /** Show the actions of a session. @param {PuzzleSession} session */
  offer(session) {
    this.session = session;
    this.show({ kind: "asking", text: "" });
  }

  /** @param {Said} said */
  show(said) {
    const { session } = this;
    if (!session) return;
    this.said.className = `said ${said.kind}`;
    if (said.kind === "judging") return;
    fill(this.said, said.kind === "over" ? finale(this.puzzle, said) : sentences(said, this.puzzle));
    fill(this.actions, said.kind === "over" ? this.#after(session) : this.#asking(said, session));
    fill(this.ways, ways(this.puzzle));
  }

  /** @param {PuzzleSession} session */
  #after(session) {
    const query = new URLSearchParams(positionQuery(this.puzzle.scene));
    return [
      button("again", "Solve it again", () => session.restart()),
      h("a", { class: "button quiet", href: `/analysis?${query}` }, "Look into it"),
    ];
  }

  /** @param {Said} said @param {PuzzleSession} session */
  #asking(said, session) {
    const wrong = said.kind === "wrong";
    return [
      wrong && h("button", { class: "button main", type: "button", onclick: () => {
        session.again();
        session.board.focus();
      } }, "Try again"),
      !wrong && !session.told && button("bulb", session.hints ? "Another hint" : "Hint", () => void session.hint()),
      button(null, "Show the solution", () => void session.solution()),
      session.moves.length > 0 && !wrong && button("again", "Start again", () => session.restart()),
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
