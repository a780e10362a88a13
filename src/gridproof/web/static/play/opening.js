/* Boards are opened: by the page's address, by number, by objective, or drawn anew.
 *
 * Needs the page of play.html.
 */

import { askJson, drawnAt, element, recall, sentence, tab } from "../app.js";
import { address, link, showAddress } from "../place.js";
import { addressed, forgetAddress, keepAddress } from "./address.js";
import { $, boardReference, now, say, showState } from "./board.js";
import { draw } from "./drawing.js";
import { act, dropActions } from "./moves.js";
import { stop } from "./search.js";
import { fillKeys, fillSheet, sayInSheet } from "./sheet.js";
import { closeWatch } from "./watching.js";

/** Opens the board that the address names, or that was handed over. */
export async function openAddress() {
  leave();
  const shared = location.hash.slice(1);
  const handed = JSON.parse(recall(tab, "play") || "null");
  const named = addressed();
  try {
    if (handed && handed.at === (shared || named ? address() : "")) {
      try {
        show(await askJson("/api/plays", { copy: handed.id }), handed.notice);
        return;
      } catch (error) {
        if (!error.record?.gone) throw error;
      }
    }
    if (shared) show(await askJson("/api/plays", { ...named, shared }));
    else if (named?.order) await drawAgain(named.order);
    else if (named) show(await askJson("/api/plays", named));
    else fail("No board was chosen, or the server does not know it any more.");
  } catch (error) {
    fail(sentence(error));
  }
}

/** Ends all that belongs to the board that was shown: its search, its film, its actions. */
function leave() {
  stop();
  forgetAddress();
  if (now.film) closeWatch();
  dropActions();
}

/** Shows that there is nothing to play, why, and where to go on. */
function fail(text) {
  leave();
  document.body.dataset.mode = "failed";
  $("title").textContent = "No board";
  $("message").textContent = text;
  $("goal").textContent = "";
  now.player?.dispose();
  $("board").replaceChildren(element("a", { href: link("/"), text: "Choose a board" }));
  now.player = null;
  now.play = null;
}

/** Shows a play-through at its position. */
function show(play, notice = "") {
  leave();
  now.play = play;
  now.save = play.save;
  now.hint = null;
  now.best = play.known && { result: play.known, all: false, told: false };
  now.stamp += 1;
  document.body.dataset.mode = "play";
  document.body.dataset.game = play.game;
  if (now.player) now.player.reset(play.record);
  else {
    $("board").replaceChildren();
    const options = { controls: false, keys: null };
    now.player = globalThis.gridproof.create($("board"), play.record, options);
    now.player.on("point", ({ x, y }) => act(["point", [x, y]]));
  }
  showTitle(play);
  const alone = Boolean(play.like) && play.count === 1;
  $("another").hidden = !alone;
  for (const id of ["previous", "next"]) $(id).hidden = alone;
  fillSheet();
  fillKeys();
  keepAddress();
  showState(play.state);
  say(notice);
  if (!now.warns) act(["warn", false]);
  $("board").focus({ preventScroll: true });
}

function showTitle(play) {
  const drawnFrom = /#([\d.]+)/.exec(play.order)?.[1];
  const title = play.title || `${play.game_title.split(" (")[0]} ${drawnFrom || play.number}`;
  $("title").textContent = title;
  $("title").title = play.order;
  document.title = `${title} · gridproof`;
  $("place").textContent = play.count > 1 ? `${play.number} / ${play.count}` : "";
  $("board").setAttribute("aria-label", title);
}

/** Opens another board of the same file. */
export async function goTo(number) {
  const { play } = now;
  if (!play || number < 1 || number > play.count || number === play.number) return;
  try {
    const wish = play.source ? { collection: play.source, number } : { of: play.play, number };
    const opened = await askJson("/api/plays", wish);
    if (opened.source) showAddress(`/play/${opened.source}/${opened.number}`, { push: true });
    show(opened);
  } catch (error) {
    say(sentence(error));
  }
}

/** Opens the same board and position for another objective. */
export async function playFor(objective) {
  try {
    const save = JSON.stringify({ ...now.save, objective });
    show(await askJson("/api/plays", { ...boardReference(), save }));
  } catch (error) {
    sayInSheet(sentence(error));
  }
}

/** Draws the level that an address names; nothing, if another address was called for meanwhile. */
async function drawAgain(order) {
  const asked = address();
  document.body.dataset.mode = "opening";
  $("title").textContent = "New level";
  now.play = null; // whose board is still seen
  try {
    const opened = await draw({ id: order });
    if (address() === asked) show(opened);
  } catch (error) {
    if (address() === asked) throw error;
  }
}

/** Opens another level with the same wishes, from the next seed. */
export async function another() {
  const { play } = now;
  if (!play || now.searching || now.drawing) return;
  if (!play.like) {
    say("No generator made this level: “New level” on the first page has them.");
    return;
  }
  try {
    const opened = await draw({ after: play.like });
    if (play !== now.play) return;
    const same = opened.kinship === play.kinship;
    showAddress(drawnAt(opened.order), { push: true });
    show(opened, same ? "The next seed makes the same level again: other parameters make others." : "");
  } catch (error) {
    if (play === now.play) say(sentence(error));
  }
}
