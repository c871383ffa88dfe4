/**
 * The types of the server's JSON, under the page's names, and the page's own types. scripts/page_types.py generates
 * schema.d.ts from the server's OpenAPI document; only types missing from that document are written by hand.
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
export type TurningPoint = Schemas["TurningPointJson"];
export type PlayerInfo = Schemas["PlayerJson"];
export type ClockState = Schemas["ClockJson"];

export type Rules = Schemas["RulesJson"];
export type RuleBoard = Schemas["RuleBoardJson"];

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
export type JudgedMove = Schemas["MoveValueJson"];
export type Reason = Schemas["ReasonJson"];
export type Why = Schemas["WhyJson"];
export type Value = Schemas["ValueJson"];
export type ReadRecord = Schemas["RecordJson"];
export type Review = Schemas["ReviewJson"];
export type Mistake = Schemas["MistakeJson"];
export type LostSeat = Schemas["LostSeatJson"];
export type Slip = Schemas["SlipJson"];
export type Watch = Schemas["WatchJson"];

/** A problem as in RFC 9457, with the current state if the match has moved on. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  state?: State;
  retry_after?: number;
}

// Socket messages of a match

export interface Presence {
  here: number[];
  watchers: number;
}

/** The result of an action. */
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

// Annotations of a board

export type LabelKind = "win" | "loss" | "good" | "bad" | "hint";

export interface Marks {
  /** By cell; `say` is for screen readers ("wins in 5"). */
  labels?: Record<number, { text: string; kind: LabelKind; say?: string }>;
  /** Tinted. */
  cells?: number[];
  /** Drawn as equal letters. */
  pairs?: number[][];
  /** A mirror: horizontal, vertical, falling or rising diagonal axis, or the centre. */
  axis?: "h" | "v" | "d" | "a" | "p";
  /** Cells that the losing side needed, with what closes them, in the winner's colour. */
  closed?: { cells: { cell: number; by: number[] }[]; side: number };
  /** Pieces that forbid a move. */
  warned?: number[];
  /** Tinted areas. */
  regions?: number[][];
}
