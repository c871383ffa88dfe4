/** Time as clocks show it, and how much a side has left. */

/** @typedef {import("../types.js").ClockState} ClockState */

const TENTHS_BELOW = 10_000;
export const LOW = 15_000;

/**
 * Milliseconds that a side has left now.
 * @param {ClockState} clock
 * @param {number} side
 * @param {number} ahead how far this machine's clock is ahead of the server's
 */
export function leftNow(clock, side, ahead) {
  const left = clock.left[side - 1];
  return clock.running === side ? Math.max(0, left - (Date.now() - ahead - clock.at)) : left;
}

/** @param {number} ms */
export function timeText(ms) {
  if (ms < TENTHS_BELOW) return `0:0${(Math.ceil(ms / 100) / 10).toFixed(1)}`.replace("0:010.0", "0:10");
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
