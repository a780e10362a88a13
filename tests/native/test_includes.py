"""Includes between the folders of ``native`` point only downwards."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "native"

#: The folders that several kernels share, lowest first. Each other folder is a kernel.
SHARED = ["common", "matching", "covering"]

#: The folders of a kernel, lowest first. The kernel's own folder is above them.
FOLDERS = {
    "sokoban": ["board", "bounds", "deadlock", "search", "tables", "any", "improve"],
}


def sources(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in (".hpp", ".cpp"))


def includes(file: Path) -> list[str]:
    return re.findall(r'^#include "(.+)"$', file.read_text(encoding="utf-8"), re.MULTILINE)


def edges() -> Iterator[tuple[Path, Path]]:
    """Pairs of a file and one that it includes, relative to ``native``."""
    for file in sources(ROOT):
        for name in includes(file):
            yield file.relative_to(ROOT), Path(name)


def test_includes_name_files_from_the_top() -> None:
    assert not [edge for edge in edges() if not (ROOT / edge[1]).is_file()]


def test_kernels_include_only_shared_folders() -> None:
    for file, name in edges():
        top, other = file.parts[0], name.parts[0]
        if top in SHARED:
            assert other in SHARED[: SHARED.index(top) + 1], f"{file} includes {name}"
        elif top != "testing":  # it drives the parts of all
            assert other in (top, *SHARED), f"{file} includes {name}"


@pytest.mark.parametrize("kernel", FOLDERS)
def test_folders_of_a_kernel_include_lower_ones(kernel: str) -> None:
    order = FOLDERS[kernel]
    assert {path.name for path in (ROOT / kernel).iterdir() if path.is_dir()} == set(order)
    height = {Path(kernel, folder): number for number, folder in enumerate(order)}
    for file, name in edges():
        if file.parts[0] == name.parts[0] == kernel:
            above, below = (height.get(path.parent, len(order)) for path in (file, name))
            assert below <= above, f"{file} includes {name}"


def test_no_file_includes_itself_through_others() -> None:
    graph = {file.relative_to(ROOT): [Path(n) for n in includes(file)] for file in sources(ROOT)}
    while leaves := [file for file, names in graph.items() if not set(names) & graph.keys()]:
        for file in leaves:
            del graph[file]
    assert not graph
