/* Requests to Python, which answers them in a web worker; and to files where they hold the answer. */

/** Answers that are the same for all: each is a file. */
const FIXED = /^\/api\/(boards|generators|palettes|reductions|rules\/[\w-]+\/[\w-]+)$/;

const EVENTS = "text/event-stream";
/** Seconds that Python takes to load, as pages are told. */
const LOADING = 3;

/** Returns the file that holds the answer to a request to open a shipped board; "" if none does. */
function shipped(address, body) {
  if (address !== "/api/plays") return "";
  const { collection, number, ...rest } = JSON.parse(body);
  return collection && number && !Object.keys(rest).length ? `opened/${collection}/${number}.json` : "";
}

export class Requests {
  #ready = false;
  #worker = null;
  #open = new Map();
  #count = 0;

  constructor() {
    this.ready = new Promise((ready, failed) => this.#open.set(0, { ready, failed }));
    this.ready.then(
      () => (this.#ready = true),
      (error) => console.error("Python does not load", error),
    );
  }

  /** True once Python is being loaded. */
  get begun() {
    return this.#worker !== null;
  }

  /** Begins to load Python, unless a request has done so. */
  begin() {
    if (this.begun) return;
    this.#worker = new Worker(new URL("python/main.mjs", import.meta.url), { type: "module" });
    this.#worker.addEventListener("message", ({ data: [kind, number, ...rest] }) => {
      this.#open.get(number)?.[kind]?.(...rest);
    });
    this.#worker.addEventListener("error", ({ message }) => {
      for (const one of this.#open.values()) one.failed?.(message);
    });
  }

  /** Sends a request, as `fetch` does; `leaving` is aborted when its page goes away. */
  send(address, options, leaving) {
    if (!options.method && FIXED.test(address)) {
      const ending = address.includes("/rules/") ? "html" : "json";
      return fetch(new URL(`.${address}.${ending}`, import.meta.url));
    }
    const opened = this.#ready ? null : shipped(address, options.body);
    if (opened) return fetch(new URL(opened, import.meta.url));
    this.begin();
    if (!this.#ready && options.headers?.accept?.includes(EVENTS)) {
      return this.#early(address, options, leaving);
    }
    return this.ready.then(() => this.#ask(address, options, leaving));
  }

  /** Answers by events, as the app does where something has to wait: here for Python. */
  #early(address, options, leaving) {
    const write = (to, name, data) => to.enqueue(new TextEncoder().encode(`event: ${name}\ndata: ${data}\n\n`));
    const start = async (to) => {
      write(to, "waiting", JSON.stringify({ ahead: 0, seconds: LOADING }));
      try {
        await this.ready;
        const answer = await this.#ask(address, options, leaving);
        if ((answer.headers.get("content-type") || "").startsWith(EVENTS)) {
          const reader = answer.body.getReader();
          for (let part; !(part = await reader.read()).done; ) to.enqueue(part.value);
        } else write(to, "answer", `{"status":${answer.status},"body":${await answer.text()}}`);
        to.close();
      } catch (error) {
        to.error(error);
      }
    };
    return new Response(new ReadableStream({ start: (to) => void start(to) }), { headers: { "content-type": EVENTS } });
  }

  #ask(address, { method = "GET", headers = {}, body = "", signal }, leaving) {
    const number = (this.#count += 1);
    return new Promise((answer, refuse) => {
      let parts;
      const end = () => this.#open.delete(number);
      const leave = () => {
        if (!this.#open.has(number)) return;
        this.#worker.postMessage(["leave", number]);
        const error = new DOMException("nobody waits for it", "AbortError");
        refuse(error);
        parts?.error(error);
        end();
      };
      this.#open.set(number, {
        start: (status, said) => {
          const stream = new ReadableStream({ start: (made) => (parts = made), cancel: leave });
          answer(new Response(stream, { status, headers: said }));
        },
        part: (data) => parts.enqueue(data),
        end: () => {
          parts?.close();
          end();
        },
        failed: (message) => {
          refuse(new Error(message));
          parts?.error(new Error(message));
          end();
        },
      });
      for (const one of [signal, leaving]) one?.addEventListener("abort", leave);
      this.#worker.postMessage(["ask", number, method, address, headers, body]);
    });
  }
}
