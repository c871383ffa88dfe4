/** The analysis page: what every move is worth, why, and what went wrong in a match. */

import { get } from "../api.js";
import { h, useStyle } from "../dom.js";
import { openDesk } from "../analysis/opening.js";
import { listenForRecords, recordForm } from "../analysis/recordbox.js";
import { sentence } from "../analysis/study.js";
import { layOut } from "../analysis/table.js";

/**
 * @param {HTMLElement} root
 * @param {URL} place
 * @returns {Promise<() => void>}
 */
export async function show(root, place) {
  document.title = "Analysis · Gridlock";
  const stop = listenForRecords(root);
  try {
    const [games] = await Promise.all([get("/api/games"), useStyle("analysis.css")]);
    const leave = layOut(root, await openDesk(games, place), games);
    return () => {
      stop();
      leave();
    };
  } catch (error) {
    await useStyle("analysis.css");
    root.append(failure(sentence(error)));
    return stop;
  }
}

/** @param {string} problem */
function failure(problem) {
  return h("section", { class: "plain" },
    h("h1", null, "This cannot be shown"),
    h("p", null, problem),
    h("p", null, h("a", { class: "button main", href: "/analysis" }, "A free board")),
    recordForm());
}
