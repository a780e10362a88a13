/** The page on which a board is played. The server knows the rules; what it says is shown here. */

import {
  Refused, ask, askJson, browser, drawn, drawnAt, element, ended, events, place, recall, remember, sentence,
  tab, themeSwitch, whenWaiting,
} from "/static/app.js";

const $ = (id) => document.getElementById(id);
const { gridproof } = globalThis;

/** Longest part of an address that holds a position. */
const LONGEST_ADDRESS = 1 << 16;
/** Pixels from which on a touch is a swipe. */
const SWIPE = 24;
/** Milliseconds for which a hint's move is seen. */
const PREVIEW = 1000;
/** Keys that have a name of their own in games. */
const NAMES = {
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right",
  Enter: "enter", " ": "space", Tab: "tab",
};

/** What the server said last: of the play-through, and of its position. */
let play = null;
let state = null;
let board = null;
let film = null;
/** The board's element while a film is shown. */
let shelf = null;
/** Moves as the server saves them, so that they outlive it. */
let save = null;
/** Counts the positions that were come to, so that a hint is known to be of this one. */
let stamp = 0;
/** The hint at hand: for which position, how big, and what was found. */
let hint = null;
/** What was found of the board itself. */
let best = null;
let searching = false;
/** Whether it is told where no solution can follow. */
let warns = recall(browser, "warns") !== "no";
/** What stops the drawing of a new level. */
let drawing = null;
/** The timer that puts the position into the address. */
let keeping = null;

// ------------------------------------------------------------------ opening

/** The part of the address that names a shipped board, or one that was drawn; or null. */
function addressed() {
  const order = new URLSearchParams(location.search).get("new");
  if (order && location.pathname === "/play") return { order };
  const match = /^\/play\/([\w./-]+)\/(\d+)$/.exec(location.pathname);
  return match && { collection: match[1], number: Number(match[2]) };
}

