import assert from "node:assert/strict";
import test from "node:test";
import { branch, depth, following, lineThrough, makeTree, movesTo, promote, prune, tread, walk } from "../../src/gridlock/web/page/js/analysis/tree.js";

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

test("the same move again is the same node", () => {
  const { a, b } = grown();
  assert.equal(branch(a, "b", {}), b);
  assert.equal(a.children.length, 2);
});

test("a node knows its moves, and the line goes on after it", () => {
  const { root, e, b } = grown();
  assert.deepEqual(movesTo(e), ["a", "d", "e"]);
  assert.equal(depth(e), 3);
  assert.equal(depth(root), 0);
  assert.equal(line(b), "abc");
});

test("steps forward stay where one has been", () => {
  const { root, a, d, e } = grown();
  assert.equal(line(root), "abc");
  tread(e);
  assert.equal(following(a), d);
  assert.equal(line(root), "ade");
});

test("a branch that is cut off is forgotten", () => {
  const { root, a, d, e } = grown();
  tread(e);
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

test("a walk ends where the moves are not known", () => {
  const { root, d } = grown();
  assert.equal(walk(root, ["a", "d", "x", "e"]), d);
});
