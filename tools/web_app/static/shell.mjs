/* The page around all pages: it has Python, in a web worker, and answers the requests of the pages.
 *
 * Pages stand in a frame, so that Python goes on while somebody goes from one to another. The
 * fragment of this page's address is the address of the page in the frame.
 */

import { Requests } from "./requests.mjs";

const frame = document.createElement("iframe");

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

/** True once somebody has used a page: then this page is not loaded again. */
let used = false;
const SIGNS_OF_USE = ["pointerdown", "keydown", "wheel", "touchstart"];

/** The page in the frame shows another address, or is a new one. */
function shows(address, page) {
  history.replaceState(null, "", address === "/" ? "./" : `#${address}`);
  if (!page) return;
  const title = () => (document.title = page.title);
  new MutationObserver(title).observe(page.head, { childList: true, subtree: true, characterData: true });
  title();
  for (const sign of SIGNS_OF_USE) {
    page.addEventListener(sign, () => (used = true), { capture: true, once: true, passive: true });
  }
}

/**
 * Has the files of this site kept by the browser. What it hands out then allows memory that threads
 * share, by which a search can be stopped and tell its findings so far; for that the first visit
 * loads this page twice, unless somebody has begun to use it.
 */
async function keep() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("offline.js");
    if (self.crossOriginIsolated || sessionStorage.getItem("kept")) return;
    if (!navigator.serviceWorker.controller) {
      await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
    }
    if (used || requests.begun) return;
    sessionStorage.setItem("kept", "1");
    location.reload();
    await new Promise(() => {});
  } catch {
    // not allowed here: the site works, but not without a network
  }
}

const requests = new Requests();
/** Milliseconds that a page may take to ask for its boards. */
const SLOW = 10000;
let answered = () => {};
const firstAnswer = new Promise((done) => {
  answered = done;
  setTimeout(done, SLOW);
});
globalThis.gridproof = {
  shows,
  send: (address, options, leaving) => {
    const answer = requests.send(address, options, leaving);
    Promise.resolve(answer).then(answered, answered);
    return answer;
  },
};
frame.title = "gridproof";
frame.src = file(wanted());
const shown = new Promise((done) => frame.addEventListener("load", done, { once: true }));
document.body.append(frame);
addEventListener("hashchange", () => frame.contentWindow.location.replace(file(wanted())));
// Boards first: all else would take the processor, and the network, from them.
await Promise.all([shown, firstAnswer]);
await new Promise((idle) => (self.requestIdleCallback ?? setTimeout)(idle));
await keep();
requests.begin();
await requests.ready;
navigator.serviceWorker?.controller?.postMessage("keep everything");
