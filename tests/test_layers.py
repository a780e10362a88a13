"""Imports point only downwards, and verification never loads anything native."""

from __future__ import annotations

import ast
import functools
import re
import subprocess
import sys
from pathlib import Path

import gridproof

ROOT = Path(gridproof.__file__).parent

#: Lowest first: what a layer is for, and its modules (a folder stands for all modules in it). A
#: module imports from its own layer and from lower ones. `make architecture` draws this.
LAYERS: list[tuple[str, set[str]]] = [
    ("what goes wrong, imports by name", {"arguments", "errors", "lazy", "visible"}),
    ("words for positions, answers and limits", {"grid", "result", "cancelling", "phrases"}),
    ("files that are written", {"leftovers", "writing"}),
    (
        "pictures, clocks, strict reading",
        {"scene", "changes", "ticker", "strict_json", "strict_toml"},
    ),
    ("what can be set, wished and drawn", {"options", "wishes", "chance"}),
    ("the protocol: what a game is", {"game"}),
    ("what a solver is asked", {"task"}),
    (
        "what games and solvers share",
        {"boards", "climbing", "files", "known", "linear_program", "mps", "pddl"},
    ),
    ("for every game, by its rules alone", {"verifying", "search"}),
    ("rules, formats, bounds, solvers; checkers of proofs", {"games", "covering", "proof"}),
    ("the one way to an answer", {"solving", "combining"}),
    ("answers with proofs that are checked", {"certifying"}),
    ("files and play-throughs", {"loading", "session", "shipped"}),
    ("hard problems as boards", {"reducing", "reduction", "reductions"}),
    ("boards for other programs", {"exporting"}),
    (
        "what is here; solving in a process of its own",
        {"installed", "fencing", "lifeline", "workers"},
    ),
    ("several solvers on one board", {"kept_workers", "portfolio"}),
    (
        "making and rating boards",
        {"generating", "recipes", "reduced_boards", "doubles", "exploring"}
        | {"rating", "visits", "what_if", "curating"},
    ),
    ("drawing", {"render"}),
    ("many boards, results that are kept", {"batch"}),
    ("playing, learning to play", {"playing", "envs"}),
    ("measurements", {"benching", "experiments"}),
    ("the local web app", {"web"}),
    ("command line", {"cli"}),
    ("python -m gridproof", {"__main__"}),
]
LAYER = {name: number for number, (_, names) in enumerate(LAYERS) for name in names}


@functools.cache
def imports(file: Path) -> frozenset[str]:
    """The top-level names below ``gridproof`` that a module imports when it is loaded or run."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            if node.module == "gridproof":
                found.update(alias.name for alias in node.names)
            elif node.module.startswith("gridproof."):
                found.add(node.module.split(".")[1])
        elif isinstance(node, ast.Import):
            names = (alias.name for alias in node.names)
            found.update(name.split(".")[1] for name in names if name.startswith("gridproof."))
    return frozenset(found)


def test_every_module_has_a_layer() -> None:
    names = {path.stem for path in ROOT.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert names - {"__init__", "__pycache__", "_native", "data", "py"} == set(LAYER)


def test_imports_point_downwards() -> None:
    for file in ROOT.rglob("*.py"):
        top = file.relative_to(ROOT).parts[0].removesuffix(".py")
        if top in ("__init__", "_native"):
            continue
        for name in imports(file):
            if name in ("__version__", "_native"):
                continue
            assert LAYER[name] <= LAYER[top], f"{file.relative_to(ROOT)} imports {name}"


def solves(file: Path) -> bool:
    """Whether a file is a game's `solve.py` or in its folder `solve`."""
    return not {"solve", "covering"}.isdisjoint(file.relative_to(ROOT).with_suffix("").parts)


def test_only_solvers_import_native_code() -> None:
    for file in ROOT.rglob("*.py"):
        if "_native" in imports(file):
            assert solves(file), file


def test_checkers_import_levels_and_rules_alone() -> None:
    known = {"arguments", "cancelling", "errors", "game", "grid", "lazy", "proof", "result"}
    known |= {"ticker", "visible"}
    for file in (ROOT / "proof").glob("*.py"):
        text = file.read_text(encoding="utf-8")
        assert imports(file) <= known | {"games", "verifying"}, file
        for module in re.findall(r"gridproof\.games\.\w+\.(\w+)", text):
            assert module in ("level", "rules", "formats"), file
        others = set(re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE)) - {"gridproof"}
        numpy = {"numpy"} if file.stem == "onebomb" else set()
        assert others <= sys.stdlib_module_names | numpy, file


def test_games_do_not_import_their_solvers() -> None:
    for file in (ROOT / "games").rglob("*.py"):
        if not solves(file):
            assert not re.search(r"import.*\bsolve\b|\.solve\b.* import", file.read_text()), file


def run(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout


def test_verifying_loads_nothing_native() -> None:
    levels = ROOT / "data" / "levels"
    for game, solution in (
        ("robots", "2R,0U,0L,2U,0R,0D"),
        ("bombcover", "2,1 4,3"),
        ("onebomb", "2 3 GGPGPPPDD"),
        ("merge", "1,2>1,0"),
        ("sokoban", "lluurDurrrddllLrrUruL"),
        ("boxcover", "0,0 1,4 4,0"),
    ):
        file = str(levels / f"{game}.txt")
        arguments = ["verify", file, solution.replace("3 G", "3\nG"), "--level", "1"]
        code = (
            "import sys; from gridproof.cli import run; "
            f"code = run({arguments!r}); "
            "print(code, [m for m in sys.modules if '_native' in m or '.solve.' in f'{m}.'])"
        )
        assert run(code).splitlines()[-1] == "0 []", game


def test_help_loads_no_game_and_no_table() -> None:
    heavy = ("gridproof.result", "gridproof.game", "gridproof.solving", "cyclopts", "rich")
    code = (
        "import sys; from gridproof.cli import run; "
        f"run(['--help']); print([m for m in {heavy!r} if m in sys.modules])"
    )
    assert run(code).splitlines()[-1] == "[]"
