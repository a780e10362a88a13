/* The page on which boards are drawn: its parts are connected, and the last set is opened.
 *
 * The server does the edits and solves the boards. Needs the page of edit.html, and player.js.
 */

import { askJson, element, sentence, themeSwitch } from "../app.js";
import { acceptStrokes } from "./board.js";
import { findAlike, rateSet, tryChanges } from "./ideas.js";
import { press } from "./keys.js";
import { connectSet } from "./set.js";
import { fillOptions } from "./options.js";
import { openAddress, openHanded, share } from "./share.js";
import { $, begin, lastGame, now, whenGameChanges, whenRefused } from "./state.js";
import { makeTools } from "./tools.js";
import { play, watch } from "./verdict.js";

whenRefused((error) => {
  $("said").textContent = sentence(error);
  $("verdict").dataset.standing = "failed";
});

whenGameChanges(() => {
  $("game").value = now.palette.id;
  document.body.dataset.game = now.palette.id;
});
whenGameChanges(fillOptions);

themeSwitch($("theme"));
makeTools();
connectSet();
acceptStrokes();
addEventListener("keydown", press);
$("help").addEventListener("click", () => $("keys").showModal());
$("see").addEventListener("click", () => watch().catch((error) => ($("said").textContent = sentence(error))));
$("try").addEventListener("click", () => play().catch((error) => ($("said").textContent = sentence(error))));
$("share").addEventListener("click", share);
$("changes").addEventListener("click", tryChanges);
$("like").addEventListener("click", findAlike);
$("rate").addEventListener("click", rateSet);
$("game").addEventListener("change", () => begin($("game").value));
try {
  const offered = await askJson("/api/palettes");
  now.palettes = offered.games;
  now.startSide = offered.start_side;
  $("game").replaceChildren(...now.palettes.map(({ id, title }) => element("option", { value: id, text: title.split(" (")[0] })));
  await begin(new URLSearchParams(location.search).get("game") || lastGame());
  await openAddress();
  await openHanded();
} catch (error) {
  $("said").textContent = sentence(error);
}
