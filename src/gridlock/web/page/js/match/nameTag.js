/** The player's own name, editable on click. */

import { ApiError } from "../api.js";
import { h } from "../dom.js";
import { LONGEST_NAME, cleanName, setMyName } from "../storage.js";

/** @typedef {import("./client.js").MatchClient} MatchClient */


export class NameTag {
  /** @param {MatchClient} client @param {number} side @param {(text: string) => void} tell */
  constructor(client, side, tell) {
    this.client = client;
    this.side = side;
    this.tell = tell;
    this.plain = h("strong", { class: "player-name", dir: "auto" });
    this.own = h("span", { class: "own-name" });
    this.button = h("button", { class: "player-name", type: "button", dir: "auto", title: "Change the name", onclick: () => this.#edit() }, this.own);
    this.field = h("input", { class: "field name-field", maxlength: LONGEST_NAME, "aria-label": "Name", autocomplete: "nickname", hidden: true });
    this.field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault(); // the button gets the focus now, and Enter would press it
      void this.#finish(event.key === "Enter");
    });
    this.field.addEventListener("blur", () => void this.#finish(true));
    this.element = h("span", { class: "name-tag" }, this.plain, this.button, this.field);
  }

  /** @param {string} name */
  draw(name) {
    const own = this.client.sides.includes(this.side) && this.client.state.status !== "over";
    const editing = !this.field.hidden;
    this.plain.textContent = name;
    this.own.textContent = name;
    this.button.setAttribute("aria-label", `${name}. Change the name.`);
    this.plain.hidden = own || editing;
    this.button.hidden = !own || editing;
  }

  #edit() {
    this.field.value = this.client.state.players[this.side - 1].name;
    this.field.hidden = false;
    this.button.hidden = true;
    this.field.select();
  }

  /** @param {boolean} keep whether to save the new name */
  async #finish(keep) {
    if (this.field.hidden) return;
    const focused = document.activeElement === this.field;
    const name = cleanName(this.field.value);
    this.field.hidden = true;
    this.button.hidden = false;
    if (focused) this.button.focus();
    if (!keep || name === this.client.state.players[this.side - 1].name) return;
    if (this.client.sides.length === 1) setMyName(name);
    try {
      await this.client.act("rename", { name, side: this.side });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.tell(error.detail);
    }
  }
}
