/** The levels that this person has solved, kept in the browser: the best cost by a board's digest. */

import { browser, recall, remember } from "./app.js";

const KEY = "solved";

/** Returns the costs of the best solutions, by digest. */
export function solvedBoards() {
  try {
    return JSON.parse(recall(browser, KEY)) || {};
  } catch {
    return {}; // something else wrote there
  }
}

/** Keeps the cost of a solution, if none before was as good. */
export function keepSolved({ digest, sense }, cost) {
  const all = solvedBoards();
  const best = all[digest];
  if (best !== undefined && (sense === "max" ? best >= cost : best <= cost)) return;
  remember(browser, KEY, JSON.stringify({ ...all, [digest]: cost }));
}
