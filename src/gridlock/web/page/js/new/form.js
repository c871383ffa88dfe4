/** The form of a new match: common choices are visible, the rest one click away. */

import { pieceIcon } from "../board/pieces.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { LONGEST_NAME } from "../storage.js";
import { CLOCKS, isStandard } from "./choice.js";
import { select, tiles } from "./fields.js";
import { opponents } from "./opponents.js";

/** @typedef {import("./choice.js").Choice} Choice */
/** @typedef {import("../types.js").Games} Games */

const LONGEST = 8;
const MOST_CELLS = 64;
const WAYS = /** @type {const} */ ({ bot: "A bot", friend: "A friend", here: "Same screen" });

/**
 * The state of the form besides the choice, and its callbacks.
 * @typedef {object} FormState
 * @property {string} name
 * @property {boolean | null} unfolded whether the advanced choices are expanded; null before the first click
 * @property {(some: Partial<Choice>) => void} change
 * @property {(name: string) => void} rename
 * @property {(open: boolean) => void} unfold
 */

/**
 * @param {Games} games
 * @param {Choice} choice
 * @param {FormState} state
 */
export function form(games, choice, state) {
  const { change } = state;
  const fromPosition = Boolean(choice.position || choice.moves.length);
  const more = [...(fromPosition ? [] : [size(choice, change), ...options(choice, change)]), clock(choice, change), choice.mode === "bot" && name(choice, state)];
  return h("div", { class: "new-fields" },
    !fromPosition && gameTiles(games, choice, change),
    tiles({ legend: "Against", name: "mode", kind: "even" },
      Object.entries(WAYS).map(([value, text]) => ({ value: /** @type {Choice["mode"]} */ (value), content: [text] })), choice.mode, (mode) => change({ mode })),
    choice.mode === "bot" && opponents(games.players, choice.bot, (bot) => change({ bot })),
    choice.mode !== "here" && seat(choice, change),
    choice.mode === "friend" && name(choice, state),
    furtherChoices(choice, state, more, state.unfolded ?? (!fromPosition && (!isStandard(choice) || choice.clock !== ""))));
}

/** @param {Choice} choice @param {FormState} state @param {import("../dom.js").Child[]} fields @param {boolean} open */
function furtherChoices(choice, state, fields, open) {
  const details = h("details", { class: "more", open, ontoggle: () => state.unfold(details.open) },
    h("summary", { "data-key": "more" }, "More choices", h("span", { class: "soft" }, summary(choice))),
    h("div", { class: "more-fields" }, fields));
  return details;
}

/** @param {Choice} choice */
function summary({ rows, cols, clock }) {
  return `${rows} × ${cols}, ${clock ? clockText(clock) : "no clock"}`;
}

/** @param {Games} games @param {Choice} choice @param {(some: Partial<Choice>) => void} change */
function gameTiles(games, choice, change) {
  const all = games.games.map((game) => ({ value: game.id, content: [game.name] }));
  return tiles({ legend: "Game", name: "game" }, all, choice.game.id, (id) => {
    const game = games.games.find((each) => each.id === id);
    if (game) change({ game });
  });
}

/** @param {Choice} choice @param {(some: Partial<Choice>) => void} change */
function seat(choice, change) {
  const { game } = choice;
  return tiles({ legend: "You play", name: "seat", kind: "even tall" }, [
    { value: "1", content: [pieceIcon(game, 1), "First"] },
    { value: "2", content: [pieceIcon(game, 2), "Second"] },
    { value: "random", content: [icon("random"), "Random"] },
  ], choice.seat, (value) => change({ seat: value }));
}

/** @param {Choice} choice @param {FormState} state */
function name({ mode }, { name: value, rename }) {
  const onInput = (/** @type {Event} */ event) => event.target instanceof HTMLInputElement && rename(event.target.value);
  return h("label", { class: "labelled" }, h("span", { class: "label" }, "Your name", h("span", { class: "soft" }, mode === "friend" ? " so that your friend knows you" : " if you like")),
    h("input", { class: "field", name: "name", "data-key": "name", maxlength: LONGEST_NAME, autocomplete: "nickname", value, placeholder: "No name", oninput: onInput }));
}

/** @param {Choice} choice @param {(some: Partial<Choice>) => void} change */
function size({ rows, cols }, change) {
  const numbers = (/** @type {number} */ other, /** @type {number} */ own) => {
    const most = Math.max(own, Math.min(LONGEST, Math.floor(MOST_CELLS / other)));
    return Array.from({ length: most }, (_, at) => ({ value: String(at + 1), text: String(at + 1) }));
  };
  return h("fieldset", { class: "choose" }, h("legend", null, "Board"), h("div", { class: "size" },
    select("Rows", numbers(cols, rows), String(rows), (value) => change({ rows: Number(value) }), { unseen: true }),
    h("span", { "aria-hidden": "true" }, "×"),
    select("Columns", numbers(rows, cols), String(cols), (value) => change({ cols: Number(value) }), { unseen: true })));
}

/** @param {Choice} choice @param {(some: Partial<Choice>) => void} change */
function options({ game, options: chosen }, change) {
  return game.options.map(({ name: option, values }) => select(option[0].toUpperCase() + option.slice(1), values, chosen[option], (value) => change({ options: { ...chosen, [option]: value } })));
}

/** @param {Choice} choice @param {(some: Partial<Choice>) => void} change */
function clock({ clock: chosen }, change) {
  return select("Clock", CLOCKS.map((value) => ({ value, text: value ? clockText(value) : "No clock" })), chosen, (value) => change({ clock: value }));
}

/** Describe a clock: minutes, and seconds per move. @param {string} control */
export function clockText(control) {
  const [minutes, seconds] = control.split("+");
  return `${minutes} min${seconds ? ` + ${seconds} s a move` : ""}`;
}
