/* The picture of the draft, and drawing on it by mouse, touch and pen.
 *
 * Cells count from the first one of the window here; edits speak of the draft's own cells.
 */

import { $, board, edit, now, view, whenChanged } from "./state.js";
import { between, cellsOf, fence, line, nearestSide, outline, same, within } from "./strokes.js";

const SVG = "http://www.w3.org/2000/svg";

/** The stroke under way: tool, its cells or sides, and whether it takes away. */
let stroke = null;

export const size = () => view().slice(2);
/** The draft's own cell of one that is seen, and a rectangle's. */
export const own = ([x, y]) => [x + view()[0], y + view()[1]];
const ownPart = ([left, top, width, height]) => [...own([left, top]), width, height];
const isSeen = (cell) => within(cell, [0, 0, ...size()]);
export const pieceOf = (id) => now.palette.pieces.find((piece) => piece.id === id);
/** The pieces of each cell of the draft that has some, by `x,y`. */
let pieces = new Map();
const standingOn = (ownCell) => pieces.get(ownCell.join()) || [];
const standing = (cell) => standingOn(own(cell));

/** Puts the piece in hand on cells; or takes it away, if it `toggles` and stands on the first of them. */
export function paint(cells, toggles = false) {
  const { piece, tool } = now;
  const seen = cells.filter(isSeen).map(own);
  if (!seen.length) return;
  if (tool === "erase" || !piece) edit(["clear", seen]);
  else edit(() => [[toggles && standingOn(seen[0]).includes(piece) ? "take" : "put", piece, seen]]);
}

/** Puts thin walls; or takes them away, if they `toggle` and the first of them stands. */
export function paintSides(sides, toggles = false) {
  const [first] = sides.map(([cell, which]) => [own(cell), which]);
  const found = [];
  for (const { id, side } of now.palette.pieces.filter((piece) => piece.side)) {
    const cells = sides.filter(([cell, which]) => which === side && isSeen(cell)).map(([cell]) => own(cell));
    if (cells.length) found.push([id, cells]);
  }
  edit(() => found.map((one) => [toggles && hasSide(first) ? "take" : "put", ...one]));
}

/** Returns whether a thin wall stands there: the draft's own cell, and its side. */
function hasSide([cell, which]) {
  return standingOn(cell).some((id) => pieceOf(id).side === which);
}

/** Does what the tool in hand does between two cells. */
export function use(from, to, copy = false) {
  switch (now.tool) {
    case "line":
      paint(line(from, to));
      break;
    case "rectangle":
      if (pieceOf(now.piece)?.side) paintSides(fence(from, to));
      else paint(outline(from, to));
      break;
    case "fill":
      edit(["fill", pieceOf(now.piece)?.side ? "" : now.piece, own(from)]);
      break;
    case "move":
      move(from, to, copy);
      break;
    default:
      paint([from], true);
  }
}

/** Selects the part between two cells; or moves the selected one, if the first cell lies in it. */
function move(from, to, copy) {
  const part = now.selection;
  if (!part || !within(from, part)) {
    now.selection = between(from, to);
    mark();
    return;
  }
  const by = [to[0] - from[0], to[1] - from[1]];
  if (same(by, [0, 0])) return;
  now.selection = [part[0] + by[0], part[1] + by[1], part[2], part[3]];
  edit(["move", ownPart(part), by, copy]);
}

/** Clears the selected part. */
export function clearPart() {
  const cells = now.selection ? cellsOf(now.selection) : [now.cursor];
  edit(["clear", cells.filter(isSeen).map(own)]);
}

/** Lays the cursor, the selection and the stroke over the picture. */
export function mark() {
  const picture = $("draft").querySelector("svg");
  if (!picture) return;
  picture.querySelector(".ink")?.remove();
  const ink = document.createElementNS(SVG, "g");
  ink.setAttribute("class", "ink");
  const rect = ([x, y, width, height], kind) => {
    const made = document.createElementNS(SVG, "rect");
    const place = { x, y, width, height, class: kind };
    for (const [name, value] of Object.entries(place)) made.setAttribute(name, value);
    ink.append(made);
  };
  for (const [x, y] of stroke?.cells || []) rect([x, y, 1, 1], stroke.takes ? "taken" : "drawn");
  for (const [[x, y], side] of stroke?.sides || []) {
    rect(side === "R" ? [x + 0.92, y, 0.16, 1] : [x, y + 0.92, 1, 0.16], stroke.takes ? "taken" : "drawn");
  }
  if (now.selection) rect(now.selection, "selected");
  rect([...now.cursor, 1, 1], "at");
  picture.append(ink);
}

