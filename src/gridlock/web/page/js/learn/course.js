/** The lessons of a game, one after the other; at the end, a game. */

import { fill, h, isTouch } from "../dom.js";
import { icon } from "../icons.js";
import { lessonsFinished, recordLesson } from "../progress.js";
import { quickButton } from "../quickGame.js";
import { Practice } from "./practice.js";

/** @typedef {import("../types.js").Lesson} Lesson */
/** @typedef {import("./practice.js").Message} Message */
/** @typedef {import("../types.js").GameInfo} GameInfo */

export class Course {
  /**
   * @param {GameInfo} game
   * @param {Lesson[]} lessons
   */
  constructor(game, lessons) {
    this.game = game;
    this.lessons = lessons;
    this.at = firstOpen(game.id, lessons);
    /** @type {Practice | null} */
    this.practice = null;
    this.steps = h("ol", { class: "steps" });
    this.title = h("h2", { tabindex: -1 });
    this.text = h("p", { class: "lesson-text" });
    this.message = h("div", { class: "message" });
    this.actions = h("div", { class: "row actions" });
    this.board = h("div", { class: "solve-board" });
    this.brief = h("div", { class: "brief" }, this.steps, this.title, this.text);
    this.panel = h("div", { class: "solve-panel panel-inner" }, this.message, this.actions);
    this.#enter(this.at);
  }

  end() {
    this.practice?.end();
  }

  /** Start a lesson. @param {number} at */
  #enter(at) {
    this.at = at;
    this.practice?.end();
    const lesson = this.lessons[at];
    this.practice = new Practice(this.game.id, lesson, (message) => this.#showMessage(message));
    fill(this.board, this.practice.board.element);
    this.title.textContent = lesson.title;
    this.text.textContent = isTouch() ? lesson.touchText : lesson.text;
    this.#showMessage({ kind: "", text: "" });
  }

  /** @param {Message} message */
  #showMessage(message) {
    if (message.kind === "done") recordLesson(this.game.id, this.lessons[this.at].number);
    this.message.className = `message ${message.kind === "done" ? "right" : message.kind}`;
    fill(this.message, message.text && h("p", { class: "verdict" }, message.kind === "done" && h("span", { class: "seal-big" }, icon("check")), message.text));
    this.#drawSteps();
    fill(this.actions, message.kind === "done" ? this.#nextButtons() : this.#lessonButtons());
  }

  #drawSteps() {
    const finished = lessonsFinished(this.game.id);
    fill(this.steps, this.lessons.map((lesson, at) => {
      const done = finished.has(lesson.number);
      const name = `Step ${lesson.number}: ${lesson.title}${done ? ", done" : ""}`;
      return h("li", null, h("button", {
        class: done ? "step done" : "step", type: "button", "aria-label": name, title: name,
        "aria-current": at === this.at ? "step" : null, onclick: () => this.#go(at),
      }, done ? icon("check") : lesson.number));
    }));
  }

  /** Return the buttons for a lesson that isn't done yet. */
  #lessonButtons() {
    return [
      this.lessons[this.at].hints && h("button", { class: "button", type: "button", onclick: () => void this.practice?.hint() }, icon("bulb"), "Hint"),
      (this.practice?.moves.length ?? 0) > 0 && h("button", { class: "button", type: "button", onclick: () => this.#go(this.at) }, icon("again"), "Start again"),
      h("button", { class: "button quiet", type: "button", onclick: () => this.#go((this.at + 1) % this.lessons.length), hidden: this.at + 1 === this.lessons.length }, "Skip"),
    ];
  }

  /** Return the buttons for a lesson that is done. */
  #nextButtons() {
    if (this.at + 1 < this.lessons.length) {
      return [h("button", { class: "button main", type: "button", onclick: () => this.#go(this.at + 1) }, "Next step", icon("forward"))];
    }
    const quick = quickButton(this.game, "Play a game");
    return [
      h("p", { class: "finished" }, `That is all of ${this.game.name}. Now try it against a gentle bot.`),
      quick.button, h("a", { class: "button", href: "/learn" }, "Learn another game"), quick.problem,
    ];
  }

  /** @param {number} at */
  #go(at) {
    this.#enter(at);
    this.title.focus({ preventScroll: true });
  }
}

/** Return the index of the first unfinished lesson, or 0 if all are finished. @param {string} game @param {Lesson[]} lessons */
function firstOpen(game, lessons) {
  const finished = lessonsFinished(game);
  return Math.max(0, lessons.findIndex((lesson) => !finished.has(lesson.number)));
}
