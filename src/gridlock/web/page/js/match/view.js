/** The match page: the board with the players above and below, and panels beside it. */

import { ApiError } from "../api.js";
import { createBoard } from "../board/board.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { say } from "../liveRegion.js";
import { go } from "../router.js";
import { openRules, ruleBoards } from "../rules.js";
import { keepSeat, rememberMatch, seatOf, settings } from "../storage.js";
import { announcement } from "./announce.js";
import { Bubble } from "./bubble.js";
import { MatchClient } from "./client.js";
import { Controls } from "./controls.js";
import { End } from "./end.js";
import { History } from "./history.js";
import { invitationCard, waitingCard } from "./invitation.js";
import { listenToKeys } from "./keys.js";
import { MoveList } from "./moveList.js";
import { nameOf, scoreText, turnText } from "./names.js";
import { Notices } from "./notices.js";
import { notify, resetIcon, showTurn } from "./notifications.js";
import { PlayerBar, startTicking } from "./players.js";
import { playSound } from "./sound.js";
import { Tools } from "./tools.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").MoveChoice} MoveChoice */
/** @typedef {import("./client.js").Change} Change */

/** The events that change the board, and those that can end a match. */
const MOVES = new Set(["move", "undo", "played-out"]);
const ENDS = new Set(["move", "played-out", "resigned", "time-out", "forfeit", "called-off"]);
const TRIES = 3;

