/* Elements of the page and of pictures. Needs a document. */

const SVG = "http://www.w3.org/2000/svg";

export function svgElement(name, attributes = {}, parent = null) {
  const made = document.createElementNS(SVG, name);
  setAttributes(made, attributes);
  if (parent) parent.append(made);
  return made;
}

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

/** Sets attributes, and `text`, where they differ: what is equal is not announced anew. */
export function setAttributes(made, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "text") {
      if (made.textContent !== value) made.textContent = value;
    } else if (made.getAttribute(key) !== String(value)) made.setAttribute(key, value);
  }
}

/** Shows or hides a part of a picture, which stays in the document and so comes back at once. */
export function setShown(part, shown) {
  setAttributes(part, { visibility: shown ? "inherit" : "hidden" });
}

/** Returns a text with its hidden characters (bidi, zero width, control) escaped. */
export function visibleText(text) {
  return text.replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (found) => `\\u${found.codePointAt(0).toString(16).padStart(4, "0")}`,
  );
}
