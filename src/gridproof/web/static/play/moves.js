/* Moves: the actions of the player are sent to the server, and its answers shown.
 *
 * Needs an open play-through.
 */

import { askJson, ended, sentence } from "../app.js";
import { boardReference, now, say, showState } from "./board.js";

/** Actions of one request. */
const MAX_ACTIONS = 64;
/** Milliseconds for which a hint's move is seen. */
const PREVIEW = 1000;

const actions = [];
/** Ends when all actions are done; null: there are none. */
let sending = null;
/** Steps of the board that wait for a moment, while a hint is seen. */
const steps = [];
let waiting = null;
/** Called at a change of the position: `{solved}`, true if it has just been solved. */
let tellMoved = () => {};

/** Calls back at each change of the position. */
export function whenMoved(tell) {
  tellMoved = tell;
}

/** Does something, after the actions before it. */
export function act(action) {
  if (!now.play || document.body.dataset.mode !== "play") return;
  actions.push(action);
  sending ??= send().finally(() => (sending = null));
}

/** Awaits all actions; null if there are none. */
export const acted = () => sending;

/** Drops the actions and steps that are not done yet, of a board that is left. */
export function dropActions() {
  actions.length = 0;
  steps.length = 0;
  clearTimeout(waiting);
}

/** Sends actions, all at once that have gathered meanwhile. */
async function send() {
  while (actions.length) {
    const some = actions.splice(0, MAX_ACTIONS);
    const { save } = now;
    const isHere = () => now.play && save === now.save;
    try {
      const done = await kept(() => askJson(`/api/plays/${now.play.play}/do`, { do: some }));
      if (isHere()) take(done);
    } catch (error) {
      if (!isHere()) continue;
      actions.length = 0;
      say(sentence(error));
    }
  }
}

/** Makes a request; where the server has forgotten the play-through, opens it again before. */
export async function kept(request) {
  try {
    return await request();
  } catch (error) {
    if (!error.record?.gone) throw error;
    const { play, save } = now;
    if (!play) throw error;
    const again = await askJson("/api/plays", { ...boardReference(), save: JSON.stringify(save) });
    if (now.play !== play) throw error; // it is left meanwhile
    now.play = { ...again, save };
    steps.length = 0;
    now.player.reset(again.record);
    now.best = null;
    now.hint = null;
    if (!now.warns) await askJson(`/api/plays/${now.play.play}/do`, { do: [["warn", false]] });
    if (now.play?.save !== save) throw error;
    return request();
  }
}

/** Shows steps, one after another; after a preview the others wait. */
function show(more) {
  clearTimeout(waiting);
  steps.push(...more);
  while (steps.length) {
    const step = steps.shift();
    now.player.apply(step);
    if (!step.preview) continue;
    waiting = setTimeout(() => show([]), PREVIEW);
    return;
  }
}

/** Takes over the server's answer to some actions. */
function take(done) {
  show(done.steps);
  const { save, state: before } = now;
  save.moves.splice(done.kept, Infinity, ...done.moves);
  const moved = done.steps.some((step) => step.move) || done.state.at !== save.at;
  if (moved) {
    now.stamp += 1;
    now.hint = null;
  }
  save.at = done.state.at;
  showState(done.state);
  if (done.said) say(ended(done.said));
  else if (moved) say("");
  const solved = done.state.solved && !before.solved;
  if (moved || solved) tellMoved({ moved, solved });
}
