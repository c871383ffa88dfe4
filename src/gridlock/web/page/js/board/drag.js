/** Dragging a marker to its next cell. It snaps back from illegal cells. */

const SLACK = 6;

/**
 * The parts of the board that dragging needs.
 * @typedef {object} DragBoard
 * @property {(cell: number) => boolean} canDrag
 * @property {(x: number, y: number) => number} cellAt the cell at a point of the window, or -1
 * @property {number} scale units of the drawing per pixel
 * @property {(cell: number) => void} hold
 * @property {(cell: number, x: number, y: number) => void} carry
 * @property {(cell: number, x: number, y: number) => void} drop
 * @property {(cell: number, by: "pointer") => void} point
 */

export class Drag {
  /**
   * @param {DragBoard} board
   * @param {HTMLElement} element the grid of cells
   */
  constructor(board, element) {
    this.board = board;
    this.element = element;
    /** @type {{cell: number, x: number, y: number, id: number, moved: boolean} | null} */
    this.drag = null;
    element.addEventListener("pointerdown", (event) => this.#start(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#finish(event, true));
    element.addEventListener("pointercancel", (event) => this.#finish(event, false));
  }

  /** @param {PointerEvent} event */
  #start(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const cell = this.board.cellAt(event.clientX, event.clientY);
    if (this.board.canDrag(cell)) this.drag = { cell, x: event.clientX, y: event.clientY, id: event.pointerId, moved: false };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { drag, board } = this;
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLACK) return;
    if (!drag.moved) {
      drag.moved = true;
      this.element.setPointerCapture(event.pointerId);
      board.hold(drag.cell);
    }
    board.carry(drag.cell, (event.clientX - drag.x) * board.scale, (event.clientY - drag.y) * board.scale);
  }

  /** @param {PointerEvent} event @param {boolean} ended */
  #finish(event, ended) {
    const { drag, board, element } = this;
    if (!drag || event.pointerId !== drag.id) return;
    this.drag = null;
    if (!drag.moved) return;
    element.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
    setTimeout(() => element.dispatchEvent(new MouseEvent("click")), 0);
    board.drop(drag.cell, (event.clientX - drag.x) * board.scale, (event.clientY - drag.y) * board.scale);
    const goal = board.cellAt(event.clientX, event.clientY);
    if (ended && goal >= 0 && goal !== drag.cell) board.point(goal, "pointer");
  }
}
