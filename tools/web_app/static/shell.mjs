/* The page around all pages: it has Python, in a web worker, and answers the requests of the pages.
 *
 * Pages stand in a frame, so that Python goes on while somebody goes from one to another. The
 * fragment of this page's address is the address of the page in the frame.
 */

import { Requests } from "./requests.mjs";

const frame = document.createElement("iframe");
let requests = null;

/** Returns the address in the fragment. */
const wanted = () => decodeURI(location.hash.slice(1)) || "/";

/** The site's own link to a page, by its address (see place.js). */
function file(address) {
  const { pathname, search, hash } = new URL(address, "http://site");
  const [, page, ...rest] = pathname.split("/");
  const query = new URLSearchParams(search);
  if (rest.length) query.set("at", rest.join("/"));
  const said = query.toString();
  return `${page || "choose"}.html${said ? `?${said}` : ""}${hash}`;
}

/** The page in the frame shows another address, or is a new one. */
function shows(address, page) {
  history.replaceState(null, "", address === "/" ? "./" : `#${address}`);
  if (!page) return;
  const title = () => (document.title = page.title);
  new MutationObserver(title).observe(page.head, { childList: true, subtree: true, characterData: true });
  title();
}

/**
 * Has the files of this site kept by the browser. What it hands out then allows memory that threads
 * share, by which a search can be stopped and tell its findings so far; for that the first visit
 * loads this page twice.
 */
async function keep() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("offline.js");
    if (self.crossOriginIsolated || sessionStorage.getItem("kept")) return;
    sessionStorage.setItem("kept", "1");
    if (!navigator.serviceWorker.controller) {
      await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
    }
    location.reload();
    await new Promise(() => {});
  } catch {
    // not allowed here: the site works, but not without a network
  }
}

await keep();
requests = new Requests();
globalThis.gridproof = {
  shows,
  send: (address, options, leaving) => requests.send(address, options, leaving),
};
frame.title = "gridproof";
frame.src = file(wanted());
document.body.append(frame);
addEventListener("hashchange", () => frame.contentWindow.location.replace(file(wanted())));
await requests.ready;
navigator.serviceWorker?.controller?.postMessage("keep everything");
