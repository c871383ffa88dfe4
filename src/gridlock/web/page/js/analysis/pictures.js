/**
 * The board as a picture of its own: an SVG that needs no style sheet, and from it a PNG.
 * @module
 */

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "opacity", "font-size", "font-weight", "font-family", "stop-color", "text-anchor", "dominant-baseline",
];
const SCALE = 2;

/**
 * A drawing with all its styles resolved, on the page's own ground.
 * @param {SVGSVGElement} drawing
 * @returns {string}
 */
export function svgText(drawing) {
  const copy = resolved(drawing);
  const box = drawing.viewBox.baseVal;
  copy.setAttribute("xmlns", SVG);
  copy.setAttribute("width", String(box.width));
  copy.setAttribute("height", String(box.height));
  copy.removeAttribute("aria-hidden");
  copy.removeAttribute("focusable");
  copy.prepend(...paints(), ground(box));
  return new XMLSerializer().serializeToString(copy);
}

/**
 * The same as a PNG.
 * @param {SVGSVGElement} drawing
 * @returns {Promise<Blob>}
 */
export async function pngOf(drawing) {
  const box = drawing.viewBox.baseVal;
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(drawing))}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = box.width * SCALE;
  canvas.height = box.height * SCALE;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
}

/** A copy of an element with its looks as attributes. @param {Element} element @returns {Element} */
function resolved(element) {
  const copy = /** @type {Element} */ (element.cloneNode(false));
  const style = getComputedStyle(element);
  copy.removeAttribute("class");
  copy.removeAttribute("style");
  for (const name of PROPERTIES) {
    const value = style.getPropertyValue(name);
    if (value && value !== "none" || name === "fill" || name === "stroke") copy.setAttribute(name, value.replaceAll('"', "'"));
  }
  for (const child of element.childNodes) {
    if (child instanceof Element) {
      if (getComputedStyle(child).opacity !== "0") copy.append(resolved(child));
    } else copy.append(child.cloneNode());
  }
  return copy;
}

/** The gradients that all boards of the page share. */
function paints() {
  const found = document.querySelector("#gridlock-paints defs");
  return found ? [resolved(found)] : [];
}

/** @param {DOMRect} box */
function ground(box) {
  const rect = document.createElementNS(SVG, "rect");
  rect.setAttribute("width", String(box.width));
  rect.setAttribute("height", String(box.height));
  rect.setAttribute("fill", getComputedStyle(document.documentElement).backgroundColor);
  return rect;
}
