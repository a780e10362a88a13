/* Texts that the reader keeps: copied, or as a file. Needs a page. */

import { element } from "./elements.mjs";

/** Milliseconds after which the browser has taken a file. */
const TAKEN = 10_000;

/** Copies a text; returns true if that is allowed. `parent` is a place for a hidden field. */
export async function copyText(text, parent) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text, parent);
  }
}

function copyBySelection(text, parent) {
  const area = element("textarea", { class: "unseen" });
  area.value = text;
  parent.append(area);
  const focused = document.activeElement;
  area.select();
  let done = false;
  try {
    done = document.execCommand("copy");
  } catch {
    // not allowed
  }
  area.remove();
  if (focused) focused.focus();
  return done;
}

export function saveFile(text, name) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), TAKEN);
}
