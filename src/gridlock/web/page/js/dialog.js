/** Modal dialogs. */

import { h } from "./dom.js";
import { iconButton } from "./icons.js";

let number = 0;

/**
 * Open a dialog. Esc, its close button and clicks outside close it, and the focus returns to where it was.
 * @param {string} title
 * @param {(close: () => void) => (import("./dom.js").Child)[]} content
 */
export function openDialog(title, content) {
  number += 1;
  const id = `dialog-${number}`;
  const dialog = h("dialog", { class: "dialog", "aria-labelledby": id });
  const close = () => dialog.close();
  dialog.append(h("div", { class: "dialog-head" }, h("h2", { id }, title), iconButton("close", "Close", close)));
  dialog.append(h("div", { class: "dialog-body stack" }, ...content(close)));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return close;
}
