/** The two players: their pieces, names, clocks, whether they are here, and who is to move. */

import { pieceIcon } from "../board/pieces.js";
import { h } from "../dom.js";
import { LOW, leftNow, timeText } from "./clock.js";
import { capital, isYou, nameOf, strength } from "./names.js";
import { NameTag } from "./naming.js";

/** @typedef {import("./table.js").Table} Table */

const TICK = 100;

/** One player's bar. */
export class PlayerBar {
  /** @param {Table} table @param {1|2} side @param {(text: string) => void} tell */
  constructor(table, side, tell) {
    this.table = table;
    this.side = side;
    this.name = new NameTag(table, side, tell);
    this.about = h("span", { class: "player-about" });
    this.dot = h("span", { class: "presence" });
    this.clock = h("span", { class: "clock mono", role: "timer" });
    this.turn = h("span", { class: "player-turn" });
    this.element = h("section", { class: `player side-${side}` },
      h("span", { class: "player-piece" }, pieceIcon(table.state.scene, side), this.dot),
      h("span", { class: "player-words" }, this.name.element, this.about), this.turn, this.clock);
  }

  draw() {
    const { table, side } = this;
    const { state } = table;
    const player = state.players[side - 1];
    const name = player.kind === "open" ? "Nobody yet" : nameOf(state, side, table.sides);
    const toMove = state.status === "playing" && state.scene.turn === side;
    const won = state.outcome?.winner === side;
    const thinks = toMove && state.thinking;
    this.name.draw(isYou(state, side, table.sides) && player.name ? player.name : name);
    this.about.textContent = this.#about();
    this.turn.textContent = won ? "Won" : thinks ? "thinking" : toMove ? (isYou(state, side, table.sides) ? "Your turn" : "to move") : "";
    this.element.setAttribute("aria-label", `Player ${side}`);
    this.element.classList.toggle("to-move", toMove);
    this.element.classList.toggle("thinks", thinks);
    this.element.classList.toggle("won", won);
    this.element.classList.toggle("open", player.kind === "open");
    this.#presence();
    this.tick();
  }

  #about() {
    const { table: { state, sides }, side } = this;
    const player = state.players[side - 1];
    if (player.kind === "open") return "waiting for somebody to join";
    if (isYou(state, side, sides)) return player.name ? "you" : "";
    if (player.kind === "bot") return capital(strength(player) || "a bot");
    if (state.mode !== "friend" || state.status === "over") return "";
    return this.table.here.includes(side) ? "here" : "away";
  }

  #presence() {
    const { table: { state, here, sides, status }, side } = this;
    const person = state.mode === "friend" && state.players[side - 1].kind === "person";
    const there = isYou(state, side, sides) ? status === "open" : here.includes(side);
    this.dot.className = `presence ${person ? (there ? "here" : "away") : "none"}`;
  }

  /** Let the clock show the time. */
  tick() {
    const { clock } = this.table.state;
    this.clock.hidden = !clock;
    if (!clock) return;
    const left = leftNow(clock, this.side, this.table.ahead);
    const text = timeText(left);
    if (this.clock.textContent !== text) this.clock.textContent = text;
    this.clock.classList.toggle("low", left < LOW);
    this.clock.classList.toggle("running", clock.running === this.side);
  }
}

/**
 * Let clocks tick.
 * @param {PlayerBar[]} bars
 * @returns {() => void} Stops them.
 */
export function ticking(bars) {
  const timer = setInterval(() => bars.forEach((bar) => bar.tick()), TICK);
  return () => clearInterval(timer);
}
