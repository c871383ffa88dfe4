/** The form for pasted, dropped or chosen records, which are opened in the analysis page. */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { say } from "../liveRegion.js";
import { go } from "../router.js";
import { passRecord } from "../storage.js";

const LONGEST = 50_000;
const EMPTY = "There is nothing in it. Paste the whole record, with its moves.";
const LONG = "That is too long to be a record of a game.";

/**
 * Create the form. Files can be dropped anywhere on the page.
 * @param {HTMLElement} page
 */
export function recordPlace(page) {
  const text = h("textarea", { class: "field", rows: 3, spellcheck: "false", "aria-label": "A record", placeholder: "Paste a record here" });
  const file = h("input", { type: "file", class: "unseen", accept: ".txt,.record,text/plain", tabindex: -1, "aria-hidden": "true" });
  const problem = h("p", { class: "problem", hidden: true });

  /** @param {string} record */
  function open(record) {
    const why = !record.trim() ? EMPTY : record.length > LONGEST ? LONG : "";
    problem.textContent = why;
    problem.hidden = !why;
    if (why) return say(why);
    passRecord(record);
    void go("/analysis");
  }

  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (chosen) open(await read(chosen));
    file.value = "";
  });
  text.addEventListener("paste", () => setTimeout(() => {
    if (text.value.trim().includes("\n")) open(text.value);
  }));

  const element = h("form", { class: "records", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    open(text.value);
  } },
  h("h3", null, "Look back at a game"),
  h("p", { class: "soft" }, "Paste a record or drop a file on this page, and see what every move was worth."),
  text, problem,
  h("div", { class: "row" },
    h("button", { class: "button", type: "submit" }, "Open"),
    h("button", { class: "button quiet", type: "button", onclick: () => file.click() }, icon("file"), "Choose a file"), file));

  const stop = onDrop(page, element, open);
  return { element, stop };
}

/**
 * @param {HTMLElement} page
 * @param {HTMLElement} place highlighted while dragging
 * @param {(record: string) => void} open
 */
function onDrop(page, place, open) {
  const over = (/** @type {DragEvent} */ event) => {
    if (![...(event.dataTransfer?.types ?? [])].some((type) => type === "Files" || type === "text/plain")) return;
    event.preventDefault();
    place.classList.add("over");
  };
  const away = () => place.classList.remove("over");
  const drop = async (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    away();
    const [dropped] = event.dataTransfer?.files ?? [];
    open(dropped ? await read(dropped) : event.dataTransfer?.getData("text/plain") ?? "");
  };
  page.addEventListener("dragover", over);
  page.addEventListener("dragleave", away);
  page.addEventListener("drop", drop);
  return () => {
    page.removeEventListener("dragover", over);
    page.removeEventListener("dragleave", away);
    page.removeEventListener("drop", drop);
  };
}

/** Read a file, or enough of it to tell that it is too long. @param {File} file */
function read(file) {
  return file.slice(0, LONGEST * 4 + 4).text();
}
