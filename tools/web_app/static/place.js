/* The addresses of pages and data where there is no server: pages are files beside each other, in a
 * frame of the page that has Python; the rest of an address is their query.
 */

const ROOT = new URL("../", import.meta.url);
const FILES = { "": "choose.html", play: "play.html", edit: "edit.html", reduce: "reduce.html", check: "check.html" };
/** Games with a page on which their course is played without Python; the build names them. */
const COURSES = ["{courses}"];
const shell = parent === self ? null : parent.gridproof;

/** Returns the link to a page or a picture with an address. */
export function link(address) {
  const { pathname, searchParams, hash } = new URL(address, "http://site");
  const [, page, ...rest] = pathname.split("/");
  if (page === "pictures") return new URL(`pictures/${searchParams.get("theme")}/${rest.join("/")}`, ROOT).href;
  const url = new URL(FILES[page], ROOT);
  if (rest.length) url.searchParams.set("at", rest.join("/"));
  for (const [name, value] of searchParams) url.searchParams.set(name, value);
  return url.href + hash;
}

/** Returns the address of the page on which a game's course is played at once; "": there is none. */
export const course = (game) => (COURSES.includes(game) ? new URL(`courses/${game}.html`, ROOT).href : "");

/** Returns a part of a query as pages write it (`drawnAt` in app.js), so that addresses are compared. */
const readable = (text) => encodeURIComponent(text).replace(/%(3A|2C|3D|40)/g, decodeURIComponent);

/** Returns this page's address. */
export function address() {
  const file = location.pathname.split("/").at(-1);
  const page = Object.keys(FILES).find((name) => FILES[name] === file) || "";
  const query = new URLSearchParams(location.search);
  const rest = query.get("at");
  query.delete("at");
  const said = [...query].map(([name, value]) => `${name}=${readable(value)}`).join("&");
  return `/${page}${rest ? `/${rest}` : ""}${said ? `?${said}` : ""}${location.hash}`;
}

/** Returns an address as it can be sent to somebody. */
export const whole = (address) => new URL(`#${address}`, ROOT).href;

/** Shows another address for what this page shows; `push` keeps the one before for going back. */
export function showAddress(address, { push = false } = {}) {
  history[push ? "pushState" : "replaceState"](null, "", link(address));
  shell.shows(address);
}

/** Said where a request has no answer. */
export const SILENT = {
  error: "Python does not run in this browser, or was ended.",
  hint: "Load the page again; it needs a browser of 2023 or newer.",
};

/** Sends a request: to a file, if its answer is the same for all, and else to Python. */
export const send = (address, options = {}) => shell.send(address, options, leaving.signal);

const leaving = new AbortController();
addEventListener("pagehide", () => leaving.abort());
addEventListener("popstate", () => shell.shows(address()));
if (shell) shell.shows(address(), document);
else location.replace(whole(address())); // somebody has opened the page of a frame by itself
