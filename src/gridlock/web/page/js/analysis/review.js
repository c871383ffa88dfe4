/**
 * The review of the match: who was winning, what gave the win away and why, and a way to try again.
 * @module
 */

import { sideSign } from "../board/pieces.js";
import { h } from "../dom.js";
import { tryAgain } from "./again.js";
import { drawGraph } from "./graph.js";
import { follow } from "./lines.js";
import { button, refill } from "./parts.js";
import { depth } from "./tree.js";
import { count } from "./values.js";
import { reasonTexts } from "./reasontexts.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./types.js").Mistake} Mistake */
/** @typedef {import("./tree.js").Node} Node */

/**
 * @param {Desk} desk
 * @returns {import("./parts.js").Part}
 */
export function reviewPart(desk) {
  const element = h("section", { class: "card panel review", "aria-label": "Review of the match" });
  const update = () => {
    element.hidden = !desk.story?.over || ["edit", "try"].includes(desk.mode.name);
    if (!element.hidden) refill(element, h("h2", { class: "card-title" }, "Review"), ...content(desk));
  };
  return { element, update };
}

/** @param {Desk} desk */
function content(desk) {
  const { story, review } = desk;
  if (!story) return [];
  if (story.problem) return [h("p", null, story.problem), button("Ask again", () => void story.ask(() => desk.changed()))];
  if (!review) return [h("p", { class: "soft waiting" }, "Looking at every move ...")];
  const at = desk.node.match && desk.mode.name === "explore" ? depth(desk.node) : null;
  const graph = review.values.length > 1 ? drawGraph(review, at, (place) => desk.go(nodeOfMatch(desk, place))) : null;
  return [graph, ...(desk.mode.name === "explore" ? found(desk) : [])];
}

/** @param {Desk} desk */
function found(desk) {
  const { mistake, story } = desk;
  if (mistake) return mistakeContent(desk, mistake);
  const slip = story?.slipAt(desk.node) ?? null;
  if (slip) return slipContent(desk, slip);
  return [h("p", null, summary(desk)), ...seatContent(desk), ways(desk)];
}

/**
 * @param {Desk} desk
 * @param {Mistake} mistake
 */
function mistakeContent(desk, mistake) {
  const [told = ""] = mistake.text.split("\n");
  const from = desk.node;
  const before = mistake.move === null ? from : from.parent ?? from;
  const title = mistake.move === null ? `Player ${mistake.side} could have won` : `Move ${mistake.number} gave the win away`;
  const how = mistake.move === null ? "Show how" : "Show the punishment";
  const line = { title: mistake.move === null ? "How it could be won" : `After ${mistake.move}`, from, moves: mistake.line, reasons: mistake.reasons };
  return [
    h("h3", { class: "mistake-title" }, sideSign(mistake.side), title),
    h("p", null, told.replace(/^Move \d+: /, "")),
    ...reasonTexts(mistake.reasons),
    h("div", { class: "row" },
      button("Try again", () => tryAgain(desk, before, mistake.side), { class: "button main" }),
      mistake.line.length ? button(how, () => void follow(desk, line)) : null),
    ways(desk),
  ];
}

/**
 * @param {Desk} desk
 * @param {import("./types.js").Slip} slip
 */
function slipContent(desk, slip) {
  return [h("p", null, slip.text), ways(desk)];
}

/** What there is to say of the match as a whole. @param {Desk} desk */
function summary({ review }) {
  if (!review) return "";
  const number = review.mistakes.length;
  const rest = review.complete ? "" : " Not all of it could be worked out in time.";
  if (!number) return review.complete ? "Nobody gave a win away." : rest.trim();
  const times = number === 1 ? "once" : number === 2 ? "twice" : count(number, "time");
  return `The win was given away ${times}.${rest}`;
}

/** Why a side was lost from the start, if nobody made a mistake. @param {Desk} desk */
function seatContent(desk) {
  const seat = desk.review?.lostFromStart;
  if (!seat) return [];
  const [told = ""] = seat.text.split("\n");
  const title = `How Player ${3 - seat.side} wins from the start`;
  const line = { title, from: desk.root, moves: seat.line, reasons: seat.reasons };
  return [
    h("p", null, told),
    ...reasonTexts(seat.reasons),
    seat.line.length ? h("div", { class: "row" }, button("Show how", () => void follow(desk, line))) : null,
  ];
}

/** Buttons to the places where there is something to see. @param {Desk} desk */
function ways(desk) {
  const { story, review } = desk;
  if (!story || !review || !story.places.length) return null;
  const thing = review.mistakes.length ? "mistake" : "slip";
  const at = depth(desk.node);
  const here = desk.node.match && story.places.includes(at);
  if (!here) return h("div", { class: "row" }, button(`To the first ${thing}`, () => desk.go(nodeOfMatch(desk, story.places[0] ?? 0)), { class: "button main" }));
  if (story.places.length < 2) return null;
  const number = story.places.indexOf(at) + 1;
  return h("div", { class: "row ways" },
    button("Previous", () => toMistake(desk, -1), { class: "button quiet", "aria-label": `Previous ${thing}`, disabled: number === 1 }),
    h("span", { class: "soft small" }, `${number} of ${story.places.length}`),
    button("Next", () => toMistake(desk, 1), { class: "button quiet", "aria-label": `Next ${thing}`, disabled: number === story.places.length }));
}

/**
 * Go to the next mistake, or to the one before.
 * @param {Desk} desk
 * @param {1 | -1} step
 */
export function toMistake(desk, step) {
  const at = depth(desk.node);
  const ahead = (desk.story?.places ?? []).filter((place) => (place - at) * step > 0);
  const to = step > 0 ? ahead[0] : ahead.at(-1);
  if (to !== undefined) desk.go(nodeOfMatch(desk, to));
}

/**
 * The position of the match after so many moves.
 * @param {Desk} desk
 * @param {number} at
 * @returns {Node}
 */
export function nodeOfMatch(desk, at) {
  let node = desk.root;
  for (let number = 0; number < at; number += 1) {
    const next = node.children.find((child) => child.match);
    if (!next) break;
    node = next;
  }
  return node;
}
