/** Creating elements. Text is always inserted as text, never as HTML. */

/** @typedef {Node | string | number | null | undefined | false} Child */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Create an HTML element. Functions under `onclick` and the like become listeners; `class`, `data-*`, `aria-*` and
 * other names become attributes; true sets an empty attribute, false and null set none.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any> | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  setProps(element, props ?? {});
  append(element, children.flat());
  return element;
}

/**
 * Create an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any> | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, props, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  setProps(element, props ?? {});
  append(element, children.flat());
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, any>} props
 */
function setProps(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "value" && "value" in element) element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
export function append(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(typeof child === "number" ? String(child) : child);
  }
}

/**
 * Replace the children of an element.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children.flat());
}

/**
 * Replace the children of an element and keep the keyboard focus: it returns to the element with the same
 * `data-key`, else to the first one that can have it.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function refill(element, ...children) {
  const active = document.activeElement;
  const inside = active instanceof HTMLElement && active !== element && element.contains(active);
  fill(element, ...children);
  if (!inside) return;
  const { key } = active.dataset;
  const again = key ? element.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  const focused = again ?? element.querySelector("button, a[href], input, select, summary");
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}

/** @type {Map<string, Promise<void>>} */
const stylesheets = new Map();

/**
 * Load a style sheet of page/css once; the promise resolves when it is ready.
 * @param {string} name for example "match.css"
 * @returns {Promise<void>}
 */
export function useStyle(name) {
  const cached = stylesheets.get(name);
  if (cached) return cached;
  const href = new URL(`../css/${name}`, import.meta.url).href;
  const linked = [...document.styleSheets].some((sheet) => sheet.href === href); // linked in the page itself
  const loading = linked ? Promise.resolve() : addStylesheet(href);
  stylesheets.set(name, loading);
  return loading;
}

/**
 * @param {string} href
 * @returns {Promise<void>}
 */
function addStylesheet(href) {
  return new Promise((done) => {
    document.head.append(h("link", { rel: "stylesheet", href, onload: () => done(), onerror: () => done() }));
  });
}

/** Whether the visitor points with a finger. */
export function isTouch() {
  return matchMedia("(pointer: coarse)").matches;
}

/**
 * Return a number with its noun: `count(1, "move")` is "1 move", `count(3, "move")` is "3 moves".
 * @param {number} number
 * @param {string} one
 * @param {string} [many]
 */
export function count(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}
