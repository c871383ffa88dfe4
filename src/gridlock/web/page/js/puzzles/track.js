/** How it went at a daily puzzle, drawn: a square for each try and hint. */

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { resultText } from "./sharing.js";

/** @typedef {import("../progress.js").Step} Step */

/** @type {Record<Step, Parameters<typeof icon>[0]>} */
const PICTURES = { wrong: "close", hint: "bulb", told: "eye", solved: "check", shown: "flag" };

/** @param {Step[]} steps */
export function track(steps) {
  return h("div", { class: "track" },
    h("span", { class: "track-steps", "aria-hidden": "true" }, steps.map((step) => h("span", { class: `track-step ${step}` }, icon(PICTURES[step])))),
    h("span", null, resultText(steps)));
}
