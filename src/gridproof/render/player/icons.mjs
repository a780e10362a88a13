/* Buttons with a picture. Needs a page. */

import { element, svgElement } from "./elements.mjs";

const ICONS = {
  first: "M4 4h2v12H4zM17 4v12L7 10z",
  back: "M13 4v12L5 10zM14 4h2v12h-2z",
  play: "M6 3.5v13l11-6.5z",
  pause: "M5 4h4v12H5zM11 4h4v12h-4z",
  forward: "M7 4v12l8-6zM4 4h2v12H4z",
  last: "M14 4h2v12h-2zM3 4v12l10-6z",
  larger: "M9 4h2v5h5v2h-5v5H9v-5H4V9h5z",
  smaller: "M4 9h12v2H4z",
  whole: "M3 3h5v2H5v3H3zM12 3h5v5h-2V5h-3zM3 12h2v3h3v2H3zM15 12h2v5h-5v-2h3z",
};

/** Appends a button to `parent`; `key` presses it, or is "". */
export function iconButton(icon, label, key, press, parent) {
  const button = element("button", { type: "button" });
  const picture = svgElement("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, button);
  svgElement("path", {}, picture);
  setIcon(button, icon, label, key);
  button.addEventListener("click", press);
  parent.append(button);
  return button;
}

export function setIcon(button, icon, label, key) {
  button.setAttribute("aria-label", label);
  button.title = key ? `${label} (${key})` : label;
  button.querySelector("path").setAttribute("d", ICONS[icon]);
}
