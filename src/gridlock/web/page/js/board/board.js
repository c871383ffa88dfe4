/**
 * The board: a drawing with a grid of cells over it, usable by mouse, touch, keyboard and screen reader.
 * It knows no game: everything comes from the scene.
 */

import { h, isTouch } from "../dom.js";
import { say } from "../liveRegion.js";
import { Drag } from "./drag.js";
import { Drawing, frame } from "./drawing.js";
import { Grid } from "./grid.js";
import { cellsAfter, nextCells, nextLook, wholeMove, whyNot } from "./moveInput.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").MoveChoice} MoveChoice */
/** @typedef {import("../types.js").Marks} Marks */

/**
 * @typedef {object} BoardOptions
 * @property {Scene} scene
 * @property {boolean | number[]} [interactive] the sides that can be moved here; true means both
 * @property {string} [label] the board's label for screen readers
 * @property {(move: MoveChoice) => void} [onMove]
 * @property {(parts: number[]) => void} [onParts] called when a part of a move is chosen or taken back
 * @property {() => void} [onIdle] called on clicks while it is not this player's turn
 * @property {(text: string) => void} [onRefused] called with the reason when a click is not a legal move
 * @property {(parts: number[]) => Promise<{text: string, cells: number[]}>} [whyNot] replaces the server's explanation of illegal moves
 * @property {"card" | "full"} [size]
 */

/** @param {BoardOptions} options */
export function createBoard(options) {
  return new Board(options);
}

export class Board {
  /** @param {BoardOptions} options */
  constructor(options) {
    this.options = options;
    this.scene = options.scene;
    this.full = options.size !== "card";
    /** @type {number[]} */
    this.sides = [];
    /** @type {number[]} */
    this.parts = [];
    this.held = -1;
    /** @type {Marks} */
    this.marks = {};
    /** @type {number[]} */
    this.warned = [];
    /** @type {number | null} the cell that is pointed at or has the focus */
    this.touched = null;
    /** @type {Set<number>} */
    this.off = new Set();
    this.flipped = false;
    this.waiting = false;
    /** @type {((cell: number) => void) | null} handles clicks on cells instead of moves */
    this.onCell = null;
    this.note = h("p", { class: "board-note", "aria-hidden": "true" });
    this.element = h("div", { class: `board ${this.full ? "full" : "card-size"}` });
    this.setInteractive(options.interactive ?? [], false);
    this.#build();
    if (this.full) document.addEventListener("pointerdown", this.#outside);
  }

  #build() {
    this.drawing = new Drawing(this.scene, this.full, this.flipped);
    this.grid = new Grid(this, this.options.label ?? "Board", this.drawing.layout);
    const box = frame(this.drawing, this.grid.element);
    if (this.full) new Drag(this, this.grid.element);
    this.element.replaceChildren(box, ...(this.full ? [this.note] : []));
    this.#draw(false);
  }

  /** Whether the player can move now. */
  get live() {
    return !this.waiting && this.sides.includes(this.scene.turn) && this.scene.moves.length > 0;
  }

  /** The cells that can come next. */
  get legal() {
    return this.live ? nextCells(this.scene, this.parts) : new Set();
  }

