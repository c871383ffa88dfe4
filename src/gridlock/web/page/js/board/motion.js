/** Short animations that show what happened; none if the user prefers reduced motion. */

const TIME = 220;
const SPRING = "cubic-bezier(.3,1.4,.5,1)";
const SMOOTH = "cubic-bezier(.35,0,.2,1)";

/** Whether animations are allowed. */
export function motionAllowed() {
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
  if (motionAllowed()) element.animate(frames, { duration, easing, delay, fill: "backwards" });
}

/** Drop a token onto its cell. @param {Element} element */
export function drop(element) {
  play(element, [
    { transform: "translateY(-26px) scale(1.28)", opacity: 0 },
    { transform: "translateY(0) scale(.94)", opacity: 1, offset: 0.7 },
    { transform: "none", opacity: 1 },
  ]);
}

/** Raise a wall out of its cell, after the step if both belong to one move. @param {Element} element @param {boolean} afterStep */
export function rise(element, afterStep) {
  play(element, [
    { transform: "translateY(26px) scale(.8,.3)", opacity: 0 },
    { transform: "none", opacity: 1 },
  ], 240, SPRING, afterStep ? TIME * 0.8 : 0);
}

/**
 * Move a marker from its old cell.
 * @param {Element} element
 * @param {number} x
 * @param {number} y its old offset
 */
export function glide(element, x, y) {
  play(element, [{ transform: `translate(${x}px,${y}px)` }, { transform: "none" }]);
}

/** Fade a piece out, then remove it. @param {Element} element */
export function vanish(element) {
  if (!motionAllowed()) {
    element.remove();
    return;
  }
  const animation = element.animate([{ opacity: 1 }, { opacity: 0, transform: "scale(.6)" }], { duration: 160, fill: "forwards" });
  animation.onfinish = () => element.remove();
}

/** Shake a piece that forbids a move. @param {Element} element */
export function shake(element) {
  play(element, [0, -7, 6, -4, 2, 0].map((x) => ({ transform: `translateX(${x}px)` })), 360, "ease-out");
}

/**
 * Extend a trail by a step.
 * @param {Element} way
 * @param {number} length the length of the step
 */
export function grow(way, length) {
  if (!motionAllowed()) return;
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
 * Make a piece jump.
 * @param {Element} element
 * @param {number} place the number of pieces that jump before it
 */
export function jump(element, place) {
  if (!motionAllowed()) return;
  element.animate([
    { transform: "none" },
    { transform: "translateY(-22px) scale(1.06)", easing: "cubic-bezier(.5,0,.8,.4)" },
    { transform: "translateY(0) scale(1.05,.92)", offset: 0.75 },
    { transform: "none" },
  ], { duration: 460, delay: 260 + place * 70, easing: "cubic-bezier(.2,.7,.4,1)" });
}

const less = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Call a listener now and whenever the preference for reduced motion changes.
 * @param {(may: boolean) => void} listener
 * @returns {() => void} Stops listening.
 */
export function onMotionPreference(listener) {
  const onChange = () => listener(!less.matches);
  less.addEventListener("change", onChange);
  onChange();
  return () => less.removeEventListener("change", onChange);
}
