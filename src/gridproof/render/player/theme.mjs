/* The choice of colours: the reader's preference, light or dark.
 *
 * In a frame the preference is that of the page around it, if that page tells. Needs a page;
 * remembers where storage is allowed.
 */

import { element } from "./elements.mjs";

const KEY = "gridproof-theme";

/** Makes a list that sets `data-theme` of an element. */
export function themeSwitch(target) {
  const select = element("select", { "aria-label": "Colours" });
  for (const name of ["auto", "light", "dark"]) {
    select.append(element("option", { value: name, text: `Colours: ${name}` }));
  }
  let around = "";
  const apply = (name) => {
    const theme = name === "auto" ? around : name;
    if (theme) target.dataset.theme = theme;
    else delete target.dataset.theme;
    select.value = name;
  };
  addEventListener("message", ({ source, data }) => {
    const told = data?.gridproofTheme;
    if (source !== parent || told === undefined) return;
    around = /^(light|dark)$/.test(told) ? told : "";
    apply(select.value);
  });
  const kept = remembered();
  apply(["light", "dark"].includes(kept) ? kept : "auto");
  select.addEventListener("change", () => {
    apply(select.value);
    remembered(select.value);
  });
  return select;
}

/**
 * Returns the choice that the browser keeps for this page, set if it is given; null: none may be
 * kept.
 */
function remembered(name) {
  try {
    if (name) localStorage.setItem(KEY, name);
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
