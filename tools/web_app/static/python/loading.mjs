/* Python with gridproof and the kernels, as each web worker loads it. */

import { Kernels } from "./kernels.mjs";
import { loadPyodide } from "./pyodide.mjs";

const at = (name) => new URL(name, import.meta.url);

/** Kernels that are loaded when Python first calls them. */
class KernelsOnDemand extends Kernels {
  constructor(known) {
    super();
    this.known = known;
  }

  names() {
    return this.known;
  }

  message(name, request, poll) {
    // Python waits for the reply, so nothing here may be awaited; of a module `add` awaits nothing.
    if (!this.kernels.has(name)) this.add(name, new WebAssembly.Module(bytesOf(`${name}.wasm`)));
    return super.message(name, request, poll);
  }
}

/** Returns a file's bytes; waits for them. */
function bytesOf(name) {
  const request = new XMLHttpRequest();
  request.open("GET", at(name), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${name} cannot be loaded (${request.status})`);
  return request.response;
}

/**
 * Returns gridproof, as JavaScript calls it, and Python's compiled code, which saves another web
 * worker to compile it.
 */
export async function load(compiled = null) {
  const usual = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (response, imports) => {
    if (compiled) return { module: compiled, instance: await WebAssembly.instantiate(compiled, imports) };
    const made = await usual.call(WebAssembly, response, imports);
    compiled = made.module;
    return made;
  };
  const [python, program, parts] = await Promise.all([
    loadPyodide({ indexURL: at("./").href }),
    fetch(at("gridproof.zip")).then((answer) => answer.arrayBuffer()),
    fetch(at("parts.json")).then((answer) => answer.json()),
  ]);
  WebAssembly.instantiateStreaming = usual;
  python.unpackArchive(program, "zip", { extractDir: "/lib/gridproof-site" });
  python.runPython("import sys; sys.path.insert(0, '/lib/gridproof-site')");
  python.registerJsModule("gridproof_kernels", new KernelsOnDemand(parts.kernels));
  const gridproof = python.pyimport("gridproof.web.browser.javascript");
  gridproof.load_late(parts.packages, (name) => new Uint8Array(bytesOf(`${name}.zip`)));
  return [gridproof, compiled];
}
