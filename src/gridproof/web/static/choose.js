/** The page on which a board is chosen: shipped ones by game, a new one, or one's own. */

import {
  Refused, askJson, browser, drawn, drawnAt, element, handOver, recall, remember, sentence, setting,
  themeSwitch, whenWaiting,
} from "./app.js";
import { isCertificate, showVerdict } from "./certificate.js";
import { course, link } from "./place.js";
import { LONGEST, textOf } from "./reading.js";
import { solvedBoards } from "./solved.js";

const $ = (id) => document.getElementById(id);
const OWN = "own";

let offered = { games: [], collections: [] };
/** Generators and their parameters, by game. */
let wishes = {};
/** The game whose boards are shown, and what stops the drawing of a new one. */
let shown = "";
let drawing = null;
const SEED = { name: "seed", default: "", choices: [], summary: "equal seeds make equal levels" };

/** The address of a shipped board's picture, in the colours of this page. */
function picture(collection, number) {
  const theme = document.documentElement.dataset.theme || "auto";
  return link(`/pictures/${collection}/${number}.svg?theme=${theme}`);
}

function image(collection, number) {
  const made = element("img", { alt: "", loading: "lazy", width: 160, height: 160 });
  made.dataset.collection = collection;
  made.dataset.number = number;
  made.src = picture(collection, number);
  return made;
}

/** A game's name, without what else it is called. */
const short = (title) => title.split(" (")[0];

function showGames() {
  for (const [id, title] of offered.games) {
    const own = offered.collections.find((collection) => collection.game === id);
    if (!own) continue;
    const typical = image(own.id, Math.ceil(own.boards.length / 2)); // the first ones are tiny
    const button = element("button", { type: "button", title, "data-game": id }, typical, short(title));
    $("games").append(button);
  }
  const plus = '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M9 3h2v6h6v2h-6v6H9v-6H3V9h6z"/></svg>';
  const button = element("button", { type: "button", "data-game": OWN });
  button.innerHTML = plus;
  button.append("Your own");
  $("games").append(button);
  $("games").addEventListener("click", (event) => {
    const chosen = event.target.closest("[data-game]");
    if (chosen) choose(chosen.dataset.game);
  });
  for (const [id, title] of offered.games) $("game").append(element("option", { value: id, text: short(title) }));
}

/** Shows the boards of a game, or the form for one's own. */
function choose(game) {
  for (const button of $("games").children) {
    button.setAttribute("aria-pressed", String(button.dataset.game === game));
  }
  remember(browser, "game", game);
  shown = game;
  showWishes();
  $("own").hidden = game !== OWN;
  $("at-once").hidden = !course(game);
  $("to-course").href = course(game);
  showBoards();
}

/** Shows the cards of the game's boards; the first that is not solved is the next one. */
function showBoards() {
  const solved = solvedBoards();
  $("boards").replaceChildren();
  for (const collection of offered.collections.filter((found) => found.game === shown)) {
    const { boards } = collection;
    const done = boards.filter(({ digest }) => digest in solved).length;
    const next = boards.findIndex(({ digest }) => !(digest in solved));
    const name = collection.id === shown ? "" : collection.id.split("/").at(-1).replaceAll("_", " ");
    const list = element("ul", { class: "cards" });
    boards.forEach((board, index) => {
      list.append(card(collection.id, index + 1, board, solved[board.digest], done > 0 && index === next));
    });
    $("boards").append(
      ...(name ? [element("h2", { text: name })] : []),
      ...(done ? [element("p", { class: "count", text: `${done} of ${boards.length} solved` })] : []),
      list,
    );
  }
}

/** A card: picture, title, size and difficulty; and once it is solved, how well. */
function card(collection, number, board, best, isNext) {
  const made = element(
    "a",
    { href: link(`/play/${collection}/${number}`), "data-board": `${collection}/${number}` },
    image(collection, number),
    line("name", board.title || `${number}`),
    element("span", { class: "quiet", text: `${board.width} × ${board.height}` }, ...marks(board.difficulty)),
  );
  if (best !== undefined) made.append(line("done", `✓ ${achieved(board, best)}`));
  if (isNext) {
    made.setAttribute("aria-current", "step");
    made.append(element("span", { class: "done", text: "next" }));
  }
  return element("li", {}, made);
}

/** A text of one line: what the card has no room for is seen when it is pointed at. */
function line(kind, text) {
  return element("span", { class: kind, title: text, text });
}

