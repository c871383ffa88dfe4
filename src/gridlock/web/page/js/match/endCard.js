/** The end of a match, over the lower part of the board: the result, why, and what to do next. */

import { createBoard } from "../board/board.js";
import { withCells } from "../cellNames.js";
import { h } from "../dom.js";
import { icon, iconButton, wordButton } from "../icons.js";
import { shareButton } from "../puzzles/sharing.js";
import { headline, isYou, nameOf, scoreText, whyText } from "./names.js";
import { nextStep } from "./nextStep.js";
import { shareText } from "./share.js";

/** @typedef {import("./client.js").MatchClient} MatchClient */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").TurningPoint} TurningPoint */

/**
 * @typedef {object} EndActions
 * @property {() => void} rematch
 * @property {() => void} goodGame
 * @property {() => void} retry plays again from the turning point
 * @property {(bot: string) => void} playNext starts a match against another bot
 * @property {() => void} hide
 */

/**
 * @param {MatchClient} client
 * @param {import("../types.js").BotInfo[]} bots
 * @param {EndActions} actions
 */
export function endCard(client, bots, actions) {
  const { state, sides } = client;
  const winner = state.outcome?.winner ?? 0;
  const score = scoreText(state, sides);
  const next = nextStep(state, sides, bots);
  const [main, ...others] = buttons(client, next, actions);
  const share = shareButton(shareText(state, sides), "");
  return h("section", { class: `ending side-${winner}`, "aria-label": "The end" },
    h("header", { class: "end-head" },
      h("h2", { dir: "auto" }, headline(state, sides)),
      score && h("p", { class: "end-score", dir: "auto" }, score),
      iconButton("close", "Hide the result", actions.hide)),
    turningBoard(state.turningPoint),
    h("div", { class: "end-why" }, h("p", { dir: "auto" }, withCells(state.scene, whyText(state, sides, next?.text))), notes(client)),
    h("div", { class: "end-buttons" }, main, ...others, goodGame(client, actions.goodGame), share.button,
      h("a", { class: "button", href: `/analysis?match=${state.id}` }, icon("analyse"), "Review"),
      state.mode !== "friend" && h("a", { class: "button quiet", href: newLink(client) }, "New game")),
    ...share.rest);
}

/**
 * Return the buttons that go on from here, the most useful one first.
 * @param {MatchClient} client @param {ReturnType<typeof nextStep>} next @param {EndActions} actions
 */
function buttons(client, next, actions) {
  const { state, sides } = client;
  const all = [
    state.rematch.next && h("a", { class: "button", href: `/m/${state.rematch.next}` }, icon("forward"), "To the next match"),
    wantsRematch(client) && rematchButton(client, actions.rematch),
    canRetry(state, sides) && wordButton("again", "Try that move again", actions.retry),
    next && wordButton("forward", next.label, () => actions.playNext(next.bot)),
    !wantsRematch(client) && rematchButton(client, actions.rematch),
  ].filter((button) => button instanceof HTMLElement);
  all[0]?.classList.add("main");
  return all;
}

/** Whether the loser can play again from the turning point. @param {State} state @param {number[]} sides */
function canRetry({ turningPoint, mode }, sides) {
  return Boolean(turningPoint?.better && (mode === "here" || sides.includes(turningPoint.side)));
}

/** @param {MatchClient} client @param {() => void} again */
function rematchButton({ state, sides }, again) {
  const asked = state.rematch.asked.some((side) => sides.includes(side));
  return state.rematch.next || !sides.length || asked ? null : wordButton("rematch", "Rematch", again);
}

/** The side of the other player, if it has asked for a rematch. @param {MatchClient} client */
function wantsRematch({ state, sides }) {
  return sides.length && !state.rematch.next ? state.rematch.asked.find((side) => !sides.includes(side)) : undefined;
}

/** Create the sentences about the other player. @param {MatchClient} client */
function notes(client) {
  const { state, sides } = client;
  const wanting = wantsRematch(client);
  const waiting = !state.rematch.next && state.rematch.asked.some((side) => sides.includes(side));
  const said = state.goodGame.filter((side) => !isYou(state, side, sides));
  const sentences = [
    ...said.map((side) => `${nameOf(state, side, sides)} says: good game!`),
    ...(wanting ? [`${nameOf(state, wanting, sides)} wants to play again.`] : []),
    ...(waiting ? [`You offered a rematch. Waiting for ${nameOf(state, 3 - sides[0], sides)}.`] : []),
  ];
  return sentences.length ? h("div", { class: "end-notes" }, sentences.map((text) => h("p", { dir: "auto" }, text))) : null;
}

/** @param {MatchClient} client @param {() => void} say */
function goodGame({ state, sides }, say) {
  if (state.mode !== "friend" || sides.length !== 1) return null;
  const said = state.goodGame.includes(sides[0]);
  const button = wordButton(said ? "check" : "wave", said ? "Good game said" : "Good game", say);
  button.disabled = said;
  return button;
}

/** Create a small board with the move that would have won. @param {TurningPoint | null} point */
function turningBoard(point) {
  if (!point?.scene || !point.parts.length) return null;
  const board = createBoard({ scene: point.scene, size: "card", label: "The position before it" });
  const several = point.parts.length > 1;
  board.setMarks({ labels: Object.fromEntries(point.parts.map((cell, at) => [cell, { text: several ? String(at + 1) : "★", kind: "hint", say: "would have won" }])), warned: point.played.filter((cell) => !point.parts.includes(cell)) });
  return h("div", { class: "end-board", "aria-hidden": "true" }, board.element);
}

/** @param {MatchClient} client */
function newLink({ state }) {
  return `/new?${new URLSearchParams({ game: state.scene.game, with: state.mode })}`;
}
