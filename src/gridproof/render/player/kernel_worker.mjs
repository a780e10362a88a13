/* A kernel in a worker that a page makes of its own parts. Needs a page. */

import { inflate } from "./play_table.mjs";

/** Returns a function `ask(called, named, control)` for one kernel; its worker begins when needed. */
export function kernelWorker(name, script, packed) {
  let worker = null;
  let last = 0;
  const waiting = new Map();
  async function started() {
    const code = await inflate(packed);
    const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const begun = new Worker(url);
    begun.onmessage = ({ data: { number, found, error } }) => {
      const { resolve, reject } = waiting.get(number);
      waiting.delete(number);
      if (error) reject(new Error(error));
      else resolve(found);
    };
    begun.postMessage({ name, code }, [code]);
    return begun;
  }
  return async (called, named, control) => {
    worker ??= started();
    const begun = await worker;
    return new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      begun.postMessage({ number: last, name, called, named, control });
    });
  };
}
