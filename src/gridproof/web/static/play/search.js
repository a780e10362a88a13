/* Searches by the server's solvers, one at a time; their progress is counted below the board.
 *
 * Needs an open play-through.
 */

import { Refused, ask, events, place, sentence } from "../app.js";
import { $, beginBusy, endBusy, keepOwn, now, say, showState } from "./board.js";
import { kept } from "./moves.js";

/**
 * Runs a search; returns its result, or null.
 *
 * Options: `here`, of the position instead of the board; `all` optimal solutions; `quiet`, without words.
 */
export async function solve({ here = false, all = false, quiet = false }) {
  if (now.searching) return null;
  now.searching = true;
  const asked = now.save;
  let result = null;
  let problem = "";
  try {
    await kept(async () => {
      if (!quiet) say("Searching …");
      beginBusy("solving");
      for await (const [name, data] of events(`/api/plays/${now.play.play}/solve`, { here, all })) {
        if (name === "result") result = data;
        else if (name === "failed") throw new Refused(200, data);
        else if (quiet || asked !== now.save) continue;
        else if (name === "waiting") say(`${place(data)} · Esc stops`);
        else say(data.text);
      }
    });
  } catch (error) {
    problem = sentence(error);
  }
  now.searching = false;
  endBusy(!now.drawing);
  if (!now.play || asked !== now.save) return null;
  if (result) {
    showState(result.state);
    keepOwn(); // a game without a fixed end is solved where nothing better is possible, proven
  }
  if (!quiet) say(problem || (result ? "" : "The search was stopped."));
  else if (!$("message").textContent || $("message").dataset.verdict) say("");
  return result;
}

/** Ends the search, whose result is what it has found. */
export function stopSearch() {
  if (now.searching) ask(`/api/plays/${now.play.play}/cancel`, {}).catch(() => {});
}

/** Ends the work that runs: the search, or the drawing of a level. */
export function stop() {
  stopSearch();
  now.drawing?.abort();
}
