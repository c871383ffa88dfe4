/**
 * The state of the analysis page: the tree of positions, the current node, and the current mode.
 * @module
 */

import { errorText, get } from "../api.js";
import { say } from "../liveRegion.js";
import { Names } from "../names.js";
import { analysisSettings, changeAnalysisSettings } from "../storage.js";
import { queryFields, writeQuery } from "./address.js";
import { exploringMarks } from "./marks.js";
import { PositionQueries } from "./positionQueries.js";
import { branch, depth, lineThrough, movesTo, nextNode, pathTo, prune, rememberPath } from "./tree.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Marks} Marks */
/** @typedef {import("../types.js").Review} Review */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("./tree.js").Node} Node */

/**
 * A mode of the board: exploring, following a line, editing a position, retrying a mistake.
 * @typedef {object} Mode
 * @property {string} name
 * @property {() => Scene} scene
 * @property {() => Marks} marks
 * @property {() => number[]} sides the sides that can be moved by hand
 * @property {(move: string) => void} play
 * @property {(step: "first" | "back" | "forward" | "last") => void} step
 * @property {() => {at: number, of: number}} place
 * @property {() => void} leave
 * @property {() => string[]} [legend] what the marks mean, if not the default
 * @property {() => string} [caption] the sentence below the board
 * @property {import("../playback.js").Playback} [playback] what plays the boards, in modes that can
 * @property {boolean} [busy] whether a move is being sent
 * @property {(cell: number) => void} [take] handles clicks on cells, in modes without moves
 */

/** The state that the parts of the page share. */
export class AnalysisStore {
  /**
   * @param {import("../types.js").GameInfo} info
   * @param {Node} root
   * @param {boolean} fromStart whether the root is the game's starting position
   */
  constructor(info, root, fromStart) {
    this.info = info;
    this.root = root;
    this.fromStart = fromStart;
    this.node = root;
    /** @type {Mode} */
    this.mode = new ExploreMode(this);
    /** @type {PositionQueries<Analysis>} */
    this.values = new PositionQueries("/api/analysis", () => this.notify(), () => this.matchFields);
    /** @type {PositionQueries<import("../types.js").Why>} */
    this.why = new PositionQueries("/api/why", () => this.notify(), () => this.matchFields);
    this.settings = analysisSettings();
    /** @type {number[]} the chosen cells of a move */
    this.parts = [];
    /** @type {{parts: number[], mark: {text: string, kind: import("../types.js").LabelKind} | null} | null} the hovered move of a list */
    this.hovered = null;
    /** @type {import("./reviewedMatch.js").ReviewedMatch | null} the match under review, if any */
    this.reviewed = null;
    /** Whether the address names a position of the match. */
    this.hasPlace = false;
    this.problem = "";
    /** Whether a move is being sent. */
    this.busy = false;
    /** Redraw only the board. */
    this.redraw = () => {};
    /** Focus the button that plays a line. */
    this.focusPlay = () => {};
    /** Choose the first cells of a move on the board. @type {(parts: number[]) => void} */
    this.chooseParts = () => {};
    /** @type {Set<() => void>} */
    this.listeners = new Set();
  }

  /** The scene on the board. */
  get scene() {
    return this.mode.scene();
  }

  /** The game and board, as query fields. */
  get game() {
    const { game, size, options } = this.root.scene;
    return { game, size, options };
  }

  /** The analysis of the current node. @returns {Analysis | null} */
  get analysis() {
    return this.values.answer(this.node.scene);
  }

  /** Extra query fields: the match under review. @returns {Record<string, string>} */
  get matchFields() {
    return this.reviewed?.match ? { match: this.reviewed.match } : {};
  }

  /** The review of the match. @returns {Review | null} */
  get review() {
    return this.reviewed?.review ?? null;
  }

  /** The names of both sides for the person who reads. */
  get names() {
    return new Names(this.reviewed?.about.own ?? null, this.review?.names);
  }

