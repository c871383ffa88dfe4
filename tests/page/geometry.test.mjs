import assert from "node:assert/strict";
import test from "node:test";
import { coordinates, Layout, UNIT } from "../../src/gridlock/web/page/js/board/geometry.js";

const CELLS = Array.from({ length: 12 }, (_, cell) => cell);

for (const flipped of [false, true]) {
  const layout = new Layout(3, 4, true, flipped);

  test(`every cell has a distinct position inside the edge (flipped: ${flipped})`, () => {
    const places = new Set(CELLS.map((cell) => layout.at(cell)));
    assert.equal(places.size, CELLS.length);
    for (const cell of CELLS) {
      assert.ok(layout.x(cell) >= layout.left + UNIT / 2 && layout.x(cell) <= layout.width - layout.left - UNIT / 2);
      assert.ok(layout.y(cell) >= layout.top + UNIT / 2 && layout.y(cell) <= layout.height - layout.top - UNIT / 2);
    }
  });

  test(`a step moves by one unit, or leaves the board (flipped: ${flipped})`, () => {
    for (const cell of CELLS) {
      for (const [down, right] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
        const goal = layout.step(cell, down, right);
        const [x, y] = [layout.x(cell) + right * UNIT, layout.y(cell) + down * UNIT];
        const there = CELLS.find((other) => layout.x(other) === x && layout.y(other) === y) ?? -1;
        assert.equal(goal, there);
      }
    }
  });
}

test("coordinates start at the origin", () => {
  assert.deepEqual(coordinates({ cols: 4, origin: 1 }, 6), [2, 3]);
  assert.deepEqual(coordinates({ cols: 4, origin: 0 }, 6), [1, 2]);
});
