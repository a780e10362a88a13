/* The page's address: it names the board, and its fragment holds the position.
 *
 * Needs an open play-through.
 */

import { drawnAt, remember, tab } from "../app.js";
import { packed } from "../packing.js";
import { address, showAddress, whole } from "../place.js";
import { now } from "./board.js";
import { sayInSheet } from "./sheet.js";

/** Characters of the largest board that an address may hold. */
const MAX_BOARD = 1 << 20;
/** Milliseconds of rest before the position is put into the address. */
const REST = 300;

let keeping = null;

/** Returns the part of the address that names a shipped board, or one that was drawn; or null. */
export function addressed() {
  const { pathname, searchParams } = new URL(address(), location.origin);
  const order = searchParams.get("new");
  if (order && pathname === "/play") return { order };
  const match = /^\/play\/([\w./-]+)\/(\d+)$/.exec(pathname);
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
    const rest = await fragment();
    // The page has gone on to another board, or back to one and is about to hear of it.
    if (mine !== keeping || location.href !== from) return;
    keeping = null;
    showAddress(path() + (rest && `#${rest}`));
    note();
  }, REST));
}

/** Notes with the position where it is played, for a page left before its address says so. */
export function keepUnaddressed() {
  if (keeping !== null && now.play) note({ save: JSON.stringify(now.save) });
}

/** Notes for this tab which play-through is at the page's address. */
function note(more = {}) {
  const { play } = now;
  const at = play.source || play.order || location.hash ? address() : "";
  remember(tab, "play", JSON.stringify({ id: play.play, at, notice: "", ...more }));
}

/**
 * Returns the position for an address, deflated; "" where the address says it already, or it is
 * too long.
 */
async function fragment() {
  const { play } = now;
  const { at, moves, ...rest } = now.save;
  if ((play.source || play.order) && !at && play.objective === play.usual) return "";
  if (rest.level.length > MAX_BOARD) return "";
  return packed(JSON.stringify({ ...rest, moves: moves.slice(0, at), at }));
}

/** Copies the address of the position. */
export async function share() {
  const rest = await fragment();
  const { play } = now;
  if (!rest && !play.source && !play.order) {
    sayInSheet("The board is too large for an address. Keep the play-through as a file instead.");
    return;
  }
  const shared = path() + (rest && `#${rest}`);
  try {
    await navigator.clipboard.writeText(whole(shared));
    sayInSheet("The address is copied.");
  } catch {
    sayInSheet("Copying is not allowed here: the page's own address is the one to send.");
    showAddress(shared);
  }
}
