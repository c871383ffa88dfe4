/**
 * A line to step through on the board: best play, or how a mistake is punished, with its reasons.
 * @module
 */

import { errorText, get, positionQuery } from "../api.js";
import { sideSign } from "../board/pieces.js";
import { count, h, refill } from "../dom.js";
import { say } from "../liveRegion.js";
import { Playback, captionList } from "../playback.js";
import { queryFields } from "./address.js";
import { button, card } from "./parts.js";
import { reasonMarks } from "./reasons.js";
import { movesTo } from "./tree.js";
import { winsText } from "./values.js";

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
 * @property {string[]} [captions] what to see on each board, the first one included
 * @property {number} [stop] the number of moves after which the reason can be seen
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
    const mode = new LineMode(store, line, scenes.slice(before.length), at);
    store.enter(mode);
    return mode;
  } catch (error) {
    store.showProblem(errorText(error));
    return null;
  }
}

/**
 * Create the button that plays a line with captions; none if there are no moves.
 * @param {AnalysisStore} store
 * @param {{title: string, from: Node, watch: import("../types.js").Watch, reasons: Reason[]}} shown
 * @param {string} [name] the button's
 */
export function watchButton(store, { watch, ...line }, name = "Watch how") {
  if (!watch.moves.length) return null;
  const captions = watch.captions.map((texts) => store.names.text(texts));
  return button(name, async () => {
    const mode = await showLine(store, { ...line, moves: watch.moves, captions, stop: watch.stop }, 0);
    mode?.playback.play();
    store.focusPlay();
  }, { class: "button main watch" });
}

/**
 * Show why a winning move wins, from the position before it.
 * @param {AnalysisStore} store
 * @param {Node} from
 * @param {{better: string, betterText: string, side: number}} shown
 */
export async function showWin(store, from, { better, betterText, side }) {
  const title = `Why ${betterText} wins`;
  try {
    const query = queryFields(store.game, store.root.scene.position, [...movesTo(from), better]);
    const { scenes } = await get("/api/positions", query);
    // Not through store.why, which drops its request as soon as the board's own position needs no reason.
    const { reasons, watch } = await get("/api/why", { ...positionQuery(scenes.at(-1)), ...store.matchFields });
    if (!reasons.length) return store.showProblem("No short reason was found; exact search proves it.");
    const [now = "", ...captions] = watch.captions.map((/** @type {string[]} */ texts) => store.names.text(texts));
    const played = `${store.names.does(side, "plays")} ${betterText}. ${now}`;
    const mode = await showLine(store, {
      title, from, moves: [better, ...watch.moves], captions: ["", played, ...captions], stop: watch.stop + 1,
      reasons: reasons.map((/** @type {Reason} */ reason) => ({ ...reason, at: reason.at + 1 })),
    }, 0);
    mode?.playback.play();
    store.focusPlay();
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
    this.playback = new Playback(scenes.length - 1, (byHand) => this.update(byHand), { at, ...(line.stop ? { stop: line.stop } : {}) });
    /** Whether the text version is open. */
    this.asText = false;
    this.name = "line";
  }

  /** The number of moves on the board. */
  get at() {
    return this.playback.at;
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
    this.playback.go(to);
  }

  /** Show the current board. While the line plays by itself, screen readers only hear where it stops. @param {boolean} byHand */
  update(byHand) {
    this.store.parts = [];
    if (byHand || !this.playback.playing) say(this.caption());
    this.store.notify();
  }

  /** Describe the current board: with the line's caption, else the move and its result. */
  caption() {
    const { outcome, move, mover, passed, turn } = this.scene();
    const { names } = this.store;
    if (this.line.captions) return this.line.captions[this.at] || "Where the line begins.";
    if (!this.at) return "Where the line begins.";
    const end = outcome ? ` ${winsText(names, outcome.winner, 0)}.` : "";
    const pass = passed ? ` ${names.does(3 - turn, "has", "have")} to pass.` : "";
    return `Move ${this.at} of ${this.line.moves.length}: ${names.does(mover ?? 0, "plays")} ${move}.${pass}${end}`;
  }

  place() {
    return { at: this.at, of: this.scenes.length - 1 };
  }

  leave() {
    this.playback.pause();
  }
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
    captionList(mode.line.captions ?? [], { open: mode.asText, onToggle: (open) => (mode.asText = open) }),
    h(
      "div",
      { class: "row" },
      button("Back to the position", () => store.explore(), { class: "button main" }),
      button("Keep as a branch", () => void mode.keep()),
    ),
    lineList(store.names, mode.line.moves, mode.scenes.map((scene) => scene.turn), mode.at, (at) => mode.playback.go(at)),
  ];
}

/**
 * Return the moves of a line as buttons.
 * @param {import("../names.js").Names} names
 * @param {readonly string[]} moves
 * @param {readonly number[]} sides the side that plays each move
 * @param {number} at
 * @param {(at: number) => void} go
 */
export function lineList(names, moves, sides, at, go) {
  const item = (/** @type {string} */ move, /** @type {number} */ place) => {
    const now = place + 1 === at;
    const side = sides[place] ?? 0;
    const props = { type: "button", class: "line-move", "data-key": `line-${place}`, "aria-current": now ? "step" : null, onclick: () => go(place + 1) };
    return h("li", null, h("button", props, sideSign(side), h("span", { class: "unseen" }, `${names.of(side)} `), move));
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
    refill(body, lineList(store.names, moves, sides, 0, show), begin);
  };
  return { element, update };
}
