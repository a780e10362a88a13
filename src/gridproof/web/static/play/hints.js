/* Hints, each bigger than the one before; and warnings of positions that no solution can follow.
 *
 * Needs an open play-through.
 */

import { browser, remember } from "../app.js";
import { now, say } from "./board.js";
import { act, acted } from "./moves.js";
import { solve } from "./search.js";
import { watch } from "./watching.js";

/** Gives a hint: the distance; again, the next move; again, the whole solution, played. */
export async function askHint() {
  await acted(); // the hint is about the position after all actions
  if (!now.play || now.searching || now.drawing) return;
  if (now.state.solved) {
    say("This is solved already.");
    return;
  }
  if (now.state.dead) {
    say("");
    return;
  }
  if (now.hint?.stamp === now.stamp) now.hint.size += 1;
  else {
    const { stamp } = now;
    const result = await solve({ here: true });
    if (!result || stamp !== now.stamp) return;
    now.hint = { stamp, size: 1, result };
  }
  const { result, size } = now.hint;
  if (!result.moves) say(result.outlook);
  else if (size === 1) say(`${result.outlook} h: the next move.`);
  else if (size === 2) {
    say(`Next: ${result.next}. h: play it to the end.`);
    act(["show", true]);
  } else watch(true);
}

/** Switches the warnings on, or off. */
export function switchWarnings() {
  if (!now.play) return;
  const warns = (now.warns = !now.warns);
  remember(browser, "warns", warns ? "yes" : "no");
  act(["warn", warns]);
  const what = warns ? "told, and what is the matter is crossed" : "not told";
  acted()?.then(() =>
    say(now.state.dead ? "" : `Where no solution can follow is ${what}: x changes that.`));
}
