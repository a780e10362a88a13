/* The buttons of boards that are played. Needs a page. */

import { element, setAttributes } from "./elements.mjs";
import { iconButton } from "./icons.mjs";

/** The pictures of buttons; Restart has the player's own. */
const PICTURES = {
  undo: "M8 4v3h3.5a4.5 4.5 0 0 1 0 9H6v-2h5.5a2.5 2.5 0 0 0 0-5H8v3L3 8z",
  redo: "M12 4v3H8.5a4.5 4.5 0 0 0 0 9H14v-2H8.5a2.5 2.5 0 0 1 0-5H12v3l5-4z",
  previous: "M13 3.5 6.5 10l6.5 6.5-1.5 1.5-8-8 8-8z",
  next: "M7 3.5 13.5 10 7 16.5 8.5 18l8-8-8-8z",
  hint: "M10 2a5.5 5.5 0 0 1 3 10.1V14H7v-1.9A5.5 5.5 0 0 1 10 2zM7.5 15h5v1.5h-5zM8.5 17h3v1h-3z",
};

/** Makes the buttons below a board; `several`: there are levels to turn to. */
export function makeButtons(play, parent, several) {
  const all = [
    ["undo", "Undo", "u", () => play.undo()],
    ["redo", "Redo", "Ctrl-Y", () => play.redo()],
    ["restart", "Restart", "r", () => play.restart()],
    ["previous", "Previous", "p", () => play.turn(-1)],
    ["next", "Next", "n", () => play.turn(1)],
    ["hint", "Hint", "h", () => play.hint()],
  ];
  for (const [name, label, key, act] of all) {
    if (!several && ["previous", "next"].includes(name)) continue;
    const press = () => button.getAttribute("aria-disabled") !== "true" && act();
    const button = iconButton("first", label, key, press, parent);
    button.dataset.does = name;
    if (PICTURES[name]) setAttributes(button.querySelector("path"), { d: PICTURES[name] });
    button.append(element("span", { text: label, "aria-hidden": true }));
  }
}
