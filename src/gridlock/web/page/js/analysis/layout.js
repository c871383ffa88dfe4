/**
 * The layout of the analysis page: the board and its buttons, with the analysis beside it.
 * @module
 */

import { flashNamedCells } from "../cellNames.js";
import { h } from "../dom.js";
import { announcer } from "./announce.js";
import { boardPart } from "./boardPart.js";
import { editPart } from "./editor.js";
import { heading, playLink } from "./heading.js";
import { bestLinePart, linePart } from "./lines.js";
import { branchesPart } from "./moveTree.js";
import { movesPart } from "./moves.js";
import { tryPart } from "./retry.js";
import { goToMistake, matchNode, reviewPart } from "./review.js";
import { share } from "./share.js";
import { listenForKeys, showKeys, stepBar } from "./steps.js";
import { verdictPart } from "./verdict.js";

/** @typedef {import("./analysisStore.js").AnalysisStore} AnalysisStore */

/**
 * @param {HTMLElement} root
 * @param {AnalysisStore} store
 * @param {import("../types.js").Games} games
 * @returns {() => void} leaves the page
 */
export function layOut(root, store, games) {
  const board = boardPart(store);
  const keys = keysOf(store, () => board.board.flip());
  const steps = stepBar(store, { flip: () => board.board.flip(), help: () => showKeys(keys) });
  const problem = problemPart(store);
  const play = playPart(store);
  const panel = [tryPart, editPart, linePart, reviewPart, verdictPart, bestLinePart, branchesPart, movesPart].map((part) => part(store));
  root.classList.add("analysis");
  root.append(
    heading(store, games, () => share(store, () => picture(board.board))),
    h("div", { class: "analysis-table" },
      h("div", { class: "board-column" }, board.element, steps.element, problem.element),
      h("div", { class: "panel-column" }, ...panel.map((part) => part.element), play.element)));
  flashNamedCells(root, (cells) => board.board.flash(cells));
  const announce = announcer(store);
  const parts = [board, steps, problem, ...panel, play];
  store.on(() => {
    requestData(store);
    for (const part of parts) part.update();
    announce();
  });
  document.title = `${store.reviewed ? "Review" : "Analysis"}: ${store.info.name} · Gridlock`;
  store.write();
  store.notify();
  void startReview(store);
  const stop = listenForKeys(keys);
  return () => {
    stop();
    store.leave();
    board.board.destroy();
  };
}

/** Request the data that the current view needs. @param {AnalysisStore} store */
function requestData(store) {
  if (store.mode.name !== "explore") return;
  const { scene } = store.node;
  if (store.settings.values) store.values.look(scene);
  if (store.settings.why && store.analysis?.winner) store.why.look(scene);
  else store.why.stop();
}

/** Request the review of a finished match, and go to the reader's first mistake unless the address names a position. @param {AnalysisStore} store */
async function startReview(store) {
  const { reviewed, node } = store;
  if (!reviewed?.over) return;
  const anywhere = !store.hasPlace;
  await reviewed.ask(() => store.notify());
  const first = reviewed.first;
  if (anywhere && first !== undefined && store.node === node && store.mode.name === "explore") store.go(matchNode(store, first));
}

/** @param {import("../board/board.js").Board} board */
function picture(board) {
  return /** @type {SVGSVGElement} */ (board.drawing?.element);
}

/** @param {AnalysisStore} store @returns {import("./parts.js").Part} */
function problemPart(store) {
  const element = h("p", { class: "notice bad", role: "alert" });
  const update = () => {
    element.hidden = !store.problem;
    element.textContent = store.problem;
  };
  return { element, update };
}

/** @param {AnalysisStore} store @returns {import("./parts.js").Part} */
function playPart(store) {
  const element = h("a", { class: "button play-on" }, "Play from here against a bot");
  const update = () => {
    element.hidden = ["edit", "try"].includes(store.mode.name) || store.scene.outcome !== null;
    element.setAttribute("href", playLink(store));
  };
  return { element, update };
}

/**
 * @param {AnalysisStore} store
 * @param {() => void} flip
 * @returns {import("./steps.js").Key[]}
 */
function keysOf(store, flip) {
  const step = (/** @type {"first" | "back" | "forward" | "last"} */ where) => () => store.mode.step(where);
  const keys = [
    { key: "ArrowLeft", label: "\u2190", text: "One move back", run: step("back") },
    { key: "j", label: "J", text: "One move back", run: step("back") },
    { key: "ArrowRight", label: "\u2192", text: "One move on", run: step("forward") },
    { key: "k", label: "K", text: "One move on", run: step("forward") },
    { key: "Home", label: "Home", text: "To the first position", run: step("first") },
    { key: "End", label: "End", text: "To the last position", run: step("last") },
    { key: " ", label: "Space", text: "Play or pause a line", run: () => store.mode.playback?.toggle() },
    { key: "v", label: "V", text: "Values on or off", run: () => store.changeSettings({ values: !store.settings.values }) },
    { key: "w", label: "W", text: "Why, on or off", run: () => store.changeSettings({ why: !store.settings.why }) },
    { key: "n", label: "N", text: "To the next mistake", run: () => goToMistake(store, 1) },
    { key: "p", label: "P", text: "To the mistake before", run: () => goToMistake(store, -1) },
    { key: "f", label: "F", text: "Turn the board", run: flip },
    { key: "Escape", label: "Esc", text: "Back to the position", run: () => store.mode.name !== "explore" && store.explore() },
    { key: "?", label: "?", text: "These keys", run: () => showKeys(keys) },
  ];
  return keys;
}
