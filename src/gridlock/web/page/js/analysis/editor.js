/**
 * The position editor: pick a piece, click cells, choose the side to move. The server validates the position.
 * @module
 */

import { errorText, get } from "../api.js";
import { drawPiece, lookOf, sideSign } from "../board/pieces.js";
import { h, refill, svg } from "../dom.js";
import { say } from "../liveRegion.js";
import { go } from "../router.js";
import { queryFields, writeQuery } from "./address.js";
import { button } from "./parts.js";

/** @typedef {import("./analysisStore.js").AnalysisStore} AnalysisStore */
/** @typedef {import("./analysisStore.js").Mode} Mode */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {{letter: string, cell: Cell}} Letter */

/** @implements {Mode} */
export class EditMode {
  /** @param {AnalysisStore} store */
  constructor(store) {
    this.store = store;
    this.name = "edit";
    this.base = store.scene;
    this.palette = store.info.palette;
    this.letters = lettersOf(this.base.position);
    this.turn = this.base.turn;
    this.chosen = this.palette.find(({ cell }) => cell)?.letter ?? "";
    this.problem = "";
    this.preview = this.draw();
  }

  /** The notation of the edited position. */
  get position() {
    const { cols } = this.base;
    const rows = Array.from({ length: this.base.rows }, (_, row) => this.letters.slice(row * cols, (row + 1) * cols).join(""));
    return `${rows.join("/")} ${this.turn}`;
  }

  /** @returns {Scene} */
  draw() {
    const cells = this.letters.map((letter) => this.cellOf(letter));
    return { ...this.base, cells, position: this.position, turn: this.turn, moves: [], halfway: {}, from: [], last: [], trails: [], passed: false, move: null, mover: null, outcome: null };
  }

  /** @param {string} letter @returns {Cell} */
  cellOf(letter) {
    return this.palette.find((each) => each.letter === letter)?.cell ?? null;
  }

  scene() {
    return this.preview;
  }

  /** Mark the piece that was placed last, where that matters. */
  marks() {
    return { cells: this.letters.flatMap((letter, at) => (this.cellOf(letter)?.last ? [at] : [])) };
  }

  legend() {
    return this.marks().cells.length ? ["outlined: the last marker"] : [];
  }

  sides() {
    return [];
  }

  play() {}

  step() {}

  place() {
    return { at: 0, of: 0 };
  }

  leave() {}

  /** Put the chosen piece on a cell, or remove it if it is already there. @param {number} at */
  take(at) {
    const empty = this.palette.find(({ cell }) => !cell)?.letter ?? "";
    const letter = this.letters[at] === this.chosen ? empty : this.chosen;
    const put = this.cellOf(letter);
    this.letters = this.letters.map((other, cell) => (cell === at ? letter : this.adjustOther(other, put)));
    this.refresh();
    say(`${cellName(put)} put.`);
  }

  /**
   * Clear other cells as needed: a walking side has one marker, and only one piece can be the last placed.
   * @param {string} letter
   * @param {Cell} put
   */
  adjustOther(letter, put) {
    const cell = this.cellOf(letter);
    if (!put || !cell?.side) return letter;
    if (this.base.walks && cell.side === put.side) return this.palette.find((each) => !each.cell)?.letter ?? letter;
    if (!put.last || !cell.last) return letter;
    return this.palette.find((each) => each.cell?.side === cell.side && !each.cell?.last)?.letter ?? letter;
  }

  refresh() {
    this.problem = "";
    this.preview = this.draw();
    this.store.notify();
  }

  /** @param {string} letter */
  choose(letter) {
    this.chosen = letter;
    this.store.notify();
  }

  /** @param {number} turn */
  setTurn(turn) {
    this.turn = turn;
    this.refresh();
  }

  /** Load another position. @param {string} position */
  set(position) {
    this.letters = lettersOf(position);
    this.turn = position.endsWith("2") ? 2 : 1;
    this.refresh();
  }

