"""Imports point only downwards, and verification never loads anything native."""

from __future__ import annotations

import ast
import functools
import re
import subprocess
import sys
from collections.abc import Sequence
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import gridproof
from gridproof.registry import games

ROOT = Path(gridproof.__file__).parent

#: The modules of the root, lowest first: what every folder speaks of.
VOCABULARY = (
    *("environment_variables", "visible", "errors", "lazy", "arguments", "grid", "result"),
    *("level", "limits", "scene", "strict_json", "options", "forms", "specs", "game"),
    *("registry", "verifying", "reduction"),
)
#: The folders, lowest first, and the job of each. A module imports from its own folder, from lower
#: ones and from the root. `make architecture` draws this.
FOLDERS = {
    "processes": "workers, watched and limited",
    "export": "boards for other programs",
    "files": "files read and written",
    "games": "rules, formats, bounds",
    "proof": "checkers of certificates",
    "solving": "the one way to an answer",
    "design": "making and judging levels",
    "set_cover": "covering problems that games share",
    "games/*/solve": "the games' solvers",
    "games/*/generate": "the games' makers of levels",
    "reductions": "hard problems as boards",
    "editing": "boards that somebody draws",
    "playing": "a play-through: session, hints, records",
    "render": "drawing",
    "batch": "many boards, results that are kept",
    "experiments": "measurements that can be repeated",
    "tui": "play in the terminal",
    "web": "the local web app",
    "envs": "learning to play",
    "cli": "the command line",
    "__main__": "python -m gridproof",
}
FLOOR = {name: number for number, name in enumerate((*VOCABULARY, *FOLDERS))}


def place(module: Sequence[str]) -> str:
    """The module of the root, or the folder, that a module belongs to; its name without us."""
    if module[0] == "games" and f"games/*/{module[2:3] and module[2]}" in FOLDERS:
        return f"games/*/{module[2]}"
    return module[0]


