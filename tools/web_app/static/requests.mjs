/* Requests to Python, which answers them in a web worker; and to files where they hold the answer. */

/** Answers that are the same for all: each is a file. */
const FIXED = /^\/api\/(boards|generators|palettes|reductions|rules\/[\w-]+\/[\w-]+)$/;

export class Requests {
  #worker = new Worker(new URL("python/main.mjs", import.meta.url), { type: "module" });
  #open = new Map();
  #count = 0;

  constructor() {
    this.ready = new Promise((ready) => this.#open.set(0, { ready }));
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
    const { method = "GET", headers = {}, body = "", signal } = options;
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
