/** The drawing of a board: one SVG in layers, updated in place so that changes can be animated. */

import { h, svg } from "../dom.js";
import { drawMarks, pairLetters, pairLine } from "./annotations.js";
import { Layout, UNIT } from "./geometry.js";
import { drop, glide, grow, jump, rise, shake, vanish } from "./motion.js";
import { drawPiece, lookOf } from "./pieces.js";
import { chains, drawTrail } from "./trails.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Marks} Marks */
/** @typedef {{look: string, outer: SVGGElement, inner: SVGGElement}} Drawn */

/**
 * The state to draw.
 * @typedef {object} View
 * @property {Scene} scene
 * @property {Cell[]} cells the cells, including half a move
 * @property {Set<number>} legal cells that can come next
 * @property {Set<number>} off cells that no move can use
 * @property {number[]} chosen cells of the move so far
 * @property {number} held the cell of the marker that is picked up, or -1
 * @property {Marks} marks
 * @property {boolean} live whether the player can move now
 */

export class Drawing {
  /** @param {Scene} scene @param {boolean} numbered @param {boolean} flipped */
  constructor(scene, numbered, flipped) {
    this.layout = new Layout(scene.rows, scene.cols, numbered, flipped);
    /** @type {Map<number, Drawn>} */
    this.pieces = new Map();
    /** @type {Map<number, number>} the direction that each side faces */
    this.angles = new Map();
    this.ways = "";
    const { width, height } = this.layout;
    this.layers = Object.fromEntries(["squares", "outlines", "ways", "dots", "pieces", "ghost", "links", "marks", "flashes"].map((name) => [name, svg("g", { class: name })]));
    this.element = svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", focusable: "false" },
      this.#addGradients(), this.#drawBed(), this.#drawNumbers(scene), ...Object.values(this.layers));
    this.squares = this.#each((at) => this.layers.squares.appendChild(svg("rect", { class: "square", ...this.#box(at, 46, 15) })));
    this.dots = this.#each((at) => this.layers.dots.appendChild(svg("circle", { class: "dot", cx: this.layout.x(at), cy: this.layout.y(at), r: 9 })));
    this.outlines = this.#each((at) => this.layers.outlines.appendChild(svg("rect", { class: "outline", ...this.#box(at, 44.5, 13.5) })));
  }

