/* The keys of the page, and swipes on the board. Needs the page of play.html. */

import { link } from "../place.js";
import { askBest } from "./best.js";
import { $, now, say } from "./board.js";
import { askHint, switchWarnings } from "./hints.js";
import { act } from "./moves.js";
import { another, goTo } from "./opening.js";
import { stop } from "./search.js";
import { download, openHelp, openSheet } from "./sheet.js";
import { closeWatch, takeOver } from "./watching.js";

/** Pixels from which on a touch is a swipe. */
const SWIPE = 24;
/** Keys that have a name of their own in games. */
const NAMES = {
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right",
  Enter: "enter", " ": "space", Tab: "tab",
};

/** The page's own actions by their keys, which a game may take for itself. */
export const PROGRAM = {
  u: () => act(["undo"]),
  r: () => act(["restart"]),
  n: () => goTo(now.play.number + 1),
  p: () => goTo(now.play.number - 1),
  h: () => askHint(),
  o: () => askBest(),
  x: () => switchWarnings(),
  g: () => another(),
  m: () => openSheet(),
  q: () => location.assign(link("/")),
  "?": () => openHelp(),
};

/** Does what a key press asks for. */
export function press(event) {
  if (event.key === "Tab") document.body.dataset.tabbed = "yes"; // from now on the focus is marked
  if (event.defaultPrevented || event.altKey || document.querySelector("dialog[open]")) return;
  if (document.body.dataset.mode === "watch") watchKey(event);
  else if (now.play) playKey(event);
  else if (event.key === "Escape") stop();
}

function watchKey(event) {
  if (event.key === "Escape") closeWatch();
  else if (event.key === "Enter" && !event.target.closest("button, select, input")) takeOver();
  else return;
  event.preventDefault();
}

function playKey(event) {
  const { target, key } = event;
  // In the board as words the arrows go from cell to cell, and Enter points at one.
  const words = target.closest("[role=grid]") && key.length > 1;
  if (target.closest("input, select, textarea") || (words && key !== "Escape")) return;
  if (event.ctrlKey || event.metaKey) {
    const letter = key.toLowerCase();
    if (letter === "s") keep();
    else if (letter === "z" || letter === "y") {
      act([letter === "y" || event.shiftKey ? "redo" : "undo"]);
    } else return;
    event.preventDefault();
    return;
  }
  const name = NAMES[key] || (key.length === 1 ? key.toLowerCase() : "");
  const pressing = target.closest("button, a");
  if (pressing && (name === "space" || name === "enter")) return;
  if (name === "tab" && (event.shiftKey || !$("board").contains(target))) return;
  if (key === "Escape") escape();
  else if (now.play.keys.includes(name)) act(["press", name]);
  else if (Object.hasOwn(PROGRAM, name)) PROGRAM[name]();
  else return;
  event.preventDefault();
}

async function keep() {
  say((await download("save")) || "The play-through is kept as a file.");
}

/** Ends a search; else leaves the board, on which Tab may be a key of the game. */
function escape() {
  if (now.searching || now.drawing) stop();
  else if ($("board").contains(document.activeElement)) $("undo").focus();
  else $("board").focus();
}

/** Has swipes on the board move; the player itself tells taps. */
export function acceptSwipes() {
  let from = null;
  const stage = $("board");
  stage.addEventListener("pointerdown", (event) => {
    from = event.isPrimary && event.pointerType !== "mouse" ? event : null;
  });
  stage.addEventListener("pointerup", (event) => {
    if (!from || !event.isPrimary || stage.querySelector(".zoomable")) return;
    const x = event.clientX - from.clientX;
    const y = event.clientY - from.clientY;
    from = null;
    if (Math.max(Math.abs(x), Math.abs(y)) < SWIPE) return;
    if (Math.abs(x) > Math.abs(y)) act(["press", x > 0 ? "right" : "left"]);
    else act(["press", y > 0 ? "down" : "up"]);
  });
  stage.addEventListener("pointercancel", () => (from = null));
}
