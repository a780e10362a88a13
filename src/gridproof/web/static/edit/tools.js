/* The palette and the tools, and buttons that change the whole board. */

import { element } from "../app.js";
import { mark, own, size } from "./board.js";
import { $, edit, now, redo, undo, view, whenChanged, whenGameChanges } from "./state.js";
import { cellsOf } from "./strokes.js";

/** Tools by name, each with its key and what it does. */
export const TOOLS = {
  draw: ["d", "Draw"],
  line: ["l", "Line"],
  rectangle: ["r", "Rectangle"],
  fill: ["f", "Fill"],
  move: ["m", "Move a part"],
  erase: ["e", "Erase"],
};
/** Changes of the whole board by name, each with its key, what it does, and its edit. */
export const WHOLE = {
  mirror: ["|", "Mirror left to right", ["mirror"]],
  turn: ["t", "Turn clockwise", ["turn"]],
};
/** More pieces than these are shown without their names. */
const MANY = 8;
/** Sides of the board with the change of the window where a line is added there. */
const SIDES = { left: [-1, 0, 1, 0], right: [0, 0, 1, 0], above: [0, -1, 0, 1], below: [0, 0, 0, 1] };

/** Pieces of one key take turns: they share a button. */
function families() {
  const found = new Map();
  for (const piece of now.palette.pieces) found.set(piece.key, [...(found.get(piece.key) || []), piece]);
  return found;
}

/** Shows the pieces of the game in hand. */
function fillPalette() {
  const buttons = [...families()].map(([key, pieces]) => {
    const chosen = pieces.find(({ id }) => id === now.piece) || pieces[0];
    const name = chosen.side ? "wall" : chosen.id;
    const button = element("button", {
      type: "button", role: "radio", title: `${name} (${key})`, "data-key": key, "data-piece": chosen.id,
    });
    button.innerHTML = chosen.picture; // the server's own
    button.append(element("span", { text: name }));
    button.addEventListener("click", () => choose(button.dataset.piece));
    if (pieces.length < 2 || chosen.side) return button;
    const list = element("select", { "aria-label": `which ${name}` },
      ...pieces.map(({ id }) => element("option", { value: id, text: id })));
    list.value = chosen.id;
    list.addEventListener("change", () => choose(list.value));
    return element("span", { class: "family" }, button, list);
  });
  $("palette").replaceChildren(...buttons);
  $("palette").toggleAttribute("data-many", buttons.length > MANY);
  showChosen();
}

/** Takes a piece in hand. */
export function choose(id) {
  now.piece = id;
  if (now.tool === "erase" || now.tool === "move") now.tool = "draw";
  fillPalette();
}

/** Takes the next piece of a key in hand; returns whether there is one. */
export function chooseByKey(key) {
  const pieces = families().get(key);
  if (!pieces) return false;
  const at = pieces.findIndex(({ id }) => id === now.piece);
  choose(pieces[pieces[0].side ? 0 : (at + 1) % pieces.length].id);
  return true;
}

export function chooseTool(name) {
  now.tool = name;
  if (name !== "move") now.selection = null;
  showChosen();
  mark();
}

function showChosen() {
  for (const button of $("palette").querySelectorAll("button")) {
    const is = now.tool !== "erase" && now.tool !== "move" && button.dataset.piece === now.piece;
    button.setAttribute("aria-checked", String(is));
  }
  for (const button of $("tools").children) {
    button.setAttribute("aria-checked", String(button.dataset.tool === now.tool));
  }
}

/** Makes the buttons of the tools, and connects those of changes. */
export function makeTools() {
  for (const [name, [key, text]] of Object.entries(TOOLS)) {
    const attributes = { type: "button", role: "radio", title: `${text} (${key})`, text, "data-tool": name };
    const button = element("button", attributes);
    button.addEventListener("click", () => chooseTool(name));
    $("tools").append(button);
  }
  for (const [side, window] of Object.entries(SIDES)) {
    const buttons = [["−", "take a line", -1], ["+", "add a line", 1]].map(([text, words, by]) => {
      const said = `${words} ${side}`;
      const button = element("button", { type: "button", text, "aria-label": said, title: said });
      button.addEventListener("click", () => grow(window, by));
      return button;
    });
    $("grow").append(element("span", { text: side }, ...buttons));
  }
  $("undo").addEventListener("click", undo);
  $("redo").addEventListener("click", redo);
  for (const [name, [key, text, change]] of Object.entries(WHOLE)) {
    $(name).title = `${text} (${key})`;
    $(name).addEventListener("click", () => edit(change));
  }
  $("empty").addEventListener("click", () => {
    edit(() => {
      const all = cellsOf([0, 0, ...size()]).map(own);
      const walls = now.palette.pieces.filter(({ side }) => side).map(({ id }) => ["take", id, all]);
      return [["clear", all], ...walls];
    });
  });
}

function grow([left, top, width, height], by) {
  edit(() => {
    const [x, y, columns, rows] = view();
    return [["crop", [x + left * by, y + top * by, columns + width * by, rows + height * by]]];
  });
}

/** Lists the keys of pieces and of tools, as the page of keys shows them. */
function fillKeys() {
  const row = ([key, use]) => element("div", {}, element("dt", { text: key }), element("dd", { text: use }));
  const pieces = [...families()].map(([key, [{ id, side }, ...others]]) =>
    [key, (side ? "wall" : id) + (others.length && !side ? " …; again: the next one" : "")]);
  $("piece-keys").replaceChildren(...pieces.map(row));
  $("tool-keys").replaceChildren(...Object.values({ ...TOOLS, ...WHOLE }).map(([key, text]) => row([key, text])));
}

whenGameChanges(fillPalette);
whenGameChanges(fillKeys);
whenChanged(() => {
  const [width, height] = size();
  $("sides").textContent = `${width} × ${height}`;
});
