/* Solutions, played in a player with all its controls in place of the board.
 *
 * Needs a solution that was found.
 */

import { askJson, sentence } from "../app.js";
import { $, now, say } from "./board.js";
import { act, kept } from "./moves.js";

/** The element of the board while a solution is shown. */
let shelf = null;

/** Plays the solution of the position (`here`), or of the board. */
export async function watch(here) {
  const asked = now.save;
  let record;
  try {
    record = await kept(() => askJson(`/api/plays/${now.play.play}/watch`, { here }));
  } catch (error) {
    say(sentence(error));
    return;
  }
  // Another press was quicker, or another board is shown.
  if (now.film || !now.play || asked !== now.save) return;
  document.body.dataset.mode = "watch";
  // Pictures refer to their parts by ids: only one player at a time is on the page.
  shelf = $("board").firstElementChild;
  shelf.remove();
  $("watch").hidden = false;
  now.film = globalThis.gridproof.create($("film"), record, { keys: document, autoplay: true });
  now.film.here = here;
  $("film").focus({ preventScroll: true });
}

export function closeWatch() {
  now.film.dispose();
  now.film = null;
  $("watch").hidden = true;
  $("board").append(shelf);
  document.body.dataset.mode = "play";
  $("board").focus({ preventScroll: true });
}

/** Plays on from the position that the solution shows. */
export function takeOver() {
  const { here, solution, step } = now.film;
  closeWatch();
  act(["follow", here, solution, step]);
}
