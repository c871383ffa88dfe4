/**
 * Who wins the position, in how many moves, how that is known, and why.
 * @module
 */

import { sideSign } from "../board/pieces.js";
import { h } from "../dom.js";
import { follow } from "./lines.js";
import { button, refill, toggle } from "./parts.js";
import { reasonTexts } from "./reasontexts.js";
import { howKnown, moveMark, verdictText } from "./values.js";

/** @typedef {import("./desk.js").Desk} Desk */

/**
 * @param {Desk} desk
 * @returns {import("./parts.js").Part}
 */
export function verdictPart(desk) {
  const element = h("section", { class: "card panel verdict", "aria-label": "Who wins" });
  const update = () => {
    element.hidden = desk.mode.name !== "explore" || !desk.settings.values;
    if (!element.hidden) refill(element, headline(desk), ...below(desk));
  };
  return { element, update };
}

/** @param {Desk} desk */
function headline(desk) {
  const { scene } = desk.node;
  const found = desk.values.of(scene);
  const winner = scene.outcome?.winner ?? desk.known?.winner ?? null;
  const thinking = !scene.outcome && found?.state !== "known" && found?.state !== "failed";
  const sign = winner ? sideSign(winner) : h("span", { class: thinking ? "thinking" : "unknown", "aria-hidden": "true" }, thinking ? "" : "?");
  const text = found?.state === "failed" ? "Not worked out." : verdictText(scene, desk.known);
  return h("div", { class: `verdict-head${winner ? ` side-${winner}` : ""}` }, sign, h("p", { class: "verdict-text" }, text));
}

/** @param {Desk} desk */
function below(desk) {
  const { scene } = desk.node;
  const found = desk.values.of(scene);
  if (found?.state === "failed") {
    return [h("p", { class: "soft" }, found.problem), button("Ask again", () => desk.values.again(scene))];
  }
  const turn = scene.outcome ? "" : toMove(desk);
  return [h("p", { class: "soft small" }, `${turn} ${howKnown(scene, desk.known)}`), ...why(desk)];
}

/** @param {Desk} desk */
function toMove(desk) {
  const { scene } = desk.node;
  const passed = scene.passed ? ` Player ${3 - scene.turn} had to pass.` : "";
  const best = desk.known?.moves[0];
  const winning = (desk.known?.moves ?? []).filter((move) => move.moveValue === "win").length;
  const total = scene.moves.length;
  const known = desk.known !== null && desk.known.moves.length === total;
  const among = known && best ? `: ${winning ? `${winning} of ${total}` : "none of the"} moves ${winning === 1 ? "wins" : "win"}` : "";
  return `Player ${scene.turn} to move${among}.${passed}`;
}

/** @param {Desk} desk */
function why(desk) {
  const { scene } = desk.node;
  if (scene.outcome || !desk.known?.winner) return [];
  const on = desk.settings.why;
  const ask = toggle(on ? "Hide why" : "Why?", on, (wanted) => desk.prefer({ why: wanted }));
  if (!on) return [h("div", { class: "row" }, ask)];
  const found = desk.why.of(scene);
  if (found?.state === "failed") return [h("p", { class: "soft" }, found.problem), ask];
  if (!found?.answer) return [h("p", { class: "soft waiting" }, "Looking for a reason ..."), ask];
  const { reasons } = found.answer;
  if (!reasons.length) return [h("p", null, noReason(desk)), ask];
  return [...reasonTexts(reasons), h("div", { class: "row" }, ask, showWhy(desk, found.answer))];
}

/**
 * A reason that holds only after some moves can be seen there.
 * @param {Desk} desk
 * @param {import("./types.js").Why} why
 */
function showWhy(desk, { line, reasons }) {
  if (!line.length) return null;
  const shown = { title: "Why", from: desk.node, moves: line, reasons };
  return button("Show it", () => void follow(desk, shown, line.length));
}

/** @param {Desk} desk */
function noReason(desk) {
  const best = desk.known?.moves[0];
  const mark = best ? moveMark(best) : null;
  const search = "No short reason was found; exact search proves it.";
  return mark && best ? `${search} ${best.move} ${mark.say}.` : search;
}
