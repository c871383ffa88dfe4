/**
 * Best play by both sides from the position, to step through.
 * @module
 */

import { button, card, refill } from "./parts.js";
import { follow, lineList } from "./lines.js";
import { count } from "./values.js";

/** @typedef {import("./desk.js").Desk} Desk */

/**
 * @param {Desk} desk
 * @returns {import("./parts.js").Part}
 */
export function bestLinePart(desk) {
  const { element, heading, body } = card("best-line", "Best play");
  const update = () => {
    const moves = desk.known?.line ?? [];
    element.hidden = desk.mode.name !== "explore" || !desk.settings.values || !moves.length || desk.mistake !== null;
    if (element.hidden) return;
    heading.textContent = `Best play: ${count(moves.length, "move")}`;
    const { turn } = desk.node.scene;
    const sides = moves.map((_, place) => (place % 2 ? 3 - turn : turn)); // nobody passes before the end of best play
    const line = { title: "Best play", from: desk.node, moves };
    const show = (/** @type {number} */ at) => void follow(desk, line, at);
    const begin = button("Play it through", () => show(1));
    refill(body, lineList(moves, sides, 0, show), begin);
  };
  return { element, update };
}
