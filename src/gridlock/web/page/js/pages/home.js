/** The home page: the daily puzzle, unfinished matches, and the games. */

import { allGames, get } from "../api.js";
import { today } from "../days.js";
import { h, useStyle } from "../dom.js";
import { gameCards } from "../home/cards.js";
import { dailyCard } from "../home/daily.js";
import { myUnfinished } from "../home/unfinished.js";
import { welcome } from "../home/welcome.js";
import { listenForRecords, recordForm } from "../records.js";

/**
 * @param {HTMLElement} root
 * @returns {Promise<() => void>}
 */
export async function show(root) {
  document.title = "Gridlock: small boards, big fights";
  const day = today();
  const [{ games }, puzzle] = await Promise.all([
    allGames(),
    get("/api/puzzles/daily", { day }).catch(() => null), // the page works without it
    useStyle("home.css"),
    useStyle("week.css"),
  ]);
  const mine = myUnfinished();
  const stop = listenForRecords(root);
  const cards = gameCards(games, h("section", { class: "records" }, h("h3", null, "Look back at a game"), recordForm()));
  root.className = "home";
  root.append(
    h("div", { class: "front" },
      h("div", { class: "greeting" }, welcome(games, mine !== null), mine?.element),
      puzzle && dailyCard(puzzle, day)),
    cards.element,
    h("footer", { class: "foot soft small" }, "No account, no cookies, no ads. What you solve and play is remembered by this browser."));
  return () => {
    mine?.end();
    stop();
    cards.end();
  };
}
