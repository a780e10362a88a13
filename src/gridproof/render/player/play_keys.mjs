/* Keys and swipes of boards that are played. Needs a page. */

/** Pixels from which on a touch is a swipe. */
const SWIPE = 24;
/** Keys that have a name of their own in games. */
const NAMES = {
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right",
  Enter: "enter", " ": "space", Tab: "tab",
};
/** The actions of all games by their keys, which a game may take for itself. */
const ACTIONS = {
  u: (play) => play.undo(),
  r: (play) => play.restart(),
  n: (play) => play.turn(1),
  p: (play) => play.turn(-1),
  h: (play) => play.hint(),
  "?": () => openRules(),
};

function openRules() {
  const rules = document.querySelector("details.rules-of");
  if (!rules) return;
  rules.open = true;
  rules.querySelector("summary").focus();
}

/** Does what a key press asks for; `board`: the element in which Tab may be a key of the game. */
export function playKey(play, event, board) {
  const { target, key } = event;
  if (event.defaultPrevented || event.altKey) return;
  const on = target.closest ? target : document.body;
  // In the board as words the arrows go from cell to cell, and Enter points at one.
  const isWord = on.closest("[role=grid]") && key.length > 1;
  if (on.closest("input, select, textarea") || (isWord && key !== "Escape")) return;
  const letter = key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (letter === "y" || (letter === "z" && event.shiftKey)) play.redo();
    else if (letter === "z") play.undo();
    else return;
    event.preventDefault();
    return;
  }
  const name = NAMES[key] || (key.length === 1 ? letter : "");
  if (on.closest("button, a, summary") && (name === "space" || name === "enter")) return;
  if (name === "tab" && (event.shiftKey || !board.contains(on))) return;
  if (key === "Escape") leave(board);
  else if (play.means(name)) play.press(name);
  else if (Object.hasOwn(ACTIONS, name)) ACTIONS[name](play);
  else return;
  event.preventDefault();
}

/** Goes from the board, on which Tab may be a key of the game, to the buttons, and back. */
function leave(board) {
  if (board.contains(document.activeElement)) board.parentNode.querySelector("button").focus();
  else board.focus();
}

/** Has swipes on the board press arrows; the player itself tells taps. */
export function acceptSwipes(play, board) {
  let from = null;
  board.addEventListener("pointerdown", (event) => {
    from = event.isPrimary && event.pointerType !== "mouse" ? event : null;
  });
  board.addEventListener("pointerup", (event) => {
    if (!from || !event.isPrimary || board.querySelector(".zoomable")) return;
    const [x, y] = [event.clientX - from.clientX, event.clientY - from.clientY];
    from = null;
    if (Math.max(Math.abs(x), Math.abs(y)) < SWIPE) return;
    if (Math.abs(x) > Math.abs(y)) play.press(x > 0 ? "right" : "left");
    else play.press(y > 0 ? "down" : "up");
  });
  board.addEventListener("pointercancel", () => (from = null));
}
