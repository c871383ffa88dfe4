/** Whether a person wants things to move. */

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
