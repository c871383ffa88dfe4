/**
 * The board as a picture of its own: an SVG that needs no style sheet, and from it a PNG.
 * @module
 */

const SVG = "http://www.w3.org/2000/svg";
/** Looks that a child has from its parent, if it says nothing else. */
const INHERITED = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "font-size", "font-weight", "font-family", "text-anchor", "dominant-baseline",
];
/** Looks of one element alone, and what they usually are. */
const OWN = { opacity: "1", "stop-color": "rgb(0, 0, 0)" };
const MARGIN = 20;
const SCALE = 2;

/**
 * A drawing with all its styles resolved, on the page's own ground.
 * @param {SVGSVGElement} drawing
 * @returns {string}
 */
export function svgText(drawing) {
  const copy = resolved(drawing, null);
  const box = boxOf(drawing);
  copy.setAttribute("xmlns", SVG);
  copy.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
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
  const box = boxOf(drawing);
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(drawing))}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = box.width * SCALE;
  canvas.height = box.height * SCALE;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
}

/** The drawing with some room around it. @param {SVGSVGElement} drawing */
function boxOf(drawing) {
  const { x, y, width, height } = drawing.viewBox.baseVal;
  return new DOMRect(x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN);
}

/**
 * A copy of an element with its looks as attributes.
 * @param {Element} element
 * @param {CSSStyleDeclaration | null} parent the looks of its parent, if they are in the picture
 * @returns {Element}
 */
function resolved(element, parent) {
  const copy = /** @type {Element} */ (element.cloneNode(false));
  const style = getComputedStyle(element);
  copy.removeAttribute("class");
  copy.removeAttribute("style");
  const look = (/** @type {string} */ name, /** @type {string | undefined} */ usual) => {
    const value = style.getPropertyValue(name);
    if (value === usual) copy.removeAttribute(name);
    else copy.setAttribute(name, value.replaceAll('"', "'"));
  };
  for (const name of INHERITED) look(name, parent?.getPropertyValue(name));
  for (const [name, usual] of Object.entries(OWN)) look(name, usual);
  for (const child of element.childNodes) {
    if (!(child instanceof Element)) copy.append(child.cloneNode());
    else if (getComputedStyle(child).opacity !== "0") copy.append(resolved(child, style));
  }
  return copy;
}

/** The gradients that all boards of the page share. */
function paints() {
  const found = document.querySelector("#gridlock-paints defs");
  return found ? [resolved(found, null)] : [];
}

/** @param {DOMRect} box */
function ground(box) {
  const rect = document.createElementNS(SVG, "rect");
  rect.setAttribute("x", String(box.x));
  rect.setAttribute("y", String(box.y));
  rect.setAttribute("width", String(box.width));
  rect.setAttribute("height", String(box.height));
  rect.setAttribute("fill", getComputedStyle(document.documentElement).backgroundColor);
  return rect;
}
