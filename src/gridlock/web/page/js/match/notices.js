/** The notices beside the board: connection problems, requests, and looking back. */

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { say } from "../liveRegion.js";
import { nameOf } from "./names.js";

/** @typedef {import("./client.js").MatchClient} MatchClient */
/** @typedef {{answerUndo: (kind: "grant-undo" | "refuse-undo") => void, toNow: () => void}} Answers */

const DURATION = 7000;

export class Notices {
  /** @param {MatchClient} client @param {Answers} answers */
  constructor(client, answers) {
    this.client = client;
    this.answers = answers;
    this.connection = h("div", null);
    this.undo = h("div", null);
    this.back = h("div", null);
    this.message = h("p", { class: "notice calm", hidden: true });
    this.key = "";
    /** @type {boolean | null} whether the connection was open at the last check; null before the first */
    this.connected = null;
    this.timer = 0;
    this.element = h("div", { class: "notices" }, this.connection, this.undo, this.back, this.message);
  }

  /** Show and announce a temporary notice. @param {string} text */
  tell(text) {
    say(text);
    this.show(text);
  }

  /** Show a temporary notice without announcing it. @param {string} text */
  show(text) {
    clearTimeout(this.timer);
    this.message.textContent = text;
    this.message.hidden = !text;
    this.timer = setTimeout(() => (this.message.hidden = true), DURATION);
  }

  /** @param {number | null} ply the number of moves on an earlier board that is shown */
  draw(ply) {
    const { state, status, pending, sides } = this.client;
    const asks = state.undoAsked !== null && sides.length > 0 && !sides.includes(state.undoAsked) ? state.undoAsked : null;
    const key = JSON.stringify([status, pending !== null, asks, state.undoAsked, ply, state.moves.length]);
    if (key === this.key) return;
    this.key = key;
    this.#announceConnection();
    fill(this.connection, status === "gone" ? h("p", { class: "notice bad" }, "This match was deleted. It can’t be continued.") : status === "lost" && connectionNotice(pending !== null));
    fill(this.undo, asks !== null && this.#undoRequest(nameOf(state, asks, sides)));
    fill(this.back, ply !== null && this.#lookingBack(ply, state.moves.length));
  }

  /** Announce a lost or restored connection once. */
  #announceConnection() {
    const { status } = this.client;
    if (status === "lost" && this.connected) say("Connection lost. Reconnecting…");
    else if (status === "open" && this.connected === false) say("Connected again.");
    if (status === "lost" || status === "open") this.connected = status === "open";
  }

  /** @param {string} name */
  #undoRequest(name) {
    return h("div", { class: "notice ask" },
      h("p", { dir: "auto" }, `${name} asks to take a move back.`),
      h("div", { class: "row" },
        h("button", { class: "button main", type: "button", onclick: () => this.answers.answerUndo("grant-undo") }, "Allow"),
        h("button", { class: "button", type: "button", onclick: () => this.answers.answerUndo("refuse-undo") }, "Refuse")));
  }

  /** @param {number} ply @param {number} count */
  #lookingBack(ply, count) {
    return h("div", { class: "notice ask calm" },
      h("p", null, ply === 0 ? "This is the start." : `This was after move ${ply} of ${count}.`),
      h("button", { class: "button", type: "button", onclick: this.answers.toNow }, icon("last"), "Back to now"));
  }
}

/** @param {boolean} pending whether a move is waiting */
function connectionNotice(pending) {
  return h("p", { class: "notice bad lost" }, h("span", { class: "pulse", "aria-hidden": "true" }),
    pending ? "Connection lost. Your move is kept, and sent as soon as it is back." : "Connection lost. Reconnecting…");
}
