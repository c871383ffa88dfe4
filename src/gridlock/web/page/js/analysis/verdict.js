/**
 * The verdict on the position: who wins, in how many moves, how that was proved, and why.
 * @module
 */

import { sideSign } from "../board/pieces.js";
import { h, refill } from "../dom.js";
import { watchButton } from "./lines.js";
import { button, toggle } from "./parts.js";
import { lessonTexts, reasonTexts } from "./reasons.js";
import { explainVerdict, moveMark, verdictText } from "./values.js";

/** @typedef {import("./analysisStore.js").AnalysisStore} AnalysisStore */

/**
 * @param {AnalysisStore} store
 * @returns {import("./parts.js").Part}
 */
export function verdictPart(store) {
  const element = h("section", { class: "card panel verdict", "aria-label": "Who wins" });
  const update = () => {
    element.hidden = store.mode.name !== "explore" || !store.settings.values;
    if (!element.hidden) refill(element, headline(store), ...details(store));
  };
  return { element, update };
}

/** @param {AnalysisStore} store */
function headline(store) {
  const { scene } = store.node;
  const query = store.values.of(scene);
  const winner = scene.outcome?.winner ?? store.analysis?.winner ?? null;
  const thinking = !scene.outcome && query?.state !== "done" && query?.state !== "failed";
  const sign = winner ? sideSign(winner) : h("span", { class: thinking ? "thinking" : "unknown", "aria-hidden": "true" }, thinking ? "" : "?");
  const text = query?.state === "failed" ? "Not worked out." : verdictText(store.names, scene, store.analysis);
  return h("div", { class: `verdict-head${winner ? ` side-${winner}` : ""}` }, sign, h("p", { class: "verdict-text" }, text));
}

/** @param {AnalysisStore} store */
function details(store) {
  const { scene } = store.node;
  const query = store.values.of(scene);
  if (query?.state === "failed") {
    return [h("p", { class: "soft" }, query.problem), button("Ask again", () => store.values.again(scene))];
  }
  const turn = scene.outcome ? "" : turnText(store);
  return [h("p", { class: "soft small" }, `${turn} ${explainVerdict(scene, store.analysis)}`), ...why(store)];
}

/** @param {AnalysisStore} store */
function turnText(store) {
  const { scene } = store.node;
  const passed = scene.passed ? ` ${store.names.of(3 - scene.turn)} had to pass.` : "";
  const best = store.analysis?.moves[0];
  const winning = (store.analysis?.moves ?? []).filter((move) => move.moveValue === "win").length;
  const total = scene.moves.length;
  const complete = store.analysis !== null && store.analysis.moves.length === total;
  const among = complete && best ? `: ${winning ? `${winning} of ${total} moves ${winning === 1 ? "wins" : "win"}` : "every move loses"}` : "";
  const { names } = store;
  return `${scene.turn === names.reader ? "Your move" : `${names.of(scene.turn)} to move`}${among}.${passed}`;
}

/** @param {AnalysisStore} store */
function why(store) {
  const { scene } = store.node;
  if (scene.outcome || !store.analysis?.winner) return [];
  const on = store.settings.why;
  const ask = toggle(on ? "Hide why" : "Why?", on, (wanted) => store.changeSettings({ why: wanted }));
  if (!on) return [h("div", { class: "row" }, ask)];
  const query = store.why.of(scene);
  if (query?.state === "failed") return [h("p", { class: "soft" }, query.problem), ask];
  if (!query?.answer) return [h("p", { class: "soft waiting" }, "Looking for a reason ..."), ask];
  const { reasons } = query.answer;
  if (!reasons.length) return [h("p", null, noReason(store)), ask];
  return [...reasonTexts(reasons, scene, store.names), h("div", { class: "row" }, showWhy(store, query.answer), ask), ...lessonTexts(reasons)];
}

/**
 * Create the button that shows the reason on the board.
 * @param {AnalysisStore} store
 * @param {import("../types.js").Why} why
 */
function showWhy(store, { watch, reasons }) {
  return watchButton(store, { title: "Why", from: store.node, watch, reasons }, "Watch why");
}

/** @param {AnalysisStore} store */
function noReason(store) {
  const best = store.analysis?.moves[0];
  const mark = best ? moveMark(best) : null;
  const search = "No short reason was found; exact search proves it.";
  return mark && best ? `${search} ${best.move} ${mark.say}.` : search;
}
