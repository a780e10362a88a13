/* The page on which a board is played: its buttons are connected, and the board of its address is opened.
 *
 * The server knows the rules; its answers are shown here. Needs the page of play.html, and player.js.
 */

import { themeSwitch, whenWaiting } from "../app.js";
import { keepAddress, keepUnaddressed, share } from "./address.js";
import { askBest, celebrate, watchBest } from "./best.js";
import { $, keepOwn, say } from "./board.js";
import { certify } from "./certifying.js";
import { PROGRAM, acceptSwipes, press } from "./keys.js";
import { act, whenMoved } from "./moves.js";
import { another, goTo, openAddress, playFor } from "./opening.js";
import { stop } from "./search.js";
import { download, redraw, sayInSheet } from "./sheet.js";
import { closeWatch, takeOver } from "./watching.js";

const BUTTONS = {
  undo: PROGRAM.u,
  redo: () => act(["redo"]),
  restart: PROGRAM.r,
  next: PROGRAM.n,
  previous: PROGRAM.p,
  hint: PROGRAM.h,
  best: PROGRAM.o,
  more: PROGRAM.m,
  help: PROGRAM["?"],
  cancel: stop,
  certify,
  another,
  back: closeWatch,
  take: takeOver,
  share,
  redraw,
};
/** Elements of the sheet that close it: their events and actions. */
const CLOSING = {
  "watch-best": ["click", watchBest],
  like: ["click", another],
  all: ["click", () => askBest(true)],
  level: ["change", () => goTo(Number($("level").value))],
};

themeSwitch($("theme"));
whenWaiting(say);
whenMoved(({ moved, solved }) => {
  if (solved) celebrate();
  if (moved) keepAddress();
  keepOwn();
});
acceptSwipes();
addEventListener("keydown", press);
addEventListener("popstate", openAddress);
addEventListener("pagehide", keepUnaddressed);
for (const [id, act] of Object.entries(BUTTONS)) {
  $(id).addEventListener("click", () => $(id).getAttribute("aria-disabled") !== "true" && act());
}
for (const [id, [event, act]] of Object.entries(CLOSING)) {
  $(id).addEventListener(event, () => {
    $("sheet").close();
    act();
  });
}
$("objective").addEventListener("change", () => playFor($("objective").value));
for (const button of document.querySelectorAll("[data-file]")) {
  button.addEventListener("click", async () => sayInSheet(await download(button.dataset.file)));
}
openAddress();
