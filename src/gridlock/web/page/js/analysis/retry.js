/**
 * "Try again": the position before a mistake, without hints. Every winning move is answered by the best reply,
 * until the game is won.
 * @module
 */

import { errorText, get } from "../api.js";
import { sideSign } from "../board/pieces.js";
import { h, refill } from "../dom.js";
import { say } from "../liveRegion.js";
import { queryFields } from "./address.js";
import { betterLabels } from "./marks.js";
import { button } from "./parts.js";
import { PositionQueries } from "./positionQueries.js";
import { branch, makeTree, movesTo } from "./tree.js";

/** @typedef {Pick<import("./analysisStore.js").AnalysisStore, "values" | "root" | "game" | "notify">} AnalysisStore What a retry needs. */
/** @typedef {import("./analysisStore.js").Mode} Mode */
/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("../types.js").Scene} Scene */

const REPLY = 700;

/**
 * Start a retry.
 * @param {import("./analysisStore.js").AnalysisStore} store
 * @param {Node} from the position before the mistake
 * @param {number} side
 */
export function startRetry(store, from, side) {
  const mode = new RetryMode(store, from, side);
  store.enter(mode);
  say(mode.text);
  void mode.run(() => mode.reply());
}

/** @implements {Mode} */
export class RetryMode {
  /**
   * @param {AnalysisStore} store
   * @param {Node} from
   * @param {number} side
   */
  constructor(store, from, side) {
    this.store = store;
    this.from = from;
    this.side = side;
    this.name = "try";
    /** @type {Scene[]} */
    this.scenes = [from.scene];
    /** @type {string[]} */
    this.moves = [];
    this.text = "You can win here. Find the move.";
    this.kind = "";
    this.better = "";
    this.busy = false;
    this.left = false;
  }

  scene() {
    return /** @type {Scene} */ (this.scenes.at(-1));
  }

  /** @returns {import("../types.js").Marks} */
  marks() {
    return this.better ? { labels: betterLabels(this.scene(), this.better) } : {};
  }

  sides() {
    return this.busy || this.scene().outcome ? [] : [this.side];
  }

  /** @param {string} move */
  play(move) {
    void this.run(() => this.tryMove(move));
  }

  /** Run a task; no move can be played until it is done. @param {() => Promise<void>} task */
  async run(task) {
    this.setBusy(true);
    try {
      await task();
    } catch (error) {
      this.showMessage(errorText(error), "bad");
    } finally {
      this.setBusy(false);
    }
  }

  /** @param {string} move */
  async tryMove(move) {
    this.better = "";
    const analysis = await this.store.values.ask(this.scene(), 0);
    if (this.left) return;
    const judged = analysis.moves.find((each) => each.move === move);
    if (!judged) return this.showMessage("This could not be worked out in time. Try another move.", "bad");
    if (judged.moveValue === "lose") return this.showMessage(`${move} lets the win slip. Try another move.`, "bad");
    await this.makeMove(move);
    if (this.scene().outcome) return this.showMessage("You won. That was the right line.", "good");
    this.showMessage(`${move} keeps the win.`, "good");
    await this.reply();
  }

  /** Reply with the move that resists longest. */
  async reply() {
    while (!this.left && !this.scene().outcome && this.scene().turn !== this.side) {
      const analysis = await this.store.values.ask(this.scene(), REPLY);
      const best = analysis.moves[0];
      if (this.left || !best) return;
      await this.makeMove(best.move);
      this.showMessage(`Your opponent answers ${best.move}. Your move.`, "");
    }
  }

  /** @param {string} move */
  async makeMove(move) {
    const { game, root } = this.store;
    const before = movesTo(this.from);
    const moves = [...this.moves, move];
    const { scenes } = await get("/api/positions", queryFields(game, root.scene.position, [...before, ...moves]));
    if (this.left) return;
    this.moves = moves;
    this.scenes = scenes.slice(before.length);
  }

  /** Show a winning move. */
  async show() {
    const analysis = await this.store.values.ask(this.scene(), 0).catch(() => null);
    this.better = analysis?.moves.find((each) => each.moveValue === "win")?.move ?? "";
    this.showMessage(this.better ? `${this.better} wins. Play it to go on.` : "This could not be worked out in time.", "");
  }

  /** @param {boolean} busy */
  setBusy(busy) {
    this.busy = busy;
    if (!this.left) this.store.notify();
  }

  /** @param {string} text @param {string} kind */
  showMessage(text, kind) {
    if (this.left) return;
    this.text = text;
    this.kind = kind;
    say(text);
    this.store.notify();
  }

  step() {}

  place() {
    return { at: this.moves.length, of: this.moves.length };
  }

  leave() {
    this.left = true;
    this.store.values.stop();
  }
}

/**
 * @param {import("./analysisStore.js").AnalysisStore} store
 * @returns {import("./parts.js").Part}
 */
export function tryPart(store) {
  const element = h("section", { class: "card panel try", "aria-label": "Try again" });
  const update = () => {
    const { mode } = store;
    element.hidden = !(mode instanceof RetryMode);
    if (!(mode instanceof RetryMode)) return;
    const over = mode.scene().outcome;
    refill(
      element,
      h("h2", { class: "card-title" }, sideSign(mode.side), "Try again"),
      h("p", { class: `try-text ${mode.kind}` }, mode.text),
      mode.busy ? h("p", { class: "soft small waiting" }, "One moment ...") : null,
      h("div", { class: "row" },
        over ? null : button("Show a move", () => void mode.show()),
        button("Back to the review", () => store.explore(), { class: over ? "button main" : "button quiet" })),
    );
  };
  return { element, update };
}

/**
 * Create what a retry needs outside the analysis page.
 * @param {Scene[]} scenes the boards of the match, up to the position before the mistake
 * @param {Record<string, string>} more extra query fields: the match
 * @param {() => void} notify called after every change
 * @returns {{store: AnalysisStore, node: Node}}
 */
export function retryStore(scenes, more, notify) {
  const [first, ...rest] = scenes;
  const root = makeTree(first);
  const node = rest.reduce((at, scene) => branch(at, scene.move ?? "", scene, true), root);
  const { game, size, options } = first;
  return { store: { root, game: { game, size, options }, values: new PositionQueries("/api/analysis", notify, () => more), notify }, node };
}
