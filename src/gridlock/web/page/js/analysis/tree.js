/**
 * The moves that have been tried, as a tree: every node is a position, every child a move from it.
 * @module
 */

/** @typedef {import("../types.js").Scene} Scene */

/**
 * @typedef {object} Node
 * @property {Scene} scene the board after the move
 * @property {string | null} move the move that led here; null at the root
 * @property {Node | null} parent
 * @property {Node[]} children the first one goes on with the main line
 * @property {Node | null} next the child that was looked at last
 * @property {boolean} match whether it is a position of the match that is looked at
 */

/**
 * A tree of one position.
 * @param {Scene} scene
 * @returns {Node}
 */
export function makeTree(scene) {
  return { scene, move: null, parent: null, children: [], next: null, match: true };
}

/**
 * The child by a move: the one that is there, or a new one.
 * @param {Node} node
 * @param {string} move
 * @param {Scene} scene
 * @param {boolean} [match]
 * @returns {Node}
 */
export function branch(node, move, scene, match = false) {
  const known = node.children.find((child) => child.move === move);
  if (known) return known;
  const child = { scene, move, parent: node, children: [], next: null, match };
  node.children.push(child);
  return child;
}

/**
 * The nodes from the root to this one, both included.
 * @param {Node} node
 * @returns {Node[]}
 */
export function pathTo(node) {
  const path = [];
  for (let at = /** @type {Node | null} */ (node); at; at = at.parent) path.unshift(at);
  return path;
}

/**
 * The moves from the root to a node.
 * @param {Node} node
 * @returns {string[]}
 */
export function movesTo(node) {
  return pathTo(node)
    .slice(1)
    .map((one) => one.move ?? "");
}

/**
 * The child that a step forward goes to: where one has been last, else the main line.
 * @param {Node} node
 * @returns {Node | null}
 */
export function following(node) {
  return node.next ?? node.children[0] ?? null;
}

/**
 * The whole line through a node: to it, and on from it.
 * @param {Node} node
 * @returns {Node[]}
 */
export function lineThrough(node) {
  const line = pathTo(node);
  for (let at = following(node); at; at = following(at)) line.push(at);
  return line;
}

/**
 * Remember the way to a node, so that steps back and forward stay on it.
 * @param {Node} node
 */
export function tread(node) {
  for (let at = node; at.parent; at = at.parent) at.parent.next = at;
}

/**
 * Take a node and all that follows it away.
 * @param {Node} node
 * @returns {Node} the node it hung on
 */
export function prune(node) {
  const parent = node.parent;
  if (!parent) return node;
  parent.children = parent.children.filter((child) => child !== node);
  if (parent.next === node) parent.next = null;
  return parent;
}

/**
 * Make the line to a node the main line.
 * @param {Node} node
 */
export function promote(node) {
  for (let at = node; at.parent; at = at.parent) {
    const rest = at.parent.children.filter((child) => child !== at);
    at.parent.children = [at, ...rest];
  }
}

/**
 * Walk from a node by moves, as far as they are known.
 * @param {Node} node
 * @param {readonly string[]} moves
 * @returns {Node}
 */
export function walk(node, moves) {
  let at = node;
  for (const move of moves) {
    const child = at.children.find((one) => one.move === move);
    if (!child) break;
    at = child;
  }
  return at;
}

/**
 * How many moves have been made when a node is reached.
 * @param {Node} node
 */
export function depth(node) {
  return pathTo(node).length - 1;
}
