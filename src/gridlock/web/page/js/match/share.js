/** Links to copy, to share, and as a QR code. */

import { post } from "../api.js";
import { openDialog } from "../dialog.js";
import { count, h } from "../dom.js";
import { wordButton } from "../icons.js";
import { copyText, isReachable, reachNote } from "../links.js";
import { say } from "../liveRegion.js";
import { isYou, nameOf } from "./names.js";

const FEEDBACK = 2000;

/**
 * Create a link with ways to share it. A link that only works on this computer says so and can only be copied.
 * @param {string} link
 * @param {{label: string, title: string}} what
 */
export function linkBox(link, { label, title }) {
  const field = h("input", { class: "field mono link-field", readonly: true, value: link, "aria-label": label, onfocus: () => field.select() });
  const copy = wordButton("copy", "Copy link", async () => {
    const copied = await copyText(link, field);
    const words = copy.querySelector("span");
    if (words) words.textContent = copied ? "Copied" : "Press Ctrl+C";
    say(copied ? "The link is copied." : "Selected. Press Ctrl+C to copy.");
    setTimeout(() => words && (words.textContent = "Copy link"), FEEDBACK);
  }, "main");
  const share = isReachable() && "share" in navigator && wordButton("share", "Share", () => {
    navigator.share({ title, url: link }).catch(() => {}); // the user may cancel
  });
  return h("div", { class: "link-box" }, reachNote(), field, h("div", { class: "row" }, copy, share), isReachable() && qrCode(link));
}

/** Create a QR code; the server draws it. @param {string} text */
function qrCode(text) {
  const place = h("div", { class: "qr" });
  post("/api/qr", { text }).then((response) => {
    const parsed = new DOMParser().parseFromString(String(response), "image/svg+xml").documentElement;
    if (parsed.localName !== "svg") return;
    parsed.setAttribute("role", "img");
    parsed.setAttribute("aria-label", "QR code of the link");
    place.append(document.importNode(parsed, true));
  }).catch(() => place.remove()); // the link is still there
  return place;
}

/**
 * Describe a finished match for others, with a link if they can open it.
 * @param {import("../types.js").State} state
 * @param {number[]} own
 */
export function shareText(state, own) {
  const winner = state.outcome?.winner;
  const game = `${state.scene.name}, ${state.scene.rows} × ${state.scene.cols}`;
  const moves = count(state.moves.length, "move");
  const other = own.length ? nameOf(state, 3 - own[0], own) : "";
  const result = !winner ? "No winner" : isYou(state, winner, own) ? `I beat ${other} in ${moves}` : own.length === 1 ? `${other} beat me in ${moves}` : `${nameOf(state, winner, own)} won in ${moves}`;
  return [`Gridlock: ${game}`, `${result}.`, ...(isReachable() ? [`${location.origin}/m/${state.id}`] : [])].join("\n");
}

/**
 * Open a dialog with a link that moves the seat to another device.
 * @param {string} id
 * @param {string} secret
 */
export function openDevices(id, secret) {
  const link = `${location.origin}/m/${id}#seat=${secret}`;
  openDialog("Continue on another device", () => [
    h("p", { class: "soft" }, `Open this link ${isReachable() ? "there" : "in another browser"}. Anyone who has it can play for you, so keep it to yourself.`),
    linkBox(link, { label: "Link with your seat", title: "My seat" }),
  ]);
}
