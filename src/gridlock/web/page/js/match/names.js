/** The names of players and bots. */

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
 * Describe the result.
 * @param {State} state
 * @param {number[]} own
 */
export function resultText(state, own) {
  const winner = state.outcome?.winner ?? 1;
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
  return outcome.reason.replace(/Player ([12])( cannot| would)?/g, (_, side, verb = "", at) => {
    if (isYou(state, Number(side), own)) return verb ? `${at ? "you" : "You"}${verb}` : `Player ${side} (you)`;
    return nameOf(state, Number(side), own) + verb;
  });
}
