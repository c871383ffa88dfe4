/** The rules of a game at a glance: a sentence, and small boards that play what it means. */

import { errorText, get } from "./api.js";
import { createBoard } from "./board/board.js";
import { onMotionPreference } from "./board/motion.js";
import { openDialog } from "./dialog.js";
import { h, useStyle } from "./dom.js";
import { Autoplay } from "./home/autoplay.js";
import { icon } from "./icons.js";
import { changeSettings, settings } from "./storage.js";

/** @typedef {import("./types.js").Rules} Rules */

/** @type {Map<string, Promise<Rules>>} */
const requests = new Map();

/** Return the rules of a game; a failed request is sent again on the next call. @param {string} game @returns {Promise<Rules>} */
function rulesOf(game) {
  const known = requests.get(game) ?? get(`/api/games/${encodeURIComponent(game)}/rules`);
  requests.set(game, known);
  known.catch(() => requests.delete(game));
  return known;
}

/** Open a card with the rules. @param {{game: string, name: string}} scene */
export async function openRules({ game, name }) {
  if (document.querySelector("dialog[open]")) return;
  const boards = ruleBoards(game);
  const close = openDialog(name, () => [boards.element]);
  const dialog = boards.element.closest("dialog");
  dialog?.classList.add("wide");
  dialog?.addEventListener("close", boards.end);
  return close;
}

/**
 * Create the boards, which fill in when the rules have arrived. Call `end` when they are no longer shown.
 * @param {string} game
 * @param {{compact?: boolean}} [options] compact: only the boards, without the sentence and the link to the lessons
 */
export function ruleBoards(game, { compact = false } = {}) {
  const element = h("div", { class: "rules-card" }, h("p", { class: "soft" }, "One moment ..."));
  const autoplay = new Autoplay();
  const pause = pauseButton(autoplay);
  let ended = false;
  void Promise.all([rulesOf(game), useStyle("rules.css")]).then(([rules]) => {
    if (ended) return;
    element.replaceChildren(
      compact ? "" : h("p", { class: "rules-summary" }, rules.summary),
      h("ol", { class: "rule-boards" }, rules.boards.map((board, at) => ruleBoard(board, at, autoplay))),
      h("div", { class: "row rules-foot" }, pause.button,
        !compact && rules.lessons ? h("a", { class: "button tinted", href: `/learn/${rules.game}` }, icon("bulb"), "Learn in 2 minutes") : ""));
  }).catch((error) => element.replaceChildren(h("p", { class: "notice bad" }, errorText(error))));
  return {
    element,
    end: () => {
      ended = true;
      pause.end();
      autoplay.end();
    },
  };
}

/** @param {import("./types.js").RuleBoard} rule @param {number} at @param {Autoplay} autoplay */
function ruleBoard({ caption, scenes, wrong, against }, at, autoplay) {
  const board = createBoard({ scene: scenes[scenes.length - 1], size: "card", label: caption });
  const labels = wrong === null ? {} : { [wrong]: { text: "no", kind: /** @type {const} */ ("bad"), say: "not allowed" } };
  autoplay.add(board, scenes, { labels, warned: against.filter((cell) => cell !== wrong) });
  return h("li", null, h("div", { "aria-hidden": "true" }, board.element), h("p", null, `${at + 1}. ${caption}`));
}

/** Create a button that pauses the boards; hidden if they stand still anyway. @param {Autoplay} autoplay */
function pauseButton(autoplay) {
  const words = h("span", null);
  const picture = h("span", { class: "row" });
  const button = h("button", { class: "button quiet", type: "button", onclick: () => set(!settings().still) }, picture, words);
  /** @param {boolean} still */
  function set(still) {
    changeSettings({ still });
    autoplay.hold(still);
    picture.replaceChildren(icon(still ? "play" : "pause"));
    words.textContent = still ? "Play" : "Pause";
  }
  set(settings().still);
  const end = onMotionPreference((may) => (button.hidden = !may));
  return { button, end };
}