  /** @param {boolean} animate */
  #draw(animate) {
    const { scene, live, legal } = this;
    const cells = cellsAfter(scene, this.parts);
    if (live || !this.sides.length || !scene.moves.length) this.off = this.#forbidden();
    this.element.classList.toggle("live", live);
    this.element.dataset.turn = String(scene.turn);
    this.drawing?.draw({
      scene, cells, legal, live, off: this.off, chosen: this.parts, held: this.held,
      marks: { ...this.marks, warned: [...(this.marks.warned ?? []), ...this.warned] },
    }, animate);
    this.drawing?.link(this.marks, this.touched);
    this.grid?.updateLabels(cells);
  }

  /** Return the empty cells that no move uses, in games that can play anywhere; in all placing games once the game is over. */
  #forbidden() {
    const { scene } = this;
    const closed = !scene.moves.length && scene.outcome && !scene.walks;
    if (!closed && (scene.from.length || this.parts.length || !scene.moves.length)) return new Set();
    const open = new Set(scene.moves.flatMap((move) => move.parts));
    return new Set(scene.cells.flatMap((cell, at) => (cell || open.has(at) ? [] : [at])));
  }

  /**
   * Show another scene, of this game or another.
   * @param {Scene} scene
   * @param {{animate?: boolean}} [how]
   */
  show(scene, how = {}) {
    const same = scene.rows === this.scene.rows && scene.cols === this.scene.cols && scene.origin === this.scene.origin && scene.game === this.scene.game;
    const moved = scene.position !== this.scene.position || scene.move !== this.scene.move;
    this.scene = scene;
    this.waiting = false;
    this.drawing?.ghost(null, "");
    if (moved || !same) {
      this.parts = [];
      this.held = -1;
      this.warned = [];
      this.#setNote("");
    }
    if (!same) this.#build();
    else this.#draw(how.animate ?? false);
  }

  /**
   * Set the sides that can be moved here.
   * @param {boolean | number[]} sides
   * @param {boolean} [draw]
   */
  setInteractive(sides, draw = true) {
    this.sides = sides === true ? [1, 2] : sides === false ? [] : [...sides];
    if (!this.live) this.parts = [];
    if (draw) this.#draw(false);
  }

  /** @param {Marks} marks */
  setMarks(marks) {
    this.marks = marks;
    this.#draw(true);
  }

  /** Flip the board. */
  flip() {
    this.flipped = !this.flipped;
    this.#build();
  }

  focus() {
    this.grid?.focus();
  }

  /** Scroll back to the board if it is out of sight, as on small screens. */
  bringIntoSight() {
    if (this.element.getBoundingClientRect().top < 0) this.element.scrollIntoView({ block: "start" });
  }

  destroy() {
    document.removeEventListener("pointerdown", this.#outside);
    this.element.remove();
  }

  /**
   * Handle a click on a cell: a part of a move, the player's own marker, or an illegal move.
   * @param {number} cell
   * @param {"pointer" | "key"} by
   */
  point(cell, by) {
    if (this.onCell) return this.onCell(cell);
    if (!this.live) {
      this.options.onIdle?.();
      return;
    }
    this.warned = [];
    if (this.legal.has(cell)) return this.#choose(cell);
    if (this.canDrag(cell)) {
      this.held = this.held === cell ? -1 : cell;
      this.#setNote(this.held < 0 ? "" : adaptPrompt(this.scene.prompt[0] ?? ""));
      return this.#draw(false);
    }
    const parts = [...this.parts, cell];
    if (this.parts.length && by === "pointer") {
      const back = this.cellsNow()[cell]?.side === this.scene.turn;
      this.takeBack();
      if (back) return;
    }
    void this.#explain(parts);
  }

  /** Whether the cell has the marker that moves now. @param {number} cell */
  canDrag(cell) {
    const { scene } = this;
    return this.live && !this.parts.length && scene.walks && scene.from.includes(cell) && scene.cells[cell]?.side === scene.turn;
  }

  /** Return the cell at a point of the window, or -1. @param {number} x @param {number} y */
  cellAt(x, y) {
    return this.grid?.cellAt(x, y) ?? -1;
  }

  /** Units of the drawing per pixel. */
  get scale() {
    return (this.drawing?.layout.width ?? 1) / (this.drawing?.element.getBoundingClientRect().width || 1);
  }

  /** Pick a marker up. @param {number} cell */
  hold(cell) {
    this.held = cell;
    this.#draw(false);
  }

  /** Drag a marker this far from its cell. @param {number} cell @param {number} x @param {number} y */
  carry(cell, x, y) {
    this.drawing?.carry(cell, x, y);
  }

  /** Put a dragged marker back. @param {number} cell @param {number} x @param {number} y its offset */
  drop(cell, x, y) {
    this.drawing?.drop(cell, x, y);
    this.takeBack();
  }

  cellsNow() {
    return cellsAfter(this.scene, this.parts);
  }

  /** @param {number} cell */
  #choose(cell) {
    const parts = [...this.parts, cell];
    this.held = -1;
    const move = wholeMove(this.scene, parts);
    if (!move) return this.chooseParts(parts);
    this.#drawPending(move);
    this.options.onMove?.(move);
  }

  /** Choose the first parts of a move. @param {number[]} parts */
  chooseParts(parts) {
    this.parts = parts;
    this.drawing?.ghost(null, "");
    this.#setNote(adaptPrompt(this.scene.prompt[parts.length] ?? ""));
    this.#draw(true);
    this.options.onParts?.(parts);
  }

  /** Draw a move that is being sent as a solid ghost until the new scene arrives. @param {MoveChoice} move */
  #drawPending(move) {
    const before = move.parts.slice(0, -1);
    this.parts = before;
    this.waiting = true;
    this.#setNote("");
    this.#draw(false);
    this.#ghost(move.parts.at(-1) ?? null, true);
  }

  /** Undo the drawing of a rejected move. */
  revert() {
    this.waiting = false;
    this.parts = [];
    this.drawing?.ghost(null, "");
    this.#draw(true);
  }

  /** Take back the parts chosen so far. @returns whether there were any */
  takeBack() {
    if (!this.parts.length && this.held < 0) return false;
    this.parts = [];
    this.held = -1;
    this.#setNote("");
    this.#draw(true);
    this.options.onParts?.([]);
    return true;
  }

  /** @param {number[]} parts */
  async #explain(parts) {
    const { scene } = this;
    const { text, cells } = await (this.options.whyNot ?? ((parts) => whyNot(scene, parts)))(parts);
    if (scene !== this.scene || !text) return;
    this.warned = cells;
    this.#setNote(text, true);
    this.options.onRefused?.(text);
    this.#draw(true);
  }

  /** @param {string} text @param {boolean} [isError] */
  #setNote(text, isError = false) {
    if (text) say(text);
    this.note.textContent = text;
    this.note.classList.toggle("refused", isError);
  }

  /** Show which cell is paired with this one. @param {number | null} cell */
  touch(cell) {
    this.touched = cell;
    this.drawing?.link(this.marks, cell);
  }

  /** Preview the piece that a click on this cell would place. @param {number | null} cell */
  hover(cell) {
    if (this.waiting) return;
    const visible = cell !== null && this.legal.has(cell) && this.held < 0;
    this.#ghost(visible ? cell : null, false);
  }

  /** @param {number | null} cell @param {boolean} firm */
  #ghost(cell, firm) {
    const from = this.scene.drives ? this.scene.from[0] : undefined;
    this.drawing?.ghost(cell, nextLook(this.scene, this.parts), { firm, from });
  }

  /** Let cells flash until it is called again; none ends it. @param {number[]} cells */
  flash(cells) {
    this.drawing?.flash(cells);
  }

  /** Let the pieces on these cells hop, one after the other. @param {number[]} cells */
  celebrate(cells) {
    this.drawing?.celebrate(cells);
  }

  /** Take back half a move on clicks outside the board. @param {Event} event */
  #outside = (event) => {
    const inside = event.target instanceof Node && this.element.contains(event.target);
    const control = event.target instanceof Element && event.target.closest("button, a, input, label, select, textarea");
    if (!inside && !control) this.takeBack();
  };
}

/** Adapt a prompt to touch screens, which have no Esc key and no arrow keys. @param {string} prompt */
function adaptPrompt(prompt) {
  if (!isTouch()) return prompt;
  return prompt.replace(/\bEsc\b/, "A tap elsewhere").replace(/^[^,.]*arrow keys?, or (\w)/, (_, next) => next.toUpperCase());
}
