/** Dragging one's own marker to where it shall step. A drag that ends nowhere snaps back. */

/** @typedef {import("./board.js").Board} Board */

const SLACK = 6;

/**
 * @param {Board} board
 * @param {HTMLElement} element the grid of cells
 */
export function dragging(board, element) {
  /** @type {{cell: number, x: number, y: number, id: number, moved: boolean} | null} */
  let drag = null;

  const units = () => (board.drawing?.layout.width ?? 1) / (board.drawing?.element.getBoundingClientRect().width || 1);
  const away = (/** @type {PointerEvent} */ event) => (drag ? [(event.clientX - drag.x) * units(), (event.clientY - drag.y) * units()] : [0, 0]);
  const cellUnder = (/** @type {PointerEvent} */ event) => board.grid?.cellAt(event.clientX, event.clientY) ?? -1;

  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary || !board.live) return;
    const cell = cellUnder(event);
    const { scene } = board;
    if (!scene.walks || board.parts.length || !scene.from.includes(cell) || scene.cells[cell]?.side !== scene.turn) return;
    drag = { cell, x: event.clientX, y: event.clientY, id: event.pointerId, moved: false };
  });

  element.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (!drag.moved && far < SLACK) return;
    if (!drag.moved) {
      drag.moved = true;
      element.setPointerCapture(event.pointerId);
      board.held = drag.cell;
      board.setInteractive(board.sides);
    }
    const [x, y] = away(event);
    board.drawing?.carry(drag.cell, x, y);
  });

  /** @param {PointerEvent} event @param {boolean} ended */
  function finish(event, ended) {
    if (!drag || event.pointerId !== drag.id) return;
    const { cell, moved } = drag;
    const [x, y] = away(event);
    drag = null;
    if (!moved) return;
    element.addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
    setTimeout(() => element.dispatchEvent(new MouseEvent("click")), 0);
    board.drawing?.drop(cell, x, y);
    board.takeBack();
    const goal = cellUnder(event);
    if (ended && goal >= 0 && goal !== cell) board.point(goal, "pointer");
  }
  element.addEventListener("pointerup", (event) => finish(event, true));
  element.addEventListener("pointercancel", (event) => finish(event, false));
}
