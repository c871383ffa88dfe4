/** Before a match between friends starts: a link to send, or an invitation to accept. */

import { ApiError } from "../api.js";
import { h } from "../dom.js";
import { isReachable } from "../links.js";
import { LONGEST_NAME, myName } from "../storage.js";
import { nameOf } from "./names.js";
import { linkBox } from "./share.js";

/** @typedef {import("./client.js").MatchClient} MatchClient */


/** Create the card of the host. @param {MatchClient} client */
export function waitingCard({ id, state }) {
  return h("section", { class: "card invite", "aria-labelledby": "invite-title" },
    h("h2", { id: "invite-title" }, isReachable() ? "Send this link to your friend" : "Open this link in another browser"),
    h("p", { class: "soft" }, "The first person who opens it can join. You can leave this page and come back."),
    linkBox(`${location.origin}/m/${id}`, { label: "Link to this match", title: `A game of ${state.scene.name}` }));
}

/** Describe the invitation. @param {MatchClient} client */
export function invitationText({ state }) {
  const host = state.players.find((player) => player.kind === "person");
  const name = host?.name ? nameOf(state, host.side, []) : "";
  return name ? `${name} invites you to a game of ${state.scene.name}` : `You are invited to a game of ${state.scene.name}`;
}

/** Create the card of the guest. @param {MatchClient} client @param {HTMLElement} rules boards that show the rules */
export function invitationCard(client, rules) {
  const { state } = client;
  const host = state.players.find((player) => player.kind === "person")?.side ?? 1;
  const name = h("input", { class: "field", maxlength: LONGEST_NAME, autocomplete: "nickname", value: myName(), placeholder: "No name" });
  const problem = h("p", { class: "notice bad", role: "alert", hidden: true });
  const join = h("button", { class: "button main big", type: "submit" }, "Join");
  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    join.disabled = true;
    problem.hidden = true;
    try {
      await client.join(name.value);
    } catch (error) {
      problem.textContent = error instanceof ApiError ? error.detail : "That did not work. Please try again.";
      problem.hidden = false;
      join.disabled = false;
    }
  }
  return h("form", { class: "card invite", "aria-labelledby": "invite-title", onsubmit: submit },
    h("h2", { id: "invite-title", dir: "auto" }, invitationText(client)),
    h("p", { class: "soft small" }, `${host === 1 ? "You play second" : "You play first"}${state.clock ? `, with a clock: ${state.clock.control}. It starts after your first move` : ""}.`),
    rules,
    h("label", null, h("span", { class: "label" }, "Your name, if you like"), name),
    problem, join,
    h("p", { class: "soft small" }, "If you do not join, you can watch."));
}
