/**
 * The value graph of a match: bars point up for Player 1 and down for Player 2, and get longer towards the
 * end. Bars can be clicked; for keyboards the graph is a slider.
 * @module
 */

import { count, h, svg } from "../dom.js";
import { winsText } from "./values.js";

/** @typedef {import("../names.js").Names} Names */
/** @typedef {import("../types.js").Review} Review */

const HALF = 44;
const LEAST = 0.16;
const STEP = 20;
const GAP = 5;

/**
 * @param {Review} review
 * @param {Names} names
 * @param {number | null} at the current position; null if it is not part of the match
 * @param {(at: number) => void} go
 */
export function drawGraph(review, names, at, go) {
  const { values } = review;
  const width = values.length * STEP;
  const longest = Math.max(1, ...values.map((value) => value?.remoteness ?? 0));
  const wrong = new Set(review.mistakes.map((mistake) => Math.min(mistake.number, values.length - 1)));
  const picture = svg(
    "svg",
    { viewBox: `0 0 ${width} ${HALF * 2 + 4}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    at === null ? null : svg("rect", { class: "graph-now", x: at * STEP, y: 0, width: STEP, height: HALF * 2 + 4 }),
    svg("path", { class: "graph-middle", d: `M0 ${HALF + 2}H${width}` }),
    values.map((value, place) => bar(value, place, longest, wrong.has(place))),
  );
  const slider = h("div", {
    class: "graph", role: "slider", tabindex: 0, "data-key": "graph", "aria-label": "Who was winning, move by move",
    "aria-valuemin": 0, "aria-valuemax": values.length - 1, "aria-valuenow": at ?? values.length - 1,
    "aria-valuetext": at === null ? "A branch" : placeText(review, names, at, wrong.has(at)),
    onclick: (/** @type {MouseEvent} */ event) => go(placeUnder(event, values.length)),
    onkeydown: (/** @type {KeyboardEvent} */ event) => walk(event, at ?? values.length - 1, values.length - 1, go),
  }, picture, ...[...wrong].map((place) => bang(place, values, STEP / width)));
  return h("div", { class: "graph-box" },
    h("span", { class: "graph-side side-1", "aria-hidden": "true" }, names.does(1, "wins")), slider,
    h("span", { class: "graph-side side-2", "aria-hidden": "true" }, names.does(2, "wins")));
}

/**
 * @param {import("../types.js").Value | null} value
 * @param {number} place
 * @param {number} longest
 * @param {boolean} wrong
 */
function bar(value, place, longest, wrong) {
  const x = place * STEP + GAP / 2;
  const width = STEP - GAP;
  const middle = HALF + 2;
  if (!value) return svg("circle", { class: "graph-unknown", cx: x + width / 2, cy: middle, r: 3 });
  const near = 1 - (value.remoteness ?? longest) / (longest + 1);
  const height = HALF * (LEAST + (1 - LEAST) * near);
  const y = value.winner === 1 ? middle - height : middle;
  return svg("rect", { class: `graph-bar side-${value.winner}${wrong ? " wrong" : ""}`, x, y, width, height, rx: 3 });
}

/**
 * Draw the sign of a mistake, opposite its bar.
 * @param {number} place
 * @param {readonly (import("../types.js").Value | null)[]} values
 * @param {number} part the share of the width that one position takes
 */
function bang(place, values, part) {
  const sign = h("span", { class: `graph-bang ${values[place]?.winner === 1 ? "below" : "above"}`, "aria-hidden": "true" }, "!");
  sign.style.setProperty("--place", `${(place + 0.5) * part * 100}%`);
  return sign;
}

/** @param {MouseEvent} event @param {number} positions */
function placeUnder(event, positions) {
  const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
  const part = (event.clientX - box.left) / box.width;
  return Math.max(0, Math.min(positions - 1, Math.floor(part * positions)));
}

/**
 * @param {KeyboardEvent} event
 * @param {number} at
 * @param {number} last
 * @param {(at: number) => void} go
 */
function walk(event, at, last, go) {
  /** @type {Record<string, number>} */
  const steps = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: last };
  const to = steps[event.key];
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  if (to >= 0 && to <= last && to !== at) go(to);
}

/**
 * @param {Review} review
 * @param {Names} names
 * @param {number} at
 * @param {boolean} wrong
 */
function placeText(review, names, at, wrong) {
  const value = review.values[at];
  const verdict = value ? winsText(names, value.winner, value.remoteness) : "not known";
  return `${at ? `after ${count(at, "move")}` : "the start"}: ${verdict}${wrong ? "; the win was given away here" : ""}`;
}