  /** The mistake that led to the current node, if any. */
  get mistake() {
    return this.reviewed?.mistakeAt(this.node) ?? null;
  }

  /** @param {() => void} listener */
  on(listener) {
    this.listeners.add(listener);
  }

  /** Notify every listener. */
  notify() {
    for (const listener of this.listeners) listener();
  }

  /**
   * Go to a node of the tree.
   * @param {Node} node
   */
  go(node) {
    this.mode.leave();
    this.mode = new ExploreMode(this);
    this.moveTo(node);
    this.write();
  }

  /** @param {Node} node */
  moveTo(node) {
    this.node = node;
    this.parts = [];
    this.hovered = null;
    this.problem = "";
    rememberPath(node);
    this.notify();
  }

  /**
   * Play moves from a node, branching off if they are new, and go to the last one.
   * @param {readonly string[]} moves
   * @param {Node} [from]
   * @returns {Promise<Node | null>}
   */
  async play(moves, from = this.node) {
    const before = pathTo(from);
    this.busy = true;
    try {
      const all = [...movesTo(from), ...moves];
      const query = queryFields(this.game, this.root.scene.position, all);
      const { scenes } = await get("/api/positions", query);
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
      this.showProblem(errorText(error));
      return null;
    }
  }

  /**
   * Remove a branch.
   * @param {Node} node
   */
  removeBranch(node) {
    const onWay = pathTo(this.node).includes(node);
    const parent = prune(node);
    say("The branch is gone.");
    if (onWay) this.go(parent);
    else this.notify();
  }

  /** @param {Mode} mode */
  enter(mode) {
    this.mode.leave();
    this.mode = mode;
    this.parts = [];
    this.hovered = null;
    this.problem = "";
    this.notify();
  }

  /** Return to exploring. */
  explore() {
    this.go(this.node);
  }

  /** @param {string} text */
  showProblem(text) {
    this.problem = text;
    if (text) say(text);
    this.notify();
  }

  /** @param {Partial<import("../storage.js").AnalysisSettings>} changes */
  changeSettings(changes) {
    this.settings = changeAnalysisSettings(changes);
    this.notify();
  }

  /** The query of the current address: the same link shows the same position. */
  get query() {
    const line = lineThrough(this.node).slice(1);
    const at = depth(this.node) < line.length || this.reviewed ? depth(this.node) : null;
    const moves = line.map((node) => node.move ?? "");
    if (this.reviewed?.match) return writeQuery({ match: this.reviewed.match, moves: line.every((node) => node.match) ? [] : moves, at });
    return writeQuery({ ...this.place(this.root.scene), moves, at, review: this.reviewed !== null });
  }

  /**
   * Return the address fields for a position of this game.
   * @param {Scene} scene
   */
  place(scene) {
    const { game, size } = this.game;
    const standard = size === `${this.info.rows}x${this.info.cols}`;
    const start = this.fromStart && scene === this.root.scene;
    return { game, size: standard ? "" : size, options: this.changedOptions(), position: start ? "" : scene.position };
  }

  /** Return the options that differ from the defaults. */
  changedOptions() {
    const standard = new Map(this.info.options.map(({ name, values }) => [name, values[0]?.value]));
    return Object.fromEntries(Object.entries(this.root.scene.options).filter(([name, value]) => standard.get(name) !== value));
  }

  /** Stop all requests and listeners. */
  leave() {
    this.mode.leave();
    this.listeners.clear();
    this.values.stop();
    this.why.stop();
    this.reviewed?.leave();
  }

  /** Update the address. */
  write() {
    history.replaceState(null, "", `/analysis?${this.query}`);
  }
}

/** Exploring the tree, with values on the board. @implements {Mode} */
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
    const to = { first: root, back: node.parent, forward: nextNode(node), last: line[line.length - 1] }[step];
    if (to && to !== node) this.store.go(to);
  }

  place() {
    return { at: depth(this.store.node), of: lineThrough(this.store.node).length - 1 };
  }

  leave() {}
}
