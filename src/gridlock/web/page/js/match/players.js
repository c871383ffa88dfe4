/** The two players: pieces, names, clocks, presence and turn. */

import { pieceIcon } from "../board/pieces.js";
import { h } from "../dom.js";
import { NameTag } from "./nameTag.js";
import { capital, isYou, nameOf, strength } from "./names.js";

/** @typedef {import("./client.js").MatchClient} MatchClient */
/** @typedef {import("../types.js").ClockState} ClockState */

const TICK = 100;

/** The bar of one player. */
export class PlayerBar {
  /** @param {MatchClient} client @param {number} side @param {(text: string) => void} tell */
  constructor(client, side, tell) {
    this.client = client;
    this.side = side;
    this.name = new NameTag(client, side, tell);
    this.about = h("span", { class: "player-about" });
    this.dot = h("span", { class: "presence" });
    this.clock = h("span", { class: "clock mono", role: "timer" });
    this.turn = h("span", { class: "player-turn" });
    this.element = h("section", { class: `player side-${side}` },
      h("span", { class: "player-piece" }, pieceIcon(client.state.scene, side), this.dot),
      h("span", { class: "player-words" }, this.name.element, this.about), this.turn, this.clock);
  }

  draw() {
    const { client, side } = this;
    const { state } = client;
    const player = state.players[side - 1];
    const name = player.kind === "open" ? "Open seat" : nameOf(state, side, client.sides);
    const toMove = state.status === "playing" && state.scene.turn === side;
    const won = state.outcome?.winner === side;
    const thinks = toMove && state.thinking;
    this.name.draw(isYou(state, side, client.sides) && player.name ? player.name : name);
    this.about.textContent = this.#about();
    this.turn.textContent = won ? "Won" : thinks ? "thinking" : toMove ? (isYou(state, side, client.sides) ? "Your turn" : "to move") : "";
    this.element.setAttribute("aria-label", `Player ${side}`);
    this.element.classList.toggle("to-move", toMove);
    this.element.classList.toggle("thinks", thinks);
    this.element.classList.toggle("won", won);
    this.element.classList.toggle("open", player.kind === "open");
    this.#presence();
    this.tick();
  }

  #about() {
    const { client: { state, sides }, side } = this;
    const player = state.players[side - 1];
    if (player.kind === "open") return "waiting for a player to join";
    if (isYou(state, side, sides)) return player.name ? "you" : "";
    if (player.kind === "bot") return capital(strength(player) || "a bot");
    if (state.mode !== "friend" || state.status === "over") return "";
    return this.client.here.includes(side) ? "here" : "away";
  }

  #presence() {
    const { client: { state, here, sides, status }, side } = this;
    const person = state.mode === "friend" && state.players[side - 1].kind === "person";
    const there = isYou(state, side, sides) ? status === "open" : here.includes(side);
    this.dot.className = `presence ${person ? (there ? "here" : "away") : "none"}`;
  }

  /** Update the clock. */
  tick() {
    const { clock } = this.client.state;
    this.clock.hidden = !clock;
    if (!clock) return;
    const left = timeLeft(clock, this.side, this.client.ahead);
    const text = timeText(left);
    if (this.clock.textContent !== text) this.clock.textContent = text;
    this.clock.classList.toggle("low", left < LOW);
    this.clock.classList.toggle("running", clock.running === this.side);
  }
}

/**
 * Update clocks regularly.
 * @param {PlayerBar[]} bars
 * @returns {() => void} Stops them.
 */
export function startTicking(bars) {
  const timer = setInterval(() => bars.forEach((bar) => bar.tick()), TICK);
  return () => clearInterval(timer);
}

const TENTHS_BELOW = 10_000;
export const LOW = 15_000;

/**
 * Return the milliseconds a side has left.
 * @param {ClockState} clock
 * @param {number} side
 * @param {number} ahead how far the local clock is ahead of the server's
 */
export function timeLeft(clock, side, ahead) {
  const left = clock.left[side - 1];
  return clock.running === side ? Math.max(0, left - (Date.now() - ahead - clock.at)) : left;
}

/** @param {number} ms */
export function timeText(ms) {
  if (ms < TENTHS_BELOW) return `0:0${(Math.ceil(ms / 100) / 10).toFixed(1)}`.replace("0:010.0", "0:10");
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
