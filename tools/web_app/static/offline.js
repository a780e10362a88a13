/* Keeps the files of this site in the browser, for use without a network; sends nothing anywhere.
 *
 * Pages are kept at once, the rest when it is first asked for, or when a page says so. A new version
 * has other lists of files; the build writes both lists and the version.
 */

const VERSION = "{version}";
const FIRST = {first};
const REST = {rest};
/** Files that are fetched side by side. */
const AT_A_TIME = 6;
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

/**
 * Fetches a file and keeps it. It is handed out as it was kept: browsers keep compiled WebAssembly
 * with it.
 */
async function fetched(url, kept) {
  const answer = await fetch(new Request(url, { cache: "no-cache" }));
  if (!answer.ok) return answer;
  await kept.put(url, isolated(answer));
  return kept.match(url);
}

async function found(request) {
  const kept = await caches.open(VERSION);
  const url = request.url.split(/[?#]/)[0];
  return (await kept.match(url)) || fetched(url, kept);
}

/** Keeps files, a few at a time. */
async function keep(names) {
  const kept = await caches.open(VERSION);
  const left = [...names];
  const next = async () => {
    for (let name; (name = left.shift()) !== undefined; ) {
      const url = new URL(name, registration.scope).href;
      if (!(await kept.match(url)) && !(await fetched(url, kept)).ok) throw new Error(`there is no ${name}`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, next));
}

async function forgetOthers() {
  const names = await caches.keys();
  const ours = names.filter((name) => name.startsWith("gridproof-") && name !== VERSION);
  await Promise.all(ours.map((name) => caches.delete(name)));
  await clients.claim();
}

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(keep(FIRST));
});
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("message", (event) => event.waitUntil(keep(REST)));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(registration.scope)) event.respondWith(found(request));
});
