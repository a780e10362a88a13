/* Directions, and ways: lists of cells through which a thing moves. Needs nothing. */

/** The shift of each direction's letter. */
export const SHIFTS = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };

/** Returns the letter of the main direction of a shift; "" for none. */
export function letterOf(dx, dy) {
  if (!dx && !dy) return "";
  if (Math.abs(dx) >= Math.abs(dy)) return dx > 0 ? "R" : "L";
  return dy > 0 ? "D" : "U";
}

/** Returns true if all cells lie in one row or one column. */
export function onLine(cells) {
  return cells.every((c) => c[0] === cells[0][0]) || cells.every((c) => c[1] === cells[0][1]);
}

/** Returns the length of a way in cells. */
export function lengthOf(way) {
  let cells = 0;
  for (let i = 1; i < way.length; i++) {
    cells += Math.max(Math.abs(way[i][0] - way[i - 1][0]), Math.abs(way[i][1] - way[i - 1][1]));
  }
  return cells;
}

/** Returns a way cell by cell, so that each cell takes the same time. */
export function cellByCell(way) {
  const cells = [way[0]];
  for (let i = 1; i < way.length; i++) {
    const [x, y] = way[i - 1];
    const count = Math.max(lengthOf([way[i - 1], way[i]]), 1);
    for (let k = 1; k <= count; k++) {
      cells.push([x + ((way[i][0] - x) * k) / count, y + ((way[i][1] - y) * k) / count]);
    }
  }
  return cells;
}
