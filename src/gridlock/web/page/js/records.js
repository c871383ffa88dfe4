/**
 * Opens records in the analysis page: pasted, dropped, or chosen as a file.
 * @module
 */

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { say } from "./liveRegion.js";
import { go } from "./router.js";
import { passRecord } from "./storage.js";

const LONGEST = 50_000;
const EMPTY = "There is nothing in it. Paste the whole record, with its moves.";
const LONG = "That is too long to be a record of a game.";
/** Matches texts that look like a record. */
const RECORD = /\[\s*Game\s+"/;

/**
 * Open a record, or return why it cannot be one.
 * @param {string} text
 */
function open(text) {
  if (!text.trim()) return EMPTY;
  if (text.length > LONGEST) return LONG;
  passRecord(text);
  void go("/analysis");
  return "";
}

/**
 * Create a form for a record.
 * @param {{close?: () => void, text?: string}} [how] called when a record is opened, and the initial text
 */
export function recordForm({ close = () => {}, text = "" } = {}) {
  const box = h("textarea", { class: "field", id: "record-text", rows: 5, spellcheck: "false", placeholder: '[Game "..."]\n[Size "5x5"]\n\n1. 2,2 ...' });
  box.value = text;
  const file = h("input", { type: "file", class: "unseen", accept: "text/plain,.txt,.record", tabindex: -1, "aria-hidden": "true" });
  const problem = h("p", { class: "problem", hidden: true });
  const submit = (/** @type {string} */ record) => {
    problem.textContent = open(record);
    problem.hidden = !problem.textContent;
    if (problem.textContent) say(problem.textContent);
    else close();
  };
  box.addEventListener("paste", () => setTimeout(() => {
    if (RECORD.test(box.value)) submit(box.value);
  }));
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    file.value = "";
    if (chosen) submit(await read(chosen));
  });
  return h("form", { class: "record-form stack", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    submit(box.value);
  } },
  h("label", { for: "record-text" }, "Paste a record or drop its file on this page, and see what every move was worth."),
  box, problem,
  h("div", { class: "row" },
    h("button", { class: "button main", type: "submit" }, "Open"),
    h("button", { class: "button quiet", type: "button", onclick: () => file.click() }, icon("file"), "Choose a file"), file));
}

/**
 * Open records that are dropped on the page or pasted outside text fields.
 * @param {HTMLElement} root
 * @returns {() => void} stops it
 */
export function listenForRecords(root) {
  const leave = () => root.classList.remove("dropping");
  /** @type {Record<string, (event: any) => void>} */
  const listeners = {
    dragover: (/** @type {DragEvent} */ event) => {
      if (!event.dataTransfer?.types.some((type) => type === "Files" || type === "text/plain")) return;
      event.preventDefault();
      root.classList.add("dropping");
    },
    dragleave: leave,
    drop: async (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      leave();
      const [dropped] = event.dataTransfer?.files ?? [];
      const problem = open(dropped ? await read(dropped) : event.dataTransfer?.getData("text/plain") ?? "");
      if (problem) say(problem);
    },
    paste: (/** @type {ClipboardEvent} */ event) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      const typing = event.target instanceof Element && event.target.closest("input, textarea");
      if (!typing && RECORD.test(text)) open(text);
    },
  };
  for (const [name, listener] of Object.entries(listeners)) document.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) document.removeEventListener(name, listener);
  };
}

/** Read a file, or enough of it to tell that it is too long. @param {File} file */
function read(file) {
  return file.slice(0, LONGEST * 4 + 4).text();
}
