/**
 * The review of the match: who was winning, which moves gave the win away and why, and a button to retry them.
 * @module
 */

import { sideSign } from "../board/pieces.js";
import { paragraph } from "../cellNames.js";
import { count, h, refill } from "../dom.js";
import { drawGraph } from "./graph.js";
import { showWin, watchButton } from "./lines.js";
import { button } from "./parts.js";
import { lessonTexts } from "./reasons.js";
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
  const graph = review.values.length > 1 ? drawGraph(review, store.names, at, (place) => store.go(matchNode(store, place))) : null;
  return [graph, ...(store.mode.name === "explore" ? details(store) : [])];
}

/** @param {AnalysisStore} store */
function details(store) {
  const { mistake, reviewed } = store;
  if (mistake) return mistakeContent(store, mistake);
  const slip = reviewed?.slipAt(store.node) ?? null;
  if (slip) return [paragraph(store.scene, store.names.text(slip.texts)), navigation(store)];
  return [h("p", null, summary(store)), ...seatContent(store), navigation(store)];
}

/**
 * @param {AnalysisStore} store
 * @param {Mistake} mistake
 */
function mistakeContent(store, mistake) {
  const { names, scene, node: from } = store;
  const before = mistake.move === null ? from : from.parent ?? from;
  const title = mistake.move === null ? "How it could be won" : "How it was lost";
  return [
    h("h3", { class: "mistake-title" }, sideSign(mistake.side), mistakeTitle(store, mistake)),
    paragraph(scene, capital(names.text(mistake.summary).replace(/^Move \d+: /, "")), { class: "summary" }),
    ...explanation(store, mistake),
    h("div", { class: "row" },
      watchButton(store, { title, from, watch: mistake.watch, reasons: mistake.reasons }),
      winButton(store, before, mistake),
      button("Try again", () => startRetry(store, before, mistake.side))),
    ...lessonTexts(mistake.reasons),
    navigation(store),
  ];
}

/**
 * Create the button that shows why the better move wins; none if that ends the game.
 * @param {AnalysisStore} store
 * @param {Node} before
 * @param {Mistake} mistake
 */
function winButton(store, before, mistake) {
  const atOnce = mistake.insights.some((insight) => insight.name === "at once");
  if (mistake.move === null || atOnce) return null;
  return button(`Why ${mistake.betterText} wins`, () => void showWin(store, before, mistake), { class: "button quiet" });
}

/** @param {AnalysisStore} store @param {Mistake} mistake */
function mistakeTitle({ names }, { move, number, side }) {
  if (move === null) return `${names.of(side)} could have won`;
  return `${names.reader === side ? "Your move" : "Move"} ${number} gave the win away`;
}

/**
 * Return the sentences that explain a mistake or a lost seat. The cells of those about what can be seen flash.
 * @param {AnalysisStore} store
 * @param {Pick<Mistake, "explanation" | "reasons"> & Partial<Pick<Mistake, "insights">>} explained
 */
function explanation({ names, scene }, { explanation: sentences, reasons, insights = [] }) {
  const about = new Map([...insights, ...reasons].map((each) => [names.text(each.texts), each.cellNumbers]));
  return sentences.map((texts) => paragraph(scene, names.text(texts), { class: "reason", cells: about.get(names.text(texts)) ?? [] }));
}

/** @param {string} text */
function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
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
  const { names } = store;
  const title = `How ${names.does(3 - seat.side, "wins")} from the start`;
  return [
    paragraph(store.scene, names.text(seat.summary), { class: "summary" }),
    ...explanation(store, seat),
    h("div", { class: "row" }, watchButton(store, { title, from: store.root, watch: seat.watch, reasons: seat.reasons })),
    ...lessonTexts(seat.reasons),
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
