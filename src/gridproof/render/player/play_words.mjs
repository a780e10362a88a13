/* Amounts, names of levels and ends of play in words. Needs nothing else. */

import { visibleText } from "./elements.mjs";

/** Returns values in words; `amounts` has for each one the words for one, and for `{}`. */
export function amountsInWords(amounts, values) {
  return amounts.map(([one, many], i) => {
    const value = values[i] || 0;
    return value === 1 ? one : many.replace("{}", value);
  }).join(" and ");
}

/** Returns praise for a solution, beside the values of the best one (null: not known). */
export function praise(amounts, value, best, isBySolver) {
  const ended = `✓ ${isBySolver ? "The solver's way" : "Solved"}: ${amountsInWords(amounts, value)}`;
  if (!best) return ended;
  const compared = value.every((part, i) => part === (best[i] || 0))
    ? "best possible"
    : `${best.join(" and ")} ${best[0] === 1 ? "is" : "are"} possible`;
  return `${ended} · ${compared}`;
}

/** Returns the names of levels, with ticks at those whose digest is in `solved`. */
export function levelNames(levels, solved) {
  return levels.map(({ title, digest, playable }, i) => {
    const sign = digest in solved ? " ✓" : playable ? "" : " (too large)";
    return `${i + 1}. ${visibleText(title)}${sign}`;
  });
}
