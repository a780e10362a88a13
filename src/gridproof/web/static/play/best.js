/* The proven optimum of the board, which may be watched; and praise for a solution.
 *
 * Needs an open play-through.
 */

import { $, now, say } from "./board.js";
import { solve } from "./search.js";
import { watch } from "./watching.js";

/** Tells the optimum of the board; again, plays it. `all`: finds all optimal solutions. */
export async function askBest(all = false) {
  if (!now.play || now.searching || now.drawing) return;
  if (!now.best || (all && !now.best.all)) {
    const result = await solve({ all });
    if (!result) return;
    now.best = { result, all, told: false };
  }
  const { best } = now;
  if (!best.told) {
    best.told = true;
    const { report, solutions, moves } = best.result;
    const many = solutions === null ? "" : ` There are ${solutions} optimal solutions.`;
    say(`${report}${many}${moves ? " o: watch it." : ""}`);
    if (!all || !moves) return;
  }
  if (best.result.moves) watch(false);
  else {
    say(best.result.report);
    now.best = null; // more time may find more
  }
}

/** Watches the best solution, which is searched for if need be. */
export async function watchBest() {
  if (!now.best) await askBest();
  if (now.best) askBest();
}

/** Celebrates a solution, and finds out how good it is. */
export async function celebrate() {
  const { classList } = $("board");
  classList.remove("solved");
  void $("board").offsetWidth; // starts the motion anew
  classList.add("solved");
  if (now.best || now.searching) return;
  const result = await solve({ quiet: true });
  if (result) now.best = { result, all: false, told: true };
}
