/**
 * The head of the page: which game this is, which match, and what else can be done here.
 * @module
 */

import { gameQuery } from "../api.js";
import { sideSign } from "../board/pieces.js";
import { h } from "../dom.js";
import { chooseBoard } from "./chooser.js";
import { Editing } from "./editor.js";
import { openText } from "./opening.js";
import { button } from "./parts.js";
import { askForRecord } from "./recordbox.js";

/** @typedef {import("./desk.js").Desk} Desk */

/**
 * @param {Desk} desk
 * @param {import("../types.js").Games} games
 * @param {() => void} share
 */
export function heading(desk, games, share) {
  return h("header", { class: "analysis-head" },
    h("div", null,
      h("h1", null, desk.info.name, " ", h("span", { class: "board-size" }, sizeText(desk))),
      h("p", { class: "soft small about" }, ...about(desk))),
    h("div", { class: "row head-tools" },
      button("Board", () => chooseBoard(games.games, desk.game), { "aria-label": "Choose another board" }),
      button("Set up", () => desk.enter(new Editing(desk)), { "aria-label": "Set up a position" }),
      button("Open", askForRecord, { "aria-label": "Open a record" }),
      button("Share", share, { "aria-label": "Share and download" })));
}

/** The board and the variant, in a few words. @param {Desk} desk */
function sizeText(desk) {
  const { size, options } = desk.game;
  const texts = desk.info.options.flatMap(({ name, values }) => {
    const [standard] = values;
    const value = values.find((each) => each.value === options[name]);
    return value && value !== standard ? [value.text] : [];
  });
  return [size.replace("x", "\u00d7"), ...texts].join(", ");
}

/** @param {Desk} desk */
function about(desk) {
  const { story } = desk;
  if (!story) return [desk.info.summary];
  const { players, match, result, number, of, text } = story.about;
  const name = (/** @type {number} */ side) => h("bdi", { class: "player-name" }, players[side - 1]); // any text, in any direction
  const won = result.winner ? [" ", name(result.winner), " won."] : story.about.over ? [] : [" Still running."];
  const names = [sideSign(1), " ", name(1), " ", sideSign(2), " ", name(2), ".", ...won];
  const back = match ? [" ", h("a", { href: `/m/${encodeURIComponent(match)}` }, "Back to the match")] : [];
  const next = of > 1 ? [` Match ${number} of ${of}. `, button("Next match", () => void openText(text, (number % of) + 1), { class: "button quiet small" })] : [];
  return [...names, ...back, ...next];
}

/**
 * A link to a new match against a bot from the position on the board.
 * @param {Desk} desk
 */
export function playLink(desk) {
  const fields = { ...gameQuery(desk.root.scene), with: "bot", seat: String(desk.scene.turn), position: desk.scene.position };
  return `/new?${new URLSearchParams(fields)}`;
}
