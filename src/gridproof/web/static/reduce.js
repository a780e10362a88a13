/** The page on which a formula or a graph becomes a board. */

import {
  Refused, askJson, browser, element, ended, handOver, recall, remember, sentence, setting,
  themeSwitch, whenWaiting,
} from "./app.js";
import { link, showAddress } from "./place.js";
import { packed, unpacked } from "./packing.js";

const $ = (id) => document.getElementById(id);

let offered = { reductions: [], sources: {} };
/** The board that is shown, and its request. */
let made = null;
let request = null;
let player = null;
/** Counts what was asked for: a late answer to an earlier question is dropped. */
let turn = 0;

const chosen = () => offered.reductions.find((each) => each.id === $("reduction").value);

/** Shows what can be said of the chosen reduction; the text stays if it is of the same problem. */
function choose() {
  const reduction = chosen();
  const source = offered.sources[reduction.source];
  $("summary").textContent = reduction.summary.replaceAll("`", "");
  $("asked").textContent = `${source.title} (${source.formats.join(", ")})`.replaceAll("`", "");
  if ($("text").dataset.source !== reduction.source) {
    $("text").value = source.example;
    $("text").dataset.source = reduction.source;
    $("size").value = source.sizes.at(-1);
    $("size").title = source.parameters;
  }
  $("options").replaceChildren(
    ...reduction.options.flatMap((option) => [
      element("label", { for: `option-${option.name}`, text: option.name }),
      setting(option),
      element("span", { id: `about-${option.name}`, class: "quiet", text: option.summary.replaceAll("`", "") }),
    ]),
  );
  $("fault").replaceChildren();
  remember(browser, "reduction", reduction.id);
}

function options() {
  const fields = [...$("options").querySelectorAll("input, select")];
  return Object.fromEntries(fields.map((field) => [field.name, field.value.trim()]));
}

/** Asks for a board, and shows it or what is wrong; `isAsked`: by a person, who is led to it. */
async function make(from, isAsked = true) {
  turn += 1;
  const mine = turn;
  $("fault").replaceChildren();
  $("notice").textContent = "The board is being made …";
  for (const button of [$("make"), $("chance")]) button.disabled = true;
  const asked = { reduction: chosen().id, options: options(), ...from };
  try {
    const answer = await askJson("/api/reduce", asked);
    if (mine !== turn) return;
    request = asked;
    show(answer, isAsked);
    if (!isAsked) return;
    if (from.random) {
      $("text").value = answer.instance;
      request = { ...asked, text: answer.instance };
      delete request.random;
    }
    keepAddress();
  } catch (error) {
    if (mine !== turn) return;
    $("made").hidden = true; // it would be the board of another text
    showFault(error);
  } finally {
    if (mine === turn) settle();
  }
}

/** Takes the next question. */
function settle() {
  $("notice").textContent = "";
  for (const button of [$("make"), $("chance")]) button.disabled = false;
}

/** Puts the instance into the page's address: whoever opens it has the same board made. */
async function keepAddress() {
  const { reduction, options: set, text } = request;
  const fragment = await packed(JSON.stringify({ reduction, options: set, text }));
  showAddress(fragment ? `/reduce#${fragment}` : "/reduce");
}

/** Makes the board in the page's address. */
async function openAddress() {
  let said;
  try {
    said = JSON.parse(await unpacked(location.hash.slice(1)));
  } catch {
    $("notice").textContent = "The address is damaged or was cut: it holds no instance.";
    return;
  }
  if (offered.reductions.some(({ id }) => id === said.reduction)) $("reduction").value = said.reduction;
  choose();
  $("text").value = said.text;
  for (const [name, value] of Object.entries(said.options || {})) {
    const field = $("options").querySelector(`[name="${CSS.escape(name)}"]`);
    if (field) field.value = value;
  }
  await make({ text: said.text });
}

function showFault(error) {
  $("fault").replaceChildren(element("p", { class: "error", text: sentence(error) }));
  const place = error instanceof Refused && /:(\d+)(?::(\d+))?: /.exec(error.message);
  if (!place) return;
  const [line, column] = [Number(place[1]), Number(place[2] || 0)];
  const lines = $("text").value.split("\n");
  if (line > lines.length) return;
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  $("text").focus();
  $("text").setSelectionRange(start + Math.max(column - 1, 0), start + lines[line - 1].length);
}

function show(answer, isAsked) {
  made = answer;
  $("made").hidden = false;
  $("made").dataset.reduction = request.reduction;
  $("title").textContent = made.record.title;
  $("remarks").replaceChildren(...made.notes.map((text) => element("li", { text: ended(text) })));
  if (player) player.dispose();
  $("replay").replaceChildren();
  $("switches").replaceChildren();
  player = gridproof.create($("replay"), made.record, { keys: null });
  gridproof.explain(player);
  gridproof.switchboard($("switches"), player, made.switches);
  const wide = made.record.width > 3 * made.record.height;
  $("bench").className = `bench ${wide ? "below" : "beside"}`;
  const [summary, list] = $("audit").children;
  summary.textContent = `The ${made.conditions.length} conditions that the audit checks on this board`;
  list.replaceChildren(
    ...made.conditions.map(([id, text, checked]) =>
      element("li", { text: `${id}: ${text} (${checked.toLocaleString("en")} checked).` })),
  );
  if (isAsked) $("made").scrollIntoView({ block: "start" });
}

/** Makes the board of an example that nobody has changed: a board is in sight from the start. */
async function showExample() {
  const { example } = offered.sources[chosen().source];
  if ($("text").value === example) await make({ text: example }, false);
}

/** Hands the board over to the page on which it is played. */
async function play() {
  try {
    const opened = await askJson("/api/plays", { text: made.board, name: made.record.title, game: made.game, later: true });
    handOver(opened.play);
    location.assign(link("/play"));
  } catch (error) {
    showFault(error);
  }
}

async function keep(kind) {
  try {
    const text = kind === "page" ? (await askJson("/api/reduce", { ...request, page: true })).page : made[kind];
    const [ending, type] = { board: ["txt", "text/plain"], map: ["map.json", "application/json"], page: ["html", "text/html"] }[kind];
    const link = element("a", { download: `${request.reduction}.${ending}` });
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    showFault(error);
  }
}

themeSwitch($("theme"));
whenWaiting((text) => ($("notice").textContent = text));
$("reduction").addEventListener("change", () => {
  choose();
  showExample();
});
$("source").addEventListener("submit", (event) => {
  event.preventDefault();
  make({ text: $("text").value });
});
$("chance").addEventListener("click", () => {
  make({ random: { size: $("size").value.trim(), seed: Math.floor(Math.random() * 1e9) } });
});
$("hand").addEventListener("click", play);
for (const button of document.querySelectorAll("[data-file]")) {
  button.addEventListener("click", () => keep(button.dataset.file));
}
try {
  offered = await askJson("/api/reductions");
  $("reduction").append(
    ...offered.reductions.map(({ id, title }) => element("option", { value: id, text: title })),
  );
  const last = recall(browser, "reduction");
  if (offered.reductions.some((each) => each.id === last)) $("reduction").value = last;
  choose();
  if (location.hash) await openAddress();
  else await showExample();
} catch (error) {
  $("notice").textContent = sentence(error);
}
