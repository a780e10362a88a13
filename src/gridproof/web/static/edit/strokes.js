/* Strokes as cells, without a page: lines, rectangles, and the sides of cells. */

/** The cells on the straight line between two. */
export function line([x0, y0], [x1, y1]) {
  const count = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
  if (!count) return [[x0, y0]];
  return Array.from({ length: count + 1 }, (_, i) => [
    Math.round(x0 + ((x1 - x0) * i) / count), Math.round(y0 + ((y1 - y0) * i) / count),
  ]);
}

/** The rectangle between two cells: left, top, width and height. */
export function between([x0, y0], [x1, y1]) {
  return [Math.min(x0, x1), Math.min(y0, y1), Math.abs(x1 - x0) + 1, Math.abs(y1 - y0) + 1];
}

/** The cells of a rectangle. */
export function cellsOf([left, top, width, height]) {
  return Array.from({ length: width * height }, (_, i) => [left + (i % width), top + Math.floor(i / width)]);
}

/** The cells on the edge of the rectangle between two. */
export function outline(a, b) {
  const [left, top, width, height] = between(a, b);
  return cellsOf([left, top, width, height]).filter(([x, y]) =>
    x === left || y === top || x === left + width - 1 || y === top + height - 1);
}

/** The thin walls round the rectangle between two cells: [cell, side], sides R and D alone. */
export function fence(a, b) {
  const [left, top, width, height] = between(a, b);
  const found = [];
  for (let x = left; x < left + width; x += 1) found.push([[x, top - 1], "D"], [[x, top + height - 1], "D"]);
  for (let y = top; y < top + height; y += 1) found.push([[left - 1, y], "R"], [[left + width - 1, y], "R"]);
  return found;
}

/** The thin wall nearest to a point: [cell, side]. */
export function nearestSide([x, y]) {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [x - column, y - row];
  const sides = [
    [down, [[column, row - 1], "D"]],
    [1 - down, [[column, row], "D"]],
    [right, [[column - 1, row], "R"]],
    [1 - right, [[column, row], "R"]],
  ];
  return sides.reduce((best, side) => (side[0] < best[0] ? side : best))[1];
}

export const same = ([x0, y0], [x1, y1]) => x0 === x1 && y0 === y1;
export const within = ([x, y], [left, top, width, height]) =>
  x >= left && y >= top && x < left + width && y < top + height;
