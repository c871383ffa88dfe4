/**
 * The legal moves with their values, best first; a move of two parts is chosen in two steps.
 * @module
 */

import { h } from "../dom.js";
import { badge, button, card, refill } from "./parts.js";
import { cellText, choices, count, moveMark } from "./values.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {ReturnType<typeof choices>[number]} Choice */
/** @typedef {{choice: Choice, parts: number[], text: string, more: number}} Row */

/**
 * @param {Desk} desk
 * @returns {import("./parts.js").Part}
 */
export function movesPart(desk) {
  const { element, heading, body } = card("moves", "Moves");
  const update = () => {
    const { scene } = desk.node;
    element.hidden = desk.mode.name !== "explore" || scene.outcome !== null || !desk.settings.values;
    if (element.hidden) return;
    heading.textContent = desk.parts.length ? "And then" : "Moves, best first";
    refill(body, ...content(desk));
  };
  return { element, update };
}

/** @param {Desk} desk */
function content(desk) {
  const all = rows(desk);
  const known = all.filter((row) => row.choice.judged);
  const wins = known.filter((row) => row.choice.judged?.moveValue === "win");
  const losses = known.filter((row) => row.choice.judged?.moveValue === "lose");
  const open = all.filter((row) => !row.choice.judged);
  const back = desk.parts.length ? [button("Back to the first step", () => choose(desk, []), { class: "button quiet" })] : [];
  return [
    ...back,
    ...group(desk, wins, "win", (number) => `${count(number, "choice")} that win${number === 1 ? "s" : ""}`),
    ...group(desk, losses, "loss", (number) => `${count(number, "choice")} that lose${number === 1 ? "s" : ""}`),
    ...group(desk, open, "open", (number) => `${count(number, "choice")} not worked out`),
  ];
}

/**
 * One row for each cell that may be pointed at next: the best move through it.
 * @param {Desk} desk
 * @returns {Row[]}
 */
function rows(desk) {
  const { scene } = desk.node;
  const made = desk.parts.length;
  /** @type {Map<number, Choice[]>} */
  const byCell = new Map();
  for (const choice of choices(scene, desk.known, desk.parts)) {
    const cell = choice.parts[made] ?? -1;
    byCell.set(cell, [...(byCell.get(cell) ?? []), choice]);
  }
  return [...byCell].map(([cell, through]) => row(through, made, cellText(scene, cell)));
}

/**
 * @param {Choice[]} through best first
 * @param {number} made
 * @param {string} cell
 * @returns {Row}
 */
function row(through, made, cell) {
  const [choice] = /** @type {[Choice]} */ (through);
  const several = through.length > 1;
  return {
    choice,
    parts: several ? choice.parts.slice(0, made + 1) : choice.parts,
    text: several || made ? cell : choice.move,
    more: several ? through.length : 0,
  };
}

/**
 * @param {Desk} desk
 * @param {Row[]} group
 * @param {string} kind
 * @param {(number: number) => string} title
 */
function group(desk, group, kind, title) {
  if (!group.length) return [];
  const list = h("ul", { class: "move-list" }, ...group.map((one) => h("li", null, moveButton(desk, one))));
  return [h("h3", { class: `group-title ${kind}` }, title(group.length)), list];
}

/**
 * @param {Desk} desk
 * @param {Row} row
 */
function moveButton(desk, { choice, parts, text, more }) {
  const mark = choice.judged ? moveMark(choice.judged) : null;
  const name = [text, mark ? (more ? `${mark.say} at best` : mark.say) : "not worked out", more ? `${more} ways to go on` : ""];
  const point = () => pointAt(desk, { parts, mark });
  const leave = () => pointAt(desk, null);
  return h(
    "button",
    {
      type: "button",
      class: "move-button",
      "data-key": choice.move,
      "aria-label": name.filter(Boolean).join(", "),
      onmouseenter: point,
      onmouseleave: leave,
      onfocus: point,
      onblur: leave,
      onclick: () => (more ? choose(desk, parts) : desk.mode.play(choice.move)),
    },
    mark ? badge(mark) : h("span", { class: "value open" }, "?"),
    h("span", { class: "move-text" }, text),
    more ? h("span", { class: "soft small" }, `${more} ways`) : null,
  );
}

/**
 * @param {Desk} desk
 * @param {Desk["pointed"]} pointed
 */
function pointAt(desk, pointed) {
  desk.pointed = pointed;
  desk.redraw();
}

/**
 * @param {Desk} desk
 * @param {number[]} parts
 */
function choose(desk, parts) {
  desk.chooseParts(parts);
}
