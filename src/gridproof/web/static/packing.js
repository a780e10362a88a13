/** Texts in addresses: deflated, in the letters of addresses, in the part that no server is sent. */

/** Longest part of an address that holds something. */
const MAX_FRAGMENT = 1 << 16;
/** Bytes that are made letters at once. */
const PART = 8192;

/** Returns a text for an address; "" where it is too long, or the browser cannot pack. */
export async function packed(text) {
  if (!globalThis.CompressionStream) return "";
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (let i = 0; i < bytes.length; i += PART) letters += String.fromCharCode(...bytes.subarray(i, i + PART));
  const found = btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return found.length <= MAX_FRAGMENT ? found : "";
}

/** Returns the text that was packed; throws where the address is damaged. */
export async function unpacked(fragment) {
  const letters = atob(fragment.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}
