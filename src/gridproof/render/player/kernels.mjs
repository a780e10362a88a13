/* The kernels in WebAssembly: a host for Node, for pages and for workers, without a library.
 *
 * Values and their bytes are those of native/common/wasm/value.hpp. Needs WebAssembly with
 * exceptions.
 */

/** The first byte of a value. */
const TAG = {
  none: 0, no: 1, yes: 2, integer: 3, natural: 4, real: 5, bytes: 6, text: 7, list: 8, tuple: 9,
  dict: 10,
};

/** Bytes of memory above which an instance without objects is dropped, since none shrinks. */
const KEPT = 1 << 26;

/** The bytes of values, in a buffer that grows. */
class Writer {
  constructor() {
    this.bytes = new Uint8Array(256);
    this.size = 0;
  }

  room(count) {
    if (this.size + count <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.bytes.length, this.size + count));
    larger.set(this.bytes);
    this.bytes = larger;
  }

  byte(value) {
    this.room(1);
    this.bytes[this.size++] = value;
  }

  /** Write a whole number that is not negative, a BigInt. */
  number(value) {
    let rest = value;
    for (; rest >= 0x80n; rest >>= 7n) this.byte(Number(rest & 0x7fn) | 0x80);
    this.byte(Number(rest));
  }

  all(bytes) {
    this.number(BigInt(bytes.length));
    this.room(bytes.length);
    this.bytes.set(bytes, this.size);
    this.size += bytes.length;
  }

  write(value) {
    if (value === null || value === undefined) this.byte(TAG.none);
    else if (typeof value === "boolean") this.byte(value ? TAG.yes : TAG.no);
    else if (typeof value === "bigint" || Number.isSafeInteger(value)) this.integer(BigInt(value));
    else if (typeof value === "number") {
      this.byte(TAG.real);
      this.room(8);
      new DataView(this.bytes.buffer).setFloat64(this.size, value, true);
      this.size += 8;
    } else if (value instanceof Uint8Array) {
      this.byte(TAG.bytes);
      this.all(value);
    } else if (typeof value === "string") {
      this.byte(TAG.text);
      this.all(new TextEncoder().encode(value));
    } else if (Array.isArray(value)) {
      this.byte(TAG.list);
      this.number(BigInt(value.length));
      for (const item of value) this.write(item);
    } else {
      const entries = Object.entries(value).filter(([, item]) => item !== undefined);
      this.byte(TAG.dict);
      this.number(BigInt(entries.length));
      for (const [key, item] of entries) {
        this.all(new TextEncoder().encode(key));
        this.write(item);
      }
    }
  }

  integer(value) {
    if (value >= 1n << 63n) {
      this.byte(TAG.natural);
      this.number(value);
    } else {
      this.byte(TAG.integer);
      this.number(value < 0n ? -2n * value - 1n : 2n * value);
    }
  }
}

/** Reads values from their bytes; whole numbers that are too large for it are BigInts. */
class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  number() {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.bytes[this.at++];
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }

  all() {
    const size = Number(this.number());
    this.at += size;
    return this.bytes.slice(this.at - size, this.at);
  }

  read() {
    switch (this.bytes[this.at++]) {
      case TAG.none: return null;
      case TAG.no: return false;
      case TAG.yes: return true;
      case TAG.integer: {
        const value = this.number();
        return plain(value & 1n ? -(value >> 1n) - 1n : value >> 1n);
      }
      case TAG.natural: return plain(this.number());
      case TAG.real: {
        const view = new DataView(this.bytes.buffer, this.bytes.byteOffset + this.at, 8);
        this.at += 8;
        return view.getFloat64(0, true);
      }
      case TAG.bytes: return this.all();
      case TAG.text: return new TextDecoder().decode(this.all());
      case TAG.list:
      case TAG.tuple: return Array.from({ length: Number(this.number()) }, () => this.read());
      case TAG.dict: {
        const found = {};
        for (let left = this.number(); left > 0n; --left) {
          const key = new TextDecoder().decode(this.all());
          found[key] = this.read();
        }
        return found;
      }
      default: throw new Error("not a message");
    }
  }
}

