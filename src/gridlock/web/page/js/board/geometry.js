/** The geometry of the drawing: a cell is 100 units wide, with coordinates along the edge. */

/** @typedef {import("../types.js").Scene} Scene */

export const UNIT = 100;
const RIM = 8;
const NUMBERED_RIM = 34;

/** The positions of the cells in a drawing. */
export class Layout {
  /**
   * @param {number} rows
   * @param {number} cols
   * @param {boolean} numbered whether there are coordinates along the edge
   * @param {boolean} flipped whether the board is flipped
   */
  constructor(rows, cols, numbered, flipped) {
    this.rows = rows;
    this.cols = cols;
    this.flipped = flipped;
    this.numbered = numbered;
    const rim = numbered ? NUMBERED_RIM : RIM;
    this.left = rim;
    this.top = rim;
    this.width = cols * UNIT + rim * 2;
    this.height = rows * UNIT + rim * 2;
  }

  /**
   * Convert between a cell and the one drawn at its row and column.
   * @param {number} cell
   */
  mirror(cell) {
    return this.flipped ? this.rows * this.cols - 1 - cell : cell;
  }

  /** @param {number} cell */
  x(cell) {
    return this.left + (this.mirror(cell) % this.cols) * UNIT + UNIT / 2;
  }

  /** @param {number} cell */
  y(cell) {
    return this.top + Math.floor(this.mirror(cell) / this.cols) * UNIT + UNIT / 2;
  }

  /** @param {number} cell */
  at(cell) {
    return `translate(${this.x(cell)} ${this.y(cell)})`;
  }

  /**
   * Return the cell one step away in the drawing, or -1.
   * @param {number} cell
   * @param {number} down
   * @param {number} right
   */
  step(cell, down, right) {
    const place = this.mirror(cell);
    const row = Math.floor(place / this.cols) + down;
    const col = (place % this.cols) + right;
    if (row < 0 || row >= this.rows || col < 0 || col >= this.cols) return -1;
    return this.mirror(row * this.cols + col);
  }
}

/**
 * Return a cell's coordinates as shown.
 * @param {Scene} scene
 * @param {number} cell
 * @returns {[number, number]} row and column
 */
export function coordinates(scene, cell) {
  return [Math.floor(cell / scene.cols) + scene.origin, (cell % scene.cols) + scene.origin];
}
