/**
 * What happens on the board, for the live region: each step, and what the position is worth once that is known.
 * @module
 */

import { say } from "../live.js";
import { depth } from "./tree.js";
import { verdictText } from "./values.js";

/** @typedef {import("./desk.js").Desk} Desk */

/**
 * @param {Desk} desk
 * @returns {() => void} to be called whenever something has changed
 */
export function teller(desk) {
  let node = desk.node;
  let told = false;
  return () => {
    if (desk.mode.name !== "explore") return;
    if (desk.node !== node) {
      node = desk.node;
      told = false;
      say(stepText(desk));
    }
    if (told || (!desk.known && !desk.node.scene.outcome)) return;
    told = true;
    if (desk.settings.values) say(verdictText(desk.node.scene, desk.known));
  };
}

/** @param {Desk} desk */
function stepText({ node, mistake }) {
  const { move, mover, passed, turn } = node.scene;
  if (!node.parent) return "The first position.";
  const pass = passed ? ` Player ${3 - turn} has to pass.` : "";
  return `Move ${depth(node)}: Player ${mover} plays ${move}${mistake?.move ? " and gives the win away" : ""}.${pass}`;
}