const MAX_MARKS = 5;

/** The difficulty as filled circles, out of five. */
function marks(difficulty) {
  if (difficulty === null) return [];
  const said = `difficulty ${difficulty} of ${MAX_MARKS}`;
  const text = "●".repeat(difficulty) + "○".repeat(MAX_MARKS - difficulty);
  return [element("span", { class: "marks", role: "img", "aria-label": said, title: said, text })];
}

/** The best solution beside the optimum, which others are not told. */
function achieved({ optimum }, best) {
  if (optimum === null) return `best ${best}`;
  if (best === optimum) return `${best}, the optimum`;
  return `best ${best}, ${optimum} ${optimum === 1 ? "is" : "are"} possible`;
}

/** Shows what can be wished of a new level of the game, as it was wished last. */
function showWishes() {
  drawing?.abort();
  const offer = wishes[shown];
  $("new").hidden = !offer?.generators.length;
  if ($("new").hidden) return;
  $("in-vain").replaceChildren();
  $("generator").replaceChildren(
    ...offer.generators.map(({ id }) => element("option", { text: id })),
  );
  $("wished").replaceChildren(...offer.wishes.map((option) => field(option)), field(SEED, "a fresh one"));
  const last = JSON.parse(recall(browser, `wishes-${shown}`) || "{}");
  if (offer.generators.some(({ id }) => id === last.generator)) $("generator").value = last.generator;
  showParameters();
  for (const [name, text] of Object.entries({ ...last.parameters, ...last.wishes })) {
    const old = $(`option-${name}`);
    if (!old) continue;
    old.value = text;
    if (old.selectedIndex === -1) old.selectedIndex = 0; // no such choice any more
  }
}

function showParameters() {
  const generator = wishes[shown].generators.find(({ id }) => id === $("generator").value);
  $("about-generator").textContent = generator.summary.replaceAll("`", "");
  $("parameters").replaceChildren(...generator.parameters.map((option) => field(option)));
  $("parameters").hidden = !generator.parameters.length;
}

function field(option, unset = "any") {
  return element(
    "div",
    { class: "field" },
    element("label", { for: `option-${option.name}`, text: option.name.replaceAll("-", " ") }),
    setting(option, unset),
    element("p", { id: `about-${option.name}`, class: "quiet", text: option.summary.replaceAll("`", "") }),
  );
}

/** Returns the values of the fields below, by name, unless they are the defaults. */
function filled(id, options) {
  const texts = {};
  for (const { name, default: usual } of options) {
    const text = $(id).querySelector(`[name="${name}"]`).value.trim();
    if (text && text !== usual) texts[name] = text;
  }
  return texts;
}

/** Has a level drawn that is as wished, and plays it; or says why there is none. */
async function draw() {
  if (drawing) return;
  const offer = wishes[shown];
  const generator = offer.generators.find(({ id }) => id === $("generator").value);
  const request = {
    game: shown,
    generator: generator.id,
    parameters: filled("parameters", generator.parameters),
    wishes: filled("wished", offer.wishes),
  };
  remember(browser, `wishes-${shown}`, JSON.stringify(request));
  $("in-vain").replaceChildren();
  const mine = (drawing = new AbortController());
  let said = "";
  busy(true);
  try {
    const { seed } = filled("wished", [SEED]);
    if (seed && !/^\d{1,15}$/.test(seed)) {
      throw new Refused(400, { error: "The seed must be a whole number of up to 15 digits" });
    }
    const made = await drawn(
      { ...request, later: true, ...(seed && { seed: Number(seed) }) },
      (text) => ($("drawing").textContent = text),
      mine.signal,
    );
    handOver(made.play, "", drawnAt(made.order));
    location.assign(link(drawnAt(made.order)));
  } catch (error) {
    if (mine.signal.aborted) said = sentence(error);
    else $("in-vain").replaceChildren(element("p", { class: "error", text: sentence(error) }));
  } finally {
    drawing = null;
    busy(false, said);
  }
}

function busy(is, said = "Drawing …") {
  $("draw").setAttribute("aria-disabled", String(is)); // it keeps the focus
  if (!is && document.activeElement === $("stop")) $("draw").focus();
  $("stop").hidden = !is;
  $("drawing").textContent = said;
  $("drawing").setAttribute("aria-live", is ? "off" : "polite"); // what counts is not told each time
}

