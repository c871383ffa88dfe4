import assert from "node:assert/strict";
import test from "node:test";
import { branch, depth, lineThrough, makeTree, movesTo, nextNode, promote, prune, rememberPath, walk } from "../../src/gridlock/web/page/js/analysis/tree.js";

/** a b c, and from a also d e. */
function grown() {
  const root = makeTree({});
  const a = branch(root, "a", {});
  const b = branch(a, "b", {});
  const c = branch(b, "c", {});
  const d = branch(a, "d", {});
  const e = branch(d, "e", {});
  return { root, a, b, c, d, e };
}
const line = (node) => lineThrough(node).slice(1).map(({ move }) => move).join("");

test("repeating a move returns the same node", () => {
  const { a, b } = grown();
  assert.equal(branch(a, "b", {}), b);
  assert.equal(a.children.length, 2);
});

test("a node has its moves, and its line continues", () => {
  const { root, e, b } = grown();
  assert.deepEqual(movesTo(e), ["a", "d", "e"]);
  assert.equal(depth(e), 3);
  assert.equal(depth(root), 0);
  assert.equal(line(b), "abc");
});

test("steps forward follow the last path", () => {
  const { root, a, d, e } = grown();
  assert.equal(line(root), "abc");
  rememberPath(e);
  assert.equal(nextNode(a), d);
  assert.equal(line(root), "ade");
});

test("a pruned branch is forgotten", () => {
  const { root, a, d, e } = grown();
  rememberPath(e);
  assert.equal(prune(d), a);
  assert.equal(line(root), "abc");
  assert.equal(prune(root), root);
});

test("a branch can become the main line", () => {
  const { root, a, d, e } = grown();
  promote(e);
  assert.deepEqual(a.children.map(({ move }) => move), ["d", "b"]);
  assert.equal(line(root), "ade");
  assert.equal(a.children[0], d);
});

test("a walk ends at the first unknown move", () => {
  const { root, d } = grown();
  assert.equal(walk(root, ["a", "d", "x", "e"]), d);
});
