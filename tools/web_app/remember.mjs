/* Writes Python's memory once gridproof is imported: `node remember.mjs PYODIDE PROGRAM SITE-PYTHON`.
 *
 * A browser that begins with this memory imports nothing. It holds the modules that Python has after
 * boards of all games were opened, without any of the state of that: one Python opens boards, and
 * another one imports these modules. Modules that need a kernel stay out, as JavaScript does.
 */

import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [runtime, program, site] = process.argv.slice(2).map((name) => resolve(name));
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`));
const { Kernels } = await import(pathToFileURL(`${site}/kernels.mjs`));

/** Where browsers have the program too: modules know their files. */
const PLACE = "/lib/gridproof-site";

async function begin(options) {
  // Hashes are the same in each build; nothing of an attacker's is hashed here.
  const env = { HOME: "/home/pyodide", PYTHONHASHSEED: "0" };
  const python = await loadPyodide({ indexURL: `${runtime}/`, env, ...options });
  python.mountNodeFS(PLACE, program);
  python.runPython(`import sys; sys.path.insert(0, "${PLACE}")`);
  return python;
}

async function modulesInUse() {
  const python = await begin();
  const kernels = new Kernels();
  const { kernels: names } = JSON.parse(await readFile(`${site}/parts.json`, "utf8"));
  for (const name of names) await kernels.add(name, await readFile(`${site}/${name}.wasm`));
  python.registerJsModule("gridproof_kernels", kernels);
  return python.runPythonAsync(`
import json
from gridproof.files.shipped import collections
from gridproof.web.browser import answering
from gridproof.web.browser.app import BrowserApp

class Flag:
    def is_set(self):
        return False

class Here:
    def __init__(self, heard):
        self.heard = heard

    def ask(self, question):
        answering.answer(question, self.heard, Flag())

app = BrowserApp(Here)
headers = {"content-type": "application/json"}
firsts = {shipped.game: name for name, shipped in reversed(collections().items())}
for name in firsts.values():
    body = json.dumps({"collection": name, "number": 1}).encode()
    statuses = []
    await app.answer(1, "POST", "/api/plays", headers, body, lambda *s: statuses.append(s[0]), len)
    if statuses != [201]:
        raise SystemExit(f"{name} cannot be opened: {statuses}")
json.dumps([name for name in sys.modules if name.startswith("gridproof.")])
`);
}

const modules = await modulesInUse();
const python = await begin({ _makeSnapshot: true });
python.globals.set("modules", modules);
const count = python.runPython(`
import gc, importlib, json, random
import gridproof.web.browser.javascript
names = json.loads(modules)
sys.modules["gridproof._native"] = None
for name in names:
    try:
        importlib.import_module(name)
    except ImportError as error:
        if "gridproof._native" not in str(error):
            raise
del sys.modules["gridproof._native"], modules, names, name
importlib.invalidate_caches()
random.seed(0)  # it is seeded anew in each browser
gc.collect()
sum(name.startswith("gridproof.") for name in sys.modules)
`);
const memory = python.makeMemorySnapshot();
await writeFile(`${site}/memory.gz`, gzipSync(memory, { level: 9 }));
console.log(`Python's memory with ${count} modules of gridproof: ${(memory.length / 1e6).toFixed(1)} MB`);
process.exit(0);
