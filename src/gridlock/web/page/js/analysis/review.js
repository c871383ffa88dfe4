/**
 * The review of the match: who was winning, which moves gave the win away and why, and a button to retry them.
 * @module
 */

import { sideSign } from "../board/pieces.js";
import { count, h, refill } from "../dom.js";
import { drawGraph } from "./graph.js";
import { showLine } from "./lines.js";
import { button } from "./parts.js";
import { reasonTexts } from "./reasons.js";
import { startRetry } from "./retry.js";
import { depth } from "./tree.js";

/** @typedef {import("./analysisStore.js").AnalysisStore} AnalysisStore */
/** @typedef {import("../types.js").Mistake} Mistake */
/** @typedef {import("./tree.js").Node} Node */

/**
 * @param {AnalysisStore} store
 * @returns {import("./parts.js").Part}
 */
export function reviewPart(store) {
  const element = h("section", { class: "card panel review", "aria-label": "Review of the match" });
  const update = () => {
    element.hidden = !store.reviewed?.over || ["edit", "try"].includes(store.mode.name);
    if (!element.hidden) refill(element, h("h2", { class: "card-title" }, "Review"), ...content(store));
  };
  return { element, update };
}

/** @param {AnalysisStore} store */
function content(store) {
  const { reviewed, review } = store;
  if (!reviewed) return [];
  if (reviewed.problem) return [h("p", null, reviewed.problem), button("Ask again", () => void reviewed.ask(() => store.notify()))];
  if (!review) return [h("p", { class: "soft waiting" }, "Looking at every move ...")];
  const at = store.node.match && store.mode.name === "explore" ? depth(store.node) : null;
  const graph = review.values.length > 1 ? drawGraph(review, at, (place) => store.go(matchNode(store, place))) : null;
  return [graph, ...(store.mode.name === "explore" ? details(store) : [])];
}

/** @param {AnalysisStore} store */
function details(store) {
  const { mistake, reviewed } = store;
  if (mistake) return mistakeContent(store, mistake);
  const slip = reviewed?.slipAt(store.node) ?? null;
  if (slip) return [h("p", null, slip.text), navigation(store)];
  return [h("p", null, summary(store)), ...seatContent(store), navigation(store)];
}

/**
 * @param {AnalysisStore} store
 * @param {Mistake} mistake
 */
function mistakeContent(store, mistake) {
  const [sentence = ""] = mistake.sentences;
  const from = store.node;
  const before = mistake.move === null ? from : from.parent ?? from;
  const title = mistake.move === null ? `Player ${mistake.side} could have won` : `Move ${mistake.number} gave the win away`;
  const how = mistake.move === null ? "Show how" : "Show how it was lost";
  const line = { title: mistake.move === null ? "How it could be won" : `After ${mistake.move}`, from, moves: mistake.line, reasons: mistake.reasons };
  return [
    h("h3", { class: "mistake-title" }, sideSign(mistake.side), title),
    h("p", null, sentence.replace(/^Move \d+: /, "")),
    ...reasonTexts(mistake.reasons),
    h("div", { class: "row" },
      button("Try again", () => startRetry(store, before, mistake.side), { class: "button main" }),
      mistake.line.length ? button(how, () => void showLine(store, line)) : null),
    navigation(store),
  ];
}

/** Summarize the match. @param {AnalysisStore} store */
function summary({ review }) {
  if (!review) return "";
  const number = review.mistakes.length;
  const rest = review.complete ? "" : " Not all of it could be worked out in time.";
  if (!number) return review.complete ? "Nobody gave a win away." : rest.trim();
  const times = number === 1 ? "once" : number === 2 ? "twice" : count(number, "time");
  return `The win was given away ${times}.${rest}`;
}

/** Explain why a side was lost from the start, if there was no mistake. @param {AnalysisStore} store */
function seatContent(store) {
  const seat = store.review?.lostFromStart;
  if (!seat) return [];
  const [sentence = ""] = seat.sentences;
  const title = `How Player ${3 - seat.side} wins from the start`;
  const line = { title, from: store.root, moves: seat.line, reasons: seat.reasons };
  return [
    h("p", null, sentence),
    ...reasonTexts(seat.reasons),
    seat.line.length ? h("div", { class: "row" }, button("Show how", () => void showLine(store, line))) : null,
  ];
}

/** Return the buttons for the mistakes and turning points. @param {AnalysisStore} store */
function navigation(store) {
  const { reviewed, review } = store;
  if (!reviewed || !review || !reviewed.places.length) return null;
  const thing = review.mistakes.length ? "mistake" : "slip";
  const at = depth(store.node);
  const here = store.node.match && reviewed.places.includes(at);
  if (!here) return h("div", { class: "row" }, button(`To the first ${thing}`, () => store.go(matchNode(store, reviewed.places[0] ?? 0)), { class: "button main" }));
  if (reviewed.places.length < 2) return null;
  const number = reviewed.places.indexOf(at) + 1;
  return h("div", { class: "row ways" },
    button("Previous", () => goToMistake(store, -1), { class: "button quiet", "aria-label": `Previous ${thing}`, disabled: number === 1 }),
    h("span", { class: "soft small" }, `${number} of ${reviewed.places.length}`),
    button("Next", () => goToMistake(store, 1), { class: "button quiet", "aria-label": `Next ${thing}`, disabled: number === reviewed.places.length }));
}

/**
 * Go to the next or previous mistake.
 * @param {AnalysisStore} store
 * @param {1 | -1} step
 */
export function goToMistake(store, step) {
  const at = depth(store.node);
  const ahead = (store.reviewed?.places ?? []).filter((place) => (place - at) * step > 0);
  const to = step > 0 ? ahead[0] : ahead.at(-1);
  if (to !== undefined) store.go(matchNode(store, to));
}

/**
 * Return the node after this many moves of the match.
 * @param {AnalysisStore} store
 * @param {number} at
 * @returns {Node}
 */
export function matchNode(store, at) {
  let node = store.root;
  for (let number = 0; number < at; number += 1) {
    const next = node.children.find((child) => child.match);
    if (!next) break;
    node = next;
  }
  return node;
}
