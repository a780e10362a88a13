// Runs kernels in WebAssembly for a Python that asks through a pipe: tools/node_kernels.py.
//   node node_kernels.mjs KERNELS.mjs FOLDER
// A frame is a letter, the size of what follows in 4 bytes, and as many bytes.
import { readFileSync, readSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [script, folder] = process.argv.slice(2);
const { Kernels } = await import(pathToFileURL(script));
const kernels = new Kernels();

function exactly(size) {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; ) {
    const read = readSync(0, bytes, at, size - at, null);
    if (read === 0) process.exit(0);
    at += read;
  }
  return bytes;
}

function receive() {
  const head = exactly(5);
  return [head[0], exactly(new DataView(head.buffer).getUint32(1, true))];
}

function send(letter, ...parts) {
  const frame = new Uint8Array(parts.reduce((size, part) => size + part.length, 5));
  frame[0] = letter.charCodeAt(0);
  new DataView(frame.buffer).setUint32(1, frame.length - 5, true);
  parts.reduce((at, part) => (frame.set(part, at), at + part.length), 5);
  for (let at = 0; at < frame.length; ) at += writeSync(1, frame, at);
}

/** Ask Python, which answers with one byte. */
function poll(nodes, bound, best) {
  send("P", new Uint8Array(new Float64Array([nodes, bound ?? NaN, best ?? NaN]).buffer));
  return receive()[1][0] === 1;
}

for (;;) {
  const [letter, asked] = receive(); // C: with polls, S: without
  const end = asked.indexOf(0);
  const name = new TextDecoder().decode(asked.subarray(0, end));
  try {
    if (!kernels.names().includes(name)) await kernels.add(name, readFileSync(`${folder}/${name}.wasm`));
    const began = process.cpuUsage();
    const reply = kernels.message(name, asked.subarray(end + 1), letter === 67 ? poll : undefined);
    const spent = process.cpuUsage(began);
    const told = [(spent.user + spent.system) / 1e6, kernels.memory(name)];
    send("R", new Uint8Array(new Float64Array(told).buffer), reply);
  } catch (error) {
    send("E", new TextEncoder().encode(error.message));
  }
}
