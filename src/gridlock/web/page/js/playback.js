/** Plays the boards of a line one after the other, up to where its reason can be seen. */

import { motionAllowed } from "./board/motion.js";
import { h } from "./dom.js";
import { iconButton } from "./icons.js";

/** How long each board stays, in milliseconds. */
const BEAT = 600;

export class Playback {
  /**
   * @param {number} last the number of the last board; the first one is 0
   * @param {(byHand: boolean) => void} onChange
   * @param {{at?: number, stop?: number}} [where] where it begins, and where it stops by itself
   */
  constructor(last, onChange, { at = 0, stop = last } = {}) {
    this.last = last;
    this.stop = Math.min(stop, last);
    this.at = Math.min(at, last);
    this.onChange = onChange;
    this.timer = 0;
  }

  get playing() {
    return this.timer !== 0;
  }

  /** Play on: to where the reason can be seen, then to the end, then once more. Does nothing if reduced motion is preferred. */
  play() {
    if (this.playing || !this.last || !motionAllowed()) return;
    if (this.at === this.last) this.at = 0;
    const until = this.at < this.stop ? this.stop : this.last;
    this.timer = setInterval(() => {
      this.at += 1;
      if (this.at >= until) this.pause();
      this.onChange(false);
    }, BEAT);
    this.onChange(false);
  }

  /** Stop the timer, without a word to anybody. */
  pause() {
    clearInterval(this.timer);
    this.timer = 0;
  }

  /** Pause or play on. */
  toggle() {
    if (!this.playing) return this.play();
    this.pause();
    this.onChange(true);
  }

  /** Show a board, and pause. @param {number} at @returns {boolean} whether there is such a board, and it is another one */
  go(at) {
    const playing = this.playing;
    const moves = at >= 0 && at <= this.last && at !== this.at;
    this.pause();
    if (moves) this.at = at;
    if (moves || playing) this.onChange(true);
    return moves;
  }
}

/** Create the button that plays and pauses; none if reduced motion is preferred. @param {Playback} playback */
export function playButton(playback) {
  if (!motionAllowed() || !playback.last) return null;
  const { playing } = playback;
  return iconButton(playing ? "pause" : "play", playing ? "Pause" : "Play", () => playback.toggle(), { "data-key": "play" });
}

/**
 * Create the text version of a line: its captions in order.
 * @param {readonly string[]} captions
 * @param {{open?: boolean, onToggle?: (open: boolean) => void}} [state]
 */
export function captionList(captions, { open = false, onToggle } = {}) {
  const texts = captions.filter(Boolean);
  if (!texts.length) return null;
  const ontoggle = (/** @type {Event} */ event) => onToggle?.(event.target instanceof HTMLDetailsElement && event.target.open);
  return h("details", { class: "in-full small as-text", open, ontoggle },
    h("summary", { "data-key": "as text" }, "As text"), h("ol", null, texts.map((text) => h("li", null, text))));
}
