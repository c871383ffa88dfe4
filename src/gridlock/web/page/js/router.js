/** Routes addresses to pages, with the History API. */

import { errorPage } from "./errorPage.js";

/** @typedef {{show(root: HTMLElement, place: URL): Promise<() => void>}} Page */
/** @typedef {[RegExp, () => Promise<Page>]} Route */

const SETTLED = 200;

/** @type {Route[]} */
let routes = [];
/** @type {HTMLElement} */
let root;
let leave = () => {};
let visit = 0;
let currentPage = "";

/**
 * @param {HTMLElement} element where to draw pages
 * @param {Route[]} table
 */
export function start(element, table) {
  root = element;
  routes = table;
  history.scrollRestoration = "manual";
  addEventListener("popstate", () => {
    if (!onThisPage()) void open(false);
  });
  addEventListener("scroll", rememberScroll, { passive: true });
  document.addEventListener("click", follow);
  return open(false);
}

/**
 * Go to an address of this site.
 * @param {string} href
 * @param {{replace?: boolean}} [how]
 */
export function go(href, how = {}) {
  const place = new URL(href, location.href);
  if (how.replace) history.replaceState(null, "", place);
  else history.pushState(null, "", place);
  return open(true);
}

/** Whether the address is only another anchor on the current page. */
function onThisPage() {
  return currentPage === location.pathname + location.search && !location.hash.includes("=");
}

/** @param {MouseEvent} event */
function follow(event) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
  if (link.origin !== location.origin || !routes.some(([path]) => path.test(link.pathname))) return;
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
  event.preventDefault();
  void go(link.href);
}

/** @param {boolean} moved whether the user came from another page */
async function open(moved) {
  visit += 1;
  const number = visit;
  const place = new URL(location.href);
  const scroll = moved ? 0 : Number(history.state?.scroll ?? 0);
  root.setAttribute("aria-busy", "true");
  try {
    const leavePage = await draw(number, place);
    if (number !== visit) return leavePage();
    leave = leavePage;
  } catch (error) {
    if (number !== visit) return;
    root.replaceChildren(errorPage(error, () => open(true)));
  }
  currentPage = place.pathname + place.search;
  root.removeAttribute("aria-busy");
  document.dispatchEvent(new CustomEvent("gridlock:page", { detail: place }));
  scrollTo(0, scroll);
  if (moved) focusHeading();
}

/**
 * Load the page of an address and draw it.
 * @param {number} number the number of this visit
 * @param {URL} place
 * @returns {Promise<() => void>} Leaves the page.
 */
async function draw(number, place) {
  const route = routes.find(([path]) => path.test(place.pathname)) ?? routes[routes.length - 1];
  const page = await route[1]();
  if (number !== visit) return () => {};
  leave();
  leave = () => {};
  root.replaceChildren();
  root.className = "";
  return page.show(root, place);
}

/** Focus the start of the new page, for screen readers and keyboards. */
function focusHeading() {
  const heading = root.querySelector("h1") ?? root;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

let settling = 0;

/** Save the scroll position in the history entry. */
function rememberScroll() {
  clearTimeout(settling);
  const here = location.href;
  settling = setTimeout(() => {
    if (here === location.href) history.replaceState({ ...history.state, scroll: scrollY }, "");
  }, SETTLED);
}
