/** The analysis page: the value of every move, reasons, and the mistakes of a match. */

import { layOut } from "../analysis/layout.js";
import { openAnalysis } from "../analysis/open.js";
import { errorText, get } from "../api.js";
import { h, useStyle } from "../dom.js";
import { listenForRecords, recordForm } from "../records.js";
import { takeRecord } from "../storage.js";

/**
 * @param {HTMLElement} root
 * @param {URL} place
 * @returns {Promise<() => void>}
 */
export async function show(root, place) {
  document.title = "Analysis · Gridlock";
  const stop = listenForRecords(root);
  const record = takeRecord();
  try {
    const [games] = await Promise.all([get("/api/games"), useStyle("analysis.css")]);
    const leave = layOut(root, await openAnalysis(games, place, record), games);
    return () => {
      stop();
      leave();
    };
  } catch (error) {
    await useStyle("analysis.css");
    root.append(failure(errorText(error), record ?? ""));
    return stop;
  }
}

/** Show the problem, with the record so that it can be fixed. @param {string} problem @param {string} record */
function failure(problem, record) {
  return h("section", { class: "plain" },
    h("h1", null, "This cannot be shown"),
    h("p", null, problem),
    h("p", null, h("a", { class: "button main", href: "/analysis" }, "A free board")),
    recordForm({ text: record }));
}
