/**
 * Exports the board as a self-contained SVG, or as a PNG.
 * @module
 */

const SVG = "http://www.w3.org/2000/svg";
/** Properties that children inherit. */
const INHERITED = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
  "font-size", "font-weight", "font-family", "text-anchor", "dominant-baseline",
];
/** Properties that aren't inherited, with their default values. */
const OWN = { opacity: "1", "stop-color": "rgb(0, 0, 0)" };
const MARGIN = 20;
const SCALE = 2;

/**
 * Return a copy of the drawing with all styles resolved, on the page's background.
 * @param {SVGSVGElement} drawing
 * @returns {string}
 */
export function svgText(drawing) {
  const copy = copyStyled(drawing, null);
  const box = boxOf(drawing);
  copy.setAttribute("xmlns", SVG);
  copy.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  copy.setAttribute("width", String(box.width));
  copy.setAttribute("height", String(box.height));
  copy.removeAttribute("aria-hidden");
  copy.removeAttribute("focusable");
  copy.prepend(...paints(), background(box));
  return new XMLSerializer().serializeToString(copy);
}

/**
 * Render the drawing as a PNG.
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

/** Return the view box with a margin. @param {SVGSVGElement} drawing */
function boxOf(drawing) {
  const { x, y, width, height } = drawing.viewBox.baseVal;
  return new DOMRect(x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN);
}

/**
 * Copy an element, with its styles as attributes.
 * @param {Element} element
 * @param {CSSStyleDeclaration | null} parent the styles of its parent, if that is part of the picture
 * @returns {Element}
 */
function copyStyled(element, parent) {
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
    else if (getComputedStyle(child).opacity !== "0") copy.append(copyStyled(child, style));
  }
  return copy;
}

/** Copy the gradients that all boards of the page share. */
function paints() {
  const defs = document.querySelector("#gridlock-paints defs");
  return defs ? [copyStyled(defs, null)] : [];
}

/** @param {DOMRect} box */
function background(box) {
  const rect = document.createElementNS(SVG, "rect");
  rect.setAttribute("x", String(box.x));
  rect.setAttribute("y", String(box.y));
  rect.setAttribute("width", String(box.width));
  rect.setAttribute("height", String(box.height));
  rect.setAttribute("fill", getComputedStyle(document.documentElement).backgroundColor);
  return rect;
}
