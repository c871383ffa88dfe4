/**
 * The JSON that the server speaks, as types. Nothing here runs.
 *
 * @typedef {{side?: 1|2, block?: boolean, last?: boolean}} Piece
 * @typedef {Piece | null} Cell
 * @typedef {{move: string, parts: number[]}} MoveChoice
 * @typedef {{cell: number, side: 1|2, links: number[]}} TrailPart
 * @typedef {{winner: 1|2, reason: string}} SceneOutcome
 *
 * @typedef {object} Scene One board: all that is needed to draw it and to make a move on it.
 * @property {string} game
 * @property {string} name
 * @property {string} size
 * @property {Record<string, string>} options
 * @property {number} rows
 * @property {number} cols
 * @property {number} origin the number of the first row and column
 * @property {boolean} drives whether an arrow key makes a move
 * @property {boolean} walks whether each side has one marker that moves
 * @property {string} position
 * @property {1|2} turn
 * @property {Cell[]} cells
 * @property {Record<string, string>} letters
 * @property {MoveChoice[]} moves
 * @property {Record<string, Record<string, Cell>>} [halfway]
 * @property {number[]} from
 * @property {number[]} last
 * @property {TrailPart[]} trails
 * @property {string[]} prompt
 * @property {boolean} passed
 * @property {string | null} move
 * @property {1|2|null} mover
 * @property {SceneOutcome | null} outcome
 *
 * @typedef {{type: string, title: string, status: number, detail: string, state?: State, [name: string]: any}} Problem
 *
 * @typedef {object} GameInfo
 * @property {string} id
 * @property {string} name
 * @property {string} title
 * @property {string} summary
 * @property {number} rows
 * @property {number} cols
 * @property {{rows: number, cols: number, seat: 1|2, bot: string}} quick
 * @property {{name: string, values: {value: string, text: string, rule: string}[]}[]} options
 * @property {number} origin
 * @property {string[]} prompts
 * @property {boolean} drives
 * @property {boolean} walks
 * @property {{letter: string, cell: Cell}[]} palette what each letter of a position's text puts on a cell
 * @property {number} lessons
 * @property {{kind: string, text: string, counts: Record<string, number>}[]} puzzles
 * @property {string} guide
 * @property {Scene} start
 * @property {Scene} sample
 * @property {Scene[]} sampleMoves
 * @property {{winner: 1|2, moves: number} | null} known
 *
 * @typedef {{spec: string, name: string, line: string}} BotInfo
 * @typedef {{games: GameInfo[], players: BotInfo[]}} Games
 *
 * @typedef {{number: number, kind: string, side: 1|2|null, text: string, at: number}} MatchEvent
 * @typedef {{side: 1|2, kind: "person"|"bot"|"open", name: string, spec: string | null}} PlayerInfo
 * @typedef {{winner: 1|2, reason: string, ending: string}} MatchOutcome
 * @typedef {{control: string, left: number[], running: 1|2|null, at: number}} ClockState
 *
 * @typedef {object} State A match as it stands; the same for everybody.
 * @property {string} id
 * @property {number} number the number of the last event
 * @property {Scene} scene
 * @property {string[]} moves
 * @property {PlayerInfo[]} players
 * @property {"bot"|"friend"|"here"} mode
 * @property {"waiting"|"playing"|"over"} status
 * @property {MatchOutcome | null} outcome
 * @property {ClockState | null} clock
 * @property {1|2|null} undoAsked
 * @property {{asked: number[], next: string | null}} rematch
 * @property {{hint: number, analysis: number}} help
 * @property {boolean} helpAllowed
 * @property {(1|2)[]} canUndo the sides that could take a move back now, or ask for it
 * @property {boolean} thinking whether a bot is to move
 * @property {string | null} start
 * @property {number} created
 *
 * @typedef {"win"|"loss"|"good"|"bad"|"hint"} LabelKind
 * @typedef {object} Marks What is drawn over a board to explain it.
 * @property {Record<number, {text: string, kind: LabelKind, say?: string}>} [labels] by cell; `say` is for screen readers ("wins in 5")
 * @property {number[]} [cells] tinted
 * @property {[number, number][]} [pairs] drawn as links
 * @property {"h"|"v"|"d"|"a"|"p"} [axis] mirror: lying, upright, falling or rising diagonal line, or the point in the middle
 * @property {number[]} [warned] pieces that forbid a move
 * @property {number[][]} [regions] tinted areas
 */
export {};
