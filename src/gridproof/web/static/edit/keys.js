/* Drawing by keys. */

import { clearPart, mark, paint, paintSides, pieceOf, size, tellCursor, use } from "./board.js";
import { $, edit, now, redo, undo } from "./state.js";
import { TOOLS, WHOLE, chooseByKey, chooseTool } from "./tools.js";

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
/** Tools that need two cells. */
const LONG = ["line", "rectangle", "move"];
/** The first corner of what is drawn by keys; null: none is set. */
let corner = null;

/** Does what a key press asks for. */
export function press(event) {
  if (document.querySelector("dialog[open]")) return;
  const typing = event.target.closest("input, select, textarea");
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    if (typing || (key !== "z" && key !== "y")) return;
    (key === "y" || event.shiftKey ? redo : undo)();
    event.preventDefault();
    return;
  }
  if (event.key === "?" && !typing) $("keys").showModal();
  else if (!$("draft").contains(event.target) || event.altKey || !boardKey(event)) return;
  event.preventDefault();
}

/** Does what a key means on the board; returns whether it means something. */
function boardKey({ key, shiftKey }) {
  if (key in ARROWS) go(ARROWS[key], shiftKey);
  else if (key === " " || key === "Enter") here();
  else if (key === "Delete" || key === "Backspace") clearPart();
  else if (key === "Escape") leave();
  else if (key === "u") undo();
  else if (!chooseByKey(key)) {
    const change = Object.values(WHOLE).find(([its]) => its === key);
    if (change) {
      edit(change[2]);
      return true;
    }
    const tool = Object.keys(TOOLS).find((name) => TOOLS[name][0] === key);
    if (!tool) return false;
    corner = null;
    chooseTool(tool);
  }
  return true;
}

function go([dx, dy], draws) {
  const [x, y] = now.cursor;
  if (draws && now.palette.pieces.some(({ side }) => side)) {
    const cell = [x + Math.min(dx, 0), y + Math.min(dy, 0)];
    paintSides([[cell, dx ? "R" : "D"]], true);
    return;
  }
  const [width, height] = size();
  now.cursor = [Math.max(0, Math.min(x + dx, width - 1)), Math.max(0, Math.min(y + dy, height - 1))];
  if (draws) paint([now.cursor]);
  mark();
  tellCursor();
}

/** Uses the tool on the cell of the cursor: at once, or as one of two corners. */
function here() {
  if (pieceOf(now.piece)?.side && now.tool === "draw") {
    paintSides([[now.cursor, "R"]], true);
    return;
  }
  if (!LONG.includes(now.tool)) use(now.cursor, now.cursor);
  else if (corner === null) corner = now.cursor;
  else {
    use(corner, now.cursor);
    corner = null;
  }
  mark();
}

function leave() {
  if (now.selection || corner) {
    now.selection = null;
    corner = null;
    mark();
  } else $("undo").focus();
}
