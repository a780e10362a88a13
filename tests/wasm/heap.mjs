// Allocates and releases at random in a kernel, and prints faults and how its memory grows, as JSON.
//   node heap.mjs KERNEL.wasm
import { readFileSync } from "node:fs";

const refused = new Proxy({}, { get: () => () => 52 });
const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const { exports } = new WebAssembly.Instance(module, {
  wasi_snapshot_preview1: refused,
  gridproof: { poll: () => 0 },
});
exports._initialize();
const { allocate, release, memory } = exports;

const counts = { misaligned: 0, overwritten: 0, refused: 0, growths: 0, rounds: [], one_by_one: 0 };
let seed = 1;
const random = (below) => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};

let known = memory.buffer;
function watched(size) {
  const at = allocate(size);
  if (memory.buffer !== known) ++counts.growths;
  known = memory.buffer;
  if (at === 0) ++counts.refused;
  if (at % 16 !== 0) ++counts.misaligned;
  return at;
}

/** Allocate blocks of all sizes, each with bytes of its own, and release them in another order. */
function round() {
  const blocks = [];
  const drop = (i) => {
    const [at, size, mark] = blocks[i];
    const bytes = new Uint8Array(memory.buffer, at, size);
    if (!bytes.every((byte) => byte === mark)) ++counts.overwritten;
    release(at);
    blocks[i] = blocks[blocks.length - 1];
    blocks.pop();
  };
  for (let step = 0; step < 3000; ++step) {
    if (blocks.length > 0 && random(5) < 2) drop(random(blocks.length));
    const size = random(2 ** random(17)) + 1;
    const mark = random(256);
    const at = watched(size);
    new Uint8Array(memory.buffer, at, size).fill(mark);
    blocks.push([at, size, mark]);
  }
  while (blocks.length > 0) drop(random(blocks.length));
  return memory.buffer.byteLength;
}

for (let i = 0; i < 4; ++i) {
  seed = 1;
  counts.rounds.push(round());
}

// All of it is one block again, which serves half of the memory at once.
const half = watched(memory.buffer.byteLength / 2);
counts.joined = memory.buffer.byteLength;
release(half);

// Pools of a search grow by small pieces.
const before = counts.growths;
for (let i = 0; i < 2000; ++i) watched(50_000);
counts.one_by_one = counts.growths - before;
counts.piled = memory.buffer.byteLength;
console.log(JSON.stringify(counts));
