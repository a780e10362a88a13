/* The motions of each step of a film, and their times. Needs no page. */

import { lengthOf } from "./ways.mjs";

/** Milliseconds of motions at speed 1. */
export const TIME = { move: 140, slide: 60, cell: 25, longest: 300, blast: 260, change: 140, rest: 60 };
export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];

/** Returns the milliseconds of a way of this length. */
export function timeOf(cells) {
  return cells <= 1 ? TIME.move : Math.min(TIME.longest, TIME.slide + TIME.cell * cells);
}

/**
 * Returns the motions of the step to position n, one after another:
 * [{moved: {id: way}, set, gone, time}, …], time in ms at speed 1.
 */
export function motions(film, n) {
  const now = new Map();
  const known = (id) => (now.has(id) ? now.get(id) : film.at(id, n - 1));
  return film.step(n).frames.map((frame) => {
    const moved = new Map();
    let time = 0;
    for (const [id, look, x, y] of frame.set || []) {
      const before = known(id);
      const path = frame.paths && frame.paths[id];
      const way = path || (before && [[before[1], before[2]], [x, y]]);
      const cells = way ? lengthOf(way) : 0;
      if (cells && (before || path)) {
        moved.set(id, way);
        time = Math.max(time, timeOf(cells));
      } else time = Math.max(time, film.looks[look][0] === "blast" ? TIME.blast : TIME.change);
    }
    if (frame.gone) time = Math.max(time, TIME.change);
    for (const [id, look, x, y] of frame.set || []) now.set(id, [look, x, y]);
    for (const id of frame.gone || []) now.set(id, null);
    return { moved, set: frame.set || [], gone: frame.gone || [], time };
  });
}

/** Returns the one motion from a position to its neighbour `n`, either way. */
export function motionBetween(film, from, n) {
  const set = [];
  const gone = [];
  const moved = new Map();
  for (const id of film.changed(from, n) || []) {
    const [old, thing] = [film.at(id, from), film.at(id, n)];
    if (!thing) {
      if (old) gone.push(id);
      continue;
    }
    if (!old || thing.some((value, i) => value !== old[i])) set.push([id, ...thing]);
    if (old && (old[1] !== thing[1] || old[2] !== thing[2])) {
      const route = film.routes(Math.max(from, n)).get(id);
      moved.set(id, route ? route.slice().reverse() : [old.slice(1), thing.slice(1)]);
    }
  }
  const time = Math.max(0, ...[...moved.values()].map((way) => timeOf(lengthOf(way))));
  return { set, gone, moved, time: time || TIME.change };
}

/** Returns the milliseconds of the step to a position, at speed 1. */
export function durationOf(film, n) {
  return motions(film, n).reduce((sum, phase) => sum + phase.time, 0);
}
