/**
 * The board of the analysis page, with its marks and their legend.
 * @module
 */

import { createBoard } from "../board/board.js";
import { withCells } from "../cellNames.js";
import { fill, h, refill } from "../dom.js";
import { legendTexts } from "./marks.js";

/** @typedef {import("./analysisStore.js").AnalysisStore} AnalysisStore */

/**
 * @param {AnalysisStore} store
 * @returns {import("./parts.js").Part & {board: import("../board/board.js").Board}}
 */
export function boardPart(store) {
  const board = createBoard({
    scene: store.scene,
    interactive: true,
    label: `Board, ${store.info.name}`,
    onMove: (move) => store.mode.play(move.move),
    onParts: (parts) => {
      store.parts = parts;
      store.notify();
    },
  });
  const legend = h("p", { class: "legend small soft" });
  const caption = h("p", { class: "caption" });
  const element = h("div", { class: "board-part" }, board.element, caption, legend);

  const mark = () => {
    const marks = store.mode.marks();
    board.setMarks(marks);
    refill(legend, ...(store.mode.legend?.() ?? legendTexts(marks)).map((text) => h("span", null, text)));
  };
  store.redraw = mark;
  store.chooseParts = (parts) => {
    if (parts.length) board.chooseParts(parts);
    else board.takeBack();
  };

  let last = store.mode;
  const update = () => {
    const { scene, mode } = store;
    if (mode !== last && mode.name !== "explore") board.bringIntoSight();
    last = mode;
    board.onCell = mode.take ? (cell) => mode.take?.(cell) : null;
    element.classList.toggle("taking", Boolean(mode.take));
    if (scene !== board.scene) board.show(scene, { animate: true });
    else if (board.waiting && !store.busy && !mode.busy) board.revert();
    board.setInteractive(mode.sides(), false);
    const text = mode.caption?.() ?? "";
    caption.hidden = !text;
    fill(caption, withCells(scene, text));
    mark();
  };
  return { element, update, board };
}
