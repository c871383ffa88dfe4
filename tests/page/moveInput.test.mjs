import assert from "node:assert/strict";
import test from "node:test";
import { cellsAfter, nextCells, nextLook, typedCell, wholeMove } from "../../src/gridlock/web/page/js/board/moveInput.js";

const mine = { side: 1 };
/** A marker on cell 0 that steps to 1 or 2 and then blocks a cell. */
const walking = {
  rows: 2, cols: 2, origin: 1, turn: 1, walks: true, piece: "marker", cells: [mine, null, null, null],
  moves: [{ move: "a", parts: [1, 0] }, { move: "b", parts: [1, 3] }, { move: "c", parts: [2, 3] }],
  halfway: { 1: { 0: null, 1: mine }, 2: { 0: null, 2: mine } },
};

test("each part narrows down the moves", () => {
  assert.deepEqual([...nextCells(walking, [])], [1, 2]);
  assert.deepEqual([...nextCells(walking, [1])], [0, 3]);
  assert.deepEqual([...nextCells(walking, [1, 3])], []);
});

test("a move is complete with its last part", () => {
  assert.equal(wholeMove(walking, [1]), undefined);
  assert.equal(wholeMove(walking, [1, 3])?.move, "b");
  assert.equal(wholeMove(walking, [2, 0]), undefined);
});

test("half a move changes the cells but not the scene", () => {
  assert.deepEqual(cellsAfter(walking, [1]), [null, mine, null, null]);
  assert.equal(cellsAfter(walking, []), walking.cells);
  assert.deepEqual(walking.cells[0], mine);
});

test("the next part places a piece, or a block after a step", () => {
  assert.equal(nextLook(walking, []), "marker 1");
  assert.equal(nextLook(walking, [1]), "block");
  assert.equal(nextLook({ ...walking, walks: false, piece: "token", turn: 2 }, []), "token 2");
});

test("typed coordinates select cells", () => {
  const small = { rows: 5, cols: 5, origin: 1 };
  assert.equal(typedCell(small, "3"), null);
  assert.deepEqual(typedCell(small, "32"), { at: 11, more: false });
  assert.deepEqual(typedCell(small, "3,2"), { at: 11, more: false });
  assert.deepEqual(typedCell(small, "61"), { at: -1, more: false });
  assert.deepEqual(typedCell({ ...small, origin: 0 }, "00"), { at: 0, more: false });
});

test("wide boards allow a second digit, and high ones need two for rows", () => {
  const wide = { rows: 4, cols: 12, origin: 1 };
  assert.deepEqual(typedCell(wide, "1,1"), { at: 0, more: true });
  assert.deepEqual(typedCell(wide, "1,12"), { at: 11, more: false });
  assert.deepEqual(typedCell({ rows: 12, cols: 4, origin: 1 }, "123"), { at: 46, more: false });
});
