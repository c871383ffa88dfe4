/** The header of every page: home, the other pages, and the theme switch. */

import { h, svg } from "./dom.js";
import { themeSwitch } from "./themeSwitch.js";

/** The links, each with its address and the first path segments that belong to it. @type {[string, string, string[]][]} */
const PLACES = [
  ["/learn", "Learn", ["learn"]],
  ["/puzzles", "Puzzles", ["puzzles", "daily"]],
  ["/analysis", "Analysis", ["analysis"]],
];

/** @param {HTMLElement} top */
export function drawHeader(top) {
  const links = PLACES.map(([href, text, parts]) => ({ parts, link: h("a", { href }, text) }));
  document.addEventListener("gridlock:page", () => {
    const [, first = ""] = location.pathname.split("/");
    for (const { parts, link } of links) {
      if (parts.includes(first)) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  });
  top.append(
    h("a", { href: "/", class: "brand", "aria-label": "Gridlock, home" }, logo(), h("span", null, "Gridlock")),
    h("nav", { "aria-label": "Pages" }, links.map(({ link }) => link)),
    themeSwitch());
}

function logo() {
  return svg("svg", { viewBox: "0 0 40 40", class: "logo", "aria-hidden": "true" },
    svg("rect", { class: "logo-wall", x: 21.5, y: 3.5, width: 15, height: 15, rx: 4 }),
    svg("rect", { class: "logo-wall", x: 3.5, y: 21.5, width: 15, height: 15, rx: 4 }),
    svg("path", { class: "logo-one", d: "M6 6 16 16M16 6 6 16" }),
    svg("circle", { class: "logo-two", cx: 29, cy: 29, r: 6 }));
}
