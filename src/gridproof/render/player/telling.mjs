/* A film in words: its steps, its positions, its cells. Needs no page. */

import { letterOf, onLine } from "./ways.mjs";

const WORDS = { U: "up", D: "down", L: "left", R: "right" };
/** Kinds of things whose coming and going is not told. */
const QUIET = new Set(["blast", "spent", "rubble", "cursor"]);

export function placeWords(x, y) {
  return `row ${y + 1}, column ${x + 1}`;
}

function moveCount(count) {
  return count === 1 ? "1 move" : `${count} moves`;
}

/** Tells the step to a position: "player left, box left". */
export function tellStep(film, n) {
  if (n < 1) return "start";
  const { frames, back, move } = film.step(n);
  if (back) return "taken back";
  const layer = (look) => film.looks[look][1];
  const parts = [];
  for (const [id, way] of film.routes(n)) {
    const from = film.at(id, n - 1);
    if (!from) continue;
    const [look] = film.at(id, n) || from;
    if (QUIET.has(film.looks[look][0])) continue;
    const [x, y] = way.at(-1);
    const straight = (from[1] === x) !== (from[2] === y) && onLine(way);
    const where = straight ? WORDS[letterOf(x - from[1], y - from[2])] : `to ${placeWords(x, y)}`;
    parts.push([0, -layer(look), `${film.words(look)} ${where}`]);
  }
  for (const frame of frames) {
    for (const [id, look, x, y] of frame.set || []) {
      if (QUIET.has(film.looks[look][0])) continue;
      const before = film.at(id, n - 1);
      if (!before) parts.push([1, -layer(look), `${film.words(look)} at ${placeWords(x, y)}`]);
      else if (before[1] === x && before[2] === y && film.words(before[0]) !== film.words(look)) {
        parts.push([2, -layer(look), `${film.words(before[0])}, now ${film.words(look)}`]);
      }
    }
  }
  parts.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const shown = parts.slice(0, 2).map((part) => part[2]);
  return shown.join(", ") || move;
}

/**
 * Tells a position in a line: "Move 3 of 12 · player left · boxes left: 2"; not `counted`, less
 * the first part.
 */
export function tellPosition(film, n, counted = true) {
  const parts = n
    ? [`Move ${n} of ${film.length}`, tellStep(film, n)]
    : [`Start of ${moveCount(film.length)}`];
  if (!film.length) parts.pop();
  else if (!counted) parts.shift();
  return [...parts, film.caption(n)].filter(Boolean).join(" · ");
}

/**
 * Returns the words of every cell at a position, row by row; in each, the topmost thing comes
 * first.
 */
export function tellCells(film, n) {
  const { width, height, ground, marks } = film.record;
  const things = Array.from({ length: width * height }, () => []);
  const add = (said, left, top, columns = 1, rows = 1) => {
    for (let y = Math.max(top, 0); y < Math.min(top + rows, height); y++) {
      for (let x = Math.max(left, 0); x < Math.min(left + columns, width); x++) {
        things[y * width + x].push(said);
      }
    }
  };
  for (const [look, left, top] of film.scene(n).values()) {
    const [, layer, , words, , columns, rows] = film.looks[look];
    add([layer, words], left, top, columns, rows);
  }
  for (const [left, top, , text, columns, rows] of marks || []) {
    if (text) add([-1, text], left, top, columns, rows);
  }
  return things.map((found, i) => {
    const words = found.sort((a, b) => b[0] - a[0]).map((thing) => thing[1]);
    const code = ground.rows[Math.floor(i / width)].charCodeAt(i % width) - 48;
    if (!words.length || code) words.push(ground.names[code]);
    return [...new Set(words)].join(", ");
  });
}