export class MatchView {
  /** @param {HTMLElement} root @param {State} state */
  constructor(root, state) {
    this.client = new MatchClient(state, (change) => this.update(change));
    this.history = new History();
    /** @type {number | null} the number of moves on the earlier board shown; null for the live one */
    this.at = null;
    this.boardKey = "";
    this.cardKey = "";
    this.remembered = "";
    /** Whether the turn was announced on arrival. */
    this.greeted = false;
    /** @type {ReturnType<typeof ruleBoards> | null} */
    this.rules = null;
    this.board = createBoard({ scene: state.scene, label: `${state.scene.name}, ${state.scene.rows} by ${state.scene.cols}`, onMove: (move) => void this.#play(move), onIdle: () => this.#idle() });
    if (settings().flipped) this.board.flip();
    const tell = (/** @type {string} */ text) => this.notices.tell(text);
    this.bars = [new PlayerBar(this.client, 1, tell), new PlayerBar(this.client, 2, tell)];
    this.moves = new MoveList((count) => void this.lookAt(count));
    this.notices = new Notices(this.client, { answerUndo: (kind) => void this.#act(kind), toNow: () => void this.lookAt(this.client.state.moves.length) });
    this.controls = new Controls(this.client, { say: tell, hint: (hint) => this.#showHint(hint) });
    this.tools = new Tools(this.client, () => {
      this.board.flip();
      this.#placeBars();
    });
    this.end = new End(this.client, this.board, { act: (kind) => void this.#act(kind), tell, toNow: () => this.#toNow(), history: this.history });
    this.bubble = new Bubble(this.client);
    this.card = h("div", { class: "match-card" });
    this.score = h("span", { class: "score", dir: "auto" });
    this.watching = h("p", { class: "watching soft small" });
    this.element = h("div", { class: "match" });
    this.#layOut(root);
    this.stopClocks = startTicking(this.bars);
    this.stopKeys = listenToKeys({
      board: (event) => this.board.grid?.key(event),
      step: (by) => this.moves.step(by),
      letters: { "?": () => void openRules(this.client.state.scene), h: () => this.controls.press("hint"), u: () => this.controls.press("undo"), a: () => this.tools.openAnalysis() },
      escape: () => this.board.takeBack() || (settings().zen && (this.tools.setZen(false), true)),
    });
    this.update({ events: [], live: false });
  }

  /** @param {HTMLElement} root */
  #layOut(root) {
    const { scene, clock, motto } = this.client.state;
    const more = [`${scene.rows} × ${scene.cols}`, ...(clock ? [clock.control] : [])].join(" · ");
    this.top = h("div", { class: "match-top" });
    this.bottom = h("div", { class: "match-bottom" });
    fill(this.element,
      h("header", { class: "match-head" }, h("h1", null, scene.name), h("span", { class: "soft" }, more), this.score, this.watching,
        this.tools.rules, h("p", { class: "motto soft small" }, motto)),
      this.top,
      h("div", { class: "match-board" }, this.board.element, this.bubble.element),
      this.end.element,
      this.bottom,
      h("div", { class: "match-panel" }, this.notices.element, this.card, this.controls.element, this.moves.element, this.tools.element),
      this.tools.leave);
    this.element.style.setProperty("--ratio", String((scene.cols + 0.68) / (scene.rows + 0.68)));
    this.#placeBars();
    root.append(this.element);
  }

  /** Put the player's own side at the bottom, unless the board is flipped. */
  #placeBars() {
    const own = this.client.sides.length === 1 ? this.client.sides[0] : 1;
    const below = settings().flipped ? 3 - own : own;
    if (this.bottom?.firstChild === this.bars[below - 1].element) return;
    this.top?.replaceChildren(this.bars[2 - below].element);
    this.bottom?.replaceChildren(this.bars[below - 1].element);
  }

  /** Show the current state. @param {Change} change */
  update({ events, live }) {
    const { client, history } = this;
    const { state, sides } = client;
    history.note(state);
    this.element.classList.toggle("known", client.sidesKnown);
    if (this.at !== null && this.at >= state.moves.length) this.at = null;
    const moved = events.some((event) => MOVES.has(event.kind));
    this.#showBoard(moved);
    this.bubble.draw(events);
    this.#placeBars();
    for (const bar of this.bars) bar.draw();
    this.moves.draw(state, this.at ?? state.moves.length, history.movers);
    this.controls.draw();
    this.tools.draw();
    this.notices.draw(this.at);
    this.#drawCard();
    if (client.sidesKnown) this.end.draw(live && events.some((event) => ENDS.has(event.kind)));
    this.watching.textContent = this.#watchingText();
    this.score.textContent = scoreText(state, sides);
    showTurn(client);
    if (events.length) this.#announce(events, live);
    else if (client.sidesKnown && !this.greeted && state.status === "playing") say(`${turnText(state, sides)}.`);
    this.greeted ||= client.sidesKnown;
    if (sides.length) this.#remember();
    if (state.moves.length > 1 && !history.scenes[1]) void this.#fetchHistory();
  }

  async #fetchHistory() {
    try {
      const { state } = this.client;
      if (await this.history.complete(state)) this.moves.draw(state, this.at ?? state.moves.length, this.history.movers);
    } catch {
      // Offline the list only lacks its colours; looking back requests the boards again.
    }
  }

  /** @param {boolean} animate */
  #showBoard(animate) {
    const { client: { state, sides, sidesKnown, status }, board, at } = this;
    if (at !== null || this.end.retry) return;
    const key = `${state.moves.length} ${state.scene.position} ${state.scene.move}`;
    if (key !== this.boardKey) {
      this.boardKey = key;
      board.setMarks(this.end.marks(state));
      board.show(state.scene, { animate });
    }
    const may = sidesKnown && state.status === "playing" && !state.stuck ? sides : [];
    if (may.join() !== board.sides.join()) board.setInteractive(may);
    board.element.classList.toggle("stale", status === "lost");
  }

  /** Show the board after this many moves; the latest one is live. @param {number} count */
  async lookAt(count) {
    const { state } = this.client;
    this.boardKey = "";
    this.end.leaveRetry();
    if (count >= state.moves.length) {
      this.at = null;
      this.update({ events: [], live: false });
      this.board.setInteractive(state.status === "playing" ? this.client.sides : []);
      return;
    }
    try {
      await this.history.complete(state);
    } catch (error) {
      return this.notices.tell(error instanceof ApiError ? error.detail : "This cannot be shown now.");
    }
    const scene = this.history.scenes[count];
    if (!scene) return;
    const forward = this.at !== null && count === this.at + 1;
    this.at = count;
    this.board.setInteractive([]);
    this.board.setMarks({});
    this.board.show(scene, { animate: forward });
    this.moves.draw(state, count, this.history.movers);
    this.notices.draw(count);
    say(count === 0 ? "The start." : `After move ${count}, ${state.moves[count - 1]}.`);
  }

  /** @param {MoveChoice} move */
  async #play(move) {
    if (this.end.retry) return this.end.retry.play(move.move);
    const playing = this.client.play(move);
    this.update({ events: [], live: false });
    const problem = await playing;
    if (problem) {
      this.board.revert();
      this.notices.tell(problem);
    }
    this.update({ events: [], live: false });
  }

  /** Explain why the player can't move. */
  #idle() {
    const { state, sides, isMyTurn, pending } = this.client;
    if (state.status === "playing" && sides.length && !isMyTurn && !pending) this.notices.tell(`${turnText(state, sides)}.`);
  }

  /** Carry out an action that doesn't depend on the board, even if something else happens meanwhile. @param {string} kind */
  async #act(kind) {
    for (let left = TRIES; left >= 0; left -= 1) {
      try {
        await this.client.act(kind);
        return;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (left && error.slug === "out-of-date" && this.client.state.status === "over") continue;
        this.notices.tell(error.detail);
        return;
      }
    }
  }

  /** Show the board of the match again. */
  #toNow() {
    this.boardKey = "";
    this.update({ events: [], live: false });
  }

