/* The drawing of new levels by the server's generators; its progress is counted below the board.
 *
 * Needs the page of play.html.
 */

import { drawn } from "../app.js";
import { beginBusy, endBusy, now, say } from "./board.js";

/** Has a level drawn; throws `Refused`. */
export async function draw(request) {
  const mine = (now.drawing = new AbortController());
  beginBusy("drawing");
  say("Drawing …");
  try {
    return await drawn(request, (text) => mine === now.drawing && say(`${text} · Esc stops`), mine.signal);
  } finally {
    if (mine === now.drawing) {
      now.drawing = null;
      endBusy(true);
    } else endBusy(false);
  }
}
