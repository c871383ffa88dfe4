/** The page for a new match: a preview, a few choices, and one big button. */

import { errorText, get } from "../api.js";
import { h, refill, useStyle } from "../dom.js";
import { say } from "../liveRegion.js";
import { firstChoice, saveChoice, defaults } from "../new/choice.js";
import { prepareMatch } from "../new/createMatch.js";
import { form } from "../new/form.js";
import { Preview } from "../new/preview.js";
import { go } from "../router.js";
import { cleanName, myName, setMyName } from "../storage.js";

/** @typedef {import("../new/choice.js").Choice} Choice */

const PLAY = { bot: "Play", friend: "Get a link for your friend", here: "Play" };
/** The fields that redraw the form, and those that redraw the board too. @type {(keyof Choice)[]} */
const REDRAWN = ["game", "mode", "rows", "cols", "options", "clock"];
const ON_BOARD = REDRAWN.filter((name) => name !== "clock");

/**
 * @param {HTMLElement} root
 * @param {URL} place
 * @returns {Promise<() => void>}
 */
export async function show(root, place) {
  document.title = "New game · Gridlock";
  const [games] = await Promise.all([get("/api/games"), useStyle("new.css")]);
  const page = new NewMatch(games, firstChoice(games, place.searchParams));
  root.append(page.element);
  return () => page.preview.destroy();
}

class NewMatch {
  /** @param {import("../types.js").Games} games @param {Choice} choice */
  constructor(games, choice) {
    this.games = games;
    this.choice = choice;
    this.name = myName();
    /** @type {boolean | null} whether the advanced choices are expanded; null before the first click */
    this.unfolded = null;
    /** @type {{key: string, send: () => Promise<string>} | null} an unanswered request is resent, so that no match is created twice */
    this.waiting = null;
    this.preview = new Preview(choice);
    this.title = h("h2", null);
    this.summary = h("p", { class: "soft" });
    this.learn = h("a", { class: "small" }, "Learn it in two minutes");
    this.fields = h("div", null);
    this.problem = h("p", { class: "notice bad", role: "alert", hidden: true });
    this.play = h("button", { class: "button main big", type: "submit" });
    this.element = this.#layOut();
    this.#drawForm();
    this.#drawBoard();
  }

  #layOut() {
    const fromPosition = Boolean(this.choice.position || this.choice.moves.length);
    return h("div", { class: "new" },
      h("header", { class: "new-head" }, h("h1", null, fromPosition ? "Play from here" : "New game")),
      h("section", { class: "new-game", "aria-label": "The game" }, this.preview.element, h("div", { class: "new-about" }, this.title, this.summary, this.learn)),
      h("form", { class: "new-form", onsubmit: (/** @type {Event} */ event) => void this.#submit(event), autocomplete: "off" }, this.fields, this.problem, this.play));
  }

  /** @param {Partial<Choice>} some */
  #change(some) {
    const other = some.game && some.game !== this.choice.game ? defaults(some.game) : {};
    this.choice = { ...this.choice, ...other, ...some };
    if (REDRAWN.some((name) => name in some)) this.#drawForm();
    if (ON_BOARD.some((name) => name in some)) this.#drawBoard();
  }

  #drawForm() {
    refill(this.fields, form(this.games, this.choice, {
      name: this.name,
      unfolded: this.unfolded,
      change: (some) => this.#change(some),
      rename: (name) => (this.name = name),
      unfold: (open) => (this.unfolded = open),
    }));
  }

  #drawBoard() {
    const { game, mode } = this.choice;
    this.title.textContent = game.name;
    this.summary.textContent = game.summary;
    this.learn.href = `/learn/${game.id}`;
    this.learn.hidden = !game.lessons;
    this.play.textContent = PLAY[mode];
    void this.preview.show(this.choice).then((there) => {
      if (there) this.play.disabled = false;
      else if (!this.preview.problem.hidden) this.play.disabled = true;
    });
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    const name = this.choice.mode === "here" ? "" : cleanName(this.name);
    if (this.choice.mode !== "here") setMyName(name);
    saveChoice(this.choice);
    this.play.disabled = true;
    this.problem.hidden = true;
    const key = JSON.stringify([{ ...this.choice, game: this.choice.game.id }, name]);
    if (this.waiting?.key !== key) this.waiting = { key, send: prepareMatch(this.choice, name) };
    try {
      await go(`/m/${await this.waiting.send()}`);
    } catch (error) {
      this.problem.textContent = errorText(error, "That did not work. Please try again.");
      this.problem.hidden = false;
      say(this.problem.textContent);
      this.play.disabled = false;
    }
  }
}
