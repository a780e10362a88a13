/* Boards are opened: by the page's address, by number, by objective, or drawn anew.
 *
 * Needs the page of play.html.
 */

import { Refused, askJson, drawnAt, element, recall, sentence, tab } from "../app.js";
import { address, link, showAddress } from "../place.js";
import { addressed, forgetAddress, keepAddress } from "./address.js";
import { $, boardReference, now, say, showState } from "./board.js";
import { draw } from "./drawing.js";
import { act, dropActions } from "./moves.js";
import { stop } from "./search.js";
import { fillKeys, fillSheet, sayInSheet } from "./sheet.js";
import { closeWatch } from "./watching.js";

/** The number of boards that were asked for. */
let asked = 0;

/** Awaits a play-through; null, also where it is refused, if another board was asked for since. */
async function latest(opened) {
  const mine = ++asked;
  try {
    const play = await opened;
    return mine === asked ? play : null;
  } catch (error) {
    if (mine === asked) throw error;
    return null;
  }
}

/** Opens the board that the address names, or that was handed over. */
export async function openAddress() {
  leave();
  try {
    const found = await latest(openedAtAddress());
    if (found) show(found.play, found.notice);
  } catch (error) {
    fail(sentence(error));
  }
}

async function openedAtAddress() {
  const shared = location.hash.slice(1);
  const handed = JSON.parse(recall(tab, "play") || "null");
  const named = addressed();
  if (handed && handed.at === (shared || named ? address() : "")) {
    try {
      return { play: await askJson("/api/plays", { copy: handed.id }), notice: handed.notice };
    } catch (error) {
      if (!error.record?.gone) throw error;
      const { save } = handed;
      if (save) return { play: await askJson("/api/plays", { ...named, save }) };
    }
  }
  if (shared) return { play: await askJson("/api/plays", { ...named, shared }) };
  if (named?.order) return { play: await drawAgain(named.order) };
  if (named) return { play: await askJson("/api/plays", named) };
  const error = "No board was chosen, or the server does not know it any more.";
  throw new Refused(0, { error });
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
    const request = play.source ? { collection: play.source, number } : { of: play.play, number };
    const opened = await latest(askJson("/api/plays", request));
    if (!opened) return;
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
    const opened = await latest(askJson("/api/plays", { ...boardReference(), save }));
    if (opened) show(opened);
  } catch (error) {
    sayInSheet(sentence(error));
  }
}

/** Draws the level that an address names. */
function drawAgain(order) {
  document.body.dataset.mode = "opening";
  $("title").textContent = "New level";
  now.play = null; // whose board is still seen
  return draw({ id: order });
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
    const opened = await latest(draw({ after: play.like }));
    if (!opened) return;
    const same = opened.kinship === play.kinship;
    showAddress(drawnAt(opened.order), { push: true });
    show(opened, same ? "The next seed makes the same level again: other parameters make others." : "");
  } catch (error) {
    say(sentence(error));
  }
}
