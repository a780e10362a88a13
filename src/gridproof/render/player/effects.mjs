/* Frames and options of the motions of things, as the browser's `animate` takes them.
 *
 * Needs no page.
 */

import { timeOf } from "./timing.mjs";
import { cellByCell, lengthOf } from "./ways.mjs";

export function slide(way, speed) {
  const frames = cellByCell(way).map(([x, y]) => ({ transform: `translate(${x}px,${y}px)` }));
  return [frames, { duration: timeOf(lengthOf(way)) / speed }];
}

export const appear = (duration) => [
  [{ opacity: 0, scale: 0.6 }, { opacity: 1, scale: 1 }], { duration },
];

/** A thing has got another look. */
export const pulse = (duration) => [
  [{ scale: 1 }, { scale: 1.14, offset: 0.4 }, { scale: 1 }], { duration },
];

/** An arm of an explosion grows, and fades. */
export const explode = (duration) => [
  [
    { scale: 0.05, opacity: 1 },
    { scale: 1, opacity: 1, offset: 0.45 },
    { scale: 1, opacity: 0.4 },
  ],
  { duration, fill: "forwards" },
];

export const fade = (duration) => [
  [{ opacity: 0.4 }, { opacity: 0 }], { duration, fill: "forwards" },
];

export const shrink = (duration) => [
  [{ opacity: 1, scale: 1 }, { opacity: 0, scale: 0.4 }], { duration, fill: "forwards" },
];
