/** Links to this site for other people and devices, and whether they can open them. */

import { h } from "./dom.js";

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

/**
 * Whether a host name always means the local computer.
 * @param {string} hostname as in location.hostname
 */
export function isLoopback(hostname) {
  return LOOPBACK.test(hostname);
}

/** Whether links to this site work on other devices. */
export function isReachable() {
  return !isLoopback(location.hostname);
}

/** Create a warning that links only work on this computer, with advice; null if they work elsewhere. */
export function reachNote() {
  if (isReachable()) return null;
  return h("p", { class: "notice small" },
    "This address only works on this computer. To let others in, start Gridlock with ",
    h("code", null, "make web HOST=lan"), " or ", h("code", null, "gridlock serve --lan"),
    " and open the address it prints.");
}

/**
 * Copy a text; if that is not allowed, select it in its field, and return false.
 * @param {string} text
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 */
export async function copyText(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy"); // works without HTTPS
  }
}
