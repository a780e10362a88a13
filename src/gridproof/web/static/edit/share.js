/* Addresses that hold the board: no server is sent it. */

import { recall, remember, tab } from "../app.js";
import { packed, unpacked } from "../packing.js";
import { showAddress, whole } from "../place.js";
import { $, now } from "./state.js";
import { read } from "./text.js";

/** Copies the address of a page on which the board can be played. */
export async function share() {
  const fragment = now.answer.record && (await packed(now.answer.record));
  if (!fragment) {
    $("kept").textContent = now.answer.record
      ? "The board is too large for an address. Download it as a file instead."
      : "The board is not finished: only one without faults can be sent.";
    return;
  }
  const address = whole(`/play#${fragment}`);
  try {
    await navigator.clipboard.writeText(address);
    $("kept").textContent = "The address is copied: whoever opens it on a gridproof server can play the board.";
  } catch {
    showAddress(`/edit#${fragment}`);
    $("kept").textContent = "Copying is not allowed here: the page's own address is the one to send.";
  }
}

/** Opens a board that another page has handed over. */
export async function openHanded() {
  const handed = JSON.parse(recall(tab, "draw") || "null");
  remember(tab, "draw", null);
  if (handed) await read(handed.text, { game: handed.game, adds: true });
}

/** Opens the board in the page's address, if there is one: it joins the set of its game. */
export async function openAddress() {
  const fragment = location.hash.slice(1);
  if (!fragment) return;
  showAddress("/edit");
  let text;
  try {
    text = await unpacked(fragment);
  } catch {
    $("kept").textContent = "The address is damaged or was cut: it holds no board.";
    return;
  }
  await read(text, { game: "", adds: true });
}
