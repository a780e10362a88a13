/* Boards in addresses: the fragment holds the text of a board, deflated, in letters of addresses.
 *
 * A page without a server knows the boards that it was made with by checksums of their texts.
 * Needs no page.
 */

import { unpack } from "./play_table.mjs";

/** Fewer letters hold no board; longer fragments are none of ours. */
const SHORTEST = 16;
const LONGEST = 1 << 16;

/** Returns what an address's fragment (`#…`) may hold of a board; "": it names something else. */
export function sharedPart(hash) {
  const part = hash.slice(1);
  const fits = part.length >= SHORTEST && part.length <= LONGEST && /^[\w-]+$/.test(part);
  return fits && !/^\d+$/.test(part) ? part : "";
}

/** Returns the checksum of the board in a fragment; null: it is damaged. */
export async function sharedMark(part) {
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
