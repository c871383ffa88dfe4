/** The announcements of a match. */

import { isYou, nameOf, passText, reasonText, resultText, turnText, turningText } from "./names.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").MatchEvent} MatchEvent */

/**
 * Describe events and the state after them for the player of these sides.
 * @param {MatchEvent[]} events
 * @param {State} state
 * @param {number[]} own
 */
export function announcement(events, state, own) {
  const happened = events.map((event) => sentence(event, state, own)).filter(Boolean);
  if (state.status === "over" && events.some((event) => ENDS.has(event.kind))) {
    happened.push(`${resultText(state, own)}. ${reasonText(state, own)}`.trim());
  } else if (happened.length && state.status === "playing") happened.push(`${turnText(state, own)}.`);
  return happened.join(" ");
}

const ENDS = new Set(["move", "played-out", "resigned", "time-out", "forfeit", "called-off"]);

/** @param {MatchEvent} event @param {State} state @param {number[]} own */
function sentence(event, state, own) {
  const name = event.side ? nameOf(state, event.side, own) : "";
  const you = event.side !== null && isYou(state, event.side, own);
  switch (event.kind) {
    case "joined": return you ? "You have joined." : `${name} has joined.`;
    case "renamed": return you ? "" : `A player is now called ${name}.`;
    case "turning-point": return state.turningPoint ? turningText(state, state.turningPoint, own) : "";
    case "good-game": return you ? "" : `${name} says: good game!`;
    case "move":
    case "played-out": return move(event, state, you ? "You play" : `${name} plays`, own);
    case "undo-asked": return you ? "You have asked to take a move back." : `${name} asks to take a move back.`;
    case "undo": return "A move was taken back.";
    case "undo-refused": return you ? "The move stands." : `${name} declined.`;
    case "rematch-asked": return you ? "You have asked to play again." : `${name} wants to play again.`;
    default: return "";
  }
}

/** @param {MatchEvent} event @param {State} state @param {string} plays @param {number[]} own */
function move(event, state, plays, own) {
  const last = state.scene.move === event.text && state.scene.mover === event.side;
  const passed = last && state.scene.passed && !state.stuck ? ` ${passText(state, own)}` : "";
  return `${plays} ${event.text}.${passed}`;
}
