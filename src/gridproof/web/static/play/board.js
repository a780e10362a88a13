/* The board that is played: what the server said last, and the parts of the page that show it.
 *
 * Needs the elements of play.html.
 */

import { browser, recall } from "../app.js";
import { keepSolved } from "../solved.js";

export const $ = (id) => document.getElementById(id);

/** The state of the page, which its modules share. */
export const now = {
  /** The play-through, as the server told it; null: none. */
  play: null,
  /** The position, as the server told it. */
  state: null,
  /** The player that shows the position. */
  player: null,
  /** The player that shows a solution, while one is shown. */
  film: null,
  /** Moves as the server saves them, so that they outlive the server. */
  save: null,
  /** The number of positions so far: a hint belongs to one of them. */
  stamp: 0,
  /** The hint at hand: `stamp` of its position, `size`, and the `result` of the search. */
  hint: null,
  /** The best solution of the board: the `result` of the search, `all` and `told`. */
  best: null,
  searching: false,
  /** Stops the drawing of a new level; null: none is drawn. */
  drawing: null,
  /** True if positions that no solution can follow are told. */
  warns: recall(browser, "warns") !== "no",
};

/** Returns the part of a request that opens the board again. */
export function boardReference() {
  const { order, source, number } = now.play;
  if (order) return { order };
  return source ? { collection: source, number } : {};
}

/** Shows the state of a position, besides its picture. */
export function showState(state) {
  now.state = state;
  const { number, count } = now.play;
  const { body } = document;
  body.dataset.outcome = state.solved ? "solved" : state.lost ? "lost" : "";
  body.dataset.at = state.at;
  const caption = state.caption ? ` · ${state.caption}` : "";
  $("goal").textContent = state.goal;
  $("counter").textContent = state.counter + caption;
  disable("undo", state.at === 0);
  disable("redo", state.at === state.total);
  disable("restart", state.at === 0);
  disable("previous", number <= 1);
  disable("next", number >= count);
  $("next").classList.toggle("first", state.solved);
  $("another").classList.toggle("first", state.solved);
}

/** Keeps the player's own solution, of which the level's card tells. */
export function keepOwn() {
  const { play, state } = now;
  if (play.card && state.own !== null) keepSolved(play.card, state.own);
}

/** Marks a button as doing nothing now; it keeps the focus. */
function disable(id, is) {
  $(id).setAttribute("aria-disabled", String(is));
}

/** Says something below the board; nothing: the verdict on the position. */
export function say(text) {
  const { state } = now;
  $("message").textContent = text || (state && state.verdict) || "";
  $("message").dataset.verdict = !text && state?.verdict && state.solved ? "solved" : "";
}

/** Marks the page as busy with something; its counting is not announced each time. */
export function beginBusy(work) {
  document.body.dataset.busy = work;
  $("message").setAttribute("aria-live", "off");
}

/** Ends that; `idle`: nothing else is at work. */
export function endBusy(idle) {
  if (idle) delete document.body.dataset.busy;
  $("message").setAttribute("aria-live", "polite");
}
