/* Compiles a folder of Python modules by the Python that browsers run: `node compile.mjs PYODIDE FOLDER`.
 *
 * Modules are then loaded without a look at their sources, which are left out.
 */

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, folder] = process.argv.slice(2).map((name) => resolve(name));
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${runtime}/` });
python.mountNodeFS("/program", folder);
const compiled = python.runPython(`
import compileall, pathlib, py_compile
unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
compiled = compileall.compile_dir(
    "/program", quiet=1, legacy=True, invalidation_mode=unchecked, stripdir="/program"
)
if compiled:
    for source in pathlib.Path("/program").rglob("*.py"):
        source.unlink()
compiled
`);
process.exit(compiled ? 0 : 1);
