/* The web worker that answers pages: the app of `gridproof serve`, and a web worker for each search. */

import { load } from "./loading.mjs";

/** A further web worker; `heard` is called with what it says, pickled. */
function start(heard) {
  const worker = new Worker(new URL("search.mjs", import.meta.url), { type: "module" });
  const flag = self.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
  worker.postMessage(["begin", flag, compiled]);
  worker.addEventListener("message", ({ data }) => heard(data));
  worker.addEventListener("error", () => heard(undefined));
  return {
    ask: (question) => {
      const bytes = question.toJs();
      if (flag) Atomics.store(flag, 0, 0);
      worker.postMessage(["ask", bytes], [bytes.buffer]);
    },
    stop: () => {
      if (flag) Atomics.store(flag, 0, 1);
      return Boolean(flag);
    },
    end: () => worker.terminate(),
  };
}

async function answer(number, method, address, headers, body) {
  const started = (status, said) => postMessage(["start", number, status, said.toJs({ dict_converter: Object.fromEntries })]);
  const part = (data) => {
    const bytes = data.toJs();
    postMessage(["part", number, bytes], [bytes.buffer]);
  };
  try {
    const bytes = new TextEncoder().encode(body);
    await app.answer(number, method, address, headers, bytes, started, part);
    postMessage(["end", number]);
  } catch (error) {
    postMessage(["failed", number, String(error)]);
  }
}

const calls = { ask: answer, leave: (number) => app?.leave(number) };
const early = [];
let app = null;
addEventListener("message", ({ data }) => (app ? calls[data[0]](...data.slice(1)) : early.push(data)));
const [gridproof, compiled] = await load();
app = gridproof.app(start);
postMessage(["ready", 0]);
for (const [name, ...rest] of early) calls[name](...rest);
app.warm();
