/* The page's address: it names the board, and its fragment holds the position.
 *
 * Needs an open play-through.
 */

import { drawnAt, remember, tab } from "/static/app.js";
import { now } from "/static/play/board.js";
import { sayInSheet } from "/static/play/sheet.js";

/** Longest part of an address that holds a position. */
const MAX_FRAGMENT = 1 << 16;
/** Characters of the largest board that an address may hold. */
const MAX_BOARD = 1 << 20;
/** Milliseconds of rest before the position is put into the address. */
const REST = 300;
/** Bytes that are made letters at once. */
const PART = 8192;

let keeping = null;

/** Returns this page's address on its server. */
export const address = () => location.pathname + location.search + location.hash;

/** Returns the part of the address that names a shipped board, or one that was drawn; or null. */
export function addressed() {
  const order = new URLSearchParams(location.search).get("new");
  if (order && location.pathname === "/play") return { order };
  const match = /^\/play\/([\w./-]+)\/(\d+)$/.exec(location.pathname);
  return match && { collection: match[1], number: Number(match[2]) };
}

function path() {
  const { order, source, number } = now.play;
  if (order) return drawnAt(order);
  return source ? `/play/${source}/${number}` : "/play";
}

export function forgetAddress() {
  clearTimeout(keeping);
  keeping = null;
}

/** Puts the position into the address, soon; and notes for this tab where it is played. */
export function keepAddress() {
  clearTimeout(keeping);
  const from = location.href;
  const mine = (keeping = setTimeout(async () => {
    const packed = await fragment();
    // The page has gone on to another board, or back to one and is about to hear of it.
    if (mine !== keeping || location.href !== from) return;
    const { play } = now;
    history.replaceState(null, "", path() + (packed && `#${packed}`));
    const at = play.source || play.order || packed ? address() : "";
    remember(tab, "play", JSON.stringify({ id: play.play, at, notice: "" }));
  }, REST));
}

/**
 * Returns the position for an address, deflated; "" where the address says it already, or it is
 * too long.
 */
async function fragment() {
  const { play } = now;
  const { at, moves, ...rest } = now.save;
  if ((play.source || play.order) && !at && play.objective === play.usual) return "";
  if (rest.level.length > MAX_BOARD || !globalThis.CompressionStream) return "";
  const text = JSON.stringify({ ...rest, moves: moves.slice(0, at), at });
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let letters = "";
  for (let i = 0; i < bytes.length; i += PART) {
    letters += String.fromCharCode(...bytes.subarray(i, i + PART));
  }
  const found = btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return found.length <= MAX_FRAGMENT ? found : "";
}

/** Copies the address of the position. */
export async function share() {
  const packed = await fragment();
  const { play } = now;
  if (!packed && !play.source && !play.order) {
    sayInSheet("The board is too large for an address. Keep the play-through as a file instead.");
    return;
  }
  const whole = location.origin + path() + (packed && `#${packed}`);
  try {
    await navigator.clipboard.writeText(whole);
    sayInSheet("The address is copied.");
  } catch {
    sayInSheet("Copying is not allowed here: the page's own address is the one to send.");
    history.replaceState(null, "", whole);
  }
}
