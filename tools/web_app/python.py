"""Python for browsers: Pyodide, the program with the packages it needs, and the kernels."""

from __future__ import annotations

import gzip
import io
import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Final

import gridproof

__all__ = ["write_python"]

HERE: Final = Path(__file__).parent
#: The version of npm's `pyodide`.
_PYODIDE: Final = "314.0.7"
#: The Python in it.
_PYTHON: Final = "3.14"
_RUNTIME: Final = (
    "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip",
)  # fmt: skip
#: Parts of gridproof that no page needs.
_LEFT_OUT: Final = ("cli", "envs", "experiments", "__main__.py")


def write_python(folder: Path, parts: Path) -> None:
    """Write all that Python needs.

    Args:
        folder: of the site's Python.
        parts: a folder for what was downloaded.
    """
    runtime = _runtime(parts)
    for name in _RUNTIME:
        shutil.copy(runtime / name, folder / name)
    package = Path(gridproof.__file__).parent
    shutil.copy(package / "render" / "player" / "kernels.mjs", folder)
    kernels = sorted(package.glob("_native/*.wasm"))
    for kernel in kernels:
        shutil.copy(kernel, folder)
    program = _program(package, parts)
    _tar(program, folder / "gridproof.tar.gz")
    late = _late_packages(parts)
    for name, packed in late.items():
        _zip(packed, folder / f"{name}.zip")
    names = {"kernels": [kernel.stem for kernel in kernels], "packages": [*late]}
    (folder / "parts.json").write_text(json.dumps(names), encoding="utf-8")
    _run("node", HERE / "remember.mjs", runtime, program, folder)


def _runtime(parts: Path) -> Path:
    """Return the folder of Pyodide; it is downloaded if need be."""
    found = parts / "node_modules" / "pyodide"
    if not (found / "package.json").exists() or _PYODIDE not in (found / "package.json").read_text(
        encoding="utf-8"
    ):
        _run("npm", "install", "--silent", "--no-save", "--prefix", parts, f"pyodide@{_PYODIDE}")
    return found


def _program(package: Path, parts: Path) -> Path:
    """Return a folder with the compiled modules of gridproof, and of the packages it needs."""
    stage = parts / "program"
    _install(stage, "packages.txt")
    shutil.copytree(package, stage / "gridproof", ignore=_left_out)
    _compile(parts, stage)
    return stage


def _late_packages(parts: Path) -> dict[str, Path]:
    """Return the packages that are loaded when they are needed, with a folder of each."""
    stage = parts / "late"
    _install(stage, "late_packages.txt")
    for tests in list(stage.rglob("tests")):
        shutil.rmtree(tests)
    _compile(parts, stage)
    found = {}
    for path in [path for path in stage.iterdir() if path.suffix != ".dist-info"]:
        found[path.name] = parts / f"late-{path.name}"
        shutil.rmtree(found[path.name], ignore_errors=True)
        found[path.name].mkdir()
        path.rename(found[path.name] / path.name)
    return found


def _install(stage: Path, listed: str) -> None:
    """Install packages into an empty folder, for the Python that browsers run."""
    shutil.rmtree(stage, ignore_errors=True)
    _run(
        *(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-compile"),
        *("--only-binary", ":all:", "--python-version", _PYTHON, "--platform", "any"),
        *("--target", stage, "--requirement", HERE / listed),
    )


def _compile(parts: Path, stage: Path) -> None:
    _run("node", HERE / "compile.mjs", parts / "node_modules" / "pyodide", stage)


def _left_out(folder: str, names: list[str]) -> set[str]:
    here = Path(folder)
    ours = here == Path(gridproof.__file__).parent
    return {
        name
        for name in names
        if name == "__pycache__"
        or name.endswith((".so", ".pyd", ".pyi", ".wasm"))
        or (ours and name in _LEFT_OUT)
    }


def _files(stage: Path) -> list[Path]:
    return sorted(path for path in stage.rglob("*") if path.is_file())


def _tar(stage: Path, target: Path) -> None:
    """Pack a folder for JavaScript, in the same way each time."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in _files(stage):
            entry = tarfile.TarInfo(path.relative_to(stage).as_posix())
            entry.size = path.stat().st_size
            with path.open("rb") as file:
                archive.addfile(entry, file)
    target.write_bytes(gzip.compress(packed.getvalue(), 9, mtime=0))


def _zip(stage: Path, target: Path) -> None:
    """Pack a folder for Python, in the same way each time."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in _files(stage):
            entry = zipfile.ZipInfo(path.relative_to(stage).as_posix())
            packed.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)


def _run(*command: str | Path) -> None:
    """Run a program; end with a message if that is not there, or fails."""
    try:
        subprocess.run([str(part) for part in command], check=True)
    except FileNotFoundError:
        raise SystemExit(
            f"`{command[0]}` is missing: install Node.js (Debian: `apt install nodejs npm`)"
        ) from None
    except subprocess.CalledProcessError as failure:
        raise SystemExit(f"`{command[0]}` has failed ({failure.returncode})") from None
