/** Not drawn yet. */
export { show } from "./lost.js";
