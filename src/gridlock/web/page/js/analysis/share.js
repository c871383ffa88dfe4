/**
 * Exports: a link, a frame for another page, and files.
 * @module
 */

import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { copyText, reachNote } from "../links.js";
import { say } from "../liveRegion.js";
import { queryFields, writeQuery } from "./address.js";
import { button } from "./parts.js";
import { pngOf, svgText } from "./picture.js";
import { depth, lineThrough } from "./tree.js";

/** @typedef {import("./analysisStore.js").AnalysisStore} AnalysisStore */

/**
 * @param {AnalysisStore} store
 * @param {() => SVGSVGElement} drawing returns the current drawing of the board
 */
export function share(store, drawing) {
  const name = `${store.game.game}-${store.game.size}`;
  openDialog("Share and download", () => [
    reachNote(),
    copyField("Link to this position", `${location.origin}/analysis?${store.query}`, "input"),
    copyField("Board for your own page", snippet(store), "textarea"),
    h("div", { class: "stack" },
      h("h3", { class: "group-title" }, "Download"),
      h("div", { class: "row" },
        h("a", { class: "button", href: recordAddress(store), download: `${name}.txt` }, "Record"),
        button("SVG", () => save(new Blob([svgText(drawing())], { type: "image/svg+xml" }), `${name}.svg`)),
        button("PNG", async () => save(await pngOf(drawing()), `${name}.png`)))),
  ]);
}

/** Return the download link for the current line as a record. @param {AnalysisStore} store */
function recordAddress(store) {
  const line = lineThrough(store.node).slice(1);
  const { reviewed, root } = store;
  if (reviewed?.match && line.every((node) => node.match)) return `/api/matches/${encodeURIComponent(reviewed.match)}/record`;
  const fields = queryFields(store.game, store.fromStart ? "" : root.scene.position, line.map((node) => node.move ?? ""));
  return `/api/records?${new URLSearchParams(fields)}`;
}

/** Return the HTML of a frame with this board. @param {AnalysisStore} store */
function snippet(store) {
  const { rows, cols, name } = store.root.scene;
  const line = lineThrough(store.node).slice(1);
  const query = writeQuery({ ...store.place(store.root.scene), moves: line.map((node) => node.move ?? ""), at: depth(store.node) });
  const width = 360;
  const height = Math.round((width * (rows + 0.7)) / (cols + 0.7)) + 110;
  const address = `${location.origin}/embed?${query}`.replaceAll("&", "&amp;");
  return `<iframe src="${address}" width="${width}" height="${height}" title="${name} on Gridlock" loading="lazy"></iframe>`;
}

/**
 * Create a text field with a copy button.
 * @param {string} title
 * @param {string} text
 * @param {"input" | "textarea"} kind
 */
function copyField(title, text, kind) {
  const id = `share-${kind}`;
  const field = h(kind, { class: "field mono small", id, readonly: true, rows: kind === "textarea" ? 3 : null, value: text, onfocus: () => field.select() });
  const copy = button("Copy", () => void write(), { "aria-label": `Copy: ${title}` });
  const write = async () => {
    const done = await copyText(text, field);
    copy.textContent = done ? "Copied" : "Press Ctrl+C";
    say(done ? "Copied." : "Selected. Press Ctrl+C to copy.");
  };
  return h("div", { class: "labelled" }, h("label", { for: id }, title), h("div", { class: "copy-row" }, field, copy));
}

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const href = URL.createObjectURL(blob);
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
