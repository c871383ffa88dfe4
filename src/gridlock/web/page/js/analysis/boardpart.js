/**
 * The board of the page, with what the desk has to show on it, and what the marks mean.
 * @module
 */

import { createBoard } from "../board/board.js";
import { h } from "../dom.js";
import { refill } from "./parts.js";
import { meaning } from "./marking.js";

/** @typedef {import("./desk.js").Desk} Desk */

/**
 * @param {Desk} desk
 * @returns {import("./parts.js").Part & {board: import("../board/board.js").Board}}
 */
export function boardPart(desk) {
  const board = createBoard({
    scene: desk.scene,
    interactive: true,
    label: `Board, ${desk.info.name}`,
    onMove: (move) => desk.mode.play(move.move),
    onParts: (parts) => {
      desk.parts = parts;
      desk.changed();
    },
  });
  const legend = h("p", { class: "legend small soft" });
  const element = h("div", { class: "board-part" }, board.element, legend);

  const mark = () => {
    const marks = desk.mode.marks();
    board.setMarks(marks);
    refill(legend, ...(desk.mode.legend?.() ?? meaning(marks)).map((text) => h("span", null, text)));
  };
  desk.redraw = mark;
  desk.chooseParts = (parts) => {
    if (parts.length) board.begin(parts);
    else board.takeBack();
  };

  let last = desk.mode;
  const update = () => {
    const { scene, mode } = desk;
    if (mode !== last && mode.name !== "explore") bringIntoSight(element);
    last = mode;
    board.taker = mode.take ? (cell) => mode.take?.(cell) : null;
    element.classList.toggle("taking", Boolean(mode.take));
    if (scene !== board.scene) board.show(scene, { animate: true });
    else if (board.waiting && !desk.busy && !mode.busy) board.revert();
    board.setInteractive(mode.sides(), false);
    mark();
  };
  return { element, update, board };
}

/** On a small screen the board may have gone out of sight above. @param {HTMLElement} element */
function bringIntoSight(element) {
  if (element.getBoundingClientRect().top < 0) element.scrollIntoView({ block: "start" });
}
