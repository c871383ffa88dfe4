/** The result to share: how it went, without spoilers. */

import { dayText } from "../days.js";
import { count, h, isTouch } from "../dom.js";
import { icon } from "../icons.js";
import { isReachable } from "../links.js";
import { say } from "../liveRegion.js";
import { streak } from "../progress.js";

/** @typedef {import("../progress.js").Step} Step */

/** @type {Record<Step, string>} */
const SIGNS = { wrong: "🟧", hint: "💡", told: "👀", solved: "🟦", shown: "🏳️" };

/**
 * Return the steps as emoji, in order.
 * @param {Step[]} steps
 */
export function signs(steps) {
  return steps.map((step) => SIGNS[step]).join("");
}

/**
 * Describe the steps.
 * @param {Step[]} steps
 */
export function resultText(steps) {
  const number = (/** @type {Step} */ kind) => steps.filter((step) => step === kind).length;
  if (number("shown")) return "Looked at the solution";
  const [wrong, hints] = [number("wrong"), number("hint") + number("told")];
  if (!wrong && !hints) return "Solved at the first try";
  const used = [...(wrong ? [count(wrong, "wrong try", "wrong tries")] : []), ...(hints ? [count(hints, "hint")] : [])];
  return `Solved with ${used.join(" and ")}`;
}

/**
 * Return the result, with a link to the puzzle if others can open it.
 * @param {{day: string, name: string, difficulty: string, steps: Step[], today: string}} what
 */
export function shareText({ day, name, difficulty, steps, today }) {
  const row = streak(today);
  return [
    `Gridlock, ${dayText(day, { day: "numeric", month: "long", year: "numeric" })}`,
    `${name}, ${difficulty}`,
    `${signs(steps)} ${resultText(steps)}`,
    ...(row > 1 ? [`🔥 ${row} days in a row`] : []),
    ...(isReachable() ? [`${location.origin}/daily?day=${day}`] : []),
  ].join("\n");
}

/**
 * Create a button that shares or copies the text; if neither is allowed, it shows the text to copy by hand.
 * @param {string} text
 * @param {string} [kind] "main" or empty
 */
export function shareButton(text, kind = "main") {
  const status = h("p", { class: "soft small", hidden: true });
  const words = h("textarea", { class: "field share-text", readonly: true, rows: text.split("\n").length, "aria-label": "Your result", hidden: true, value: text });
  const button = h("button", { class: `button ${kind}`, type: "button", onclick: share }, icon("share"), "Share");

  async function share() {
    try {
      if (isTouch() && typeof navigator.share === "function") return await navigator.share({ text });
      await navigator.clipboard.writeText(text);
      showStatus(isReachable() ? "Copied." : "Copied without a link, which would only work on this computer.");
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      words.hidden = false;
      words.select();
      showStatus("Copy it from here.");
    }
  }

  /** @param {string} sentence */
  function showStatus(sentence) {
    status.textContent = sentence;
    status.hidden = false;
    say(sentence);
  }
  return { button, rest: [status, words] };
}
