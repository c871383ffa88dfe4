/** What happens after the last move: the board shows it, then a card over the board explains it. */

import { allGames } from "../api.js";
import { closingTime } from "../board/annotations.js";
import { motionAllowed } from "../board/motion.js";
import { flashNamedCells } from "../cellNames.js";
import { h, refill } from "../dom.js";
import { wordButton } from "../icons.js";
import { say } from "../liveRegion.js";
import { go } from "../router.js";
import { endCard } from "./endCard.js";
import { isYou } from "./names.js";

/** @typedef {import("./client.js").MatchClient} MatchClient */
/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Marks} Marks */
/** @typedef {import("../analysis/retry.js").RetryMode} RetryMode */

/**
 * @typedef {object} EndOptions
 * @property {(kind: string) => void} act
 * @property {(text: string) => void} tell
 * @property {() => void} toNow shows the board of the match again
 * @property {import("./history.js").History} history
 */

/** Where the card is at the bottom of the window, as in match.css. */
const PHONE = matchMedia("(max-width: 59.99rem)");

/** How long the last move stays alone on the board. */
const REST = 350;

export class End {
  /** @param {MatchClient} client @param {Board} board @param {EndOptions} options */
  constructor(client, board, options) {
    this.client = client;
    this.board = board;
    this.options = options;
    /** @type {RetryMode | null} */
    this.retry = null;
    /** @type {import("../types.js").BotInfo[]} */
    this.bots = [];
    this.ready = false;
    this.hidden = false;
    this.timer = 0;
    this.key = "";
    this.element = h("div", { class: "match-end" });
    flashNamedCells(this.element, (cells) => board.flash(cells));
  }

  /** Return the marks of the last board. @param {State} state @returns {Marks} */
  marks({ outcome }) {
    return outcome?.closed.length ? { closed: { cells: outcome.closed, side: outcome.winner } } : {};
  }

  /** @param {boolean} live whether the match has ended just now */
  draw(live) {
    const { state } = this.client;
    if (state.status !== "over") return;
    if (!this.ready && !this.timer) this.#begin(live && motionAllowed());
    if (this.ready) this.#drawCard();
  }

  /** Show the card, after the board has shown the end. @param {boolean} animate */
  #begin(animate) {
    const { outcome } = this.client.state;
    const wait = animate ? REST + closingTime(outcome?.closed.length ?? 0) : 0;
    this.#makeRoom();
    if (animate && outcome && this.#isGood(outcome.winner)) this.board.celebrate(outcome.order);
    void allGames().then(({ players }) => {
      this.bots = players;
      this.draw(false);
    }).catch(() => {}); // then the card names no next step
    this.timer = setTimeout(() => {
      this.ready = true;
      this.draw(false);
    }, wait);
  }

  /** On phones, move the board to the top, so that the card doesn't cover it. */
  #makeRoom() {
    if (!PHONE.matches) return;
    this.element.parentElement?.classList.add("ended");
    this.board.element.scrollIntoView({ block: "start", behavior: motionAllowed() ? "smooth" : "instant" });
  }

  /** Whether a win is to be celebrated here. @param {number} winner */
  #isGood(winner) {
    const { state, sides } = this.client;
    return isYou(state, winner, sides) || state.mode === "here" || !sides.length;
  }

  #drawCard() {
    const { state, sides } = this.client;
    const { retry } = this;
    const key = JSON.stringify([state.number, sides, this.bots.length, this.hidden, retry && [retry.text, retry.busy, retry.moves]]);
    if (key === this.key) return;
    this.key = key;
    if (retry) refill(this.element, this.#retryCard(retry));
    else if (this.hidden) refill(this.element, wordButton("last", "Show the result", () => this.#setHidden(false), "end-show"));
    else {
      refill(this.element, endCard(this.client, this.bots, {
        rematch: () => this.options.act("rematch"),
        goodGame: () => this.options.act("good-game"),
        retry: () => void this.#startRetry(),
        playNext: (bot) => void this.#playNext(bot),
        hide: () => this.#setHidden(true),
      }));
    }
  }

  /** @param {boolean} hidden */
  #setHidden(hidden) {
    this.hidden = hidden;
    this.#drawCard();
    const control = this.element.querySelector(hidden ? ".end-show" : "button");
    if (control instanceof HTMLElement) control.focus({ preventScroll: true });
  }

  /** Start a match against another bot, in the same seat on the same board. @param {string} bot */
  async #playNext(bot) {
    const { state: { scene, clock }, sides } = this.client;
    try {
      const [{ prepareMatch }, { games }] = await Promise.all([import("../new/createMatch.js"), allGames()]);
      const game = games.find((each) => each.id === scene.game);
      if (!game) return;
      const { rows, cols, options } = scene;
      const seat = sides[0] === 2 ? "2" : "1";
      const send = prepareMatch({ game, mode: "bot", bot, seat, rows, cols, options, clock: clock?.control ?? "", position: "", moves: [] }, "");
      await go(`/m/${await send()}`);
    } catch {
      this.options.tell("The game could not be started. Please try again.");
    }
  }

  // Trying the lost move again ---------------------------------------------------------------------------

  async #startRetry() {
    const { state } = this.client;
    const point = state.turningPoint;
    if (!point) return;
    try {
      const [{ RetryMode, retryStore }] = await Promise.all([import("../analysis/retry.js"), this.options.history.complete(state)]);
      const scenes = this.options.history.scenes.slice(0, point.number).filter((scene) => scene !== undefined);
      const { store, node } = retryStore(scenes, { match: state.id }, () => this.#showRetry());
      this.retry = new RetryMode(store, node, point.side);
      this.#makeRoom();
      this.#showRetry();
      say(this.retry.text);
      this.board.focus();
    } catch {
      this.options.tell("This cannot be shown now. Please try again.");
    }
  }

  #showRetry() {
    const { retry, board } = this;
    if (!retry) return;
    board.show(retry.scene(), { animate: true });
    board.setMarks(retry.marks());
    board.setInteractive(retry.sides());
    this.#drawCard();
  }

  /** @param {RetryMode} retry */
  #retryCard(retry) {
    const won = retry.scene().outcome;
    return h("section", { class: `ending retry ${retry.kind}`, "aria-label": "Try that move again" },
      h("h2", null, won ? "That wins" : "Try that move again"),
      h("p", { class: retry.busy ? "waiting" : "", dir: "auto" }, retry.text),
      h("div", { class: "end-buttons" },
        won ? null : wordButton("bulb", "Show a move", () => void retry.show()),
        wordButton("back", "Back to the result", () => this.#backToResult(), won ? "main" : "")));
  }

  #backToResult() {
    this.leaveRetry();
    this.options.toNow();
  }

  /** Stop a retry, if there is one. */
  leaveRetry() {
    this.retry?.leave();
    this.retry = null;
  }

  destroy() {
    clearTimeout(this.timer);
    this.leaveRetry();
  }
}
