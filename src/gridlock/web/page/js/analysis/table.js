/**
 * The page as it is laid out: the board with its steps, and beside it all that is known.
 * @module
 */

import { h } from "../dom.js";
import { tryPart } from "./again.js";
import { bestLinePart } from "./bestline.js";
import { boardPart } from "./boardpart.js";
import { branchesPart } from "./branches.js";
import { editPart } from "./editor.js";
import { heading, playLink } from "./heading.js";
import { listenForKeys, showKeys } from "./keys.js";
import { linePart } from "./lines.js";
import { movesPart } from "./moves.js";
import { nodeOfMatch, reviewPart, toMistake } from "./review.js";
import { share } from "./sharing.js";
import { stepBar } from "./stepbar.js";
import { teller } from "./telling.js";
import { verdictPart } from "./verdict.js";

/** @typedef {import("./desk.js").Desk} Desk */

/**
 * @param {HTMLElement} root
 * @param {Desk} desk
 * @param {import("../types.js").Games} games
 * @returns {() => void} leaves the page
 */
export function layOut(root, desk, games) {
  const board = boardPart(desk);
  const keys = keysOf(desk, () => board.board.flip());
  const steps = stepBar(desk, { flip: () => board.board.flip(), help: () => showKeys(keys) });
  const problem = problemPart(desk);
  const play = playPart(desk);
  const panel = [tryPart, editPart, linePart, reviewPart, verdictPart, bestLinePart, branchesPart, movesPart].map((part) => part(desk));
  root.classList.add("analysis");
  root.append(
    heading(desk, games, () => share(desk, () => picture(board.board))),
    h("div", { class: "analysis-table" },
      h("div", { class: "board-column" }, board.element, steps.element, problem.element),
      h("div", { class: "panel-column" }, ...panel.map((part) => part.element), play.element)));
  const tell = teller(desk);
  const parts = [board, steps, problem, ...panel, play];
  desk.on(() => {
    study(desk);
    for (const part of parts) part.update();
    tell();
  });
  document.title = `${desk.story ? "Review" : "Analysis"}: ${desk.info.name} · Gridlock`;
  desk.write();
  desk.changed();
  void begin(desk);
  const stop = listenForKeys(keys);
  return () => {
    stop();
    desk.leave();
    board.board.destroy();
  };
}

/** Ask for what is wanted of the position that is shown. @param {Desk} desk */
function study(desk) {
  if (desk.mode.name !== "explore") return;
  const { scene } = desk.node;
  if (desk.settings.values) desk.values.look(scene);
  if (desk.settings.why && desk.known?.winner) desk.why.look(scene);
  else desk.why.stop();
}

/** Ask for the review of a finished match, and go to the first mistake of whoever looks unless the address names a place. @param {Desk} desk */
async function begin(desk) {
  const { story, node } = desk;
  if (!story?.over) return;
  const anywhere = !desk.placed;
  await story.ask(() => desk.changed());
  const first = story.first;
  if (anywhere && first !== undefined && desk.node === node && desk.mode.name === "explore") desk.go(nodeOfMatch(desk, first));
}

/** @param {import("../board/board.js").Board} board */
function picture(board) {
  return /** @type {SVGSVGElement} */ (board.drawing?.element);
}

/** @param {Desk} desk @returns {import("./parts.js").Part} */
function problemPart(desk) {
  const element = h("p", { class: "notice bad", role: "alert" });
  const update = () => {
    element.hidden = !desk.problem;
    element.textContent = desk.problem;
  };
  return { element, update };
}

/** @param {Desk} desk @returns {import("./parts.js").Part} */
function playPart(desk) {
  const element = h("a", { class: "button play-on" }, "Play from here against a bot");
  const update = () => {
    element.hidden = ["edit", "try"].includes(desk.mode.name) || desk.scene.outcome !== null;
    element.setAttribute("href", playLink(desk));
  };
  return { element, update };
}

/**
 * @param {Desk} desk
 * @param {() => void} flip
 * @returns {import("./keys.js").Key[]}
 */
function keysOf(desk, flip) {
  const step = (/** @type {"first" | "back" | "forward" | "last"} */ where) => () => desk.mode.step(where);
  const keys = [
    { key: "ArrowLeft", shown: "\u2190", text: "One move back", run: step("back") },
    { key: "j", shown: "J", text: "One move back", run: step("back") },
    { key: "ArrowRight", shown: "\u2192", text: "One move on", run: step("forward") },
    { key: "k", shown: "K", text: "One move on", run: step("forward") },
    { key: "Home", shown: "Home", text: "To the first position", run: step("first") },
    { key: "End", shown: "End", text: "To the last position", run: step("last") },
    { key: "v", shown: "V", text: "Values on or off", run: () => desk.prefer({ values: !desk.settings.values }) },
    { key: "w", shown: "W", text: "Why, on or off", run: () => desk.prefer({ why: !desk.settings.why }) },
    { key: "n", shown: "N", text: "To the next mistake", run: () => toMistake(desk, 1) },
    { key: "p", shown: "P", text: "To the mistake before", run: () => toMistake(desk, -1) },
    { key: "f", shown: "F", text: "Turn the board", run: flip },
    { key: "Escape", shown: "Esc", text: "Back to the position", run: () => desk.mode.name !== "explore" && desk.explore() },
    { key: "?", shown: "?", text: "These keys", run: () => showKeys(keys) },
  ];
  return keys;
}
