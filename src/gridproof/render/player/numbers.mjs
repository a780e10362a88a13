/* Numbers: search in ascending lists, and limits. Needs nothing. */

/** Returns the last index whose value is at most `value` in an ascending list, or -1. */
export function lastUpTo(list, value) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export function clamp(value, min, max) {
  return Math.min(Math.max(value, min), max);
}