function plain(value) {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** The functions of the system that kernels and the runtime of C++ call: a clock, and no more. */
function system(memory) {
  const view = () => new DataView(memory().buffer);
  const refused = 52; // "function not supported"
  return {
    clock_time_get: (clock, precision, at) => {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    clock_res_get: (clock, at) => {
      view().setBigUint64(at, 1000n, true);
      return 0;
    },
    proc_exit: (code) => {
      throw new Error(`a kernel ended with ${code}`);
    },
    fd_write: () => refused,
    fd_seek: () => refused,
    fd_close: () => refused,
    environ_get: () => refused,
    environ_sizes_get: () => refused,
  };
}

/** One kernel: its compiled module, and the instance that has its objects. */
class Kernel {
  constructor(module) {
    this.module = module;
    this.instance = null;
    this.poll = null;
    /** The largest memory of an instance so far, in bytes. */
    this.largest = 0;
  }

  started() {
    if (this.instance === null) {
      const functions = system(() => this.instance.exports.memory);
      const poll = (nodes, bound, best) => {
        const shown = (value) => (Number.isNaN(value) ? null : value);
        return this.poll && this.poll(nodes, shown(bound), shown(best)) ? 1 : 0;
      };
      this.instance = new WebAssembly.Instance(this.module, {
        wasi_snapshot_preview1: functions,
        gridproof: { poll },
      });
      this.instance.exports._initialize();
    }
    return this.instance.exports;
  }

  /** Answer a request; a kernel that fails is begun anew, and its objects are gone. */
  message(request, poll) {
    this.poll = poll ?? null;
    try {
      const exports = this.started();
      const at = exports.allocate(request.length);
      if (at === 0) throw new Error("no memory is left");
      new Uint8Array(exports.memory.buffer).set(request, at);
      const told = exports.call(at, request.length); // the memory's buffer is another one if it grew
      const [address, size] = new Uint32Array(exports.memory.buffer, told, 2);
      const reply = new Uint8Array(exports.memory.buffer).slice(address, address + size);
      exports.release(at);
      this.largest = Math.max(this.largest, exports.memory.buffer.byteLength);
      if (exports.objects() === 0 && exports.memory.buffer.byteLength > KEPT) this.instance = null;
      return reply;
    } catch (error) {
      this.instance = null;
      throw new Error(`the kernel failed: ${error.message ?? error}`);
    } finally {
      this.poll = null;
    }
  }
}

/** The kernels of a page, a worker or Node. */
export class Kernels {
  constructor() {
    this.kernels = new Map();
  }

  /** Compile a kernel: bytes, or a WebAssembly.Module. */
  async add(name, code) {
    const module = code instanceof WebAssembly.Module ? code : await WebAssembly.compile(code);
    this.kernels.set(name, new Kernel(module));
  }

  names() {
    return [...this.kernels.keys()];
  }

  /** The largest memory that a kernel has had so far, in bytes. */
  memory(name) {
    return this.kernels.get(name)?.largest ?? 0;
  }

  /** Answer a request in bytes with a reply in bytes; `poll(nodes, bound, best)`: true to stop. */
  message(name, request, poll) {
    const kernel = this.kernels.get(name);
    if (kernel === undefined) throw new Error(`the kernel ${name} is not loaded`);
    return kernel.message(request, poll);
  }

  /** Call a function of a kernel with named arguments; `control`: nodes, seconds, memory, poll. */
  call(name, called, named, control = {}) {
    const writer = new Writer();
    const { poll, ...limits } = control;
    const all = { ...named, control: { ...limits, polled: Boolean(poll) } };
    writer.write([called, null, [], all]);
    const reply = this.message(name, writer.bytes.slice(0, writer.size), poll);
    const [error, found] = new Reader(reply).read();
    if (error !== "") throw new Error(`${error}: ${found}`);
    return found;
  }
}
