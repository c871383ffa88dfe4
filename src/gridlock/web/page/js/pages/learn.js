/** The lessons of a game; without a game in the address, the list of games. */

import { ApiError, allGames, get } from "../api.js";
import { h, useStyle } from "../dom.js";
import { Course } from "../learn/course.js";
import { rules } from "../learn/guide.js";
import { overview } from "../learn/overview.js";
import { quickButton } from "../quickGame.js";

/** @typedef {import("../types.js").GameInfo} GameInfo */

/**
 * @param {HTMLElement} root
 * @param {URL} place
 * @returns {Promise<() => void>}
 */
export async function show(root, place) {
  const [{ games }] = await Promise.all([allGames(), useStyle("solving.css"), useStyle("learn.css")]);
  const [, , id = ""] = place.pathname.split("/");
  if (!id) {
    document.title = "Learn · Gridlock";
    root.append(overview(games));
    return () => {};
  }
  const game = games.find((one) => one.id === decodeURIComponent(id));
  if (!game) throw new ApiError("There is no such game.", { type: "/problems/not-found", title: "", status: 404, detail: "" });
  document.title = `Learn ${game.name} · Gridlock`;
  return game.lessons ? course(root, game) : onlyRules(root, game);
}

/** @param {HTMLElement} root @param {GameInfo} game */
async function course(root, game) {
  /** @type {import("../types.js").Lessons} */
  const { lessons } = await get(`/api/lessons/${encodeURIComponent(game.id)}`);
  const lesson = new Course(game, lessons);
  root.className = "solve learn";
  root.append(
    h("div", { class: "solve-head" }, h("p", { class: "eyebrow" }, "Learn"), h("h1", null, game.name)),
    lesson.brief, lesson.board, lesson.panel, rules(game));
  return () => lesson.end();
}

/** Show the rules of a game without lessons. @param {HTMLElement} root @param {GameInfo} game */
async function onlyRules(root, game) {
  const quick = quickButton(game, "Play a game");
  root.className = "learn-rules";
  root.append(h("p", { class: "eyebrow" }, "Learn"), h("h1", null, game.name), rules(game, true), h("div", { class: "row" }, quick.button), quick.problem);
  return () => {};
}
