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
  let told = false;
  return () => {
    if (store.mode.name !== "explore") return;
    if (store.node !== node) {
      node = store.node;
      told = false;
      say(stepText(store));
    }
    if (told || (!store.known && !store.node.scene.outcome)) return;
    told = true;
    if (store.settings.values) say(verdictText(store.node.scene, store.known));
  };
}

/** @param {AnalysisStore} store */
function stepText({ node, mistake }) {
  const { move, mover, passed, turn } = node.scene;
  if (!node.parent) return "The first position.";
  const pass = passed ? ` Player ${3 - turn} has to pass.` : "";
  return `Move ${depth(node)}: Player ${mover} plays ${move}${mistake?.move ? " and gives the win away" : ""}.${pass}`;
}
