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

/** Returns the bytes of a file that was compressed by gzip. */
async function unpacked(name) {
  const answer = await fetch(at(name));
  if (!answer.ok) throw new Error(`${name} cannot be loaded (${answer.status})`);
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** Bytes by which tar archives, and WebAssembly's memories, are counted. */
const BLOCK = 512;
const PAGE = 1 << 16;

/** Writes the files of a tar archive (USTAR) to a folder of Python's; they are not copied. */
function write(FS, folder, archive) {
  const text = (start, length) => new TextDecoder().decode(archive.subarray(start, start + length)).split("\0")[0];
  const made = new Set();
  for (let head = 0; archive[head]; ) {
    const [name, size, above] = [text(head, 100), parseInt(text(head + 124, 12), 8), text(head + 345, 155)];
    const path = `${folder}/${above ? `${above}/` : ""}${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) FS.mkdirTree(parent);
    made.add(parent);
    head += BLOCK;
    FS.writeFile(path, archive.subarray(head, head + size), { canOwn: true });
    head += Math.ceil(size / BLOCK) * BLOCK;
  }
}

/**
 * Returns gridproof, as JavaScript calls it, and Python's compiled code, which saves another web
 * worker to compile it. Python begins with the memory that it had when gridproof was imported.
 */
export async function load(compiled = null) {
  const remembered = unpacked("memory.gz");
  const usual = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (response, imports) => {
    const made = compiled
      ? { module: compiled, instance: await WebAssembly.instantiate(compiled, imports) }
      : await usual.call(WebAssembly, response, imports);
    compiled = made.module;
    const { memory } = made.instance.exports;
    const missing = (await remembered).byteLength - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    return made;
  };
  const [python, program, parts] = await Promise.all([
    loadPyodide({ indexURL: at("./").href, _loadSnapshot: remembered }),
    unpacked("gridproof.tar.gz"),
    fetch(at("parts.json")).then((answer) => answer.json()),
  ]);
  WebAssembly.instantiateStreaming = usual;
  write(python.FS, "/lib/gridproof-site", new Uint8Array(program));
  python.registerJsModule("gridproof_kernels", new KernelsOnDemand(parts.kernels));
  const gridproof = python.pyimport("gridproof.web.browser.javascript");
  gridproof.begin(parts.packages, (name) => new Uint8Array(bytesOf(`${name}.zip`)));
  return [gridproof, compiled];
}
