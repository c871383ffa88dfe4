/** The player's settings: flipped board, sound, notifications, zen mode, another device. */

import { h } from "../dom.js";
import { icon, iconButton } from "../icons.js";
import { say } from "../liveRegion.js";
import { openRules } from "../rules.js";
import { changeSettings, settings } from "../storage.js";
import { openKeys } from "./keys.js";
import { setNotifications } from "./notifications.js";
import { openDevices } from "./share.js";
import { playSound } from "./sound.js";

/** @typedef {import("./client.js").MatchClient} MatchClient */

export class Tools {
  /** @param {MatchClient} client @param {() => void} onFlip */
  constructor(client, onFlip) {
    this.client = client;
    this.onFlip = onFlip;
    this.flip = iconButton("flip", "Flip the board", () => this.turnBoard());
    this.sound = iconButton("sound", "Sound", () => this.#toggleSound());
    this.bell = iconButton("bell", "Notify me when it is my turn", () => void this.#toggleBell());
    this.zen = iconButton("zen", "Zen mode: only the board", () => this.setZen(!settings().zen));
    this.device = iconButton("device", "Continue on another device", () => this.client.secret && openDevices(this.client.id, this.client.secret));
    this.rules = iconButton("help", "Rules", () => void openRules(this.client.state.scene), { class: "icon-button rules-button" });
    this.keys = iconButton("keys", "Keys", () => openKeys(this.client.state.scene));
    this.record = h("a", { class: "icon-button", href: `/api/matches/${client.id}/record`, download: true, "aria-label": "Download the record", title: "Download the record" }, icon("download"));
    this.analysis = h("a", { class: "icon-button", href: `/analysis?match=${client.id}`, "aria-label": "What every move is worth", title: "What every move is worth" }, icon("analyse"));
    this.leave = h("button", { class: "button leave-zen", type: "button", onclick: () => this.setZen(false) }, "Leave zen mode");
    this.element = h("div", { class: "tools", role: "group", "aria-label": "How you like to play" }, this.flip, this.sound, this.bell, this.zen, this.analysis, this.record, this.device, this.keys);
    this.#showZen();
  }

  draw() {
    const { sound, notify, flipped } = settings();
    this.flip.setAttribute("aria-pressed", String(flipped));
    this.sound.setAttribute("aria-pressed", String(sound));
    this.bell.setAttribute("aria-pressed", String(notify));
    this.bell.hidden = !this.client.sides.length || !("Notification" in window) || this.client.state.mode !== "friend";
    this.device.hidden = !this.client.secret;
    this.analysis.hidden = !this.client.state.helpAllowed || this.client.state.status === "waiting";
  }

  /** Go to the analysis of the match, if it is allowed now. */
  openAnalysis() {
    if (!this.analysis.hidden) this.analysis.click();
    else say("There is no analysis while two people are playing.");
  }

  turnBoard() {
    changeSettings({ flipped: !settings().flipped });
    this.draw();
    this.onFlip();
  }

  #toggleSound() {
    const { sound } = changeSettings({ sound: !settings().sound });
    this.draw();
    playSound("notice");
    say(sound ? "Sound on." : "Sound off.");
  }

  async #toggleBell() {
    const on = await setNotifications(!settings().notify);
    this.draw();
    say(on ? "You will be notified when it is your turn." : "No notifications.");
  }

  /** @param {boolean} zen */
  setZen(zen) {
    changeSettings({ zen });
    this.#showZen();
    if (zen) this.leave.focus();
    else this.zen.focus();
  }

  #showZen() {
    document.documentElement.classList.toggle("zen", settings().zen);
  }

  destroy() {
    document.documentElement.classList.remove("zen");
  }
}
