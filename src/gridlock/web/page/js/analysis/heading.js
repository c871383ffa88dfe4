/**
 * The heading of the analysis page: the game, the match, and other actions.
 * @module
 */

import { gameQuery } from "../api.js";
import { sideSign } from "../board/pieces.js";
import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { recordForm } from "../records.js";
import { chooseBoard } from "./boardChooser.js";
import { EditMode } from "./editor.js";
import { openText } from "./open.js";
import { button } from "./parts.js";

/** @typedef {import("./analysisStore.js").AnalysisStore} AnalysisStore */

/**
 * @param {AnalysisStore} store
 * @param {import("../types.js").Games} games
 * @param {() => void} share
 */
export function heading(store, games, share) {
  return h("header", { class: "analysis-head" },
    h("div", null,
      h("h1", null, store.info.name, " ", h("span", { class: "board-size" }, sizeText(store))),
      h("p", { class: "soft small about" }, ...about(store))),
    h("div", { class: "row head-tools" },
      button("Board", () => chooseBoard(games.games, store.game), { "aria-label": "Choose another board" }),
      button("Set up", () => store.enter(new EditMode(store)), { "aria-label": "Set up a position" }),
      button("Open", () => openDialog("Open a record", (close) => [recordForm({ close })]), { "aria-label": "Open a record" }),
      button("Share", share, { "aria-label": "Share and download" })));
}

/** Describe the board and the variant. @param {AnalysisStore} store */
function sizeText(store) {
  const { size, options } = store.game;
  const texts = store.info.options.flatMap(({ name, values }) => {
    const [standard] = values;
    const value = values.find((each) => each.value === options[name]);
    return value && value !== standard ? [value.text] : [];
  });
  return [size.replace("x", "\u00d7"), ...texts].join(", ");
}

/** @param {AnalysisStore} store */
function about(store) {
  const { reviewed } = store;
  if (!reviewed) return [store.info.summary];
  const { players, match, result, number, of, text } = reviewed.about;
  const name = (/** @type {number} */ side) => h("bdi", { class: "player-name" }, players[side - 1]); // names may run in either direction
  const own = reviewed.about.own;
  const won = result.winner ? [" ", name(result.winner), " won."] : reviewed.about.over ? [] : [" Still running."];
  const names = own && result.winner ? [`You ${result.winner === own ? "beat" : "lost to"} `, name(3 - own), "."] : [sideSign(1), " ", name(1), " ", sideSign(2), " ", name(2), ".", ...won];
  const back = match ? [" ", h("a", { href: `/m/${encodeURIComponent(match)}` }, "Back to the match")] : [];
  const next = of > 1 ? [` Match ${number} of ${of}. `, button("Next match", () => void openText(text, (number % of) + 1), { class: "button quiet small" })] : [];
  return [...names, ...back, ...next];
}

/**
 * Return a link to a new match against a bot from this position.
 * @param {AnalysisStore} store
 */
export function playLink(store) {
  const fields = { ...gameQuery(store.root.scene), with: "bot", seat: String(store.scene.turn), position: store.scene.position };
  return `/new?${new URLSearchParams(fields)}`;
}
