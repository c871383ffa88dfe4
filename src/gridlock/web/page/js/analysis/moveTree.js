/**
 * The tree of moves: every move is a link, every branch can be removed.
 * @module
 */

import { sideSign } from "../board/pieces.js";
import { h, refill } from "../dom.js";
import { iconButton } from "../icons.js";
import { button, card } from "./parts.js";
import { depth, promote } from "./tree.js";

/** @typedef {import("./analysisStore.js").AnalysisStore} AnalysisStore */
/** @typedef {import("./tree.js").Node} Node */

/**
 * @param {AnalysisStore} store
 * @returns {import("./parts.js").Part}
 */
export function branchesPart(store) {
  const { element, body } = card("branches", "Moves made");
  const update = () => {
    const { root } = store;
    element.hidden = store.mode.name === "edit" || store.mode.name === "try";
    if (element.hidden) return;
    const start = moveButton(store, root, store.fromStart ? "Start" : "First position");
    const hint = root.children.length ? [] : [h("p", { class: "soft small" }, "Make a move on the board. Go back and make another: it becomes a branch.")];
    refill(body, ...hint, root.children.length ? h("div", { class: "tree" }, line(store, root, [start])) : null);
    keepInSight(body.querySelector(".tree"), body.querySelector("[aria-current]"));
  };
  return { element, update };
}

/**
 * Scroll only the list, to the current move.
 * @param {Element | null} list
 * @param {Element | null} item
 */
function keepInSight(list, item) {
  if (!list || !item) return;
  const [room, place] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (place.bottom > room.bottom) list.scrollTop += place.bottom - room.bottom;
  if (place.top < room.top) list.scrollTop -= room.top - place.top;
}

/**
 * Return the moves after a node, and below them each variation as a list.
 * @param {AnalysisStore} store
 * @param {Node} node
 * @param {(HTMLElement | null)[]} start
 * @returns {HTMLElement}
 */
function line(store, node, start) {
  const row = h("div", { class: "tree-line" }, ...start);
  /** @type {HTMLElement[]} */
  const rows = [row];
  let at = node;
  let current = row;
  while (at.children.length) {
    const [main, ...others] = /** @type {[Node, ...Node[]]} */ (at.children);
    current.append(moveButton(store, main));
    if (others.length) {
      const list = h("ul", { class: "tree-branches" }, ...others.map((other) => h("li", null, branchLine(store, other))));
      current = h("div", { class: "tree-line" });
      rows.push(list, current);
    }
    at = main;
  }
  return h("div", { class: "tree-part" }, ...rows.filter((one) => one.childElementCount));
}

/**
 * @param {AnalysisStore} store
 * @param {Node} node
 */
function branchLine(store, node) {
  const number = `${depth(node)}. ${node.move}`;
  const remove = iconButton("close", `Delete the branch ${number}`, () => store.removeBranch(node));
  const raise = button("Main line", () => {
    promote(node);
    store.notify();
  }, { class: "button quiet small", "aria-label": `Make ${number} the main line`, "data-key": `raise ${number}` });
  return line(store, node, [moveButton(store, node), h("span", { class: "branch-tools" }, node.match ? null : raise, node.match ? null : remove)]);
}

/**
 * @param {AnalysisStore} store
 * @param {Node} node
 * @param {string} [text]
 */
function moveButton(store, node, text) {
  const number = depth(node);
  const now = node === store.node && store.mode.name !== "line";
  const bad = store.review?.mistakes.some((mistake) => node.match && mistake.move !== null && mistake.number === number);
  return h(
    "button",
    {
      type: "button",
      class: `tree-move${node.scene.mover ? ` side-${node.scene.mover}` : ""}${bad ? " gave-away" : ""}`,
      "data-key": `node-${number}-${node.move}`,
      "aria-current": now ? "step" : null,
      "aria-label": text ?? `Move ${number}, ${store.names.of(node.scene.mover ?? 0)}, ${node.move}${bad ? ", gave the win away" : ""}`,
      onclick: () => store.go(node),
    },
    text ?? [h("span", { class: "tree-number" }, `${number}.`), node.scene.mover ? sideSign(node.scene.mover) : "", `${node.move}`, bad ? h("span", { class: "bang" }, "!") : ""],
  );
}
