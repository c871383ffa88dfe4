/** A new match: a board to look at, a few choices, and one big button. */

import { ApiError, get } from "../api.js";
import { fill, h, useStyle } from "../dom.js";
import { say } from "../live.js";
import { cleanName, setMyName } from "../memory.js";
import { firstChoice, keepChoice, usual } from "../new/choice.js";
import { form } from "../new/form.js";
import { order } from "../new/order.js";
import { Preview } from "../new/preview.js";
import { go } from "../router.js";

/** @typedef {import("../new/choice.js").Choice} Choice */

const PLAY = { bot: "Play", friend: "Get a link for your friend", here: "Play" };

/**
 * @param {HTMLElement} root
 * @param {URL} place
 * @returns {Promise<() => void>}
 */
export async function show(root, place) {
  document.title = "New game · Gridlock";
  const [games] = await Promise.all([get("/api/games"), useStyle("new.css")]);
  let choice = firstChoice(games, place.searchParams);
  const begun = Boolean(choice.position || choice.moves.length);
  const preview = new Preview(choice);
  const title = h("h2", null);
  const summary = h("p", { class: "soft" });
  const learn = h("a", { class: "small" }, "Learn it in two minutes");
  const fields = h("div", null);
  const problem = h("p", { class: "notice bad", role: "alert", hidden: true });
  const play = h("button", { class: "button main big", type: "submit" });

  /** @param {Partial<Choice>} some */
  function change(some) {
    const other = some.game && some.game !== choice.game ? usual(some.game) : {};
    const same = "bot" in some && some.bot === choice.bot;
    choice = { ...choice, ...other, ...some };
    if (same) return;
    const redraw = ["game", "mode", "rows", "cols", "options"].some((name) => name in some);
    if (redraw) draw();
    else if ("clock" in some) redrawKeepingFocus();
  }

  function draw() {
    redrawKeepingFocus();
    title.textContent = choice.game.name;
    summary.textContent = choice.game.summary;
    learn.href = `/learn/${choice.game.id}`;
    learn.hidden = !choice.game.lessons;
    play.textContent = PLAY[choice.mode];
    void preview.show(choice).then((there) => {
      if (there) play.disabled = false;
      else if (!preview.problem.hidden) play.disabled = true;
    });
  }

  /** The form is drawn anew with each choice; whoever uses the keyboard stays where they were. */
  function redrawKeepingFocus() {
    const name = fields.querySelector("input[name=name]");
    const typed = name instanceof HTMLInputElement ? name.value : null;
    const open = fields.querySelector("details.more")?.hasAttribute("open");
    const active = document.activeElement;
    const at = [...fields.querySelectorAll("input, select")].indexOf(/** @type {HTMLElement} */ (active));
    const key = active instanceof HTMLInputElement ? [active.name, active.value] : null;
    fill(fields, form(games, choice, change));
    const again = fields.querySelector("input[name=name]");
    if (again instanceof HTMLInputElement && typed !== null) again.value = typed;
    if (open) fields.querySelector("details.more")?.setAttribute("open", "");
    const all = [...fields.querySelectorAll("input, select")];
    const same = key ? all.find((each) => each instanceof HTMLInputElement && each.name === key[0] && each.value === key[1]) : all[at];
    if (at >= 0 && same instanceof HTMLElement) same.focus({ preventScroll: true });
  }

  /** @type {{key: string, send: () => Promise<string>} | null} An order that got no answer is sent again, not made twice. */
  let waiting = null;

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    const field = fields.querySelector("input[name=name]");
    const name = field instanceof HTMLInputElement ? cleanName(field.value) : "";
    if (field) setMyName(name);
    keepChoice(choice);
    play.disabled = true;
    problem.hidden = true;
    const key = JSON.stringify([{ ...choice, game: choice.game.id }, name]);
    if (waiting?.key !== key) waiting = { key, send: order(choice, name) };
    try {
      await go(`/m/${await waiting.send()}`);
    } catch (error) {
      problem.textContent = error instanceof ApiError ? error.detail : "That did not work. Please try again.";
      problem.hidden = false;
      say(problem.textContent);
      play.disabled = false;
    }
  }

  draw();
  root.append(h("div", { class: "new" },
    h("header", { class: "new-head" }, h("h1", null, begun ? "Play from here" : "New game")),
    h("section", { class: "new-game", "aria-label": "The game" }, preview.element, h("div", { class: "new-about" }, title, summary, learn)),
    h("form", { class: "new-form", onsubmit: submit, autocomplete: "off" }, fields, problem, play)));
  return () => preview.destroy();
}
