/** The unfinished matches of this browser, with the side to move. */

import { ApiError, get } from "../api.js";
import { createBoard } from "../board/board.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { forgetMatch, myMatches, rememberMatch } from "../storage.js";

/** @typedef {import("../storage.js").MyMatch} MyMatch */
/** @typedef {import("../types.js").State} State */

const SHOWN = 6;
const GONE = 404;

/** Create the list of unfinished matches; null if empty. */
export function myUnfinished() {
  const matches = myMatches().filter((match) => !match.over).slice(0, SHOWN);
  if (!matches.length) return null;
  const leaving = new AbortController();
  const rows = matches.map((match) => new Row(match));
  const element = h("section", { class: "mine", "aria-labelledby": "mine" },
    h("h2", { id: "mine" }, "Continue"),
    h("ul", null, rows.map((row) => row.element)));
  void loadAll(rows, leaving.signal);
  return { element, end: () => leaving.abort() };
}

/** Update the rows one after the other: there is no hurry. @param {Row[]} rows @param {AbortSignal} signal */
async function loadAll(rows, signal) {
  for (const row of rows) {
    if (signal.aborted) return;
    await row.load(signal);
  }
}

class Row {
  /** @param {MyMatch} match */
  constructor(match) {
    this.match = match;
    this.status = h("span", { class: "status soft" }, " ");
    this.picture = h("span", { class: "mini", "aria-hidden": "true" });
    this.element = h("li", { class: "my-match" },
      h("a", { href: `/m/${match.id}` }, this.picture,
        h("span", { class: "names" }, h("strong", null, match.name), h("span", { class: "soft small" }, match.opponent)),
        this.status),
      h("button", { class: "icon-button", type: "button", title: "Take it off this list", onclick: () => this.#forget(),
        "aria-label": `Take ${match.name}, ${match.opponent}, off this list` }, icon("close")));
  }

  /** @param {AbortSignal} signal */
  async load(signal) {
    try {
      this.#show(await get(`/api/matches/${this.match.id}`, {}, { signal }));
    } catch (error) {
      if (error instanceof ApiError && error.status === GONE) this.#forget();
    }
  }

  /** @param {State} state */
  #show(state) {
    const { match } = this;
    this.picture.replaceChildren(createBoard({ scene: state.scene, size: "card" }).element);
    const { text, mine } = statusOf(state, match.side);
    this.status.textContent = text;
    this.status.classList.toggle("chip", mine);
    this.status.classList.toggle("soft", !mine);
    if (state.status === "over") rememberMatch({ ...match, over: true });
  }

  #forget() {
    forgetMatch(this.match.id);
    const list = this.element.parentElement;
    this.element.remove();
    if (list && !list.children.length) list.parentElement?.remove();
  }
}

/**
 * Describe the state of a match for the player of a side; null plays both.
 * @param {State} state
 * @param {number | null} side
 */
export function statusOf(state, side) {
  const { turn } = state.scene;
  if (state.status === "waiting") return { text: "Send the link", mine: false };
  if (state.outcome) return { text: side === null ? "Finished" : state.outcome.winner === side ? "You won" : "You lost", mine: false };
  if (side === null || turn === side) return { text: side === null ? `Player ${turn} to move` : "Your turn", mine: true };
  return { text: "Their turn", mine: false };
}
