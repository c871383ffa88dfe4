/** The names of players and bots, and the sentences about them. */

import { count } from "../dom.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").PlayerInfo} PlayerInfo */

/** Separates a bot's name from its strength. */
const DIVIDER = " · ";

/**
 * Return the name of a side's player, as seen by the player of these sides: "You", "Anna", "Beginner".
 * @param {State} state
 * @param {number} side
 * @param {number[]} own
 */
export function nameOf(state, side, own) {
  const player = state.players[side - 1];
  if (player.kind === "bot") return capital(player.name.split(DIVIDER).at(-1) ?? player.name);
  if (isYou(state, side, own)) return "You";
  if (player.name) return player.name;
  return own.length && state.mode === "friend" ? "Your friend" : `Player ${side}`;
}

/**
 * Whether a side belongs to the player of these sides. Both sides mean two people at one screen.
 * @param {State} state
 * @param {number} side
 * @param {number[]} own
 */
export function isYou(state, side, own) {
  return state.mode !== "here" && own.includes(side);
}

/** Return a bot's strength, if known: "level 2". @param {PlayerInfo} player */
export function strength(player) {
  return player.kind === "bot" && player.name.includes(DIVIDER) ? player.name.split(DIVIDER)[0] : "";
}

/** @param {string} text */
export function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/**
 * Describe whose turn it is.
 * @param {State} state
 * @param {number[]} own
 */
export function turnText(state, own) {
  const { turn } = state.scene;
  const name = nameOf(state, turn, own);
  if (isYou(state, turn, own)) return "Your turn";
  return state.thinking ? `${name} is thinking` : `${name}${name.endsWith("s") ? "’" : "’s"} turn`;
}

/**
 * Describe the end as the player of these sides feels it.
 * @param {State} state
 * @param {number[]} own
 */
export function headline(state, own) {
  const { outcome } = state;
  if (!outcome) return "The match was called off";
  if (!isYou(state, 3 - outcome.winner, own)) return resultText(state, own);
  if (outcome.ending === "resignation") return "You resigned";
  return outcome.ending === "stuck" ? "You were shut in" : "You lost";
}

/**
 * Describe in one or two sentences how the match was decided.
 * @param {State} state
 * @param {number[]} own
 * @param {string} [next] names the next step after a win
 */
export function whyText(state, own, next = "") {
  const { outcome, turningPoint } = state;
  if (!outcome) return "There was no first move for five minutes.";
  const won = isYou(state, outcome.winner, own);
  const isObvious = outcome.ending === "stuck" && (won || isYou(state, 3 - outcome.winner, own));
  return [
    won ? `Won in ${count(state.moves.length, "move")}.` : "",
    next,
    isObvious && (turningPoint || next) ? "" : reasonText(state, own),
    turningPoint ? turningText(state, turningPoint, own) : "",
  ].filter(Boolean).join(" ");
}

/**
 * Describe the last chance of the side that lost.
 * @param {State} state
 * @param {import("../types.js").TurningPoint} point
 * @param {number[]} own
 */
export function turningText(state, { number, side, move, betterText: better }, own) {
  const you = isYou(state, side, own);
  const name = you ? "You" : nameOf(state, side, own);
  if (!number) return `No single move lost it: with best play, ${you ? "your" : "that"} seat loses.`;
  if (!move) return better ? `${name} could still have won: ${better}.` : `${name} could still have won.`;
  const which = you || !own.length || state.mode === "here" ? `Move ${number}` : `Move ${number} by ${name}`;
  return `${which} lost it: ${better} would have won.`;
}

/**
 * Say that the side that isn't to move has passed.
 * @param {State} state
 * @param {number[]} own
 */
export function passText(state, own) {
  const side = 3 - state.scene.turn;
  return isYou(state, side, own) ? "You have no legal move and pass." : `${nameOf(state, side, own)} has no legal move and passes.`;
}

/**
 * Say that a side is stuck for good, so that the rest plays itself.
 * @param {State} state
 * @param {number[]} own
 */
export function stuckText(state, own) {
  const side = state.stuck ?? 1;
  const who = isYou(state, side, own) ? "You are" : `${state.scene.letters[side]} is`;
  return `${who} stuck`;
}

/**
 * Return the score over rematches; empty in the first match.
 * @param {State} state
 * @param {number[]} own
 */
export function scoreText(state, own) {
  if (state.score[0] + state.score[1] < 2 && !(state.score[0] + state.score[1] && !state.outcome)) return "";
  const [first, second] = own.length === 1 ? [own[0], 3 - own[0]] : [1, 2];
  return `${nameOf(state, first, own)} ${state.score[first - 1]} : ${state.score[second - 1]} ${nameOf(state, second, own)}`;
}

/**
 * Describe the result.
 * @param {State} state
 * @param {number[]} own
 */
export function resultText(state, own) {
  const winner = state.outcome?.winner;
  if (!winner) return "Called off";
  if (isYou(state, winner, own)) return "You win";
  return `${nameOf(state, winner, own)} wins`;
}

/**
 * Describe why the match ended, with names.
 * @param {State} state
 * @param {number[]} own
 */
export function reasonText(state, own) {
  const { outcome } = state;
  if (!outcome) return "";
  const loser = 3 - outcome.winner;
  const you = isYou(state, loser, own);
  const name = nameOf(state, loser, own);
  if (outcome.ending === "resignation") return you ? "You resigned." : `${name} resigned.`;
  if (outcome.ending === "time") return you ? "Your time ran out." : `${name} ran out of time.`;
  if (outcome.ending === "stuck") return you ? "You have no move left." : `${name} has no move left.`;
  return outcome.reason.replace(/Player ([12])( cannot| would)?/g, (_, side, verb = "", at) => {
    if (isYou(state, Number(side), own)) return verb ? `${at ? "you" : "You"}${verb}` : `Player ${side} (you)`;
    return nameOf(state, Number(side), own) + verb;
  });
}
