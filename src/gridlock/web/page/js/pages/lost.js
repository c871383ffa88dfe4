/** The page for addresses that lead nowhere. */

import { h } from "../dom.js";

/**
 * @param {HTMLElement} root
 * @returns {Promise<() => void>}
 */
export async function show(root) {
  document.title = "Nothing here · Gridlock";
  root.append(h("section", { class: "plain" },
    h("h1", null, "There is nothing here"),
    h("p", null, "The address may have a slip of the keyboard in it, or the match was removed."),
    h("p", null, h("a", { class: "button", href: "/" }, "To the games"))));
  return () => {};
}
