/** The panel beside a puzzle: the response to the last move, actions, and links to other puzzles. */

import { positionQuery } from "../api.js";
import { flashNamedCells, withCells } from "../cellNames.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { finale, result } from "./finale.js";
import { ways, whyText } from "./parts.js";

/** @typedef {import("../types.js").Puzzle} Puzzle */
/** @typedef {import("./session.js").Message} Message */
/** @typedef {import("./session.js").PuzzleSession} PuzzleSession */

export class Panel {
  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.message = h("div", { class: "message" });
    this.actions = h("div", { class: "row actions" });
    this.ways = h("nav", { class: "ways-on", "aria-label": "Other puzzles" }, ways(puzzle));
    const rule = h("p", { class: "soft small" }, h("strong", null, "The rule: "), puzzle.rules.join(" "));
    this.element = h("div", { class: "panel-inner" }, this.message, this.actions, rule, this.ways);
  }

  /** Show the actions of a session. @param {PuzzleSession} session */
  offer(session) {
    this.session = session;
    flashNamedCells(this.element, (cells) => session.board.flash(cells));
    this.show({ kind: "asking", text: "" });
  }

  /** @param {Message} message */
  show(message) {
    const { session } = this;
    if (!session) return;
    this.message.className = `message ${message.kind}`;
    if (message.kind === "judging") return;
    fill(this.message, message.kind === "over" ? finale(this.puzzle, message, session) : sentences(message, session));
    fill(this.actions, message.kind === "over" ? this.#endButtons(session) : this.#tryButtons(message, session));
    fill(this.ways, ways(this.puzzle));
  }

  /** @param {PuzzleSession} session */
  #endButtons(session) {
    const query = new URLSearchParams(positionQuery(this.puzzle.scene));
    return [
      button("again", "Solve it again", () => session.restart()),
      h("a", { class: "button quiet", href: `/analysis?${query}` }, "Look into it"),
    ];
  }

  /** @param {Message} message @param {PuzzleSession} session */
  #tryButtons(message, session) {
    const wrong = message.kind === "wrong";
    return [
      wrong && h("button", { class: "button main", type: "button", onclick: () => {
        session.retry();
        session.board.focus();
      } }, "Try again"),
      !wrong && !session.moveRevealed && button("bulb", session.hints ? "Another hint" : "Hint", () => void session.hint()),
      button(null, "Show the solution", () => void session.solution()),
      session.moves.length > 0 && !wrong && button("again", "Start again", () => session.restart()),
    ];
  }
}

/** @param {Message} message @param {PuzzleSession} session */
function sentences(message, session) {
  if (!message.text) return [result(session.puzzle)];
  return [
    h("p", { class: "verdict" }, h("span", null, withCells(session.scene, message.text))),
    message.replay?.element,
    message.why && whyText(message.why, session),
  ];
}

/** @param {Parameters<typeof icon>[0] | null} picture @param {string} text @param {() => void} onclick */
function button(picture, text, onclick) {
  return h("button", { class: picture === null ? "button quiet" : "button", type: "button", onclick }, picture && icon(picture), text);
}
