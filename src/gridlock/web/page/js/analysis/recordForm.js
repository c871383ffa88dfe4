/**
 * Opens records: pasted, dropped, or chosen as a file.
 * @module
 */

import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { openText } from "./open.js";

/** Matches texts that look like a record. */
const RECORD = /\[\s*Game\s+"/;

/** Open a dialog for a record. */
export function askForRecord() {
  openDialog("Open a record", (close) => [recordForm({ close })]);
}

/**
 * @param {{close?: () => void, text?: string}} how called on submit, and the initial text
 */
export function recordForm({ close = () => {}, text: initial = "" }) {
  const box = h("textarea", { class: "field mono", id: "record-text", rows: 7, spellcheck: "false", placeholder: '[Game "..."]\n[Size "5x5"]\n\n1. 2,2 ...' });
  box.value = initial;
  const file = h("input", { type: "file", class: "unseen", id: "record-file", accept: "text/plain,.txt,.pgn", onchange: () => void openFile() });
  const open = (/** @type {string} */ text) => {
    if (!text.trim()) return;
    close();
    void openText(text);
  };
  const openFile = async () => open((await file.files?.[0]?.text()) ?? "");
  return h("form", { class: "stack", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    open(box.value);
  } },
  h("label", { for: "record-text" }, "Paste a match that was downloaded here, or drop its file on the page."),
  box,
  h("div", { class: "row" },
    h("button", { type: "submit", class: "button main" }, "Open"),
    file, h("label", { class: "button file-button", for: "record-file" }, "Choose a file")));
}

/**
 * Open records that are dropped on the page or pasted outside text fields.
 * @param {HTMLElement} root
 * @returns {() => void} stops it
 */
export function listenForRecords(root) {
  const over = (/** @type {DragEvent} */ event) => {
    if (!event.dataTransfer) return;
    event.preventDefault();
    root.classList.add("dropping");
  };
  const leave = () => root.classList.remove("dropping");
  const drop = async (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    leave();
    const text = (await event.dataTransfer?.files[0]?.text()) ?? event.dataTransfer?.getData("text/plain") ?? "";
    if (text.trim()) void openText(text);
  };
  const paste = (/** @type {ClipboardEvent} */ event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const typing = event.target instanceof Element && event.target.closest("input, textarea");
    if (!typing && RECORD.test(text)) void openText(text);
  };
  /** @type {[EventTarget, string, (event: any) => void][]} */
  const listeners = [[document, "dragover", over], [document, "dragleave", leave], [document, "drop", drop], [document, "paste", paste]];
  for (const [target, name, listener] of listeners) target.addEventListener(name, listener);
  return () => {
    for (const [target, name, listener] of listeners) target.removeEventListener(name, listener);
  };
}