  /** @param {{text: string, parts: number[]}} hint */
  #showHint({ text, parts }) {
    this.notices.tell(text);
    const several = parts.length > 1;
    this.board.setMarks({
      cells: parts,
      labels: several ? Object.fromEntries(parts.map((cell, at) => [cell, { text: String(at + 1), kind: "hint", say: `hint, part ${at + 1}` }])) : {},
    });
  }

  /** Show the card before the match starts. */
  #drawCard() {
    const { client } = this;
    const { state, sides, sidesKnown } = client;
    const key = JSON.stringify([state.status, sides, sidesKnown, state.rematch, state.players]);
    if (key === this.cardKey || !sidesKnown) return;
    this.cardKey = key;
    this.element.dataset.status = state.status;
    if (state.status === "waiting") fill(this.card, sides.length ? waitingCard(client) : invitationCard(client, this.#invitationRules()));
    else fill(this.card, !sides.length && h("p", { class: "notice calm watcher" }, icon("eye"), "You are watching."));
  }

  /** Create the boards that show the rules, until the match has begun. */
  #invitationRules() {
    this.rules?.end();
    this.rules = ruleBoards(this.client.state.scene.game, { compact: true });
    return this.rules.element;
  }

  #watchingText() {
    const others = this.client.watchers - (this.client.sides.length || !this.client.sidesKnown ? 0 : 1);
    return others > 0 ? `${others} watching` : "";
  }

  /** @param {import("../types.js").MatchEvent[]} events @param {boolean} live */
  #announce(events, live) {
    const { client } = this;
    const { state, sides } = client;
    const text = announcement(events, state, sides);
    say(text);
    const last = events[events.length - 1];
    const own = last.side !== null && sides.includes(/** @type {number} */ (last.side));
    const end = state.status === "over" && events.some((event) => ENDS.has(event.kind));
    if (end) this.notices.show("");
    if (end) playSound(state.outcome && (!sides.length || sides.includes(state.outcome.winner)) ? "won" : "lost");
    else if (last.kind === "move" || last.kind === "played-out") playSound(own ? "own" : "other");
    else if (last.kind === "turning-point") return;
    else if (!own) playSound("notice");
    if (!own && (client.isMyTurn || state.status === "over")) notify(document.title, text, state.id);
    if (last.kind === "undo-refused" && !own && sides.length) this.notices.show(`${nameOf(state, 3 - sides[0], sides)} declined.`);
    if (live && last.kind === "rematch" && state.rematch.next) this.#follow(state.rematch.next);
  }

  /** Go to the next match and keep the seats. @param {string} next */
  #follow(next) {
    const secret = seatOf(this.client.id);
    if (secret && this.client.sides.length) keepSeat(next, secret);
    void go(`/m/${next}`);
  }

  #remember() {
    const { state, sides } = this.client;
    const both = sides.length === 2;
    const other = both ? "Two players here" : state.players[2 - sides[0]].kind === "open" ? "Waiting for a friend" : nameOf(state, 3 - sides[0], sides);
    const key = JSON.stringify([state.number, state.status, other]);
    if (key === this.remembered) return;
    this.remembered = key;
    rememberMatch({ id: state.id, game: state.scene.game, name: state.scene.name, opponent: other, side: both ? null : sides[0], over: state.status === "over" });
    if (state.rematch.next && this.client.secret) keepSeat(state.rematch.next, this.client.secret);
  }

  leave() {
    this.stopClocks();
    this.stopKeys();
    this.client.close();
    this.end.destroy();
    this.bubble.destroy();
    this.controls.destroy();
    this.rules?.end();
    this.board.destroy();
    this.tools.destroy();
    resetIcon();
  }
}
