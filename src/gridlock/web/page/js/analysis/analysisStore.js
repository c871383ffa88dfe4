/**
 * The state of the analysis page: the tree of positions, where one stands in it, and how one looks at it.
 * @module
 */

import { errorText, get } from "../api.js";
import { say } from "../liveRegion.js";
import { analysisSettings, changeAnalysisSettings } from "../storage.js";
import { question, writeQuery } from "./address.js";
import { exploringMarks } from "./marks.js";
import { PositionQueries } from "./positionQueries.js";
import { branch, depth, following, lineThrough, movesTo, pathTo, prune, tread } from "./tree.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Marks} Marks */
/** @typedef {import("../types.js").Review} Review */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("./tree.js").Node} Node */

/**
 * A way to look at the board: exploring, following a line, setting up a position, trying again.
 * @typedef {object} Mode
 * @property {string} name
 * @property {() => Scene} scene
 * @property {() => Marks} marks
 * @property {() => number[]} sides the sides that may be moved by hand
 * @property {(move: string) => void} play
 * @property {(step: "first" | "back" | "forward" | "last") => void} step
 * @property {() => {at: number, of: number}} place
 * @property {() => void} leave
 * @property {() => string[]} [legend] what the marks mean, where it is not the usual
 * @property {boolean} [busy] whether a move is on its way
 * @property {(cell: number) => void} [take] takes each cell that is pointed at, where no moves are made
 */

/** What the page shows and does, shared by its parts. */
export class AnalysisStore {
  /**
   * @param {import("../types.js").GameInfo} info
   * @param {Node} root
   * @param {boolean} fromStart whether the root is where the game begins
   */
  constructor(info, root, fromStart) {
    this.info = info;
    this.root = root;
    this.fromStart = fromStart;
    this.node = root;
    /** @type {Mode} */
    this.mode = new ExploreMode(this);
    /** @type {PositionQueries<Analysis>} */
    this.values = new PositionQueries("/api/analysis", () => this.changed(), () => this.about);
    /** @type {PositionQueries<import("../types.js").Why>} */
    this.why = new PositionQueries("/api/why", () => this.changed(), () => this.about);
    this.settings = analysisSettings();
    /** @type {number[]} the cells of a move that have been chosen */
    this.parts = [];
    /** @type {{parts: number[], mark: {text: string, kind: import("../types.js").LabelKind} | null} | null} the move that is pointed at in a list */
    this.pointed = null;
    /** @type {import("./reviewedMatch.js").ReviewedMatch | null} the match that is looked at, if it is one */
    this.reviewed = null;
    /** Whether the address says where in the match one is. */
    this.placed = false;
    this.problem = "";
    /** Whether a move is on its way. */
    this.busy = false;
    /** Draw only the board again. */
    this.redraw = () => {};
    /** Choose the first cells of a move on the board. @type {(parts: number[]) => void} */
    this.chooseParts = () => {};
    /** @type {Set<() => void>} */
    this.listeners = new Set();
  }

  /** The board that is shown. */
  get scene() {
    return this.mode.scene();
  }

  /** The game on this board, as the server is asked about it. */
  get game() {
    const { game, size, options } = this.root.scene;
    return { game, size, options };
  }

  /** What is known of the position in the tree. @returns {Analysis | null} */
  get known() {
    return this.values.answer(this.node.scene);
  }

  /** What the server is told besides the position: which match the question is about. @returns {Record<string, string>} */
  get about() {
    return this.reviewed?.match ? { match: this.reviewed.match } : {};
  }

  /** What is known of the match, move by move. @returns {Review | null} */
  get review() {
    return this.reviewed?.review ?? null;
  }

  /** The mistake that led to the position in the tree, if one did. */
  get mistake() {
    return this.reviewed?.mistakeAt(this.node) ?? null;
  }

  /** @param {() => void} listener */
  on(listener) {
    this.listeners.add(listener);
  }

  /** Something is different: let every part of the page look again. */
  changed() {
    for (const listener of this.listeners) listener();
  }

  /**
   * Go to a node of the tree.
   * @param {Node} node
   */
  go(node) {
    this.mode.leave();
    this.mode = new ExploreMode(this);
    this.stand(node);
    this.write();
  }

