/** The frame of the page: the header and the routes. */

import { drawHeader } from "./header.js";
import { start } from "./router.js";

/** @type {import("./router.js").Route[]} */
const ROUTES = [
  [/^\/$/, () => import("./pages/home.js")],
  [/^\/new$/, () => import("./pages/new.js")],
  [/^\/m\/[^/]+$/, () => import("./pages/match.js")],
  [/^\/learn(\/[^/]+)?$/, () => import("./pages/learn.js")],
  [/^\/puzzles$/, () => import("./pages/puzzles.js")],
  [/^\/puzzles\/[^/]+$/, () => import("./pages/puzzle.js")],
  [/^\/daily$/, () => import("./pages/puzzle.js")],
  [/^\/analysis$/, () => import("./pages/analysis.js")],
  [/^(?!\/(api|assets|embed)\b)/, () => import("./pages/notFound.js")],
];

const [top, main] = ["top", "main"].map((id) => document.getElementById(id));
if (top && main) {
  drawHeader(top);
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
  });
  await start(main, ROUTES);
}
