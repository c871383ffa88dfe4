/** The list of puzzles: today's, and the series of each game. */

import { allGames, get } from "../api.js";
import { today } from "../days.js";
import { h, useStyle } from "../dom.js";
import { dailyCard } from "../home/daily.js";
import { seriesCard, tally } from "../puzzles/series.js";

/**
 * @param {HTMLElement} root
 * @param {URL} place
 * @returns {Promise<() => void>}
 */
export async function show(root, place) {
  document.title = "Puzzles · Gridlock";
  const day = today();
  const [{ games }, { series }, puzzle] = await Promise.all([
    allGames(), get("/api/puzzles"), get("/api/puzzles/daily", { day }), useStyle("home.css"), useStyle("week.css"), useStyle("puzzles.css"),
  ]);
  root.className = "puzzles";
  root.append(
    h("div", { class: "front" },
      h("div", { class: "stack" }, h("h1", null, "Puzzles"),
        h("p", { class: "lead" }, "In every one of them you can win, whatever your opponent plays. Find the moves."),
        tally(series)),
      dailyCard(puzzle, day)),
    h("div", { class: "series-list" }, games.flatMap((game) => series.filter((/** @type {import("../types.js").Series} */ one) => one.game === game.id).map((/** @type {import("../types.js").Series} */ one) => seriesCard(game, one)))));
  const section = place.hash && document.getElementById(decodeURIComponent(place.hash.slice(1)));
  if (section) requestAnimationFrame(() => section.scrollIntoView({ block: "start" }));
  return () => {};
}