  /** @param {Node} node */
  stand(node) {
    this.node = node;
    this.parts = [];
    this.pointed = null;
    this.problem = "";
    tread(node);
    this.changed();
  }

  /**
   * Make moves from a node, as a branch if they are new, and go where they lead.
   * @param {readonly string[]} moves
   * @param {Node} [from]
   * @returns {Promise<Node | null>}
   */
  async play(moves, from = this.node) {
    const before = pathTo(from);
    this.busy = true;
    try {
      const all = [...movesTo(from), ...moves];
      const asked = question(this.game, this.root.scene.position, all);
      const { scenes } = await get("/api/positions", asked);
      let at = from;
      moves.forEach((move, number) => {
        const scene = scenes[before.length + number];
        at = branch(at, scene.move ?? move, scene);
      });
      this.busy = false;
      this.go(at);
      return at;
    } catch (error) {
      this.busy = false;
      this.refuse(errorText(error));
      return null;
    }
  }

  /**
   * Take a branch away.
   * @param {Node} node
   */
  cut(node) {
    const onWay = pathTo(this.node).includes(node);
    const parent = prune(node);
    say("The branch is gone.");
    if (onWay) this.go(parent);
    else this.changed();
  }

  /** @param {Mode} mode */
  enter(mode) {
    this.mode.leave();
    this.mode = mode;
    this.parts = [];
    this.pointed = null;
    this.problem = "";
    this.changed();
  }

  /** Back to exploring. */
  explore() {
    this.go(this.node);
  }

  /** @param {string} text */
  refuse(text) {
    this.problem = text;
    if (text) say(text);
    this.changed();
  }

  /** @param {Partial<import("../storage.js").AnalysisSettings>} chosen */
  prefer(chosen) {
    this.settings = changeAnalysisSettings(chosen);
    this.changed();
  }

  /** The address of what is shown: the same link shows the same. */
  get query() {
    const line = lineThrough(this.node).slice(1);
    const at = depth(this.node) < line.length || this.reviewed ? depth(this.node) : null;
    const moves = line.map((node) => node.move ?? "");
    if (this.reviewed?.match) return writeQuery({ match: this.reviewed.match, moves: line.every((node) => node.match) ? [] : moves, at });
    return writeQuery({ ...this.place(this.root.scene), moves, at, review: this.reviewed !== null });
  }

  /**
   * The fields of an address that name a position of this game.
   * @param {Scene} scene
   */
  place(scene) {
    const { game, size } = this.game;
    const standard = size === `${this.info.rows}x${this.info.cols}`;
    const start = this.fromStart && scene === this.root.scene;
    return { game, size: standard ? "" : size, options: this.unusual(), position: start ? "" : scene.position };
  }

  /** The options that are not the standard ones, which an address can do without. */
  unusual() {
    const standard = new Map(this.info.options.map(({ name, values }) => [name, values[0]?.value]));
    return Object.fromEntries(Object.entries(this.root.scene.options).filter(([name, value]) => standard.get(name) !== value));
  }

  /** Nobody looks any more. */
  leave() {
    this.mode.leave();
    this.listeners.clear();
    this.values.stop();
    this.why.stop();
    this.reviewed?.leave();
  }

  /** Let the address say what is shown. */
  write() {
    history.replaceState(null, "", `/analysis?${this.query}`);
  }
}

/** Looking around in the tree, with values on the board. @implements {Mode} */
export class ExploreMode {
  /** @param {AnalysisStore} store */
  constructor(store) {
    this.store = store;
    this.name = "explore";
  }

  scene() {
    return this.store.node.scene;
  }

  /** @returns {Marks} */
  marks() {
    return exploringMarks(this.store);
  }

  sides() {
    return [1, 2];
  }

  /** @param {string} move */
  play(move) {
    void this.store.play([move]);
  }

  /** @param {"first" | "back" | "forward" | "last"} step */
  step(step) {
    const { node, root } = this.store;
    const line = lineThrough(node);
    const to = { first: root, back: node.parent, forward: following(node), last: line[line.length - 1] }[step];
    if (to && to !== node) this.store.go(to);
  }

  place() {
    return { at: depth(this.store.node), of: lineThrough(this.store.node).length - 1 };
  }

  leave() {}
}
