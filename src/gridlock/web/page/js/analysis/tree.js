/**
 * The tree of moves: every node is a position, every child a move.
 * @module
 */

/** @typedef {import("../types.js").Scene} Scene */

/**
 * @typedef {object} Node
 * @property {Scene} scene the board after the move
 * @property {string | null} move the move that leads here; null at the root
 * @property {Node | null} parent
 * @property {Node[]} children the first one continues the main line
 * @property {Node | null} next the child visited last
 * @property {boolean} match whether the position is part of the match under review
 */

/**
 * Create a tree of one position.
 * @param {Scene} scene
 * @returns {Node}
 */
export function makeTree(scene) {
  return { scene, move: null, parent: null, children: [], next: null, match: true };
}

/**
 * Return the child for a move, adding it if necessary.
 * @param {Node} node
 * @param {string} move
 * @param {Scene} scene
 * @param {boolean} [match]
 * @returns {Node}
 */
export function branch(node, move, scene, match = false) {
  const existing = node.children.find((child) => child.move === move);
  if (existing) return existing;
  const child = { scene, move, parent: node, children: [], next: null, match };
  node.children.push(child);
  return child;
}

/**
 * Return the nodes from the root to this one, inclusive.
 * @param {Node} node
 * @returns {Node[]}
 */
export function pathTo(node) {
  const path = [];
  for (let at = /** @type {Node | null} */ (node); at; at = at.parent) path.unshift(at);
  return path;
}

/**
 * Return the moves from the root to a node.
 * @param {Node} node
 * @returns {string[]}
 */
export function movesTo(node) {
  return pathTo(node)
    .slice(1)
    .map((one) => one.move ?? "");
}

/**
 * Return the child for a step forward: the one visited last, else the main line.
 * @param {Node} node
 * @returns {Node | null}
 */
export function nextNode(node) {
  return node.next ?? node.children[0] ?? null;
}

/**
 * Return the whole line through a node.
 * @param {Node} node
 * @returns {Node[]}
 */
export function lineThrough(node) {
  const line = pathTo(node);
  for (let at = nextNode(node); at; at = nextNode(at)) line.push(at);
  return line;
}

/**
 * Remember the path to a node, so that steps back and forward stay on it.
 * @param {Node} node
 */
export function rememberPath(node) {
  for (let at = node; at.parent; at = at.parent) at.parent.next = at;
}

/**
 * Remove a node and everything after it.
 * @param {Node} node
 * @returns {Node} its parent
 */
export function prune(node) {
  const parent = node.parent;
  if (!parent) return node;
  parent.children = parent.children.filter((child) => child !== node);
  if (parent.next === node) parent.next = null;
  return parent;
}

/**
 * Make the path to a node the main line.
 * @param {Node} node
 */
export function promote(node) {
  for (let at = node; at.parent; at = at.parent) {
    const rest = at.parent.children.filter((child) => child !== at);
    at.parent.children = [at, ...rest];
  }
}

/**
 * Follow moves from a node as far as they are in the tree.
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
 * Return the number of moves from the root to a node.
 * @param {Node} node
 */
export function depth(node) {
  return pathTo(node).length - 1;
}
