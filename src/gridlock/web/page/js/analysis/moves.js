/**
 * The legal moves with their values, best first. Moves with two parts are chosen in two steps.
 * @module
 */

import { count, h, refill } from "../dom.js";
import { badge, button, card } from "./parts.js";
import { cellText, choices, moveMark } from "./values.js";

/** @typedef {import("./analysisStore.js").AnalysisStore} AnalysisStore */
/** @typedef {ReturnType<typeof choices>[number]} Choice */
/** @typedef {{choice: Choice, parts: number[], text: string, more: number}} Row */

/**
 * @param {AnalysisStore} store
 * @returns {import("./parts.js").Part}
 */
export function movesPart(store) {
  const { element, heading, body } = card("moves", "Moves");
  const update = () => {
    const { scene } = store.node;
    element.hidden = store.mode.name !== "explore" || scene.outcome !== null || !store.settings.values;
    if (element.hidden) return;
    heading.textContent = store.parts.length ? "And then" : "Moves, best first";
    refill(body, ...content(store));
  };
  return { element, update };
}

/** @param {AnalysisStore} store */
function content(store) {
  const all = rows(store);
  const solved = all.filter((row) => row.choice.judged);
  const wins = solved.filter((row) => row.choice.judged?.moveValue === "win");
  const losses = solved.filter((row) => row.choice.judged?.moveValue === "lose");
  const open = all.filter((row) => !row.choice.judged);
  const back = store.parts.length ? [button("Back to the first step", () => store.chooseParts([]), { class: "button quiet" })] : [];
  return [
    ...back,
    ...group(store, wins, "win", (number) => `${count(number, "choice")} that win${number === 1 ? "s" : ""}`),
    ...group(store, losses, "loss", (number) => `${count(number, "choice")} that lose${number === 1 ? "s" : ""}`),
    ...group(store, open, "open", (number) => `${count(number, "choice")} not worked out`),
  ];
}

/**
 * Return a row for each cell that can come next, with the best move through it.
 * @param {AnalysisStore} store
 * @returns {Row[]}
 */
function rows(store) {
  const { scene } = store.node;
  const index = store.parts.length;
  /** @type {Map<number, Choice[]>} */
  const byCell = new Map();
  for (const choice of choices(scene, store.analysis, store.parts)) {
    const cell = choice.parts[index] ?? -1;
    byCell.set(cell, [...(byCell.get(cell) ?? []), choice]);
  }
  return [...byCell].map(([cell, through]) => row(through, index, cellText(scene, cell)));
}

/**
 * @param {Choice[]} through best first
 * @param {number} index
 * @param {string} cell
 * @returns {Row}
 */
function row(through, index, cell) {
  const [choice] = /** @type {[Choice]} */ (through);
  const several = through.length > 1;
  return {
    choice,
    parts: several ? choice.parts.slice(0, index + 1) : choice.parts,
    text: several || index ? cell : choice.move,
    more: several ? through.length : 0,
  };
}

/**
 * @param {AnalysisStore} store
 * @param {Row[]} group
 * @param {string} kind
 * @param {(number: number) => string} title
 */
function group(store, group, kind, title) {
  if (!group.length) return [];
  const list = h("ul", { class: "move-list" }, ...group.map((one) => h("li", null, moveButton(store, one))));
  return [h("h3", { class: `group-title ${kind}` }, title(group.length)), list];
}

/**
 * @param {AnalysisStore} store
 * @param {Row} row
 */
function moveButton(store, { choice, parts, text, more }) {
  const mark = choice.judged ? moveMark(choice.judged) : null;
  const name = [text, mark ? (more ? `${mark.say} at best` : mark.say) : "not worked out", more ? `${more} ways to go on` : ""];
  const point = () => hover(store, { parts, mark });
  const leave = () => hover(store, null);
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
      onclick: () => (more ? store.chooseParts(parts) : store.mode.play(choice.move)),
    },
    mark ? badge(mark) : h("span", { class: "value open" }, "?"),
    h("span", { class: "move-text" }, text),
    more ? h("span", { class: "soft small" }, `${more} ways`) : null,
  );
}

/**
 * @param {AnalysisStore} store
 * @param {AnalysisStore["hovered"]} hovered
 */
function hover(store, hovered) {
  store.hovered = hovered;
  store.redraw();
}
