/** The small pictures on buttons, each drawn with a stroke on a field of 24 by 24. */

import { svg } from "./dom.js";

const PATHS = {
  pause: "M9 5v14M15 5v14",
  play: "M8 5l11 7-11 7z",
  back: "M15 5l-8 7 8 7",
  forward: "M9 5l8 7-8 7",
  again: "M5 12a7 7 0 1 0 2.2-5.1M5 4v4h4",
  close: "M6 6l12 12M18 6 6 18",
  check: "M5 12.5l4.500 4.500L19 7.500",
  share: "M12 15V4m0 0L8 8m4-4 4 4M5 13v6h14v-6",
  bulb: "M9.500 18h5M10 21h4M12 3a6 6 0 0 0-3.600 10.800c.7.6 1.100 1.300 1.100 2.200h5c0-.9.4-1.600 1.100-2.200A6 6 0 0 0 12 3z",
  flame: "M12 3c.5 3 4.500 5 4.500 10a4.500 4.500 0 0 1-9 0c0-2 1-3.200 2-4 .2 1.500.8 2.200 1.500 2.500C11 9 11 6 12 3z",
  eye: "M3 12s3.500-6 9-6 9 6 9 6-3.500 6-9 6-9-6-9-6zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z",
  flag: "M6 21V4h11l-2.500 4 2.500 4H6",
  file: "M7 3h7l4 4v14H7zM14 3v4h4",
};

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
}
