/** Words on the board: what just happened, and hints for the first turns of a new game. */

import { allGames } from "../api.js";
import { h } from "../dom.js";
import { firstTurns, rememberTurn } from "../storage.js";
import { passText, stuckText } from "./names.js";

/** @typedef {import("./client.js").MatchClient} MatchClient */
/** @typedef {import("../types.js").MatchEvent} MatchEvent */

/** How long a message stays. */
const DURATION = 2500;

export class Bubble {
  /** @param {MatchClient} client */
  constructor(client) {
    this.client = client;
    this.timer = 0;
    this.rule = client.state.motto;
    this.happened = h("p", { class: "bubble happened", hidden: true });
    this.hint = h("p", { class: "bubble hint", hidden: true });
    // Screen readers get the same words from the live region and the page's first lines.
    this.element = h("div", { class: "bubbles", "aria-hidden": "true" }, this.happened, this.hint);
    void allGames().then(({ games }) => {
      this.rule = games.find((game) => game.id === client.state.scene.game)?.summary ?? this.rule;
      this.#drawHint();
    }).catch(() => {}); // the short rule will do
  }

  /** @param {MatchEvent[]} events */
  draw(events) {
    const { state, sides } = this.client;
    const moves = events.filter((event) => event.kind === "move");
    if (moves.some((event) => sides.includes(/** @type {number} */ (event.side)))) rememberTurn(state.scene.game);
    if (state.stuck && (state.status === "playing" || events.length)) this.#tell(stuckText(state, sides));
    else if (moves.length && state.scene.passed) this.#tell(passText(state, sides));
    this.#drawHint();
  }

  /** @param {string} text */
  #tell(text) {
    clearTimeout(this.timer);
    this.happened.textContent = text;
    this.happened.hidden = false;
    this.timer = setTimeout(() => (this.happened.hidden = true), DURATION);
  }

  #drawHint() {
    const { state, isMyTurn } = this.client;
    const hints = [this.rule, "The dots show where you can go.", "The last player who can move wins."];
    const text = isMyTurn && !state.stuck ? hints[firstTurns(state.scene.game)] ?? "" : "";
    if (this.hint.textContent !== text) this.hint.textContent = text;
    this.hint.hidden = !text;
  }

  destroy() {
    clearTimeout(this.timer);
  }
}
