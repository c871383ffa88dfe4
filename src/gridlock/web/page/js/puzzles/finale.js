/** The end of a puzzle: why it was won, the lesson, its solvers, and the result to share. */

import { hoursUntilTomorrow, today } from "../days.js";
import { count, h } from "../dom.js";
import { icon } from "../icons.js";
import { isEnded, stepsOf } from "../progress.js";
import { whyText } from "./parts.js";
import { resultText, shareButton, shareText } from "./sharing.js";
import { streakText } from "./week.js";

/** @typedef {import("../types.js").Puzzle} Puzzle */
/** @typedef {import("./session.js").Message} Message */
/** @typedef {import("../progress.js").Step} Step */

/** @param {Puzzle} puzzle @param {Message} message @param {import("./session.js").PuzzleSession} session */
export function finale(puzzle, message, session) {
  const { end } = message;
  return [
    h("p", { class: "verdict" }, message.byPerson && h("span", { class: "seal-big" }, icon("check")), message.byPerson ? "Solved" : message.text),
    (message.watching || !message.byPerson) && message.replay?.element,
    end && whyText(end.why, session, { watch: !message.watching }),
    result(puzzle),
    end && h("p", { class: "soft small" }, end.who),
  ];
}

/** Create the result of a daily puzzle, with a button to share it. @param {Puzzle} puzzle */
export function result(puzzle) {
  const { day, name, difficulty } = puzzle;
  const steps = day ? stepsOf(day) : [];
  if (!day || !isEnded(steps)) return null;
  const share = shareButton(shareText({ day, name, difficulty, steps, today: today() }));
  return h("section", { class: "result", "aria-label": "Your result" },
    track(steps), h("div", { class: "row" }, share.button, streakText(today())), share.rest,
    day === today() && h("p", { class: "soft small" }, `The next puzzle comes in ${count(hoursUntilTomorrow(), "hour")}.`));
}

/** @type {Record<Step, Parameters<typeof icon>[0]>} */
const PICTURES = { wrong: "close", hint: "bulb", told: "eye", solved: "check", shown: "flag" };

/** Draw the steps as icons, with the result as text. @param {Step[]} steps */
export function track(steps) {
  return h("div", { class: "track" },
    h("span", { class: "track-steps", "aria-hidden": "true" }, steps.map((step) => h("span", { class: `track-step ${step}` }, icon(PICTURES[step])))),
    h("span", null, resultText(steps)));
}
