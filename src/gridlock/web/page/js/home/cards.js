/** The game cards: a playing board, a summary and links. */

import { createBoard } from "../board/board.js";
import { count, h } from "../dom.js";
import { icon } from "../icons.js";
import { lessonsFinished } from "../progress.js";
import { changeSettings, settings } from "../storage.js";
import { Autoplay } from "./autoplay.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */

/**
 * Create the cards of all games.
 * @param {GameInfo[]} games
 * @param {...HTMLElement} others elements after the cards
 */
export function gameCards(games, ...others) {
  const autoplay = new Autoplay();
  autoplay.hold(settings().still);
  const cards = games.map((game) => card(game, autoplay));
  const element = h("section", { class: "games", "aria-labelledby": "games" },
    h("div", { class: "games-head" }, h("h2", { id: "games" }, "Choose a game"), pauseButton(autoplay)),
    h("div", { class: "cards" }, cards, others));
  return { element, end: () => autoplay.end() };
}

/** @param {GameInfo} game @param {Autoplay} autoplay */
function card(game, autoplay) {
  const board = createBoard({ scene: game.sample, size: "card", label: `A game of ${game.name}` });
  autoplay.add(board, [...game.sampleMoves, game.sample]);
  const play = (/** @type {string} */ mode) => `/new?game=${encodeURIComponent(game.id)}&with=${mode}`;
  return h("article", { class: "game-card", "aria-labelledby": `game-${game.id}` },
    h("a", { class: "stage", href: play("bot"), tabindex: -1, "aria-hidden": "true" }, board.element),
    h("h3", { id: `game-${game.id}` }, game.name),
    h("p", { class: "summary soft" }, game.summary),
    h("div", { class: "ways" },
      h("a", { class: "button tinted", href: play("bot") }, "Play a bot"),
      h("a", { class: "button", href: play("friend") }, "Play a friend"),
      h("a", { class: "button", href: play("here") }, "Two players here")),
    more(game));
}

/** @param {GameInfo} game */
function more(game) {
  const learned = lessonsFinished(game.id).size;
  const toGo = learned > 0 && learned < game.lessons ? ` (${learned} of ${game.lessons})` : "";
  const done = game.lessons > 0 && learned >= game.lessons;
  return h("div", { class: "more" },
    game.puzzles.length > 0 && h("a", { href: `/puzzles#${game.id}`, "aria-label": `Puzzles of ${game.name}` }, "Puzzles"),
    h("a", { href: `/learn/${game.id}`, "aria-label": `Learn ${game.name}` }, `Learn${toGo}`,
      done && h("span", { class: "done", title: count(learned, "lesson") }, icon("check"), h("span", { class: "unseen" }, "done"))));
}

/** @param {Autoplay} autoplay */
function pauseButton(autoplay) {
  const button = h("button", { class: "button quiet pause", type: "button", onclick: change });
  function show() {
    const { still } = settings();
    button.replaceChildren(icon(still ? "play" : "pause"), h("span", null, still ? "Play" : "Pause", h("span", { class: "boards" }, " the boards")));
  }
  function change() {
    autoplay.hold(changeSettings({ still: !settings().still }).still);
    show();
  }
  show();
  return button;
}
