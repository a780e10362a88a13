/** Tools of all pages: requests, files, forms, new levels, and the switch between light and dark. */

import { SILENT, send } from "./place.js";

/** An answer that is an error: a sentence, the next step, and what else the server says of it. */
export class Refused extends Error {
  constructor(status, record) {
    super(record.error);
    this.status = status;
    this.hint = record.hint;
    this.record = record;
  }
}

const EVENTS = "text/event-stream";

/** Shows where something waits for a worker, and "" at its end: each page sets it. */
let tellPlace = () => {};
export function whenWaiting(tell) {
  tellPlace = tell;
}

/** Returns a place in the queue in words. */
export function place({ ahead, seconds }) {
  const others = ahead > 1 ? `${ahead} others are before you` : "1 other is before you";
  return `${ahead ? others : "You are next"} · about ${seconds} s`;
}

/** The answer to a request; throws `Refused`. A signal ends it. */
export async function ask(path, record, signal, accept = "*/*") {
  const options = record === undefined ? {} : {
    signal,
    method: "POST",
    headers: { "content-type": "application/json", accept },
    body: JSON.stringify(record),
  };
  let answer;
  try {
    answer = await send(path, options);
  } catch {
    throw new Refused(0, SILENT);
  }
  if (answer.ok) return answer;
  let said = { error: `The server answers with an error (${answer.status}).` };
  try {
    said = await answer.json();
  } catch {
    // something between here and the server speaks in another way
  }
  throw new Refused(answer.status, said);
}

/** The JSON of an answer; while it waits for a worker its place is told. */
export async function askJson(path, record, signal) {
  const answer = await ask(path, record, signal, `application/json, ${EVENTS}`);
  if (!(answer.headers.get("content-type") || "").startsWith(EVENTS)) return answer.json();
  for await (const [name, data] of read(answer)) {
    if (name === "waiting") {
      tellPlace(`${place(data)} …`);
      continue;
    }
    tellPlace("");
    if (data.status < 400) return data.body;
    throw new Refused(data.status, data.body);
  }
  throw new Refused(0, SILENT);
}

/** The server-sent events of an answer, one by one: [name, data]. */
export async function* events(path, record, signal) {
  yield* read(await ask(path, record, signal));
}

async function* read(answer) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    let part;
    try {
      part = await reader.read();
    } catch {
      throw new Refused(0, SILENT);
    }
    if (part.done) return;
    text += part.value;
    const blocks = text.split("\n\n");
    text = blocks.pop();
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s)));
      if (fields.event) yield [fields.event, JSON.parse(fields.data)];
    }
  }
}

/** Has a level drawn, and tells how that gets on; a signal ends it. Throws `Refused`. */
export async function drawn(request, tell, signal) {
  try {
    for await (const [name, data] of events("/api/levels", request, signal)) {
      if (name === "drawn") return data;
      if (name === "failed") throw new Refused(200, data);
      tell(name === "waiting" ? place(data) : data.text);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  throw new Refused(0, { error: "Drawing was stopped." });
}

/** The address of the page of a level that was drawn: whoever opens it has the level drawn again. */
export function drawnAt(order) {
  const readable = encodeURIComponent(order).replace(/%(3A|2C|3D|40)/g, decodeURIComponent);
  return `/play?new=${readable}`;
}

/** Returns a field for an option, or a list where it has few values; `unset` is shown for no default. */
export function setting({ name, default: value, choices }, unset = "") {
  const attributes = { id: `option-${name}`, name, "aria-describedby": `about-${name}` };
  if (!choices.length) {
    const more = { size: 6, autocomplete: "off", placeholder: value || unset };
    return element("input", { ...attributes, ...more });
  }
  const list = element("select", attributes, ...choices.map((text) => element("option", { text })));
  list.value = value;
  return list;
}

/** A sentence about an error, with the next step. */
export function sentence(error) {
  if (!(error instanceof Refused)) throw error;
  return [error.message, error.hint].filter(Boolean).map(ended).join(" ");
}

/** A text as a sentence: with a capital (but for the name of a file), and an end. */
export function ended(text) {
  const capital = /^\S+:\d|^[^\s:]+\.\w+[: ]/.test(text) ? text : text[0].toUpperCase() + text.slice(1);
  return /[.!?:…]$/.test(text) ? capital : `${capital}.`;
}

/** An element with attributes and children; `text` is its text. */
export function element(name, { text, ...attributes } = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  made.append(...children);
  return made;
}

/** Keeps something for this tab, or for this browser; where there is no storage, for nobody. */
export function remember(storage, key, value) {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {
    // full, or not allowed
  }
}

export function recall(storage, key) {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

export const tab = () => sessionStorage;
export const browser = () => localStorage;

/** Hands a play-through over to the page of this address ("": the one without a board of its own). */
export function handOver(play, notice = "", at = "") {
  remember(tab, "play", JSON.stringify({ id: play, at, notice }));
}

const THEMES = { "": "as the system", light: "light", dark: "dark" };

/** Makes a button switch between the system's colours, light and dark; `changed` is told. */
export function themeSwitch(button, changed = () => {}) {
  const root = document.documentElement;
  const show = () => {
    const now = THEMES[root.dataset.theme || ""];
    button.setAttribute("aria-label", `Colours: ${now}`);
    button.title = `Colours: ${now}`;
    button.dataset.theme = root.dataset.theme || "";
  };
  button.addEventListener("click", () => {
    const names = Object.keys(THEMES);
    const next = names[(names.indexOf(root.dataset.theme || "") + 1) % names.length];
    if (next) root.dataset.theme = next;
    else delete root.dataset.theme;
    remember(browser, "gridproof-theme", next || "auto");
    show();
    changed();
  });
  show();
}
