/**
 * A line to step through on the board: best play, or how a mistake is punished, with its reasons.
 * @module
 */

import { errorText, get } from "../api.js";
import { sideSign } from "../board/pieces.js";
import { count, h, refill } from "../dom.js";
import { say } from "../liveRegion.js";
import { queryFields } from "./address.js";
import { button, card } from "./parts.js";
import { reasonMarks, reasonTexts } from "./reasons.js";
import { movesTo } from "./tree.js";

/** @typedef {import("./analysisStore.js").AnalysisStore} AnalysisStore */
/** @typedef {import("./analysisStore.js").Mode} Mode */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Reason} Reason */
/** @typedef {import("./tree.js").Node} Node */

/**
 * @typedef {object} Line
 * @property {string} title
 * @property {Node} from where it starts
 * @property {string[]} moves
 * @property {Reason[]} [reasons]
 */

/**
 * Show a line on the board.
 * @param {AnalysisStore} store
 * @param {Line} line
 * @param {number} [at] the number of moves already played
 */
export async function showLine(store, line, at = 1) {
  try {
    const before = movesTo(line.from);
    const query = queryFields(store.game, store.root.scene.position, [...before, ...line.moves]);
    const { scenes } = await get("/api/positions", query);
    store.enter(new LineMode(store, line, scenes.slice(before.length), at));
  } catch (error) {
    store.showProblem(errorText(error));
  }
}

/** The mode that follows a line. @implements {Mode} */
export class LineMode {
  /**
   * @param {AnalysisStore} store
   * @param {Line} line
   * @param {Scene[]} scenes
   * @param {number} at
   */
  constructor(store, line, scenes, at) {
    this.store = store;
    this.line = line;
    this.scenes = scenes;
    this.at = Math.min(at, scenes.length - 1);
    this.name = "line";
  }

  scene() {
    return /** @type {Scene} */ (this.scenes[this.at]);
  }

  marks() {
    return this.activeReasons().length ? reasonMarks(this.scene(), this.activeReasons(), this.at) : {};
  }

  /** Return the reasons that hold at this point. */
  activeReasons() {
    return (this.line.reasons ?? []).filter((reason) => reason.at <= this.at);
  }

  sides() {
    return [1, 2];
  }

  /** Branch off the line with another move. @param {string} move */
  play(move) {
    void this.keep([move]);
  }

  /** Leave the line here, and add its moves so far to the tree. @param {string[]} [more] */
  keep(more = []) {
    return this.store.play([...this.line.moves.slice(0, this.at), ...more], this.line.from);
  }

  /** @param {"first" | "back" | "forward" | "last"} step */
  step(step) {
    const last = this.scenes.length - 1;
    const to = { first: 0, back: this.at - 1, forward: this.at + 1, last }[step];
    this.show(to);
  }

  /** @param {number} at */
  show(at) {
    if (at < 0 || at >= this.scenes.length || at === this.at) return;
    this.at = at;
    this.store.parts = [];
    say(this.describe());
    this.store.notify();
  }

  /** Describe the current move and its result. */
  describe() {
    const { outcome, move, mover, passed, turn } = this.scene();
    if (!this.at) return "Where the line begins.";
    const end = outcome ? ` Player ${outcome.winner} has won.` : "";
    const pass = passed ? ` Player ${3 - turn} has to pass.` : "";
    return `Move ${this.at} of ${this.line.moves.length}: Player ${mover} plays ${move}.${pass}${end}`;
  }

  place() {
    return { at: this.at, of: this.scenes.length - 1 };
  }

  leave() {}
}

/**
 * Create the panel of the current line: the position in it, its reasons, and actions.
 * @param {AnalysisStore} store
 * @returns {import("./parts.js").Part}
 */
export function linePart(store) {
  const element = h("section", { class: "card panel line", "aria-label": "A line on the board" });
  const update = () => {
    const { mode } = store;
    element.hidden = !(mode instanceof LineMode);
    if (mode instanceof LineMode) refill(element, ...content(store, mode));
  };
  return { element, update };
}

/**
 * @param {AnalysisStore} store
 * @param {LineMode} mode
 */
function content(store, mode) {
  return [
    h("h2", { class: "card-title" }, mode.line.title),
    h("p", null, mode.describe()),
    ...reasonTexts(mode.activeReasons()),
    h(
      "div",
      { class: "row" },
      button("Back to the position", () => store.explore(), { class: "button main" }),
      button("Keep as a branch", () => void mode.keep()),
    ),
    lineList(mode.line.moves, mode.scenes.map((scene) => scene.turn), mode.at, (at) => mode.show(at)),
  ];
}

/**
 * Return the moves of a line as buttons.
 * @param {readonly string[]} moves
 * @param {readonly number[]} sides the side that plays each move
 * @param {number} at
 * @param {(at: number) => void} go
 */
export function lineList(moves, sides, at, go) {
  const item = (/** @type {string} */ move, /** @type {number} */ place) => {
    const now = place + 1 === at;
    const side = sides[place] ?? 0;
    const props = { type: "button", class: "line-move", "data-key": `line-${place}`, "aria-current": now ? "step" : null, onclick: () => go(place + 1) };
    return h("li", null, h("button", props, sideSign(side), h("span", { class: "unseen" }, `Player ${side} `), move));
  };
  return h("ol", { class: "line-moves" }, ...moves.map(item));
}

/**
 * @param {AnalysisStore} store
 * @returns {import("./parts.js").Part}
 */
export function bestLinePart(store) {
  const { element, heading, body } = card("best-line", "Best play");
  const update = () => {
    const moves = store.analysis?.line ?? [];
    element.hidden = store.mode.name !== "explore" || !store.settings.values || !moves.length || store.mistake !== null;
    if (element.hidden) return;
    heading.textContent = `Best play: ${count(moves.length, "move")}`;
    const { turn } = store.node.scene;
    const sides = moves.map((_, place) => (place % 2 ? 3 - turn : turn)); // there are no passes before the end of best play
    const line = { title: "Best play", from: store.node, moves };
    const show = (/** @type {number} */ at) => void showLine(store, line, at);
    const begin = button("Play it through", () => show(1));
    refill(body, lineList(moves, sides, 0, show), begin);
  };
  return { element, update };
}
