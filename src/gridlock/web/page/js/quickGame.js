/** A quick game: one click starts it against an easy bot. */

import { ApiError } from "./api.js";
import { h } from "./dom.js";
import { say } from "./liveRegion.js";
import { go } from "./router.js";

/** @typedef {import("./types.js").GameInfo} GameInfo */

/**
 * Create a button that starts a quick game. If that fails, it shows why and can be clicked again.
 * @param {GameInfo} game
 * @param {string} text
 */
export function quickButton(game, text) {
  const problem = h("p", { class: "notice bad", hidden: true });
  /** @type {(() => Promise<string>) | null} The same order is sent again if there was no answer. */
  let send = null;
  const button = h("button", { class: "button main", type: "button", onclick: play }, text);

  async function play() {
    button.disabled = true;
    problem.hidden = true;
    try {
      send ??= await prepareQuickGame(game);
      await go(`/m/${await send()}`);
    } catch (error) {
      problem.textContent = error instanceof ApiError ? error.detail : "The game could not be started. Please try again.";
      problem.hidden = false;
      say(problem.textContent);
    }
    button.disabled = false;
  }

  return { button, problem };
}

/** Load the code to create the match on demand. @param {GameInfo} game */
async function prepareQuickGame(game) {
  const [{ defaults }, { prepareMatch }] = await Promise.all([import("./new/choice.js"), import("./new/createMatch.js")]);
  return prepareMatch({ ...defaults(game), game, mode: "bot", bot: game.quick.bot, clock: "", position: "", moves: [] }, "");
}
