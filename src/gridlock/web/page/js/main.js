/** The page's frame: header, theme, and which module draws which address. */

import { h, svg } from "./dom.js";
import { say } from "./live.js";
import { start } from "./router.js";

/** @type {import("./router.js").Route[]} */
const ROUTES = [
  [/^\/$/, () => import("./pages/home.js")],
  [/^\/new$/, () => import("./pages/new.js")],
  [/^\/m\/[^/]+$/, () => import("./pages/match.js")],
  [/^\/learn\/[^/]+$/, () => import("./pages/learn.js")],
  [/^\/puzzles$/, () => import("./pages/puzzles.js")],
  [/^\/puzzles\/.+$/, () => import("./pages/puzzle.js")],
  [/^\/daily$/, () => import("./pages/puzzle.js")],
  [/^\/analysis$/, () => import("./pages/analysis.js")],
  [/./, () => import("./pages/lost.js")],
];

const NAV = [["/daily", "Daily"], ["/puzzles", "Puzzles"], ["/analysis", "Analysis"]];

function logo() {
  return svg("svg", { viewBox: "0 0 40 40", class: "logo", "aria-hidden": "true" },
    svg("path", { class: "logo-one", d: "M6 6 17 17M17 6 6 17" }),
    svg("circle", { class: "logo-two", cx: 28.5, cy: 28.5, r: 6 }),
    svg("rect", { class: "logo-wall", x: 22, y: 5, width: 13, height: 13, rx: 3.5 }),
    svg("rect", { class: "logo-wall", x: 5, y: 22, width: 13, height: 13, rx: 3.5 }));
}

/** @returns {"light" | "dark"} */
function themeNow() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function themeSwitch() {
  const button = h("button", { class: "icon-button", type: "button", onclick: change },
    svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
      svg("circle", { class: "sun", cx: 12, cy: 12, r: 8.5 }), svg("path", { class: "shade", d: "M12 3.5a8.5 8.5 0 0 1 0 17z" })));
  const name = () => {
    button.setAttribute("aria-label", themeNow() === "dark" ? "Switch to light" : "Switch to dark");
    button.title = button.getAttribute("aria-label") ?? "";
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", themeNow() === "dark" ? "#14161c" : "#f6f4f0");
  };
  function change() {
    const theme = themeNow() === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem("gridlock.theme", theme);
    } catch {
      // The choice holds until the page is left.
    }
    name();
    say(theme === "dark" ? "Dark." : "Light.");
  }
  name();
  return button;
}

function header() {
  const links = NAV.map(([href, text]) => h("a", { href }, text));
  document.addEventListener("gridlock:page", () => {
    for (const link of links) {
      if (location.pathname.startsWith(link.pathname)) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  });
  document.getElementById("top")?.append(
    h("a", { href: "/", class: "brand", "aria-label": "Gridlock, home" }, logo(), h("span", null, "Gridlock")),
    h("nav", { "aria-label": "Pages" }, ...links),
    themeSwitch());
}

const main = document.getElementById("main");
if (main) {
  header();
  await start(main, ROUTES);
}
