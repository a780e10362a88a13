/* Python with gridproof and the kernels, as each web worker loads it. */

import { Kernels } from "./kernels.mjs";
import { loadPyodide } from "./pyodide.mjs";

const at = (name) => new URL(name, import.meta.url);

/** Returns Python, ready to import gridproof; the kernels are named in a file. */
export async function load() {
  const [python, program, kernels] = await Promise.all([
    loadPyodide({ indexURL: at("./").href }),
    fetch(at("gridproof.zip")).then((answer) => answer.arrayBuffer()),
    compiled(),
  ]);
  python.unpackArchive(program, "zip", { extractDir: "/lib/gridproof-site" });
  python.runPython("import sys; sys.path.insert(0, '/lib/gridproof-site')");
  python.registerJsModule("gridproof_kernels", kernels);
  return python;
}

async function compiled() {
  const kernels = new Kernels();
  const names = await (await fetch(at("kernels.json"))).json();
  await Promise.all(
    names.map(async (name) => {
      await kernels.add(name, await WebAssembly.compileStreaming(fetch(at(`${name}.wasm`))));
    }),
  );
  return kernels;
}
