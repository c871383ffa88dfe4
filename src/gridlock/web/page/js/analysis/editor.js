/**
 * Setting up a position by hand: choose what to put, point at cells, say whose turn it is. The server checks it.
 * @module
 */

import { get } from "../api.js";
import { drawPiece, lookOf, sideSign } from "../board/pieces.js";
import { h, svg } from "../dom.js";
import { say } from "../live.js";
import { go } from "../router.js";
import { question, writeQuery } from "./address.js";
import { button, refill } from "./parts.js";
import { sentence } from "./study.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./desk.js").Mode} Mode */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {{letter: string, cell: Cell}} Letter */

/** @implements {Mode} */
export class Editing {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.name = "edit";
    this.base = desk.scene;
    this.palette = desk.info.palette;
    this.letters = lettersOf(this.base.position);
    this.turn = this.base.turn;
    this.chosen = this.palette.find(({ cell }) => cell)?.letter ?? "";
    this.problem = "";
    this.made = this.draw();
  }

  /** The text of the position as it stands. */
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
    return this.made;
  }

  /** Which marker was placed last, where that matters. */
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

  /** Put what is chosen on a cell; the same again takes it away. @param {number} at */
  take(at) {
    const empty = this.palette.find(({ cell }) => !cell)?.letter ?? "";
    const letter = this.letters[at] === this.chosen ? empty : this.chosen;
    const put = this.cellOf(letter);
    this.letters = this.letters.map((other, cell) => (cell === at ? letter : this.beside(other, put)));
    this.renew();
    say(`${cellName(put)} put.`);
  }

  /**
   * What becomes of another cell: a side that walks has one marker, and only one can be the last.
   * @param {string} letter
   * @param {Cell} put
   */
  beside(letter, put) {
    const cell = this.cellOf(letter);
    if (!put || !cell?.side) return letter;
    if (this.base.walks && cell.side === put.side) return this.palette.find((each) => !each.cell)?.letter ?? letter;
    if (!put.last || !cell.last) return letter;
    return this.palette.find((each) => each.cell?.side === cell.side && !each.cell?.last)?.letter ?? letter;
  }

  renew() {
    this.problem = "";
    this.made = this.draw();
    this.desk.changed();
  }

  /** @param {string} letter */
  choose(letter) {
    this.chosen = letter;
    this.desk.changed();
  }

  /** @param {1 | 2} turn */
  setTurn(turn) {
    this.turn = turn;
    this.renew();
  }

  /** Put up another position. @param {string} position */
  set(position) {
    this.letters = lettersOf(position);
    this.turn = position.endsWith("2") ? 2 : 1;
    this.renew();
  }

  clear() {
    const empty = this.palette.find(({ cell }) => !cell)?.letter ?? ".";
    this.letters = this.letters.map(() => empty);
    this.renew();
  }

  /** Look into it, if the server finds nothing wrong with it. */
  async finish() {
    try {
      const { position, desk } = this;
      await get("/api/positions", question(desk.game, position));
      await go(`/analysis?${writeQuery({ ...desk.place(this.made), position })}`);
    } catch (error) {
      this.problem = sentence(error).replace(/ The position was .*$/, "");
      say(this.problem);
      this.desk.changed();
    }
  }

  /** The position in which the game begins on this board. */
  async start() {
    const { scenes } = await get("/api/positions", question(this.desk.game, ""));
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
 * @param {Desk} desk
 * @returns {import("./parts.js").Part}
 */
export function editPart(desk) {
  const element = h("section", { class: "card panel edit", "aria-label": "Set up a position" });
  const update = () => {
    const { mode } = desk;
    element.hidden = !(mode instanceof Editing);
    if (mode instanceof Editing) refill(element, ...content(desk, mode));
  };
  return { element, update };
}

/**
 * @param {Desk} desk
 * @param {Editing} mode
 */
function content(desk, mode) {
  return [
    h("h2", { class: "card-title" }, "Set up a position"),
    h("p", { class: "soft" }, "Choose a piece, then the cells for it. The same again takes it away."),
    mode.palette.some(({ cell }) => cell?.last) ? h("p", { class: "soft" }, "The outlined piece is the one that was placed last. There is one of them, unless the board is empty.") : null,
    h("div", { class: "row palette", role: "group", "aria-label": "What to put" }, ...mode.palette.map((letter) => paletteButton(mode, letter))),
    h("div", { class: "row", role: "group", "aria-label": "Whose turn" }, h("span", { class: "soft small" }, "To move"), ...([/** @type {const} */ (1), /** @type {const} */ (2)]).map((side) => turnButton(mode, side))),
    mode.problem ? h("p", { class: "notice bad", role: "alert" }, mode.problem) : null,
    h("div", { class: "row" }, button("Empty board", () => mode.clear()), button("Start position", () => void mode.start())),
    h("div", { class: "row" },
      button("Analyse this", () => void mode.finish(), { class: "button main" }),
      button("Cancel", () => desk.explore(), { class: "button quiet" })),
  ];
}

/** @param {Editing} mode @param {Letter} letter */
function paletteButton(mode, { letter, cell }) {
  const look = lookOf(mode.base, cell, false);
  const ring = cell?.last ? svg("rect", { class: "last-ring", x: -44, y: -44, width: 88, height: 88, rx: 14 }) : null;
  const picture = svg("svg", { viewBox: "-50 -48 100 100", class: "piece-icon", "aria-hidden": "true" }, ring, look ? drawPiece(look, 0) : null);
  return h("button", {
    type: "button", class: "button palette-button", "data-key": `put ${letter}`, title: cellName(cell), "aria-label": cellName(cell),
    "aria-pressed": String(mode.chosen === letter), onclick: () => mode.choose(letter),
  }, picture);
}

/** @param {Editing} mode @param {1 | 2} side */
function turnButton(mode, side) {
  return h("button", {
    type: "button", class: "button", "data-key": `turn ${side}`, "aria-label": `Player ${side} to move`, "aria-pressed": String(mode.turn === side), onclick: () => mode.setTurn(side),
  }, sideSign(side), `Player ${side}`);
}