@functools.cache
def imported(file: Path) -> frozenset[tuple[str, ...]]:
    """The modules below ``gridproof`` that a module imports when it is loaded or run."""
    found: set[tuple[str, ...]] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            base = tuple(node.module.split("."))
            if base[0] == "gridproof":
                found.update((*base[1:], alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            names = (tuple(alias.name.split(".")) for alias in node.names)
            found.update(name[1:] for name in names if name[0] == "gridproof" and name[1:])
    return frozenset(found)


def imports(file: Path) -> set[str]:
    """The top-level names among them."""
    return {module[0] for module in imported(file)}


def test_every_module_has_a_floor() -> None:
    names = {path.stem for path in ROOT.iterdir() if path.suffix == ".py" or path.is_dir()}
    places = {name for name in FLOOR if "/" not in name}
    assert names - {"__init__", "__pycache__", "_native", "data", "py"} == places


def test_imports_point_downwards() -> None:
    for file in ROOT.rglob("*.py"):
        module = file.relative_to(ROOT).with_suffix("").parts
        if module[0] in ("__init__", "_native"):
            continue
        for other in imported(file):
            if other[0] not in ("__version__", "_native"):
                assert FLOOR[place(other)] <= FLOOR[place(module)], f"{file} imports {other}"


def test_no_circle_of_modules_stands() -> None:
    """Imports that a function makes when it runs count too."""
    files = {file.relative_to(ROOT).with_suffix("").parts: file for file in ROOT.rglob("*.py")}
    modules = {parts[:-1] if parts[-1] == "__init__" else parts: f for parts, f in files.items()}

    def module(name: tuple[str, ...]) -> tuple[str, ...]:
        """A name is of a module, or of a thing in it."""
        return name if name in modules else name[:-1]

    arrows = {
        name: {module(other) for other in imported(file)} - {name}
        for name, file in modules.items()
        if name and name[0] != "_native"
    }
    TopologicalSorter(arrows).prepare()


def solves(file: Path) -> bool:
    """Return True if a file is a game's `solve.py` or in its folder `solve`."""
    return not {"solve", "set_cover"}.isdisjoint(file.relative_to(ROOT).with_suffix("").parts)


def test_only_solvers_import_native_code() -> None:
    for file in ROOT.rglob("*.py"):
        if "_native" in imports(file) and file.parent.name != "_native":
            assert solves(file), file


def test_checkers_import_levels_and_rules_alone() -> None:
    known = {"arguments", "errors", "game", "grid", "lazy", "level", "limits", "proof", "registry"}
    known |= {"result", "specs", "visible"}
    for file in (ROOT / "proof").rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        assert imports(file) <= known | {"games", "verifying"}, file
        for module in re.findall(r"gridproof\.games\.\w+\.(\w+)", text):
            assert module in ("level", "rules", "formats"), file
        others = set(re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE)) - {"gridproof"}
        numpy = {"numpy"} if file.stem == "onebomb_arrays" else set()
        assert others <= sys.stdlib_module_names | numpy, file


def test_games_do_not_import_their_solvers() -> None:
    for file in (ROOT / "games").rglob("*.py"):
        if not solves(file):
            assert not re.search(r"import.*\bsolve\b|\.solve\b.* import", file.read_text()), file


def run(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout


#: A solution of the first sample board of each game.
SOLUTIONS = {
    "robots": "2R,0U,0L,2U,0R,0D",
    "bombcover": "2,1 4,3",
    "onebomb": "2 3\nGGPGPPPDD",
    "merge": "1,2>1,0",
    "sokoban": "lluurDurrrddllLrrUruL",
    "boxcover": "0,0 1,4 4,0",
}
#: Parts that may be loaded to tell a file from those of other games.
LIGHT = {"forms", "formats", "level", "recognise"}


@functools.cache
def loaded(game: str) -> tuple[frozenset[str], frozenset[str]]:
    """The modules that a process has loaded when a board is verified, and when it is solved too."""
    board = [str(Path(__file__).parent / "data" / "levels" / f"{game}.txt"), "--level", "1"]
    commands = ["verify", *board, SOLUTIONS[game]], ["solve", *board]
    code = (
        "import sys; from gridproof.cli import run\n"
        f"for command in {commands!r}:\n"
        "    code = run(command); print()\n"
        "    print('loaded', code, *sys.modules)"
    )
    lines = [line.split()[1:] for line in run(code).splitlines() if line.startswith("loaded 0 ")]
    verified, solved = (frozenset(names) for _, *names in lines)
    return verified, solved


@pytest.mark.parametrize("game", SOLUTIONS)
def test_verifying_loads_nothing_native(game: str) -> None:
    verified, _ = loaded(game)
    assert not [name for name in verified if "_native" in name or ".solve." in f"{name}."]


@pytest.mark.parametrize("game", SOLUTIONS)
def test_a_board_loads_its_own_game_alone(game: str) -> None:
    """Of other games it loads as much as tells that the board is none of theirs."""
    _, solved = loaded(game)
    by_game = {name: set[str]() for name in games()}
    rest = {name for name in solved if name.startswith("gridproof")}
    for name in list(rest):
        if (parts := name.split("."))[1:2] == ["games"] and len(parts) > 2:
            by_game[parts[2]].add(".".join(parts[3:]))
            rest.discard(name)
    assert "game" in by_game.pop(game)
    for other, names in by_game.items():
        assert {name.partition(".")[0] for name in names} - {""} <= LIGHT, other
        assert len(names) <= 10, other
    assert len(rest) <= 75, sorted(rest)


@pytest.mark.parametrize("game", SOLUTIONS)
def test_a_small_board_needs_no_large_package(game: str) -> None:
    """Each of them takes longer to import than such a board takes to solve."""
    _, solved = loaded(game)
    assert solved.isdisjoint(("rich", "asyncio", "multiprocessing", "xml", "numpy", "highspy"))
    assert len(solved) <= 300, sorted(solved)


def test_help_loads_no_game_and_no_table() -> None:
    heavy = ("gridproof.result", "gridproof.game", "gridproof.solving.solve", "cyclopts", "rich")
    code = (
        "import sys; from gridproof.cli import run; "
        f"run(['--help']); print([m for m in {heavy!r} if m in sys.modules])"
    )
    assert run(code).splitlines()[-1] == "[]"


def test_the_web_app_draws_and_plays_without_compiled_packages() -> None:
    """Browsers have none of them, and each takes long to load."""
    code = (
        "import sys; sys.modules.update(dict.fromkeys(('numpy', 'highspy')))\n"
        "from gridproof.files.shipped import collections\n"
        "from gridproof.registry import games\n"
        "from gridproof.render.animation import record\n"
        "from gridproof.web import app\n"
        "for shipped in collections().values():\n"
        "    print(shipped.game, bool(record(shipped.levels[0])))\n"
    )
    drawn = dict(line.split() for line in run(code).splitlines())
    assert drawn == dict.fromkeys(games(), "True")
