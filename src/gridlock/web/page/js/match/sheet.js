/** A window over the page. */

import { h } from "../dom.js";

/**
 * Open a window; Esc, its button and a press beside it close it.
 * @param {string} title
 * @param {...import("../dom.js").Child} children
 */
export function openSheet(title, ...children) {
  const close = () => dialog.close();
  const dialog = h("dialog", { class: "sheet", "aria-labelledby": "sheet-title", onclose: () => dialog.remove() },
    h("h2", { id: "sheet-title" }, title), children,
    h("button", { class: "button", type: "button", onclick: close }, "Close"));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) close();
  });
  document.body.append(dialog);
  dialog.showModal();
}
