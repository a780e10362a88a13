/* Boards in addresses: the fragment holds the text of a board, deflated, in letters of addresses.
 *
 * A page without a server knows the boards that it was made with by checksums of their texts.
 * Needs no page.
 */

import { clamp } from "./numbers.mjs";
import { unpack } from "./play_table.mjs";

/** Fewer letters hold no board; longer fragments are none of ours. */
const SHORTEST = 16;
const LONGEST = 1 << 16;

const DAMAGED = "The address is damaged or was cut: it holds no board.";
const NOT_HERE = "The address holds a board that this page was not made with: a page plays its own "
  + "boards alone. gridproof play 'ADDRESS' plays it, and so does the web app.";

/** Returns the number of the level that a fragment names, from 0. */
export function namedLevel(hash, count) {
  const number = Number(/^#(\d+)$/.exec(hash)?.[1] || 1);
  return clamp(number, 1, count) - 1;
}

/**
 * Returns the number of the level that a fragment names, or whose board it holds; and what is to be
 * said of a board that is not there.
 */
export async function addressed(hash, levels) {
  const part = sharedPart(hash);
  if (!part) return { number: namedLevel(hash, levels.length), said: "" };
  const shared = await sharedMark(part);
  const known = levels.findIndex(({ mark }) => mark === shared);
  if (known >= 0) return { number: known, said: "" };
  return { number: 0, said: shared === null ? DAMAGED : NOT_HERE };
}

/** Returns what a fragment (`#…`) may hold of a board; "": it names something else. */
function sharedPart(hash) {
  const part = hash.slice(1);
  const fits = part.length >= SHORTEST && part.length <= LONGEST && /^[\w-]+$/.test(part);
  return fits && !/^\d+$/.test(part) ? part : "";
}

/** Returns the checksum of the board in a fragment; null: it is damaged. */
async function sharedMark(part) {
  try {
    return checksum(await unpack(part.replaceAll("-", "+").replaceAll("_", "/"), { raw: true }));
  } catch {
    return null;
  }
}

/** Returns the CRC-32 of a text in UTF-8, as ZIP files have it. */
export function checksum(text) {
  let sum = -1;
  for (const byte of new TextEncoder().encode(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
