/**
 * The JSON of puzzles, as types. Nothing here runs.
 *
 * @typedef {import("../types.js").Scene} Scene
 * @typedef {import("../analysis/types.js").Reason} Reason
 * @typedef {{reasons: Reason[], line: string[], complete: boolean}} Why
 *
 * @typedef {object} Puzzle A position that the side to move wins, if it makes no mistake to the end.
 * @property {string} id
 * @property {string} key what it is remembered by
 * @property {string} kind
 * @property {string} game
 * @property {string} name
 * @property {string} difficulty
 * @property {string | null} day of a daily one
 * @property {number | null} number of another, among `count`
 * @property {number | null} count
 * @property {string} task
 * @property {string[]} rules
 * @property {Scene} scene
 *
 * @typedef {{why: Why, who: string}} End
 *
 * @typedef {object} Verdict What is said of a move.
 * @property {boolean} right
 * @property {boolean} solved
 * @property {string} text
 * @property {string | null} reply
 * @property {string[]} line
 * @property {Scene[]} scenes the board after the move, and after each that follows
 * @property {Why | null} why
 * @property {End | null} end
 *
 * @typedef {{text: string, tells: boolean, move: string | null, parts: number[]}} Hint
 * @typedef {{moves: string[], scenes: Scene[], end: End}} Solution
 */
export {};
