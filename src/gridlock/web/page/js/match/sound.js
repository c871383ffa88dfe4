/** Synthesized sound effects, off by default. */

import { settings } from "../storage.js";

/** @typedef {"own" | "other" | "won" | "lost" | "notice"} Sound */
/** Each note: pitch in Hz, start and duration in seconds. @type {Record<Sound, [number, number, number][]>} */
const NOTES = {
  own: [[330, 0, 0.09]],
  other: [[247, 0, 0.11]],
  won: [[392, 0, 0.14], [494, 0.12, 0.14], [587, 0.24, 0.3]],
  lost: [[294, 0, 0.18], [220, 0.16, 0.34]],
  notice: [[440, 0, 0.1], [554, 0.1, 0.16]],
};
const LOUDNESS = 0.16;

/** @type {AudioContext | null} */
let audio = null;

/** @param {Sound} sound */
export function playSound(sound) {
  if (!settings().sound) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  for (const note of NOTES[sound]) playNote(audio, note);
}

/** @param {AudioContext} context @param {[number, number, number]} note */
function playNote(context, [pitch, begins, lasts]) {
  const start = context.currentTime + begins;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, start);
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + lasts + 0.02);
}
