/** The page of one puzzle: of a day, or of a series. */

import { get } from "../api.js";
import { dayText, isDay, today } from "../days.js";
import { h, useStyle } from "../dom.js";
import { Panel } from "../puzzles/panel.js";
import { head } from "../puzzles/parts.js";
import { PuzzleSession } from "../puzzles/session.js";

/** @typedef {import("../types.js").Puzzle} Puzzle */

/**
 * @param {HTMLElement} root
 * @param {URL} place
 * @returns {Promise<() => void>}
 */
export async function show(root, place) {
  const [puzzle] = await Promise.all([loadPuzzle(place), useStyle("solving.css"), useStyle("week.css")]);
  document.title = `${puzzle.day ? `Puzzle of ${dayText(puzzle.day, { day: "numeric", month: "long" })}` : `${puzzle.name}, ${puzzle.difficulty} ${puzzle.number}`} · Gridlock`;
  const panel = new Panel(puzzle);
  const session = new PuzzleSession(puzzle, (message) => panel.show(message));
  panel.offer(session);
  root.className = "solve";
  root.append(
    h("div", { class: "solve-head" }, head(puzzle)),
    h("div", { class: "solve-board" }, session.board.element),
    h("div", { class: "solve-panel" }, panel.element));
  return () => session.end();
}

/** @param {URL} place @returns {Promise<Puzzle>} */
function loadPuzzle(place) {
  const [, kind, id = ""] = place.pathname.split("/");
  if (kind === "puzzles") return get(`/api/puzzles/${id}`);
  const day = place.searchParams.get("day");
  return get("/api/puzzles/daily", { day: isDay(day) ? day : today() });
}
