/* Keeps the files of this site in the browser, for use without a network; sends nothing anywhere.
 *
 * Pages are kept at once, the rest when it is first asked for, or when a page says so. A new version
 * has other lists of files; the build writes both lists and the version.
 */

const VERSION = "{version}";
const FIRST = {first};
const REST = {rest};
/** With these, threads may share memory. */
const ISOLATED = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
};

/** Returns an answer with these headers. */
function isolated(answer) {
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries(ISOLATED)) headers.set(name, value);
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

async function found(request) {
  const kept = await caches.open(VERSION);
  const url = request.url.split(/[?#]/)[0];
  let answer = await kept.match(url);
  if (!answer) {
    answer = await fetch(request.mode === "navigate" ? url : request);
    if (answer.ok) await kept.put(url, answer.clone());
  }
  return isolated(answer);
}

async function keepRest() {
  const kept = await caches.open(VERSION);
  for (const name of REST) {
    const url = new URL(name, registration.scope).href;
    if (!(await kept.match(url))) await kept.add(new Request(url, { cache: "no-cache" }));
  }
}

async function forgetOthers() {
  const names = await caches.keys();
  const ours = names.filter((name) => name.startsWith("gridproof-") && name !== VERSION);
  await Promise.all(ours.map((name) => caches.delete(name)));
  await clients.claim();
}

addEventListener("install", (event) => {
  skipWaiting();
  const first = FIRST.map((name) => new Request(new URL(name, registration.scope), { cache: "no-cache" }));
  event.waitUntil(caches.open(VERSION).then((kept) => kept.addAll(first)));
});
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("message", (event) => event.waitUntil(keepRest()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(registration.scope)) event.respondWith(found(request));
});
