/** The polite live region, which announces events to screen readers. */

let turn = 0;

/**
 * Announce a text, even if it is the same as before.
 * @param {string} text
 */
export function say(text) {
  const region = document.getElementById("live");
  if (!region || !text) return;
  turn += 1;
  const line = document.createElement("p");
  line.textContent = text + (turn % 2 ? "\u00a0" : "");
  region.append(line);
  while (region.children.length > 3) region.firstElementChild?.remove();
}
