/** Trails: walls drawn as one stroke from cell to cell. */

import { svg } from "../dom.js";

/** @typedef {import("../types.js").TrailPart} TrailPart */
/** @typedef {import("./geometry.js").Layout} Layout */

const BEND = 34;

/**
 * Return the trails of one side as lists of cells, oldest end first where that is known.
 * @param {TrailPart[]} trails
 * @param {number} side
 * @returns {number[][]}
 */
export function chains(trails, side) {
  /** @type {Map<number, Set<number>>} */
  const next = new Map();
  const join = (/** @type {number} */ a, /** @type {number} */ b) => {
    if (!next.has(a)) next.set(a, new Set());
    next.get(a)?.add(b);
  };
  for (const part of trails.filter((each) => each.side === side)) {
    if (!part.links.length) next.set(part.cell, next.get(part.cell) ?? new Set());
    for (const link of part.links) {
      join(part.cell, link);
      join(link, part.cell);
    }
  }
  const walls = new Set(trails.map((part) => part.cell));
  const ends = [...next.keys()].sort((a, b) => rank(a) - rank(b));
  /** @param {number} cell sorts ends that are walls first, so that a trail ends at its cycle */
  function rank(cell) {
    const links = next.get(cell)?.size ?? 0;
    return (walls.has(cell) ? 0 : 2) + (links <= 1 ? 0 : 1);
  }
  /** @type {number[][]} */
  const ways = [];
  /** @type {Set<number>} */
  const visited = new Set();
  for (const end of ends) {
    if (visited.has(end)) continue;
    const way = [];
    for (let cell = end; cell >= 0 && !visited.has(cell);) {
      visited.add(cell);
      way.push(cell);
      cell = [...(next.get(cell) ?? [])].find((each) => !visited.has(each)) ?? -1;
    }
    ways.push(way);
  }
  return ways;
}

/**
 * Return the path through the centres of the cells, with round bends.
 * @param {Layout} layout
 * @param {number[]} way
 */
export function trailPath(layout, way) {
  const points = way.map((cell) => [layout.x(cell), layout.y(cell)]);
  const [first] = points;
  if (points.length === 1) return `M${first[0]} ${first[1]}h.01`;
  let path = `M${first[0]} ${first[1]}`;
  for (let at = 1; at < points.length - 1; at += 1) {
    const [before, here, after] = [points[at - 1], points[at], points[at + 1]];
    const from = toward(here, before);
    const to = toward(here, after);
    path += `L${from[0]} ${from[1]}Q${here[0]} ${here[1]} ${to[0]} ${to[1]}`;
  }
  const last = points[points.length - 1];
  return `${path}L${last[0]} ${last[1]}`;
}

/** @param {number[]} from @param {number[]} to */
function toward(from, to) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const part = Math.min(BEND, length / 2) / length;
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
}

/**
 * Draw a trail in its side's colour, with a line (side 1) or dots (side 2) along it.
 * @param {Layout} layout
 * @param {number[]} way
 * @param {number} side
 */
export function drawTrail(layout, way, side) {
  const d = trailPath(layout, way);
  return svg("g", { class: `way side-${side}` },
    svg("path", { class: "way-cast", d, transform: "translate(0 8)" }),
    svg("path", { class: "way-deep", d, transform: "translate(0 5)" }),
    svg("path", { class: "way-face", d }),
    svg("path", { class: "way-grain", d }));
}
