/**
 * The JSON of analysis and review, as types. Nothing here runs.
 *
 * @typedef {import("../types.js").Scene} Scene
 * @typedef {import("../types.js").Marks} Marks
 * @typedef {import("../types.js").GameInfo} GameInfo
 *
 * @typedef {object} JudgedMove A legal move and what it is worth to the side that makes it.
 * @property {string} move
 * @property {"win" | "lose"} moveValue
 * @property {number | null} remoteness moves to the end after it; null if that is not known
 *
 * @typedef {object} Analysis What is known of a position.
 * @property {1 | 2 | null} winner
 * @property {number | null} remoteness
 * @property {JudgedMove[]} moves best first
 * @property {number} nodes
 * @property {number} seconds
 * @property {string} proof
 * @property {boolean} complete
 * @property {string[]} [line] best play
 *
 * @typedef {object} Reason Why a side wins, in a sentence that can be checked on the board.
 * @property {string} name
 * @property {string} text
 * @property {string} lesson
 * @property {number} at how many moves of the line have been made when it holds
 * @property {1 | 2} winner
 * @property {number[]} cellNumbers
 * @property {[number, number][]} pairNumbers
 * @property {number[][]} regionNumbers areas: what each side can still reach, or what lies together
 *
 * @typedef {object} Why
 * @property {Reason[]} reasons
 * @property {string[]} line the moves up to where the reasons hold
 * @property {boolean} complete
 *
 * @typedef {{winner: 1 | 2, remoteness: number | null}} Value
 *
 * @typedef {object} ReviewedMove
 * @property {number} number
 * @property {1 | 2} side
 * @property {string} move
 * @property {1 | 2} winner
 * @property {number | null} remoteness
 * @property {boolean} changedWinner
 * @property {string} bestMove
 *
 * @typedef {object} Mistake A move that gave the win away, or a match given up in a won position.
 * @property {number} number
 * @property {1 | 2} side
 * @property {string | null} move
 * @property {string | null} givenUp
 * @property {string} better
 * @property {string} position
 * @property {string[]} line
 * @property {Reason[]} reasons
 * @property {string} text
 *
 * @typedef {{number: number, move: string, better: string, text: string}} Slip
 *
 * @typedef {object} LostSeat
 * @property {1 | 2} side
 * @property {string[]} line
 * @property {Reason[]} reasons
 * @property {Slip[]} slips
 * @property {string} text
 *
 * @typedef {object} Review
 * @property {string[]} players
 * @property {{winner: 1 | 2 | null, ending: string}} result
 * @property {Value | null} start
 * @property {ReviewedMove[]} moves
 * @property {Mistake[]} mistakes
 * @property {LostSeat | null} lostFromStart
 * @property {boolean} complete
 * @property {(Value | null)[]} values of every position, the start first; null where it is not known
 *
 * @typedef {object} ReadRecord A match that was written down.
 * @property {string} game
 * @property {string} size
 * @property {Record<string, string>} options
 * @property {[string, string]} players
 * @property {string} date
 * @property {{winner: 1 | 2 | null, ending: string}} result
 * @property {string | null} start
 * @property {string[]} moves
 * @property {Scene[]} scenes
 * @property {number} number
 * @property {number} of how many matches the text has
 * @property {string} record this one as text
 */
export {};
