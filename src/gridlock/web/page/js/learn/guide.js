/** A game's guide: the subset of Markdown that guides use, in collapsible sections. */

import { h } from "../dom.js";

/** @typedef {import("../dom.js").Child} Child */

const LINE = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`/g;
const ITEM = /^(?:[-*]|\d+\.)\s+/;

/**
 * Split a guide at its second-level headings.
 * @param {string} text
 * @returns {{title: string, body: HTMLElement}[]}
 */
export function guideSections(text) {
  const [first = "", ...others] = text.replace(/^# .*\n/, "").split(/^## /m);
  const parts = [{ title: "Rules", source: first }, ...others.map((part) => {
    const [title = "", ...rest] = part.split("\n");
    return { title, source: rest.join("\n") };
  })];
  return parts.map(({ title, source }) => ({ title, body: h("div", { class: "guide" }, blocks(source).map(block)) }));
}

/** Parse paragraphs, lists and drawings, which are separated by empty lines. @param {string} text */
function blocks(text) {
  /** @type {string[]} */
  const result = [];
  for (const piece of text.split(/\n\s*\n/)) {
    const before = result.at(-1);
    const isDrawing = (/** @type {string | undefined} */ part) => part !== undefined && /^ {4}/.test(part);
    if (isDrawing(before) && isDrawing(piece)) result[result.length - 1] = `${before}\n\n${piece}`;
    else if (piece.trim()) result.push(piece.replace(/^\n+|\s+$/g, ""));
  }
  return result;
}

/** @param {string} source */
function block(source) {
  if (source.startsWith("    ")) {
    return h("pre", { tabindex: 0, role: "group", "aria-label": "A drawing" }, source.replace(/^ {4}/gm, ""));
  }
  if (source.startsWith("### ")) return h("h4", null, inline(source.slice(4)));
  if (ITEM.test(source)) {
    const items = source.split(/\n(?=[-*] |\d+\. )/).map((item) => h("li", null, inline(item.replace(ITEM, ""))));
    return h(/^\d/.test(source) ? "ol" : "ul", null, items);
  }
  return h("p", null, inline(source));
}

/** @param {string} source @returns {Child[]} */
function inline(source) {
  const text = source.replace(/\s*\n\s*/g, " ");
  /** @type {Child[]} */
  const result = [];
  let at = 0;
  for (const match of text.matchAll(LINE)) {
    result.push(text.slice(at, match.index));
    const [all, strong, soft, code] = match;
    result.push(strong ? h("strong", null, strong) : soft ? h("em", null, soft) : h("code", null, code));
    at = match.index + all.length;
  }
  return [...result, text.slice(at)];
}

/**
 * @param {import("../types.js").GameInfo} game
 * @param {boolean} [open] whether the rules are expanded at first
 */
export function rules(game, open = false) {
  return h("div", { class: "rules" }, guideSections(game.guide).map(({ title, body }, at) =>
    h("details", { open: open && at === 0 }, h("summary", null, title), body)));
}
