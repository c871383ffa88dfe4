/**
 * Announces every step and the value of the position in the live region.
 * @module
 */

import { say } from "../liveRegion.js";
import { depth } from "./tree.js";
import { verdictText } from "./values.js";

/** @typedef {import("./analysisStore.js").AnalysisStore} AnalysisStore */

/**
 * @param {AnalysisStore} store
 * @returns {() => void} call it after every change
 */
export function announcer(store) {
  let node = store.node;
  let announced = false;
  return () => {
    if (store.mode.name !== "explore") return;
    if (store.node !== node) {
      node = store.node;
      announced = false;
      say(stepText(store));
    }
    if (announced || (!store.analysis && !store.node.scene.outcome)) return;
    announced = true;
    if (store.settings.values) say(verdictText(store.names, store.node.scene, store.analysis));
  };
}

/** @param {AnalysisStore} store */
function stepText({ node, mistake, names }) {
  const { move, mover, passed, turn } = node.scene;
  if (!node.parent) return "The first position.";
  const pass = passed ? ` ${names.does(3 - turn, "has", "have")} to pass.` : "";
  return `Move ${depth(node)}: ${names.does(mover ?? 0, "plays")} ${move}${mistake?.move ? ", which gives the win away" : ""}.${pass}`;
}
