/**
 * Drawers of what the browser remembers: kept in localStorage, or as long as the page is open where that is not
 * allowed or full. What is damaged counts as nothing, so nobody is ever stopped by old data.
 */

/** @type {Map<string, string>} What could not be stored, by key. */
const unstored = new Map();

/**
 * @template T
 * @typedef {{read: () => T, write: (value: T) => void, change: (how: (value: T) => T) => T}} Drawer
 */

/**
 * A drawer for one kind of thing. Its contents are checked whenever they are read.
 * @template T
 * @param {string} name
 * @param {number} version Another version of the contents has a drawer of its own.
 * @param {(contents: unknown) => T} check Makes the best of anything, and never throws.
 * @returns {Drawer<T>}
 */
export function drawer(name, version, check) {
  const key = `gridlock.${name}.${version}`;
  const read = () => check(parsed(load(key)));
  const write = (/** @type {T} */ value) => store(key, JSON.stringify(value));
  const change = (/** @type {(value: T) => T} */ how) => {
    const changed = how(read());
    write(changed);
    return changed;
  };
  return { read, write, change };
}

/**
 * Call back when another tab has changed something that is remembered.
 * @param {() => void} listener
 * @returns {() => void} Stops it.
 */
export function onChangeElsewhere(listener) {
  const heard = (/** @type {StorageEvent} */ event) => {
    if (event.key === null || event.key.startsWith("gridlock.")) listener();
  };
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}

/**
 * The items of a list that can be used; none if it is no list.
 * @template T
 * @param {unknown} contents
 * @param {(item: Record<string, unknown>) => T | null} check
 * @returns {T[]}
 */
export function itemsOf(contents, check) {
  const items = Array.isArray(contents) ? contents : [];
  return items.flatMap((item) => {
    const found = isRecord(item) ? check(item) : null;
    return found === null ? [] : [found];
  });
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * @param {unknown} value
 * @param {RegExp} form
 * @returns {value is string}
 */
export function isText(value, form) {
  return typeof value === "string" && form.test(value);
}

/** @param {string} key */
function load(key) {
  try {
    return unstored.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} text
 */
function store(key, text) {
  try {
    localStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
}

/** @param {string | null} text */
function parsed(text) {
  try {
    return text === null ? null : /** @type {unknown} */ (JSON.parse(text));
  } catch {
    return null;
  }
}
