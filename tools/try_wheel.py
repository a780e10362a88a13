"""Tries an installed wheel by what is in it alone; call it outside of the source folder.

A board of every game is read, solved, verified, certified and checked; the help is shown.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from importlib.metadata import files, version
from importlib.util import find_spec
from io import StringIO
from pathlib import Path

import gridproof
from gridproof.cli import VERBS, run
from gridproof.design.level_id import GeneratorConfig
from gridproof.game import AnyGame
from gridproof.level import Level


def _draw(game: AnyGame) -> Level:
    """Return the first board of a game's first generator."""
    spec = game.generators[0]
    return GeneratorConfig(game, spec, spec.small).draw("1.0")


def _try_game(game: AnyGame, folder: Path) -> str:
    """Take a board through all that is done with one; return a line about it."""
    board = _draw(game)
    result = gridproof.solve(board, game=game)
    assert result.status is gridproof.Status.OPTIMAL, result
    assert result.verified, result
    assert gridproof.verify(game, board, result.moves or ()).valid
    file = folder / f"{game.id}.gpc"
    certified = gridproof.certify(board, file, game=game)
    assert certified.certificate is not None, certified.notes
    assert gridproof.check(file).accepted
    return f"{game.id} {result.cost} in {result.stats.expanded} nodes"


def _miss_compilers() -> None:
    """Make sure that nothing here could compile a kernel."""
    for compiler in ("c++", "g++", "gcc", "cc", "clang", "cmake", "ninja"):
        assert shutil.which(compiler) is None, f"there is a {compiler}"


def main() -> None:
    """Try everything; an assertion that fails ends it."""
    assert "site-packages" in gridproof.__file__, f"not installed: {gridproof.__file__}"
    assert version("gridproof") == gridproof.__version__
    assert find_spec("gridproof._native.testing") is None, "the kernel of tests is in the wheel"
    names = {path.name for path in files("gridproof") or ()}
    assert {"py.typed", "gridproof.1", "_gridproof", "gridproof.fish"} <= names
    if "--no-compiler" in sys.argv:
        _miss_compilers()
    with tempfile.TemporaryDirectory() as folder:
        lines = [_try_game(game, Path(folder)) for game in gridproof.games().values()]
    sys.stdout = shown = StringIO()
    try:
        code = run(["--help"])
    finally:
        sys.stdout = sys.__stdout__
    assert code == 0
    assert all(verb in shown.getvalue() for verb in VERBS)
    print(f"Python {sys.version.split()[0]}: {'; '.join(lines)}; help")


if __name__ == "__main__":
    main()
