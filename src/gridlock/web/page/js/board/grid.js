/** The cells as an ARIA grid over the drawing, with a roving tabindex and arrow keys. */

import { h } from "../dom.js";
import { cellLabel, pairLetters } from "./annotations.js";
import { typedCell } from "./moveInput.js";

/** @typedef {import("../types.js").Cell} Cell */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const PATIENCE = 1500;

/**
 * The parts of the board that its cells need.
 * @typedef {object} GridBoard
 * @property {import("../types.js").Scene} scene
 * @property {boolean} full whether it can be used, not only viewed
 * @property {boolean} live whether the player can move now
 * @property {Set<number>} legal
 * @property {number[]} parts
 * @property {import("../types.js").Marks} marks
 * @property {(cell: number) => boolean} canDrag
 * @property {(cell: number, by: "pointer" | "key") => void} point
 * @property {(cell: number | null) => void} hover
 * @property {(cell: number | null) => void} touch
 * @property {() => boolean} takeBack
 */

export class Grid {
  /**
   * @param {GridBoard} board
   * @param {string} label
   * @param {import("./geometry.js").Layout} layout
   */
  constructor(board, label, layout) {
    this.board = board;
    this.layout = layout;
    this.typed = "";
    this.typedAt = 0;
    /** @type {HTMLElement[]} by cell number */
    this.cells = [];
    this.element = h("div", { class: "grid", role: "grid", "aria-label": label });
    for (let row = 0; row < layout.rows; row += 1) {
      const line = h("div", { class: "grid-row", role: "row" });
      for (let col = 0; col < layout.cols; col += 1) {
        const cell = layout.mirror(row * layout.cols + col);
        this.cells[cell] = line.appendChild(h("div", { class: "grid-cell", role: "gridcell", tabindex: -1, "data-cell": cell }));
      }
      this.element.append(line);
    }
    this.at = -1;
    /** The cell of the cycle that moves now. */
    this.driver = -1;
    this.#listen();
  }

  #listen() {
    const { element, board } = this;
    if (!board.full) {
      element.setAttribute("role", "img");
      element.replaceChildren();
      return;
    }
    const cellOf = (/** @type {Event} */ event) => {
      const under = event.target instanceof Element ? event.target.closest(".grid-cell") : null;
      return under instanceof HTMLElement ? Number(under.dataset.cell) : -1;
    };
    element.addEventListener("click", (event) => {
      const cell = cellOf(event);
      if (cell < 0) return;
      this.#rove(cell);
      board.point(cell, event.detail ? "pointer" : "key");
    });
    element.addEventListener("pointerover", (event) => {
      board.touch(cellOf(event));
      if (event.pointerType === "mouse") board.hover(cellOf(event));
    });
    element.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse") board.touch(null);
      board.hover(null);
    });
    element.addEventListener("focusin", (event) => {
      this.#rove(cellOf(event));
      board.touch(cellOf(event));
    });
    element.addEventListener("focusout", () => board.touch(null));
    element.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {number} cell */
  #rove(cell) {
    if (cell < 0 || cell === this.at) return;
    if (this.at >= 0) this.cells[this.at].tabIndex = -1;
    this.cells[cell].tabIndex = 0;
    this.at = cell;
  }

  /** Handle a key on the board. @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) this.#arrow(arrow, event.shiftKey);
    else if (event.key === "Home") this.focus(this.layout.mirror(0));
    else if (event.key === "End") this.focus(this.layout.mirror(this.cells.length - 1));
    else if (event.key === "Enter" || event.key === " ") this.board.point(this.at, "key");
    else if (event.key === "Escape") {
      if (!this.board.takeBack()) return;
    } else if (/^[\d,]$/.test(event.key)) this.#type(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {[number, number]} arrow @param {boolean} shift */
  #arrow([down, right], shift) {
    const { board, layout } = this;
    const [start] = board.scene.from;
    if (board.scene.drives && board.live && !shift && start !== undefined) {
      const goal = layout.step(start, down, right);
      if (goal >= 0) board.point(goal, "key");
      return;
    }
    const goal = layout.step(this.at, down, right);
    if (goal >= 0) this.focus(goal);
  }

  /** @param {string} character */
  #type(character) {
    const now = performance.now();
    if (now - this.typedAt > PATIENCE) this.typed = "";
    this.typedAt = now;
    this.typed += character;
    const cell = typedCell(this.board.scene, this.typed);
    if (cell === null) return;
    if (!cell.more) this.typed = "";
    if (cell.at >= 0) this.focus(cell.at);
  }

  /** @param {number} [cell] */
  focus(cell = this.at) {
    if (cell < 0 || !this.cells[cell]) return;
    this.#rove(cell);
    this.cells[cell].focus();
  }

  /** Keep the keyboard focus on the cycle as it moves. */
  #follow() {
    const { scene, live } = this.board;
    const [driver = -1] = scene.drives && live ? scene.from : [];
    if (driver < 0 || driver === this.driver) return;
    const along = this.at === this.driver;
    this.driver = driver;
    if (!along) return;
    if (document.activeElement === this.cells[this.at]) this.focus(driver);
    else this.#rove(driver);
  }

  /**
   * Return the cell at a point of the window, or -1.
   * @param {number} x
   * @param {number} y
   */
  cellAt(x, y) {
    const box = this.element.getBoundingClientRect();
    const col = Math.floor(((x - box.left) / box.width) * this.layout.cols);
    const row = Math.floor(((y - box.top) / box.height) * this.layout.rows);
    if (row < 0 || col < 0 || row >= this.layout.rows || col >= this.layout.cols) return -1;
    return this.layout.mirror(row * this.layout.cols + col);
  }

  /** Update the label of every cell. @param {Cell[]} cells */
  updateLabels(cells) {
    const { board } = this;
    if (!board.full) return;
    const { scene, legal } = board;
    const pairs = new Map(pairLetters(board.marks).flatMap(({ pair, text }) => pair.map((cell) => [cell, text])));
    const walls = new Map(scene.trails.map((part) => [part.cell, part.side]));
    if (this.at < 0) this.#rove(scene.from[0] ?? [...legal][0] ?? 0);
    this.#follow();
    for (const [at, element] of this.cells.entries()) {
      const from = scene.from.includes(at);
      const words = cellLabel(scene, at, cells[at], {
        side: walls.get(at), legal: legal.has(at), playing: board.live, from: from && scene.walks,
        last: scene.last.includes(at), chosen: board.parts.includes(at), pair: pairs.get(at) ?? "",
        label: board.marks.labels?.[at]?.say ?? board.marks.labels?.[at]?.text ?? "",
      });
      if (element.getAttribute("aria-label") !== words) element.setAttribute("aria-label", words);
      element.classList.toggle("can", legal.has(at));
      element.classList.toggle("grip", board.canDrag(at));
    }
  }
}
