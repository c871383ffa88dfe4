/**
 * The JSON of the server under the names that the page uses, and the page's own types. schema.d.ts is made from the
 * server's OpenAPI document by scripts/page_types.py; by hand is only what that document leaves open: the messages
 * of the socket, and the parts of a review.
 */

import type { components } from "./schema.js";

type Schemas = components["schemas"];

export type Cell = Schemas["CellJson"] | null;
export type MoveChoice = Schemas["MoveJson"];
export type TrailPart = Schemas["TrackJson"];
export type Scene = Schemas["SceneJson"];
export type GameInfo = Schemas["GameJson"];
export type BotInfo = Schemas["BotJson"];
export type Games = Schemas["GamesJson"];

export type State = Schemas["StateJson"];
export type MatchEvent = Schemas["EventJson"];
export type PlayerInfo = Schemas["PlayerJson"];
export type ClockState = Schemas["ClockJson"];

export type Lesson = Schemas["LessonJson"];
export type Lessons = Schemas["LessonsJson"];
export type LessonTry = Schemas["TriedJson"];

export type Series = Schemas["SeriesJson"];
export type Puzzle = Schemas["PuzzleJson"];
export type Verdict = Schemas["VerdictJson"];
export type PuzzleHint = Schemas["PuzzleHintJson"];
export type PuzzleEnd = Schemas["PuzzleEndJson"];
export type Solution = Schemas["SolutionJson"];

export type Analysis = Schemas["AnalysisJson"];
export type JudgedMove = Schemas["JudgedJson"];
export type Reason = Schemas["ReasonJson"];
export type Why = Schemas["WhyJson"];
export type Value = Schemas["ValueJson"];
export type ReadRecord = Schemas["RecordJson"];

/** What went wrong, after RFC 9457; a match that has moved on comes along. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  state?: State;
  retry_after?: number;
}

// The parts of a review

export interface Review extends Omit<Schemas["ReviewJson"], "mistakes" | "lostFromStart"> {
  mistakes: Mistake[];
  lostFromStart: LostSeat | null;
}

/** A move that gave the win away, or a match given up in a won position. */
export interface Mistake {
  number: number;
  side: number;
  move: string | null;
  better: string;
  line: string[];
  reasons: Reason[];
  text: string;
}

/** A seat that was lost from the start, and the moves that made it easier still. */
export interface LostSeat {
  side: number;
  line: string[];
  reasons: Reason[];
  slips: Slip[];
  text: string;
}

export interface Slip {
  number: number;
  move: string;
  better: string;
  text: string;
}

// The messages of a match's socket

export interface Presence {
  here: number[];
  watchers: number;
}

/** What came of an action. */
export interface Done {
  number: number;
  hint?: Schemas["HintJson"];
}

export type SocketMessage =
  | { type: "welcome"; sides: number[]; presence: Presence; events: MatchEvent[]; state: State }
  | { type: "event"; event: MatchEvent; state: State }
  | { type: "events"; events: MatchEvent[]; state: State }
  | ({ type: "presence" } & Presence)
  | ({ type: "done"; request: string } & Done)
  | { type: "refused"; request: string | null; problem: Problem }
  | { type: "pong" };

// What the page draws over a board to explain it

export type LabelKind = "win" | "loss" | "good" | "bad" | "hint";

export interface Marks {
  /** By cell; `say` is for screen readers ("wins in 5"). */
  labels?: Record<number, { text: string; kind: LabelKind; say?: string }>;
  /** Tinted. */
  cells?: number[];
  /** Drawn as links. */
  pairs?: number[][];
  /** A mirror: lying, upright, falling or rising diagonal line, or the point in the middle. */
  axis?: "h" | "v" | "d" | "a" | "p";
  /** Pieces that forbid a move. */
  warned?: number[];
  /** Tinted areas. */
  regions?: number[][];
}
