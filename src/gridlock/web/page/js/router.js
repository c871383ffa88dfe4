/** Addresses to pages, with the History API. */

/** @typedef {{show(root: HTMLElement, place: URL): Promise<() => void>}} Page */
/** @typedef {[RegExp, () => Promise<Page>]} Route */

/** @type {Route[]} */
let routes = [];
/** @type {HTMLElement} */
let root;
let leave = () => {};
let visit = 0;

/**
 * @param {HTMLElement} element where pages are drawn
 * @param {Route[]} table
 */
export function start(element, table) {
  root = element;
  routes = table;
  addEventListener("popstate", () => open(false));
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

/** @param {boolean} moved whether a person came here from another page */
async function open(moved) {
  visit += 1;
  const mine = visit;
  const place = new URL(location.href);
  const route = routes.find(([path]) => path.test(place.pathname));
  const page = await (route ?? routes[routes.length - 1])[1]();
  if (mine !== visit) return;
  leave();
  leave = () => {};
  root.replaceChildren();
  root.className = "";
  const left = await page.show(root, place);
  if (mine !== visit) return left();
  leave = left;
  document.dispatchEvent(new CustomEvent("gridlock:page", { detail: place }));
  if (moved) {
    scrollTo(0, 0);
    root.focus({ preventScroll: true });
  }
}