  /** @template T @param {(at: number) => T} make @returns {T[]} */
  #each(make) {
    return Array.from({ length: this.layout.rows * this.layout.cols }, (_, at) => make(at));
  }

  /** @param {number} at @param {number} half @param {number} rx */
  #box(at, half, rx) {
    return { x: this.layout.x(at) - half, y: this.layout.y(at) - half, width: half * 2, height: half * 2, rx };
  }

  /** Define the gradients, in the first board that needs them; all boards of the page share them. */
  #addGradients() {
    if (document.getElementById("gridlock-paints")) return null;
    const fade = (/** @type {string} */ name) => svg("linearGradient", { id: `paint-${name}`, gradientUnits: "userSpaceOnUse", x1: 0, y1: -34, x2: 0, y2: 34 },
      svg("stop", { offset: 0, class: `paint-${name}-a` }), svg("stop", { offset: 1, class: `paint-${name}-b` }));
    const paints = svg("svg", { id: "gridlock-paints", width: 0, height: 0, class: "unseen", "aria-hidden": "true" }, svg("defs", null, fade("one"), fade("two"), fade("block")));
    document.body.append(paints);
    return null;
  }

  /** Draw the tray that the cells lie in. */
  #drawBed() {
    const { width, height, numbered } = this.layout;
    const rx = numbered ? 30 : 22;
    return svg("g", null,
      svg("rect", { class: "bed-side", x: 0, y: 8, width, height, rx }),
      svg("rect", { class: "bed", x: 0, y: 0, width, height, rx }));
  }

  /** @param {Scene} scene */
  #drawNumbers(scene) {
    const { layout } = this;
    const numbers = svg("g", { class: "numbers" });
    if (!layout.numbered) return numbers;
    const put = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ number) => numbers.append(
      svg("text", { x, y, "text-anchor": "middle", "dominant-baseline": "central" }, number + scene.origin));
    for (let col = 0; col < layout.cols; col += 1) put(layout.x(col), layout.top / 2 + 1, col);
    for (let row = 0; row < layout.rows; row += 1) put(layout.left / 2, layout.y(row * layout.cols), row);
    return numbers;
  }

  /** @param {View} view @param {boolean} animate */
  draw(view, animate) {
    this.#drawSquares(view);
    this.#drawWays(view, animate);
    this.#drawPieces(view, animate);
    this.layers.marks.replaceChildren(...drawMarks(this.layout, view.marks, view.cells));
    if (animate) for (const cell of view.marks.warned ?? []) this.shake(cell);
  }

  /** @param {View} view */
  #drawSquares(view) {
    const { scene, marks } = view;
    const walls = new Map(scene.trails.map((part) => [part.cell, part.side]));
    const regions = new Map((marks.regions ?? []).flatMap((cells, index) => cells.map((cell) => [cell, index % 3])));
    const tinted = new Set(marks.cells);
    const last = new Set(scene.last);
    for (const [at, square] of this.squares.entries()) {
      const names = ["square"];
      if (view.off.has(at)) names.push("off");
      if (walls.has(at)) names.push(`wall-${walls.get(at)}`);
      if (regions.has(at)) names.push(`region-${regions.get(at)}`);
      if (tinted.has(at)) names.push("tinted");
      if (view.chosen.includes(at)) names.push("chosen");
      if (view.held === at || (view.live && scene.cells[at]?.last)) names.push("held");
      square.setAttribute("class", names.join(" "));
      this.dots[at].setAttribute("class", view.legal.has(at) && !marks.labels?.[at] ? `dot on side-${scene.turn}` : "dot");
      this.outlines[at].setAttribute("class", last.has(at) ? `outline on side-${scene.mover ?? 0}` : "outline");
    }
  }

  /** @param {View} view @param {boolean} animate */
  #drawWays({ scene }, animate) {
    const all = [1, 2].flatMap((side) => chains(scene.trails, side).map((way) => ({ side, way })));
    const key = JSON.stringify(all);
    if (key === this.ways) return;
    /** @type {[number, number[]][]} */
    const before = this.ways ? JSON.parse(this.ways).map((/** @type {any} */ each) => [each.side, each.way]) : [];
    this.ways = key;
    this.layers.ways.replaceChildren();
    for (const { side, way } of all) {
      const drawn = drawTrail(this.layout, way, side);
      this.layers.ways.append(drawn);
      const longer = !before.some(([of, cells]) => of === side && cells.at(-1) === way.at(-1));
      if (animate && longer) grow(drawn, UNIT);
    }
  }

  /** @param {View} view @param {boolean} animate */
  #drawPieces({ scene, cells }, animate) {
    const ways = new Set(scene.trails.map((part) => part.cell));
    const wanted = cells.map((cell, at) => lookOf(scene, cell, ways.has(at)));
    const stale = new Map([...this.pieces].filter(([at, drawn]) => wanted[at] !== drawn.look));
    for (const at of stale.keys()) this.pieces.delete(at);
    /** @type {SVGGElement[]} */
    const walls = [];
    let walked = false;
    for (const [at, look] of wanted.entries()) {
      if (!look || this.pieces.has(at)) continue;
      const from = scene.walks && look !== "block" ? [...stale].find(([, drawn]) => drawn.look === look)?.[0] : undefined;
      const inner = this.#put(scene, at, from, look);
      if (from !== undefined) {
        stale.get(from)?.outer.remove();
        stale.delete(from);
        walked = true;
        if (animate) glide(inner, this.layout.x(from) - this.layout.x(at), this.layout.y(from) - this.layout.y(at));
      } else if (look === "block") walls.push(inner);
      else if (animate) drop(inner);
    }
    if (animate) for (const wall of walls) rise(wall, walked);
    for (const { outer, inner } of stale.values()) {
      if (animate) vanish(inner);
      else outer.remove();
    }
  }

  /** @param {Scene} scene @param {number} at @param {number | undefined} from @param {string} look @returns {SVGGElement} the piece itself */
  #put(scene, at, from, look) {
    if (scene.drives) this.#setAngle(scene, at, from, look);
    const inner = drawPiece(look, this.angles.get(Number(look.at(-1))) ?? 0);
    const outer = svg("g", { transform: this.layout.at(at) }, inner);
    this.#insert(at, outer, look);
    this.pieces.set(at, { look, outer, inner });
    return inner;
  }

  /** Insert a piece so that lower pieces are in front of higher ones, and markers in front of blocks. @param {number} at @param {SVGGElement} outer @param {string} look */
  #insert(at, outer, look) {
    const rank = (/** @type {number} */ cell, /** @type {string} */ name) => (name === "block" ? 0 : 100) + this.layout.mirror(cell);
    const mine = rank(at, look);
    const after = [...this.pieces].filter(([cell, drawn]) => rank(cell, drawn.look) > mine).sort(([a, x], [b, y]) => rank(a, x.look) - rank(b, y.look))[0];
    this.layers.pieces.insertBefore(outer, after?.[1].outer ?? null);
  }

  /**
   * Set the direction of a cycle: away from its wall, else as it moved, else towards the centre.
   * @param {Scene} scene @param {number} at @param {number | undefined} from @param {string} look
   */
  #setAngle(scene, at, from, look) {
    const side = Number(look.at(-1));
    const behind = scene.trails.find((part) => part.side === side && part.links.includes(at))?.cell ?? from;
    const inwards = this.layout.width / 2 > this.layout.x(at) ? 0 : 180;
    this.angles.set(side, behind === undefined ? inwards : this.#angle(behind, at));
  }

  /** Return the direction from one cell to another, in degrees. @param {number} from @param {number} to */
  #angle(from, to) {
    const { layout } = this;
    return (Math.atan2(layout.y(to) - layout.y(from), layout.x(to) - layout.x(from)) * 180) / Math.PI;
  }

  /**
   * Show a piece on a cell as a ghost; null removes it.
   * @param {number | null} at @param {string} look @param {{firm?: boolean, from?: number}} [how]
   *   firm: it is being sent; from: the cell it comes from
   */
  ghost(at, look, { firm = false, from = -1 } = {}) {
    this.layers.ghost.replaceChildren();
    for (const dot of this.layers.dots.querySelectorAll(".covered")) dot.classList.remove("covered");
    if (at === null || !look) return;
    this.dots[at].classList.add("covered");
    this.layers.ghost.append(svg("g", { class: firm ? "ghost firm" : "ghost", transform: this.layout.at(at) },
      drawPiece(look, from < 0 ? 0 : this.#angle(from, at))));
  }

  /** Link a cell to the one it is paired with, until it is called again. @param {Marks} marks @param {number | null} cell */
  link(marks, cell) {
    const touched = pairLetters(marks).filter(({ pair }) => cell !== null && pair.includes(cell));
    this.layers.links.replaceChildren(...touched.map(({ pair, colour }) => pairLine(this.layout, pair, colour)));
  }

  /** Outline cells until it is called again. @param {number[]} cells */
  flash(cells) {
    this.layers.flashes.replaceChildren(...cells.map((cell) => svg("rect", { class: "flash", ...this.#box(cell, 46, 15) })));
  }

  /** Let the pieces on these cells hop, one after the other. @param {number[]} cells */
  celebrate(cells) {
    const pieces = cells.flatMap((cell) => this.pieces.get(cell) ?? []);
    for (const [index, piece] of pieces.entries()) jump(piece.inner, index);
  }

  /** @param {number} at */
  shake(at) {
    const drawn = this.pieces.get(at);
    if (drawn) shake(drawn.inner);
  }

  /**
   * Move a piece away from its cell while it is dragged.
   * @param {number} at @param {number} x @param {number} y offset in units of the drawing
   */
  carry(at, x, y) {
    const drawn = this.pieces.get(at);
    if (!drawn) return;
    drawn.outer.classList.add("carried");
    drawn.outer.setAttribute("transform", `translate(${this.layout.x(at) + x} ${this.layout.y(at) + y})`);
  }

  /** Release a dragged piece: it glides back to its cell. @param {number} at @param {number} x @param {number} y */
  drop(at, x, y) {
    const drawn = this.pieces.get(at);
    if (!drawn) return;
    drawn.outer.classList.remove("carried");
    drawn.outer.setAttribute("transform", this.layout.at(at));
    if (x || y) glide(drawn.inner, x, y);
  }
}

/** Create the frame of a drawing with its grid of cells. @param {Drawing} drawing @param {HTMLElement} grid */
export function frame(drawing, grid) {
  const { left, top, width, height, rows, cols } = drawing.layout;
  const box = h("div", { class: "board-frame" }, drawing.element, grid);
  box.style.setProperty("--ratio", String(width / height));
  box.style.setProperty("--most", `${(width / UNIT) * 8.5}rem`);
  grid.style.left = `${(100 * left) / width}%`;
  grid.style.top = `${(100 * top) / height}%`;
  grid.style.width = `${(100 * cols * UNIT) / width}%`;
  grid.style.height = `${(100 * rows * UNIT) / height}%`;
  return box;
}
