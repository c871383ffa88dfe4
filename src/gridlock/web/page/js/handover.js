/** A record on its way from one page to another: kept until it is taken, also over a reload. */

const KEY = "gridlock.record";
let held = "";

/**
 * Hand a record over to whichever page asks next.
 * @param {string} text
 */
export function handOver(text) {
  held = text;
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // No storage, or too long for it: held here it is there as long as the page is not loaded anew.
  }
}

/**
 * Take the record that was handed over, if there is one; it is then gone.
 * @returns {string | null}
 */
export function takeOver() {
  let text = held;
  held = "";
  try {
    text ||= sessionStorage.getItem(KEY) ?? "";
    sessionStorage.removeItem(KEY);
  } catch {
    // No storage.
  }
  return text || null;
}
