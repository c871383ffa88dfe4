/** How one likes to play: seen from the other side, with sound, with notifications, without distraction, elsewhere. */

import { h } from "../dom.js";
import { say } from "../live.js";
import { changeSettings, settings } from "../memory.js";
import { icon, iconButton } from "./icons.js";
import { openKeys } from "./keys.js";
import { openDevices } from "./sharing.js";
import { wishNotifications } from "./signals.js";
import { playSound } from "./sound.js";

/** @typedef {import("./table.js").Table} Table */

export class Tools {
  /** @param {Table} table @param {() => void} onFlip */
  constructor(table, onFlip) {
    this.table = table;
    this.onFlip = onFlip;
    this.flip = iconButton("flip", "Flip the board", () => this.turnBoard());
    this.sound = iconButton("sound", "Sound", () => this.#toggleSound());
    this.bell = iconButton("bell", "Notify me when it is my turn", () => void this.#toggleBell());
    this.zen = iconButton("zen", "Zen mode: only the board", () => this.setZen(!settings().zen));
    this.device = iconButton("device", "Continue on another device", () => this.table.secret && openDevices(this.table.id, this.table.secret));
    this.keys = iconButton("keys", "Keys", () => openKeys(this.table.state.scene));
    this.record = h("a", { class: "icon-button", href: `/api/matches/${table.id}/record`, download: true, "aria-label": "Download the record", title: "Download the record" }, icon("download"));
    this.analysis = h("a", { class: "icon-button", href: `/analysis?match=${table.id}`, "aria-label": "What every move is worth", title: "What every move is worth" }, icon("analyse"));
    this.leave = h("button", { class: "button leave-zen", type: "button", onclick: () => this.setZen(false) }, "Leave zen mode");
    this.element = h("div", { class: "tools", role: "group", "aria-label": "How you like to play" }, this.flip, this.sound, this.bell, this.zen, this.analysis, this.record, this.device, this.keys);
    this.#showZen();
  }

  draw() {
    const { sound, notify, flipped } = settings();
    this.flip.setAttribute("aria-pressed", String(flipped));
    this.sound.setAttribute("aria-pressed", String(sound));
    this.bell.setAttribute("aria-pressed", String(notify));
    this.bell.hidden = !this.table.sides.length || !("Notification" in window) || this.table.state.mode !== "friend";
    this.device.hidden = !this.table.secret;
    this.analysis.hidden = !this.table.state.helpAllowed || this.table.state.status === "waiting";
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
    const on = await wishNotifications(!settings().notify);
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
