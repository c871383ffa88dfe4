/** The actions of a player besides moves: undo, hint, resign. */

import { ApiError } from "../api.js";
import { fill, h } from "../dom.js";
import { wordButton } from "../icons.js";

/** @typedef {import("./client.js").MatchClient} MatchClient */
/** @typedef {{say: (text: string) => void, hint: (hint: {text: string, parts: number[]}) => void}} Callbacks */

const CONFIRM = 4000;
/** Milliseconds after which the server surely agrees that time has passed. */
const MARGIN = 500;

export class Controls {
  /** @param {MatchClient} client @param {Callbacks} callbacks */
  constructor(client, callbacks) {
    this.client = client;
    this.callbacks = callbacks;
    this.undo = wordButton("undo", "Take back", () => this.takeBack());
    this.hint = wordButton("bulb", "Hint", () => this.askHint());
    this.resign = wordButton("flag", "Resign", () => this.giveUp());
    this.callOff = wordButton("close", "Call off", () => void this.#act("call-off"));
    this.timer = 0;
    this.callOffTimer = 0;
    this.sure = false;
    this.searching = false;
    this.element = h("div", { class: "controls", role: "group", "aria-label": "Actions" }, this.undo, this.hint, this.callOff, this.resign);
  }

  /** Update the buttons. */
  draw() {
    const { state, sides, pending } = this.client;
    const playing = state.status === "playing" && sides.length > 0;
    this.element.hidden = !playing;
    this.undo.disabled = pending !== null || state.undoAsked !== null || !state.canUndo.some((side) => sides.includes(side));
    fill(this.undo.querySelector("span") ?? this.undo, state.mode !== "friend" ? "Take back" : state.undoAsked !== null && sides.includes(state.undoAsked) ? "Asked" : "Ask to take back");
    this.hint.hidden = !state.helpAllowed;
    this.hint.disabled = !this.client.isMyTurn || pending !== null || this.searching;
    if (!playing) this.#resetResign();
    this.#drawCallOff();
  }

  /** Offer to call the match off, once the first move has been missing for long enough. */
  #drawCallOff() {
    const { state: { callOffFrom }, ahead } = this.client;
    const left = callOffFrom === null ? 0 : callOffFrom - (Date.now() - ahead);
    this.callOff.hidden = callOffFrom === null || left > 0;
    clearTimeout(this.callOffTimer);
    if (left > 0) this.callOffTimer = setTimeout(() => this.#drawCallOff(), left + MARGIN);
  }

  destroy() {
    clearTimeout(this.timer);
    clearTimeout(this.callOffTimer);
  }

  /** Press a button, if it can be pressed now. @param {"hint" | "undo"} name */
  press(name) {
    if (!this.element.hidden && !this[name].hidden && !this[name].disabled) this[name].click();
  }

  takeBack() {
    void this.#act(this.client.state.mode === "friend" ? "ask-undo" : "undo");
  }

  async askHint() {
    this.#setSearching(true);
    const answer = await this.#act("hint");
    this.#setSearching(false);
    if (answer?.hint) this.callbacks.hint(answer.hint);
  }

  /** @param {boolean} searching whether a hint is being computed */
  #setSearching(searching) {
    this.searching = searching;
    this.hint.classList.toggle("busy", searching);
    this.hint.setAttribute("aria-busy", String(searching));
    this.draw();
  }

  /** Resign; the first click only asks for confirmation. */
  giveUp() {
    if (this.sure) {
      this.#resetResign();
      void this.#act("resign");
      return;
    }
    this.sure = true;
    this.resign.classList.add("danger");
    fill(this.resign.querySelector("span") ?? this.resign, "Really resign?");
    this.callbacks.say("Press again to resign.");
    this.timer = setTimeout(() => this.#resetResign(), CONFIRM);
  }

  #resetResign() {
    clearTimeout(this.timer);
    this.sure = false;
    this.resign.classList.remove("danger");
    fill(this.resign.querySelector("span") ?? this.resign, "Resign");
  }

  /** @param {string} kind */
  async #act(kind) {
    try {
      return await this.client.act(kind);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.callbacks.say(error.detail);
      return null;
    }
  }
}
