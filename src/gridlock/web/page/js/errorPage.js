/** The page shown if a page could not be drawn: a message and a button. */

import { ApiError } from "./api.js";
import { h } from "./dom.js";
import { say } from "./liveRegion.js";
import { nothingHere } from "./pages/notFound.js";

const NOT_FOUND = 404;

/**
 * @param {unknown} error
 * @param {() => void} again draws the page again
 */
export function errorPage(error, again) {
  if (error instanceof ApiError && error.status === NOT_FOUND) return nothingHere(error.detail);
  if (error instanceof URIError) return nothingHere(); // an address that is cut off in the middle of a character
  const isApiError = error instanceof ApiError;
  if (!isApiError) console.error(error);
  document.title = "Not loaded · Gridlock";
  const sentence = isApiError ? error.detail : "Something went wrong while loading. Loading the page again usually helps.";
  say(sentence);
  const retry = isApiError ? again : () => location.reload();
  return h("section", { class: "plain" },
    h("h1", null, "This page did not load"),
    h("p", null, sentence),
    h("div", { class: "row" },
      h("button", { class: "button main", type: "button", onclick: retry }, "Try again"),
      h("a", { class: "button", href: "/" }, "To the games")));
}