/** Opens boards of one's own, or says what is wrong with them, and where. */
async function open(text, name, game) {
  $("fault").replaceChildren();
  $("open").disabled = true;
  try {
    if (text.length > LONGEST) {
      throw new Refused(413, { error: `The file is larger than ${LONGEST >> 20} MiB.` });
    }
    const request = { text, name, later: true, ...(game && { game }) };
    const opened = await askJson("/api/plays", request);
    const bad = opened.faults.map((fault) => fault.error);
    handOver(opened.play, bad.length ? `Not all boards can be read: ${bad.join("; ")}` : "");
    location.assign(link("/play"));
  } catch (error) {
    showFault(error, text, name);
  } finally {
    $("open").disabled = false;
  }
}

function showFault(error, text, name) {
  const parts = [element("p", { class: "error", text: sentence(error) })];
  const { faults = [], games = [] } = error.record || {};
  for (const fault of faults) {
    if (fault !== faults[0]) parts.push(element("p", { class: "error", text: fault.error }));
    if (!fault.text) continue;
    const mark = fault.column ? `\n${" ".repeat(fault.column - 1)}^` : "";
    parts.push(element("pre", { class: "line", text: fault.text + mark }));
  }
  if (games.length) {
    const buttons = games.map((id) => {
      const [, title] = offered.games.find((game) => game[0] === id) || [id, id];
      const button = element("button", { type: "button", text: short(title), "data-candidate": id });
      button.addEventListener("click", () => {
        $("game").value = id;
        open(text, name, id);
      });
      return button;
    });
    parts.push(element("p", { class: "row" }, ...buttons));
  }
  $("fault").replaceChildren(...parts);
  const [first] = faults;
  if (first && $("text").value === text) select(text, first.line, first.column);
  $("fault").scrollIntoView({ block: "nearest" });
}

/** Selects the place of a fault in the text. */
function select(text, line, column) {
  const lines = text.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const from = start + (column ? column - 1 : 0);
  $("text").focus();
  $("text").setSelectionRange(from, column ? from + 1 : start + (lines[line - 1] || "").length);
}

async function openFile(file) {
  choose(OWN);
  if (await isCertificate(file)) {
    $("open").disabled = true;
    $("fault").replaceChildren(element("p", { class: "quiet", text: "Being checked …" }));
    await showVerdict(file, $("fault"), (board) => open(board, file.name, ""));
    $("open").disabled = false;
    return;
  }
  let text;
  try {
    text = await textOf(file);
  } catch (error) {
    showFault(error, "", file.name);
    return;
  }
  // A text that the reader can still mend is shown.
  $("text").value = text.length < 1 << 20 ? text : "";
  open(text, file.name, $("game").value);
}

function acceptDrops() {
  let inside = 0;
  const show = (change) => {
    inside = Math.max(0, inside + change);
    $("drop").hidden = !inside;
  };
  const files = (event) => [...(event.dataTransfer?.types || [])].includes("Files");
  addEventListener("dragenter", (event) => files(event) && show(1));
  addEventListener("dragleave", (event) => files(event) && show(-1));
  addEventListener("dragover", (event) => files(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!files(event)) return;
    event.preventDefault();
    show(-inside);
    openFile(event.dataTransfer.files[0]);
  });
}

themeSwitch($("theme"), () => {
  for (const img of document.querySelectorAll("img[data-collection]")) {
    img.src = picture(img.dataset.collection, img.dataset.number);
  }
});
whenWaiting((text) => $("fault").replaceChildren(element("p", { class: "quiet", text })));
acceptDrops();
addEventListener("pageshow", ({ persisted }) => persisted && showBoards()); // back from a level
$("file").addEventListener("change", () => {
  if ($("file").files.length) openFile($("file").files[0]);
  $("file").value = "";
});
$("own").addEventListener("submit", (event) => {
  event.preventDefault();
  open($("text").value, "board", $("game").value);
});
$("generator").addEventListener("change", showParameters);
$("wishes").addEventListener("submit", (event) => {
  event.preventDefault();
  draw();
});
$("stop").addEventListener("click", () => drawing?.abort());
addEventListener("keydown", (event) => event.key === "Escape" && drawing?.abort());
try {
  [offered, wishes] = await Promise.all([askJson("/api/boards"), askJson("/api/generators")]);
  showGames();
  const known = [...$("games").children].map((button) => button.dataset.game);
  const last = recall(browser, "game");
  choose(known.includes(last) ? last : known[0]);
} catch (error) {
  $("notice").textContent = sentence(error);
}