  clear() {
    const empty = this.palette.find(({ cell }) => !cell)?.letter ?? ".";
    this.letters = this.letters.map(() => empty);
    this.refresh();
  }

  /** Analyse the position if the server accepts it. */
  async finish() {
    try {
      const { position, store } = this;
      await get("/api/positions", queryFields(store.game, position));
      await go(`/analysis?${writeQuery({ ...store.place(this.preview), position })}`);
    } catch (error) {
      this.problem = errorText(error).replace(/ The position was .*$/, "");
      say(this.problem);
      this.store.notify();
    }
  }

  /** Load the starting position of this board. */
  async start() {
    const { scenes } = await get("/api/positions", queryFields(this.store.game, ""));
    this.set(scenes[0].position);
  }
}

/** @param {string} position */
function lettersOf(position) {
  return [...(position.split(" ")[0] ?? "").replaceAll("/", "")];
}

/** @param {Cell} cell */
function cellName(cell) {
  if (!cell) return "Empty";
  if (!cell.side) return "Blocked";
  return `Player ${cell.side}${cell.last ? ", the last marker" : ""}`;
}

/**
 * @param {AnalysisStore} store
 * @returns {import("./parts.js").Part}
 */
export function editPart(store) {
  const element = h("section", { class: "card panel edit", "aria-label": "Set up a position" });
  const update = () => {
    const { mode } = store;
    element.hidden = !(mode instanceof EditMode);
    if (mode instanceof EditMode) refill(element, ...content(store, mode));
  };
  return { element, update };
}

/**
 * @param {AnalysisStore} store
 * @param {EditMode} mode
 */
function content(store, mode) {
  return [
    h("h2", { class: "card-title" }, "Set up a position"),
    h("p", { class: "soft" }, "Pick a piece, then click cells. Click again to remove it."),
    mode.palette.some(({ cell }) => cell?.last) ? h("p", { class: "soft" }, "The outlined piece is the one that was placed last. There is one of them, unless the board is empty.") : null,
    h("div", { class: "row palette", role: "group", "aria-label": "What to put" }, ...mode.palette.map((letter) => paletteButton(mode, letter))),
    h("div", { class: "row", role: "group", "aria-label": "Whose turn" }, h("span", { class: "soft small" }, "To move"), ...([/** @type {const} */ (1), /** @type {const} */ (2)]).map((side) => turnButton(mode, side))),
    mode.problem ? h("p", { class: "notice bad", role: "alert" }, mode.problem) : null,
    h("div", { class: "row" }, button("Empty board", () => mode.clear()), button("Start position", () => void mode.start())),
    h("div", { class: "row" },
      button("Analyse this", () => void mode.finish(), { class: "button main" }),
      button("Cancel", () => store.explore(), { class: "button quiet" })),
  ];
}

/** @param {EditMode} mode @param {Letter} letter */
function paletteButton(mode, { letter, cell }) {
  const look = lookOf(mode.base, cell, false);
  const ring = cell?.last ? svg("rect", { class: "last-ring", x: -44, y: -44, width: 88, height: 88, rx: 14 }) : null;
  const picture = svg("svg", { viewBox: "-50 -48 100 100", class: "piece-icon", "aria-hidden": "true" }, ring, look ? drawPiece(look, 0) : null);
  return h("button", {
    type: "button", class: "button palette-button", "data-key": `put ${letter}`, title: cellName(cell), "aria-label": cellName(cell),
    "aria-pressed": String(mode.chosen === letter), onclick: () => mode.choose(letter),
  }, picture);
}

/** @param {EditMode} mode @param {number} side */
function turnButton(mode, side) {
  return h("button", {
    type: "button", class: "button", "data-key": `turn ${side}`, "aria-label": `Player ${side} to move`, "aria-pressed": String(mode.turn === side), onclick: () => mode.setTurn(side),
  }, sideSign(side), `Player ${side}`);
}