/** Opens what the address says, or what was handed over. */
async function openAddress() {
  leave();
  const shared = location.hash.slice(1);
  const kept = JSON.parse(recall(tab, "play") || "null");
  const named = addressed();
  try {
    if (kept && kept.at === (shared || named ? address() : "")) {
      try {
        show(await askJson("/api/plays", { copy: kept.id }), kept.notice);
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

/** This page's address on its server. */
const address = () => location.pathname + location.search + location.hash;

/** Ends what is about the board that was shown: its search, its film, what is wanted of it. */
function leave() {
  stopSearch();
  drawing?.abort();
  clearTimeout(keeping);
  keeping = null;
  if (film) closeWatch();
  wishes.length = 0;
}

/** There is nothing to play: says why, and where to go on. */
function fail(text) {
  leave();
  document.body.dataset.mode = "failed";
  $("title").textContent = "No board";
  $("message").textContent = text;
  board?.dispose();
  $("board").replaceChildren(element("a", { href: "/", text: "Choose a board" }));
  board = null;
  play = null;
}

/** Shows a play-through from its beginning or wherever it stands. */
function show(opened, notice = "") {
  leave();
  play = opened;
  save = opened.save;
  hint = null;
  best = play.known && { result: play.known, all: false, told: false };
  stamp += 1;
  document.body.dataset.mode = "play";
  document.body.dataset.game = play.game;
  clearTimeout(latest);
  later.length = 0;
  wishes.length = 0;
  if (board) board.reset(play.record);
  else {
    $("board").replaceChildren();
    board = gridproof.create($("board"), play.record, { controls: false, keys: null });
    board.on("point", ({ x, y }) => act(["point", [x, y]]));
  }
  const drawnFrom = /#([\d.]+)/.exec(play.order)?.[1];
  const title = play.title || `${play.game_title.split(" (")[0]} ${drawnFrom || play.number}`;
  $("title").textContent = title;
  $("title").title = play.order;
  document.title = `${title} · gridproof`;
  $("place").textContent = play.count > 1 ? `${play.number} / ${play.count}` : "";
  $("board").setAttribute("aria-label", title);
  const alone = Boolean(play.like) && play.count === 1;
  $("another").hidden = !alone;
  for (const id of ["previous", "next"]) $(id).hidden = alone;
  fillSheet();
  fillKeys();
  keepAddress();
  told(play.state);
  say(notice);
  if (!warns) act(["warn", false]);
  $("board").focus({ preventScroll: true });
}

/** The path of the page of what is played. */
const path = () => {
  if (play.order) return drawnAt(play.order);
  return play.source ? `/play/${play.source}/${play.number}` : "/play";
};

/** What of the board an address says, or a request that opens it again. */
function there() {
  if (play.order) return { order: play.order };
  return play.source ? { collection: play.source, number: play.number } : {};
}

/** Opens another board of the same file. */
async function goTo(number) {
  if (!play || number < 1 || number > play.count || number === play.number) return;
  try {
    const wish = play.source ? { collection: play.source, number } : { of: play.play, number };
    const opened = await askJson("/api/plays", wish);
    if (opened.source) history.pushState(null, "", `/play/${opened.source}/${opened.number}`);
    show(opened);
  } catch (error) {
    say(sentence(error));
  }
}

// ------------------------------------------------------------------ new levels

/** Has a level drawn, and counts that in the line below the board. Throws `Refused`. */
async function draw(wish) {
  const mine = (drawing = new AbortController());
  document.body.dataset.busy = "drawing";
  $("message").setAttribute("aria-live", "off"); // what counts is not told each time
  say("Drawing …");
  try {
    return await drawn(wish, (text) => mine === drawing && say(`${text} · Esc stops`), mine.signal);
  } finally {
    if (mine === drawing) {
      drawing = null;
      delete document.body.dataset.busy;
    }
    $("message").setAttribute("aria-live", "polite");
  }
}

/** The level that an address names; nothing, if another address was called for meanwhile. */
async function drawAgain(order) {
  const asked = address();
  document.body.dataset.mode = "opening";
  $("title").textContent = "New level";
  play = null; // whose board is still seen
  try {
    const opened = await draw({ id: order });
    if (address() === asked) show(opened);
  } catch (error) {
    if (address() === asked) throw error;
  }
}

/** Another level with the same wishes, from the next seed. */
async function another() {
  if (!play || searching || drawing) return;
  if (!play.like) {
    say("No generator made this level: “New level” on the first page has them.");
    return;
  }
  const here = play;
  try {
    const opened = await draw({ after: play.like });
    if (here !== play) return;
    const same = opened.kinship === play.kinship;
    history.pushState(null, "", drawnAt(opened.order));
    show(opened, same ? "The next seed makes the same level again: other parameters make others." : "");
  } catch (error) {
    if (here === play) say(sentence(error));
  }
}

// ------------------------------------------------------------------ the address

/** Puts the position into the address, soon; and notes for this tab where it is played. */
function keepAddress() {
  clearTimeout(keeping);
  const mine = (keeping = setTimeout(async () => {
    const packed = await fragment();
    if (mine !== keeping) return; // the page has gone on to another board
    history.replaceState(null, "", path() + (packed && `#${packed}`));
    const at = play.source || play.order || packed ? address() : "";
    remember(tab, "play", JSON.stringify({ id: play.play, at, notice: "" }));
  }, 300));
}

/** The position for an address, deflated; "" where the address says it already, or it is too long. */
async function fragment() {
  const { at, moves, ...rest } = save;
  if ((play.source || play.order) && !at && play.objective === play.usual) return "";
  if (rest.level.length > 1 << 20 || !globalThis.CompressionStream) return "";
  const text = JSON.stringify({ ...rest, moves: moves.slice(0, at), at });
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let letters = "";
  for (let i = 0; i < bytes.length; i += 8192) {
    letters += String.fromCharCode(...bytes.subarray(i, i + 8192));
  }
  const found = btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return found.length <= LONGEST_ADDRESS ? found : "";
}

async function share() {
  const packed = await fragment();
  if (!packed && !play.source && !play.order) {
    sayInSheet("The board is too large for an address. Keep the play-through as a file instead.");
    return;
  }
  const whole = location.origin + path() + (packed && `#${packed}`);
  try {
    await navigator.clipboard.writeText(whole);
    sayInSheet("The address is copied.");
  } catch {
    sayInSheet("Copying is not allowed here: the page's own address is the one to send.");
    history.replaceState(null, "", whole);
  }
}

// ------------------------------------------------------------------ moves

const wishes = [];
/** Ends when all that is wanted was done; null: nothing is. */
let sending = null;

/** Wants something done, after what was wanted before. */
function act(wish) {
  if (!play || document.body.dataset.mode !== "play") return;
  wishes.push(wish);
  sending ??= send().finally(() => (sending = null));
}

/** Has the server do what is wanted: all of it that has gathered meanwhile at once. */
async function send() {
  while (wishes.length) {
    const some = wishes.splice(0, 64);
    const here = play;
    try {
      const done = await kept(() => askJson(`/api/plays/${play.play}/do`, { do: some }));
      if (play && here.save === save) took(done);
    } catch (error) {
      wishes.length = 0;
      say(sentence(error));
    }
  }
}

/** Does something; where the server has forgotten the play-through, opens it again before. */
async function kept(request) {
  try {
    return await request();
  } catch (error) {
    if (!error.record?.gone) throw error;
    const again = await askJson("/api/plays", { ...there(), save: JSON.stringify(save) });
    play = { ...again, save };
    later.length = 0;
    board.reset(play.record);
    best = null;
    hint = null;
    if (!warns) await askJson(`/api/plays/${play.play}/do`, { do: [["warn", false]] });
    return request();
  }
}

/** Steps of the board that wait for a moment, while a hint is seen. */
const later = [];
let latest = null;

/** Shows steps, one after another. */
function apply(steps) {
  clearTimeout(latest);
  later.push(...steps);
  while (later.length) {
    const step = later.shift();
    board.apply(step);
    if (!step.preview) continue;
    latest = setTimeout(() => apply([]), PREVIEW);
    return;
  }
}

/** Takes over what was done. */
function took(done) {
  apply(done.steps);
  save.moves.splice(done.kept, Infinity, ...done.moves);
  const moved = done.steps.some((step) => step.move) || done.state.at !== save.at;
  if (moved) {
    stamp += 1;
    hint = null;
  }
  save.at = done.state.at;
  const before = state;
  told(done.state);
  if (done.said) say(ended(done.said));
  else if (moved) say("");
  if (state.solved && !before.solved) celebrate();
  if (moved) keepAddress();
}

/** Shows what is known of the position besides its picture. */
function told(news) {
  state = news;
  const { body } = document;
  body.dataset.outcome = state.solved ? "solved" : state.lost ? "lost" : "";
  body.dataset.at = state.at;
  const caption = state.caption ? ` · ${state.caption}` : "";
  $("counter").textContent = state.counter + caption;
  off("undo", state.at === 0);
  off("redo", state.at === state.total);
  off("restart", state.at === 0);
  off("previous", play.number <= 1);
  off("next", play.number >= play.count);
  $("next").classList.toggle("first", state.solved);
  $("another").classList.toggle("first", state.solved);
}

/** Says something below the board; nothing: how the play stands. */
function say(text) {
  $("message").textContent = text || (state && state.verdict) || "";
  $("message").dataset.verdict = !text && state?.verdict && state.solved ? "solved" : "";
}

/** A button that does nothing now still has the focus, and is told as such. */
function off(id, is) {
  $(id).setAttribute("aria-disabled", String(is));
}

// ------------------------------------------------------------------ solving

/**
 * Runs a search; its result, or null. What it knows is counted in the line below the board, unless
 * it runs quietly.
 */
async function solve({ here = false, all = false, quiet = false }) {
  if (searching) return null;
  searching = true;
  document.body.dataset.busy = "solving";
  const asked = save;
  let result = null;
  let problem = "";
  try {
    await kept(async () => {
      const path = `/api/plays/${play.play}/solve`;
      if (!quiet) say("Searching …");
      $("message").setAttribute("aria-live", "off"); // what counts is not told each time
      for await (const [name, data] of events(path, { here, all })) {
        if (name === "result") result = data;
        else if (name === "failed") throw new Refused(200, data);
        else if (quiet || asked !== save) continue;
        else if (name === "waiting") say(`${place(data)} · Esc stops`);
        else say(data.text);
      }
    });
  } catch (error) {
    problem = sentence(error);
  }
  searching = false;
  if (!drawing) delete document.body.dataset.busy;
  $("message").setAttribute("aria-live", "polite");
  if (!play || asked !== save) return null;
  if (result) told(result.state);
  if (!quiet) say(problem || (result ? "" : "The search was stopped."));
  else if (!$("message").textContent || $("message").dataset.verdict) say("");
  return result;
}

/** Ends the search; what it has found comes as its result. */
function stopSearch() {
  if (searching) ask(`/api/plays/${play.play}/cancel`, {}).catch(() => {});
}

/** Ends what runs: the search, or the drawing of a level. */
function stop() {
  stopSearch();
  drawing?.abort();
}

/** A hint: how far it is; again: the next move; again: the whole solution, played. */
async function askHint() {
  await sending; // it is about the position that is come to
  if (!play || searching || drawing) return;
  if (state.solved) {
    say("This is solved already.");
    return;
  }
  if (state.dead) {
    say("");
    return;
  }
  if (hint?.stamp === stamp) hint.size += 1;
  else {
    const now = stamp;
    const result = await solve({ here: true });
    if (!result || now !== stamp) return;
    hint = { stamp, size: 1, result };
  }
  const { result, size } = hint;
  if (!result.moves) say(result.outlook);
  else if (size === 1) say(`${result.outlook} h: the next move.`);
  else if (size === 2) {
    say(`Next: ${result.next}. h: play it to the end.`);
    act(["show", true]);
  } else watch(true);
}

/** Tells from now on where no solution can follow, or does not. */
function switchWarnings() {
  if (!play) return;
  warns = !warns;
  remember(browser, "warns", warns ? "yes" : "no");
  act(["warn", warns]);
  const what = warns ? "told, and what is the matter is crossed" : "not told";
  sending?.then(() => say(state.dead ? "" : `Where no solution can follow is ${what}: x changes that.`));
}

/** The optimum of the board; again: how it goes. */
async function askBest(all = false) {
  if (!play || searching || drawing) return;
  if (!best || (all && !best.all)) {
    const result = await solve({ all });
    if (!result) return;
    best = { result, all, told: false };
  }
  if (!best.told) {
    best.told = true;
    const { report, solutions, moves } = best.result;
    const many = solutions === null ? "" : ` There are ${solutions} optimal solutions.`;
    say(`${report}${many}${moves ? " o: watch it." : ""}`);
    if (!all || !moves) return;
  }
  if (best.result.moves) watch(false);
  else {
    say(best.result.report);
    best = null; // more time may find more
  }
}

/** Who has solved a board is told how good that is. */
async function celebrate() {
  const { classList } = $("board");
  classList.remove("solved");
  void $("board").offsetWidth; // starts the motion anew
  classList.add("solved");
  if (best || searching) return;
  const result = await solve({ quiet: true });
  if (result) best = { result, all: false, told: true };
}

// ------------------------------------------------------------------ watching

/** Plays what was found, of the position or of the board, in a player with all its controls. */
async function watch(here) {
  const asked = save;
  let record;
  try {
    record = await kept(() => askJson(`/api/plays/${play.play}/watch`, { here }));
  } catch (error) {
    say(sentence(error));
    return;
  }
  if (film || !play || asked !== save) return; // another press was quicker, or another board is shown
  document.body.dataset.mode = "watch";
  // Pictures refer to their parts by ids: those of one player at a time are on the page.
  shelf = $("board").firstElementChild;
  shelf.remove();
  $("watch").hidden = false;
  film = gridproof.create($("film"), record, { keys: document, autoplay: true });
  film.here = here;
  $("film").focus({ preventScroll: true });
}

function closeWatch() {
  film.dispose();
  film = null;
  $("watch").hidden = true;
  $("board").append(shelf);
  document.body.dataset.mode = "play";
  $("board").focus({ preventScroll: true });
}

function take() {
  const { here, solution, step } = film;
  closeWatch();
  act(["follow", here, solution, step]);
}

// ------------------------------------------------------------------ keys and touches

const keep = async () => say((await download("save")) || "The play-through is kept as a file.");
const PROGRAM = {
  u: () => act(["undo"]),
  r: () => act(["restart"]),
  n: () => goTo(play.number + 1),
  p: () => goTo(play.number - 1),
  h: () => askHint(),
  o: () => askBest(),
  x: () => switchWarnings(),
  g: () => another(),
  m: () => openSheet(),
  q: () => location.assign("/"),
  "?": () => $("keys").showModal(),
};

function pressed(event) {
  if (event.key === "Tab") document.body.dataset.tabbed = "yes"; // from now on the focus is marked
  if (event.defaultPrevented || event.altKey || document.querySelector("dialog[open]")) return;
  if (document.body.dataset.mode === "watch") watchKey(event);
  else if (play) playKey(event);
  else if (event.key === "Escape") stop();
}

function watchKey(event) {
  if (event.key === "Escape") closeWatch();
  else if (event.key === "Enter" && !event.target.closest("button, select, input")) take();
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
  else if (play.keys.includes(name)) act(["press", name]);
  else if (Object.hasOwn(PROGRAM, name)) PROGRAM[name]();
  else return;
  event.preventDefault();
}

/** Ends a search; else leaves the board, on which Tab may be a key of the game. */
function escape() {
  if (searching || drawing) stop();
  else if ($("board").contains(document.activeElement)) $("undo").focus();
  else $("board").focus();
}

/** Swipes on the board move; the player itself tells taps. */
function acceptSwipes() {
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

// ------------------------------------------------------------------ what is folded away

function openSheet() {
  if (!play) return;
  sayInSheet("");
  $("sheet").showModal();
}

function fillSheet() {
  $("source").textContent = [play.game_title, play.order].filter(Boolean).join(" · ");
  $("like").closest("li").hidden = !play.like;
  const options = play.titles.map((title, index) =>
    element("option", { value: index + 1, text: title ? `${index + 1}. ${title}` : `${index + 1}` }));
  $("level").replaceChildren(...options);
  $("level").value = play.number;
  $("level").closest("p").hidden = play.count < 2;
  const goals = play.objectives.map(([id, summary]) => element("option", { value: id, text: summary }));
  $("objective").replaceChildren(...goals);
  $("objective").value = play.objective;
  $("objective").closest("p").hidden = goals.length < 2;
  $("all").closest("li").hidden = !play.lists_all;
}

/** The keys of the game, and those that all games share; the page's own stand there already. */
function fillKeys() {
  for (const old of document.querySelectorAll("#all-keys .told")) old.remove();
  const rows = play.help.map(([keys, use]) =>
    element("div", { class: "told" }, element("dt", { text: keys }), element("dd", { text: use })));
  $("all-keys").prepend(...rows);
}

function sayInSheet(text) {
  $("said").textContent = text;
}

async function playFor(objective) {
  try {
    const wish = { ...there(), save: JSON.stringify({ ...save, objective }) };
    show(await askJson("/api/plays", wish));
  } catch (error) {
    sayInSheet(sentence(error));
  }
}

/** Has the browser keep a file of the play-through; "" or what is wrong. */
async function download(name) {
  try {
    const answer = await kept(() => ask(`/api/plays/${play.play}/files/${name}`));
    const file = /filename="([^"]*)"/.exec(answer.headers.get("content-disposition") || "");
    const url = URL.createObjectURL(await answer.blob());
    element("a", { href: url, download: file ? file[1] : name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    return "";
  } catch (error) {
    return sentence(error);
  }
}

// ------------------------------------------------------------------ the beginning

themeSwitch($("theme"));
whenWaiting(say);
acceptSwipes();
addEventListener("keydown", pressed);
addEventListener("popstate", openAddress);
const buttons = {
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
  another,
  back: closeWatch,
  take,
  share,
};
for (const [id, press] of Object.entries(buttons)) {
  $(id).addEventListener("click", () => $(id).getAttribute("aria-disabled") !== "true" && press());
}
$("watch-best").addEventListener("click", async () => {
  $("sheet").close();
  if (!best) await askBest();
  if (best) askBest();
});
$("like").addEventListener("click", () => {
  $("sheet").close();
  another();
});
$("all").addEventListener("click", () => {
  $("sheet").close();
  askBest(true);
});
$("level").addEventListener("change", () => {
  $("sheet").close();
  goTo(Number($("level").value));
});
$("objective").addEventListener("change", () => playFor($("objective").value));
for (const button of document.querySelectorAll("[data-file]")) {
  button.addEventListener("click", async () => sayInSheet(await download(button.dataset.file)));
}
openAddress();
