/** The board for embedding in other pages, from the query, with steps and a link back. */

import { queryFields, readAddress, writeQuery } from "./analysis/address.js";
import { labels, winsText } from "./analysis/values.js";
import { errorText, get } from "./api.js";
import { createBoard } from "./board/board.js";
import { h, refill } from "./dom.js";
import { iconButton } from "./icons.js";
import { say } from "./liveRegion.js";
import { Names } from "./names.js";

/** @typedef {import("./types.js").Scene} Scene */

/** @param {HTMLElement} root */
async function show(root) {
  const url = new URL(location.href);
  const place = readAddress(url);
  const game = { game: place.game ?? "", size: place.size, options: place.options };
  const { scenes } = await get("/api/positions", queryFields(game, place.position, place.moves));
  const values = url.searchParams.get("values") === "1";
  root.append(...createEmbed(scenes, Math.min(place.at ?? scenes.length - 1, scenes.length - 1), values, place));
}

/**
 * @param {Scene[]} scenes
 * @param {number} first
 * @param {boolean} values whether every move shows its value
 * @param {import("./analysis/address.js").Place} place
 */
function createEmbed(scenes, first, values, place) {
  let at = first;
  const here = () => /** @type {Scene} */ (scenes[at]);
  const board = createBoard({ scene: here(), interactive: false, label: `Board, ${here().name}` });
  const steps = h("div", { class: "embed-steps", role: "group", "aria-label": "Steps" });
  const caption = h("p", { class: "embed-caption soft small" });
  const back = h("a", { target: "_blank", rel: "noopener" }, "Open in Gridlock");

  const go = (/** @type {number} */ to) => {
    if (to < 0 || to >= scenes.length) return;
    at = to;
    draw();
    say(caption.textContent ?? "");
    void showValues();
  };
  const button = (/** @type {import("./icons.js").Icon} */ icon, /** @type {string} */ name, /** @type {number} */ to) =>
    iconButton(icon, name, () => go(to), { "aria-disabled": to < 0 || to >= scenes.length ? "true" : null });
  const draw = () => {
    board.show(here(), { animate: true });
    board.setMarks({});
    refill(steps, button("back", "One move back", at - 1), h("span", { class: "mono small soft" }, `${at} / ${scenes.length - 1}`), button("forward", "One move on", at + 1));
    caption.textContent = stepText(here());
    back.setAttribute("href", `/analysis?${writeQuery({ ...place, at: at < scenes.length - 1 ? at : null })}`);
  };
  const showValues = async () => {
    const scene = here();
    if (!values || scene.outcome) return;
    const analysis = await get("/api/analysis", queryFields(scene, scene.position)).catch(() => null);
    if (!analysis || scene !== here()) return;
    board.setMarks({ labels: labels(scene, analysis, []) });
    if (analysis.winner) caption.textContent = `${winsText(new Names(null), analysis.winner, analysis.remoteness)}.`;
  };
  document.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step && !event.defaultPrevented) go(at + step);
  });
  draw();
  void showValues();
  return [h("h1", { class: "unseen" }, here().name), board.element, caption, h("div", { class: "embed-bar" }, scenes.length > 1 ? steps : null, back)];
}

/** Describe the last move. @param {Scene} scene */
function stepText({ move, mover, outcome, turn }) {
  if (outcome) return `${move ? `Player ${mover} played ${move}. ` : ""}Player ${outcome.winner} has won.`;
  return move ? `Player ${mover} played ${move}.` : `Player ${turn} to move.`;
}

const main = document.getElementById("main");
if (main) {
  main.classList.add("embed");
  try {
    await show(main);
  } catch (error) {
    main.append(h("h1", null, "This board cannot be shown"), h("p", null, errorText(error)),
      h("a", { href: "/", target: "_blank", rel: "noopener" }, "Gridlock"));
  }
}
