/** Signals in other tabs and windows that it's your turn: the title, the icon, and optional notifications. */

import { changeSettings, settings } from "../storage.js";
import { resultText, turnText } from "./names.js";

/** @typedef {import("./client.js").MatchClient} MatchClient */

const PLAIN = new URL("../../icon.svg", import.meta.url).href;
const TURN = new URL("../../icon-turn.svg", import.meta.url).href;

/** Set the title and the icon of the window. @param {MatchClient} client */
export function showTurn({ state, sides, isMyTurn }) {
  const what = state.status === "over" ? resultText(state, sides) : state.status === "waiting" ? "Waiting" : turnText(state, sides);
  document.title = `${what} · ${state.scene.name} · Gridlock`;
  showIcon(isMyTurn && state.mode !== "here" ? TURN : PLAIN);
}

/** Reset the icon. */
export function resetIcon() {
  showIcon(PLAIN);
}

/** @param {string} href */
function showIcon(href) {
  const link = document.querySelector('link[rel="icon"]');
  if (link instanceof HTMLLinkElement && link.href !== href) link.href = href;
}

/** Show a notification while the page is hidden. @param {string} title @param {string} text @param {string} id */
export function notify(title, text, id) {
  if (!settings().notify || !document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const note = new Notification(title, { body: text, tag: id, icon: PLAIN });
    note.onclick = () => {
      focus();
      note.close();
    };
  } catch {
    // Some phones allow it only for installed pages; the title still changes.
  }
}

/**
 * Turn notifications on or off.
 * @param {boolean} wanted
 * @returns {Promise<boolean>} whether they are on
 */
export async function setNotifications(wanted) {
  const allowed = wanted && "Notification" in window && (await Notification.requestPermission()) === "granted";
  return changeSettings({ notify: allowed }).notify;
}
