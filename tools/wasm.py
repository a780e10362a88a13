"""``make wasm``: compile the kernels to WebAssembly, by the compiler in the package ``ziglang``.

    python -m tools.wasm [--to src/gridproof/_native] [NAME]...

Kernels throw. The C++ runtime that ziglang links for WebAssembly is built without exceptions; so
the parts that kernels need are compiled here, from its sources, with WebAssembly's own exceptions.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
NATIVE: Final = ROOT / "native"
BUILD: Final = ROOT / "build" / "wasm"
TARGET: Final = ROOT / "src" / "gridproof" / "_native"

#: What browsers have had since 2023; none of it changes a result.
_FEATURES: Final = (
    *("exception_handling", "simd128", "bulk_memory", "sign_ext", "nontrapping_fptoint"),
    *("mutable_globals", "multivalue"),
)
_FLAGS: Final = (
    *("-target", "wasm32-wasi", "-mcpu=generic+" + "+".join(_FEATURES), "-O3", "-DNDEBUG"),
    *("-fexceptions", "-fwasm-exceptions", "-mllvm", "-wasm-enable-eh", "-ffp-contract=off"),
)
_KERNEL_FLAGS: Final = (
    *("-std=c++20", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Wno-pass-failed"),
    f"-I{NATIVE}",
)
#: A stack that runs over meets the end of the memory, which is a fault, and no data.
_LINK_FLAGS: Final = (
    *("-mexec-model=reactor", "-Wl,--strip-all", "-Wl,--gc-sections"),
    "-Wl,-z,stack-size=4194304",
)
#: Sources of the runtime: throwing and catching, and what is not in headers.
_ABI: Final = (
    *("cxa_exception", "cxa_exception_storage", "cxa_personality", "private_typeinfo"),
    *("cxa_handlers", "cxa_default_handlers", "cxa_aux_runtime", "stdlib_stdexcept"),
    *("stdlib_exception", "stdlib_typeinfo", "stdlib_new_delete", "cxa_virtual", "abort_message"),
    *("fallback_malloc", "cxa_guard"),
)
_LIBRARY: Final = (
    *("algorithm", "chrono", "exception", "functional", "hash", "memory", "new", "new_helpers"),
    *("new_handler", "stdexcept", "string", "vector", "verbose_abort", "system_error"),
    *("error_category", "optional", "variant"),
)
_RUNTIME_FLAGS: Final = (
    *("-D_LIBCXXABI_BUILDING_LIBRARY", "-D_LIBCPP_BUILDING_LIBRARY", "-DLIBCXX_BUILDING_LIBCXXABI"),
    *("-D_LIBCXXABI_HAS_NO_THREADS", "-DLIBCXXABI_NON_DEMANGLING_TERMINATE"),
    *("-D_LIBUNWIND_HIDE_SYMBOLS", "-w"),
)
#: The tag of C++'s exceptions.
_EXCEPTION_TAG: Final = ".globl __cpp_exception\n.tagtype __cpp_exception i32\n__cpp_exception:\n"


def kernels() -> list[str]:
    """Return the names of the kernels; the one of tests is none."""
    return sorted(
        bind.parent.name for bind in NATIVE.glob("*/bind.cpp") if bind.parent.name != "testing"
    )


def build(names: Sequence[str], target: Path) -> None:
    """Compile kernels whose sources have changed, to ``NAME.wasm`` in a folder."""
    BUILD.mkdir(parents=True, exist_ok=True)
    sources = [*NATIVE.rglob("*.hpp"), *NATIVE.rglob("*.cpp")]
    old = [name for name in names if not _is_newer(target / f"{name}.wasm", sources)]
    if not old:
        return
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        runtime = list(pool.map(lambda part: _compile(*part), _runtime()))
        shared = list(pool.map(lambda part: _compile(*part), _sources("common")))
        parts = {name: [pool.submit(_compile, *part) for part in _sources(name)] for name in old}
        for name, objects in parts.items():
            linked, compiled = BUILD / f"{name}.wasm", [part.result() for part in objects]
            _zig("cc", *_FLAGS, *_LINK_FLAGS, *compiled, *shared, *runtime, "-o", linked)
            linked.chmod(0o644)
            target.mkdir(parents=True, exist_ok=True)
            linked.replace(target / linked.name)


def _sources(name: str) -> Iterator[tuple[Path, Path, Sequence[str]]]:
    """Yield the source, object and flags of each part of a folder of ``native/``."""
    for source in sorted((NATIVE / name).rglob("*.cpp")):
        part = "-".join(source.relative_to(NATIVE).with_suffix(".o").parts)
        yield source, BUILD / part, _KERNEL_FLAGS


def _runtime() -> Iterator[tuple[Path, Path, Sequence[str]]]:
    """Yield the same for each part of the runtime."""
    library = _zig_folder() / "lib"
    abi, cxx, unwind = library / "libcxxabi", library / "libcxx" / "src", library / "libunwind"
    folder = BUILD / f"runtime-{version('ziglang')}"
    folder.mkdir(exist_ok=True)
    tag = folder / "tag.S"
    if not tag.exists():
        tag.write_text(_EXCEPTION_TAG, encoding="ascii")
    headers = (f"-I{abi / 'src'}", f"-I{abi / 'include'}", f"-I{cxx}")
    for source in (
        *(abi / "src" / f"{name}.cpp" for name in _ABI),
        *(cxx / f"{name}.cpp" for name in _LIBRARY),
    ):
        flags = ("-std=c++23", *_RUNTIME_FLAGS, *headers)
        yield source, folder / f"{source.parent.parent.name}-{source.stem}.o", flags
    unwinding = (f"-I{unwind / 'include'}", f"-I{unwind / 'src'}")
    wasm = unwind / "src" / "Unwind-wasm.c"
    yield wasm, folder / "unwind.o", (*_RUNTIME_FLAGS, *unwinding)
    yield tag, folder / "tag.o", ()


def _compile(source: Path, compiled: Path, flags: Sequence[str]) -> Path:
    """Compile a file, unless it was compiled since it and the headers that it includes changed."""
    headers = compiled.with_suffix(".d")
    if not headers.exists() or not _is_newer(compiled, _included(headers)):
        compiler = "c++" if source.suffix == ".cpp" else "cc"
        _zig(compiler, *_FLAGS, *flags, "-MD", "-MF", headers, "-c", source, "-o", compiled)
    return compiled


def _included(headers: Path) -> Iterator[Path]:
    """Yield the files of a list that the compiler has written for make."""
    _, _, files = headers.read_text(encoding="utf-8").partition(":")
    yield from (Path(name) for name in files.replace("\\\n", " ").split())


def _is_newer(made: Path, sources: Iterable[Path]) -> bool:
    """Return True if a file is newer than this script and some sources, which are all there."""
    try:
        newest = max(source.stat().st_mtime for source in (Path(__file__), *sources))
        return made.stat().st_mtime > newest
    except FileNotFoundError:
        return False


def _zig(*arguments: str | Path) -> None:
    if subprocess.run([_zig_folder() / "zig", *arguments]).returncode:
        sys.exit(f"{arguments[-1]} could not be made")


def _zig_folder() -> Path:
    spec = find_spec("ziglang")
    if spec is None or spec.origin is None:
        sys.exit("kernels in WebAssembly need the package ziglang: pip install 'gridproof[wasm]'")
    return Path(spec.origin).parent


def main() -> None:
    """Build the kernels that a command line names, or all."""
    parser = argparse.ArgumentParser(prog="python -m tools.wasm", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(kernels()))
    parser.add_argument("--to", type=Path, default=TARGET, metavar="FOLDER")
    arguments = parser.parse_args()
    build(arguments.names or kernels(), arguments.to)


if __name__ == "__main__":
    main()