/** The point under a pointer, in cells. */
function pointOf(event) {
  const picture = $("draft").querySelector("svg");
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
  return [point.x, point.y];
}

function cellOf(event) {
  const [width, height] = size();
  const [x, y] = pointOf(event).map(Math.floor);
  return [Math.max(0, Math.min(x, width - 1)), Math.max(0, Math.min(y, height - 1))];
}

/** Has pointers draw on the board. */
export function acceptStrokes() {
  const stage = $("draft");
  stage.addEventListener("pointerdown", (event) => {
    if (event.button || !event.isPrimary || board().draft.text) return;
    stage.setPointerCapture(event.pointerId);
    const cell = cellOf(event);
    now.cursor = cell;
    const sides = pieceOf(now.piece)?.side && now.tool === "draw" ? [nearestSide(pointOf(event))] : null;
    const takes = sides ? hasSide([own(sides[0][0]), sides[0][1]]) : now.tool === "erase" || (now.tool === "draw" && standing(cell).includes(now.piece));
    stroke = { from: cell, to: cell, cells: sides ? [] : [cell], sides, takes };
    mark();
  });
  stage.addEventListener("pointermove", (event) => {
    if (!stroke) return;
    const cell = cellOf(event);
    if (stroke.sides) {
      const side = nearestSide(pointOf(event));
      if (!stroke.sides.some((one) => same(one[0], side[0]) && one[1] === side[1])) stroke.sides.push(side);
    } else if (now.tool === "draw" || now.tool === "erase") {
      const passed = line(stroke.to, cell);
      stroke.cells.push(...passed.filter((one) => !stroke.cells.some((other) => same(one, other))));
    } else if (now.tool === "line") stroke.cells = line(stroke.from, cell);
    else if (now.tool === "rectangle") stroke.cells = outline(stroke.from, cell);
    else if (now.tool === "move") stroke.cells = ghost(stroke.from, cell);
    stroke.to = cell;
    now.cursor = cell;
    mark();
  });
  stage.addEventListener("pointerup", (event) => {
    if (!stroke) return;
    const { from, to, cells, sides } = stroke;
    stroke = null;
    if (sides) paintSides(sides, true);
    else if (now.tool === "draw" || now.tool === "erase") paint(cells, true);
    else use(from, to, event.ctrlKey || event.altKey);
    mark();
  });
  stage.addEventListener("pointercancel", () => {
    stroke = null;
    mark();
  });
}

/** The cells that a drag of the selected part would cover, or that it would select. */
function ghost(from, to) {
  const part = now.selection;
  if (!part || !within(from, part)) return cellsOf(between(from, to));
  return cellsOf([part[0] + to[0] - from[0], part[1] + to[1] - from[1], part[2], part[3]]).filter(isSeen);
}

/** Tells the cell of the cursor, and what stands there. */
export function tellCursor() {
  const [x, y] = now.cursor;
  $("where").textContent = `row ${y + 1}, column ${x + 1}: ${standing(now.cursor).join(", ") || "nothing"}`;
}

/** Notes the pieces of each cell, lowest first. */
function noteStanding() {
  pieces = new Map();
  for (const { id } of now.palette.pieces) {
    const numbers = board().draft.pieces[id] || [];
    for (let i = 0; i < numbers.length; i += 2) {
      const cell = `${numbers[i]},${numbers[i + 1]}`;
      pieces.set(cell, [...(pieces.get(cell) || []), id]);
    }
  }
}

whenChanged(({ picture }) => {
  noteStanding();
  $("draft").innerHTML = picture; // the server's own, text in it is escaped
  const [width, height] = size();
  $("draft").style.setProperty("--columns", width);
  $("draft").style.setProperty("--rows", height);
  $("undo").disabled = !board().past.length;
  $("redo").disabled = !board().future.length;
  mark();
  tellCursor();
});
