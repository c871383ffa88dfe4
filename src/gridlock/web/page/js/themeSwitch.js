/** The switch between light and dark. The default is the system's theme; theme.js applies the choice early. */

import { h, svg } from "./dom.js";
import { say } from "./liveRegion.js";
import { rememberTheme } from "./storage.js";

/** @returns {"light" | "dark"} */
function themeNow() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return system.matches ? "dark" : "light";
}

const system = matchMedia("(prefers-color-scheme: dark)");

export function themeSwitch() {
  const button = h("button", { class: "icon-button", type: "button", onclick: change },
    svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
      svg("circle", { cx: 12, cy: 12, r: 8.5 }), svg("path", { class: "shade", d: "M12 3.5a8.5 8.5 0 0 1 0 17z" })));

  function show() {
    const other = themeNow() === "dark" ? "Switch to light" : "Switch to dark";
    button.setAttribute("aria-label", other);
    button.title = other;
    const { backgroundColor } = getComputedStyle(document.documentElement);
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", backgroundColor);
  }

  function change() {
    const theme = themeNow() === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    rememberTheme(theme);
    show();
    say(theme === "dark" ? "Dark." : "Light.");
  }

  system.addEventListener("change", show);
  show();
  return button;
}
