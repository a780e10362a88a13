/* Files that somebody brings, as text: unpacked and decoded like those that `gridproof` reads. */

import { Refused } from "./app.js";

/** Most bytes of a file, packed or not: the server would refuse a longer text. */
export const LONGEST = 20 << 20;
const GZIP = "1f8b";
const ZIP = "504b0304";
/** Byte-order marks, and what they tell. */
const MARKS = { fffe: "utf-16le", feff: "utf-16be" };

/** Returns the text of a file; throws `Refused` where it cannot be read. */
export async function textOf(file) {
  const start = hex(new Uint8Array(await file.slice(0, 4).arrayBuffer()));
  const packed = start.startsWith(GZIP);
  if (start === ZIP || (packed && !globalThis.DecompressionStream)) {
    throw new Refused(400, {
      error: `${file.name} is an archive`,
      hint: "unpack it, and choose a file in it",
    });
  }
  if (file.size > LONGEST) throw tooLarge();
  return decoded(packed ? await unpacked(file) : await bytesOf(file));
}

function tooLarge() {
  return new Refused(413, { error: `The file is larger than ${LONGEST >> 20} MiB.` });
}

function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function bytesOf(blob) {
  return new Uint8Array(await blob.arrayBuffer());
}

/** Unpacks a file, and no more of it than may be read. */
async function unpacked(file) {
  const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Refused(400, { error: `${file.name} is damaged`, hint: "fetch it again" });
    });
    if (done) return bytesOf(new Blob(parts));
    size += value.length;
    if (size > LONGEST) {
      reader.cancel().catch(() => {});
      throw tooLarge();
    }
    parts.push(value);
  }
}

/** Decodes bytes: UTF-8, or what a mark tells, or else Windows-1252. */
function decoded(bytes) {
  const told = MARKS[hex(bytes.subarray(0, 2))];
  if (told) return new TextDecoder(told).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
