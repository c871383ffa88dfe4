/** Why a try is not allowed: the server knows the rules. */

import { positionQuery, post } from "../api.js";

/**
 * @param {import("../types.js").Scene} scene
 * @param {number[]} parts
 * @returns {Promise<{text: string, cells: number[]}>}
 */
export async function whyNot(scene, parts) {
  try {
    const answer = await post("/api/why-not", { ...positionQuery(scene), parts });
    return { text: String(answer.text ?? ""), cells: answer.cells ?? [] };
  } catch {
    return { text: "That is not a legal move.", cells: [] };
  }
}
