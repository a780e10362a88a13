/* The inside of the worker of a page's kernel. Needs a worker. */

import { Kernels } from "./kernels.mjs";

/** Answers the messages of `kernelWorker`, one after another. */
export function answerMessages() {
  const kernels = new Kernels();
  let ready = null;
  onmessage = async ({ data: { name, code, number, called, named, control } }) => {
    if (code) ready = kernels.add(name, code);
    else {
      await ready;
      try {
        postMessage({ number, found: kernels.call(name, called, named, control) });
      } catch (error) {
        postMessage({ number, error: error.message });
      }
    }
  };
}
