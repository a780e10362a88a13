/* Kernels for a test: each message is the name of one and a request, and is answered by its reply. */

import { Kernels } from "../python/kernels.mjs";

const kernels = new Kernels();

async function reply(name, request) {
  if (!kernels.names().includes(name)) {
    await kernels.add(name, await (await fetch(new URL(`../python/${name}.wasm`, import.meta.url))).arrayBuffer());
  }
  return kernels.message(name, Uint8Array.from(request), () => false);
}

addEventListener("message", async ({ data: [name, request] }) => {
  try {
    postMessage([...(await reply(name, request))]);
  } catch (error) {
    postMessage(String(error.message));
  }
});
