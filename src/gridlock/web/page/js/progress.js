/**
 * The puzzles and lessons finished in this browser. As in the terminal app, a puzzle is solved at the first try,
 * solved later, or tried and not solved; a hint that names the move counts as a wrong move.
 */

import { daysAfter, isDay } from "./days.js";
import { createStore, isText, itemsOf } from "./storage.js";

/**
 * @typedef {"first" | "later" | "failed"} Result
 * @typedef {{key: string, result: Result, tries: number, day: string}} Attempt
 *   The day it was solved, or else last tried.
 * @typedef {"wrong" | "hint" | "told" | "solved" | "shown"} Step
 *   A step in a daily puzzle: a wrong move, a hint, a hint that names the move, solved, the solution shown.
 * @typedef {{day: string, steps: Step[]}} Diary
 * @typedef {{game: string, number: number}} Finished
 */

const MOST_DAYS = 1000;
const MOST_STEPS = 100;
const PUZZLE = /^[\w.-]{1,100}$/;
/** @type {readonly unknown[]} */
const RESULTS = ["first", "later", "failed"];
/** @type {readonly unknown[]} */
const STEPS = ["wrong", "hint", "told", "solved", "shown"];

const attempts = createStore("puzzles", 1, (contents) => itemsOf(contents, parseAttempt));
const diaries = createStore("daily", 1, (contents) => itemsOf(contents, parseDiary));
const lessons = createStore("lessons", 1, (contents) => itemsOf(contents, parseFinished));

// Puzzles ----------------------------------------------------------------------------------------------

/**
 * Return the result of every puzzle that was tried, by key.
 * @returns {Map<string, Attempt>}
 */
export function puzzlesTried() {
  return new Map(attempts.read().map((tried) => [tried.key, tried]));
}

/**
 * Whether a puzzle was solved, at the first try or later.
 * @param {string} key
 */
export function isSolved(key) {
  return isSuccess(puzzlesTried().get(key));
}

/**
 * @param {Attempt | undefined} tried
 */
export function isSuccess(tried) {
  return tried !== undefined && tried.result !== "failed";
}

/**
 * Record an attempt at a puzzle. A solved puzzle stays as it is.
 * @param {string} key
 * @param {boolean} right
 * @param {string} day
 */
export function recordAttempt(key, right, day) {
  attempts.change((before) => {
    const tried = before.find((one) => one.key === key);
    return [...before.filter((one) => one.key !== key), nextAttempt(tried, key, right, day)];
  });
}

/**
 * @param {Attempt | undefined} before
 * @param {string} key
 * @param {boolean} right
 * @param {string} day
 * @returns {Attempt}
 */
function nextAttempt(before, key, right, day) {
  if (before === undefined) return { key, result: right ? "first" : "failed", tries: 1, day };
  if (before.result !== "failed") return before;
  return { key, result: right ? "later" : "failed", tries: before.tries + 1, day };
}

// The daily puzzle -------------------------------------------------------------------------------------

/**
 * Return the id of a daily puzzle.
 * @param {string} day
 */
export function dailyId(day) {
  return `daily-${day}`;
}

/**
 * Return the steps in a daily puzzle, up to its end.
 * @param {string} day
 * @returns {Step[]}
 */
export function stepsOf(day) {
  return diaries.read().find((entry) => entry.day === day)?.steps ?? [];
}

/**
 * Record a step in a daily puzzle; after its end, nothing is recorded.
 * @param {string} day
 * @param {Step} step
 */
export function recordStep(day, step) {
  const before = stepsOf(day);
  if (isEnded(before) || before.length >= MOST_STEPS) return;
  const now = { day, steps: [...before, step] };
  diaries.change((entries) => [now, ...entries.filter((one) => one.day !== day)].slice(0, MOST_DAYS));
}

/** @param {Step[]} steps */
export function isEnded(steps) {
  const last = steps.at(-1);
  return last === "solved" || last === "shown";
}

/**
 * Return the number of days in a row, up to this day or the day before, whose puzzle was solved on its day.
 * @param {string} day
 */
export function streak(day) {
  const tried = puzzlesTried();
  const solvedOn = (/** @type {string} */ one) => {
    const attempt = tried.get(dailyId(one));
    return isSuccess(attempt) && attempt?.day === one;
  };
  let last = solvedOn(day) ? day : daysAfter(day, -1);
  let length = 0;
  while (solvedOn(last)) {
    length += 1;
    last = daysAfter(last, -1);
  }
  return length;
}

// Lessons ----------------------------------------------------------------------------------------------

/**
 * Return the numbers of the finished lessons of a game, from 1.
 * @param {string} game
 * @returns {Set<number>}
 */
export function lessonsFinished(game) {
  return new Set(lessons.read().filter((one) => one.game === game).map((one) => one.number));
}

/**
 * @param {string} game
 * @param {number} number
 */
export function recordLesson(game, number) {
  if (!lessonsFinished(game).has(number)) lessons.change((before) => [...before, { game, number }]);
}

// Checks -----------------------------------------------------------------------------------------------

/**
 * @param {Record<string, unknown>} item
 * @returns {Attempt | null}
 */
function parseAttempt({ key, result, tries, day }) {
  if (!isText(key, PUZZLE) || !RESULTS.includes(result) || !isDay(day)) return null;
  const counted = typeof tries === "number" && tries >= 1 ? tries : 1;
  return { key, result: /** @type {Result} */ (result), tries: counted, day };
}

/**
 * @param {Record<string, unknown>} item
 * @returns {Diary | null}
 */
function parseDiary({ day, steps }) {
  if (!isDay(day) || !Array.isArray(steps)) return null;
  const valid = /** @type {Step[]} */ (steps.filter((step) => STEPS.includes(step)));
  return { day, steps: valid.slice(0, MOST_STEPS) };
}

/**
 * @param {Record<string, unknown>} item
 * @returns {Finished | null}
 */
function parseFinished({ game, number }) {
  return isText(game, PUZZLE) && Number.isInteger(number) ? { game, number: Number(number) } : null;
}
