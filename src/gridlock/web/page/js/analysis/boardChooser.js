/**
 * The dialog to choose another board: game, size and options.
 * @module
 */

import { errorText, get } from "../api.js";
import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { go } from "../router.js";
import { queryFields, writeQuery } from "./address.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */

const MOST = 64;

/**
 * @param {readonly GameInfo[]} games
 * @param {{game: string, size: string, options: Record<string, string>}} now
 */
export function chooseBoard(games, now) {
  openDialog("Choose a board", (close) => {
    const problem = h("p", { class: "notice bad", role: "alert", hidden: true });
    const fields = h("div", { class: "stack" });
    const game = h("select", { class: "field", id: "board-game", onchange: () => show(find(games, game.value)) },
      ...games.map(({ id, name }) => h("option", { value: id, selected: id === now.game }, name)));
    const show = (/** @type {GameInfo | undefined} */ info) => {
      if (!info) return;
      const board = info.id === now.game ? now : { size: `${info.rows}x${info.cols}`, options: {} };
      fields.replaceChildren(...fieldsOf(info, board));
    };
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const choice = read(form, game.value);
      try {
        await get("/api/positions", queryFields(choice, ""));
        close();
        await go(`/analysis?${writeQuery(choice)}`);
      } catch (error) {
        problem.textContent = errorText(error);
        problem.hidden = false;
      }
    };
    const form = h("form", { class: "stack", novalidate: true, onsubmit: (/** @type {Event} */ event) => void submit(event) },
      labelledField("board-game", "Game", game), fields, problem,
      h("button", { type: "submit", class: "button main" }, "Show this board"));
    show(find(games, now.game));
    return [form];
  });
}

/** @param {readonly GameInfo[]} games @param {string} id */
function find(games, id) {
  return games.find((game) => game.id === id);
}

/**
 * @param {GameInfo} info
 * @param {{size: string, options: Record<string, string>}} board
 */
function fieldsOf(info, board) {
  const [rows, cols] = board.size.split("x");
  const number = (/** @type {string} */ name, /** @type {string | undefined} */ value) =>
    h("input", { class: "field", id: `board-${name}`, name, type: "number", min: 1, max: MOST, required: true, value: value ?? "" });
  const options = info.options.map(({ name, values }) => labelledField(`board-option-${name}`, capital(name),
    h("select", { class: "field", id: `board-option-${name}`, name: `option ${name}` },
      ...values.map(({ value, text }) => h("option", { value, selected: board.options[name] === value }, text)))));
  const size = [labelledField("board-rows", "Rows", number("rows", rows)), labelledField("board-cols", "Columns", number("cols", cols))];
  return [h("div", { class: "two-fields" }, ...size), ...options];
}

/** @param {HTMLFormElement} form @param {string} game */
function read(form, game) {
  const data = new FormData(form);
  const options = [...data].filter(([name]) => name.startsWith("option ")).map(([name, value]) => [name.slice(7), String(value)]);
  return { game, size: `${data.get("rows")}x${data.get("cols")}`, options: Object.fromEntries(options) };
}

/** @param {string} id @param {string} text @param {HTMLElement} field */
function labelledField(id, text, field) {
  return h("div", { class: "labelled" }, h("label", { for: id }, text), field);
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
