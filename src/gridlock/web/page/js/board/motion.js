/** Movement that explains what happened: short, and none at all for people who asked for less of it. */

const TIME = 220;
const SPRING = "cubic-bezier(.3,1.4,.5,1)";
const SMOOTH = "cubic-bezier(.35,0,.2,1)";

/** Whether things may move. */
export function mayMove() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {number} [duration]
 * @param {string} [easing]
 * @param {number} [delay]
 */
function play(element, frames, duration = TIME, easing = SMOOTH, delay = 0) {
  if (mayMove()) element.animate(frames, { duration, easing, delay, fill: "backwards" });
}

/** A token drops onto its cell. @param {Element} element */
export function drop(element) {
  play(element, [
    { transform: "translateY(-26px) scale(1.28)", opacity: 0 },
    { transform: "translateY(0) scale(.94)", opacity: 1, offset: 0.7 },
    { transform: "none", opacity: 1 },
  ]);
}

/** A wall rises out of its cell; after a step, if that belongs to the same move. @param {Element} element @param {boolean} afterStep */
export function rise(element, afterStep) {
  play(element, [
    { transform: "translateY(26px) scale(.8,.3)", opacity: 0 },
    { transform: "none", opacity: 1 },
  ], 240, SPRING, afterStep ? TIME * 0.8 : 0);
}

/**
 * A marker glides from where it stood.
 * @param {Element} element
 * @param {number} x
 * @param {number} y how far away it stood
 */
export function glide(element, x, y) {
  play(element, [{ transform: `translate(${x}px,${y}px)` }, { transform: "none" }]);
}

/** A piece goes; then it is taken away. @param {Element} element */
export function vanish(element) {
  if (!mayMove()) {
    element.remove();
    return;
  }
  const going = element.animate([{ opacity: 1 }, { opacity: 0, transform: "scale(.6)" }], { duration: 160, fill: "forwards" });
  going.onfinish = () => element.remove();
}

/** A piece that forbids something shakes its head. @param {Element} element */
export function shake(element) {
  play(element, [0, -7, 6, -4, 2, 0].map((x) => ({ transform: `translateX(${x}px)` })), 360, "ease-out");
}

/**
 * A way grows by a step at its end.
 * @param {Element} way
 * @param {number} length of the step
 */
export function grow(way, length) {
  if (!mayMove()) return;
  for (const path of way.querySelectorAll("path")) {
    if (path.classList.contains("way-grain")) {
      play(path, [{ opacity: 0.3 }, { opacity: 1 }]);
      continue;
    }
    const whole = path.getTotalLength() + 1;
    play(path, [
      { strokeDasharray: `${whole} ${whole}`, strokeDashoffset: `${length}` },
      { strokeDasharray: `${whole} ${whole}`, strokeDashoffset: "0" },
    ]);
  }
}

/**
 * A piece jumps for joy.
 * @param {Element} element
 * @param {number} place how many jump before it
 */
export function jump(element, place) {
  if (!mayMove()) return;
  element.animate([
    { transform: "none" },
    { transform: "translateY(-22px) scale(1.06)", easing: "cubic-bezier(.5,0,.8,.4)" },
    { transform: "translateY(0) scale(1.05,.92)", offset: 0.75 },
    { transform: "none" },
  ], { duration: 460, delay: 260 + place * 70, easing: "cubic-bezier(.2,.7,.4,1)" });
}

const less = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Call back now and whenever the wish changes.
 * @param {(may: boolean) => void} listener
 * @returns {() => void} Stops it.
 */
export function onMotionWish(listener) {
  const heard = () => listener(!less.matches);
  less.addEventListener("change", heard);
  heard();
  return () => less.removeEventListener("change", heard);
}
