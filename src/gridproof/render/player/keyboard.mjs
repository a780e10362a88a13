/* The keys of a player. Needs a player and its scrubber. */

import { SHIFTS } from "./ways.mjs";

/**
 * Does what a key press asks for, if it is meant for the player; `range`: the scrubber, if there
 * is one.
 */
export function pressKey(player, event, range) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const { viewport } = player.board;
  if (event.shiftKey && viewport.zoomed && event.key.startsWith("Arrow")) {
    event.preventDefault();
    viewport.shift(SHIFTS[event.key[5]]);
    return;
  }
  if (!isMeant(event, range)) return;
  const faster = () => player.changeSpeed(1);
  const slower = () => player.changeSpeed(-1);
  const act = {
    " ": () => player.toggle(),
    ArrowRight: () => player.forward(),
    ArrowLeft: () => player.back(),
    Home: () => player.jump(0),
    End: () => player.jump(player.length),
    "+": faster,
    "=": faster,
    "-": slower,
    "−": slower,
    ArrowUp: () => (player.solution -= 1),
    ArrowDown: () => (player.solution += 1),
  }[event.key];
  if (!act || (/^Arrow(Up|Down)/.test(event.key) && !player.film.record.solutions)) return;
  event.preventDefault();
  act();
}

/** Returns true unless another control that has the focus uses the key. */
function isMeant({ target, key }, range) {
  const on = target.closest ? target : document.body;
  const name = on.closest("input, select, textarea, button, a, [role=grid]")?.localName;
  if (on.closest("[role=grid]") || ["textarea", "select"].includes(name)) return false;
  if (name === "input" && on !== range) return false;
  return !(key === " " && (name === "button" || name === "a"));
}
