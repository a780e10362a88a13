"""Plans as TOML files.

::

    limits = { time = 10, memory = "2GiB" }      # of every run that does not say its own
    certify = true                               # certify proven answers of every such run

    [[boards]]                                   # files, folders, archives; * and ? match files
    files = ["levels/*.txt", "hard.jsonl"]

    [[boards]]                                   # or what a generator draws, as it comes
    set = "small"
    game = "bombcover"
    generator = "random"
    parameters = { width = 8, height = 8 }
    count = 100
    seed = 7

    [[runs]]                                     # without any: the default solver of each board
    games = ["sokoban"]
    objective = "moves"
    solvers = ["optimal", "bidirectional"]
    limits = { time = 60 }
"""

from __future__ import annotations

import glob
import os
from collections.abc import Collection, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from gridproof.batch.plan import Drawn, FromFile, Plan, Setup, set_name
from gridproof.design.level_id import GeneratorConfig, find_generator
from gridproof.errors import InputError, did_you_mean, shorten
from gridproof.files.reading import board_files, read_text
from gridproof.files.strict_toml import read_toml
from gridproof.options import parse_bytes
from gridproof.registry import find_game
from gridproof.result import Limits
from gridproof.strict_json import Field

__all__ = ["read_plan"]

_PLAN = ("limits", "certify", "boards", "runs")
_FILES = ("set", "files", "game", "options")
_DRAWN = ("set", "game", "generator", "parameters", "count", "seed")
_OF_GENERATORS = frozenset(_DRAWN) - frozenset(_FILES)
_RUNS = ("games", "objective", "solvers", "options", "limits", "certify")
_LIMITS = tuple(field.name for field in fields(Limits))


def read_plan(path: str) -> Plan:
    """Read a plan; the boards are read when they are run.

    Raises:
        InputError: the file cannot be read, is no TOML, or says what means nothing.
    """
    try:
        said = Field(read_toml(read_text(path)))
        return _plan(said, Path(path).parent)
    except InputError as problem:
        if str(problem).startswith(path):
            raise
        raise InputError(f"{path}: {problem}", hint=problem.hint) from None


def _plan(said: Field, folder: Path) -> Plan:
    _look(said, _PLAN)
    limits = _limits(said.get("limits"), Limits())
    certify = _certify(said.get("certify"), otherwise=False)
    runs = said.get("runs")
    return Plan(
        [source for entry in _some(said["boards"]) for source in _sources(entry, folder)],
        (Setup(limits=limits, certify=certify),)
        if runs is None
        else tuple(setup for entry in _some(runs) for setup in _setups(entry, limits, certify)),
    )


def _sources(said: Field, folder: Path) -> Iterator[FromFile | Drawn]:
    game, name = said.get("game"), said.get("set")
    if said.get("files") is None:
        yield _drawn(said)
        return
    _look(said, _FILES)
    options = _options(said.get("options"))
    for entry in _some(said["files"], what="a list of files"):
        for path in board_files(_files(entry, folder), None if game is None else game.text()):
            # Beside the plan it is named as seen from there; elsewhere as the plan names it.
            seen = path if os.path.isabs(entry.text()) else os.path.relpath(path, folder)
            yield FromFile(
                set_name(seen, options) if name is None else name.text(),
                path,
                None if game is None else find_game(game.text()).id,
                options,
            )


def _files(said: Field, folder: Path) -> list[str]:
    """Return the files of a pattern; wildcards match neither folders nor pipes."""
    pattern = said.text()
    found = sorted(glob.glob(os.path.join(glob.escape(str(folder)), pattern), recursive=True))
    if glob.has_magic(pattern):
        found = [path for path in found if os.path.isfile(path)]
    if not found or not pattern:
        said.fault(f"names no file: {folder / pattern}")
    return found


def _drawn(said: Field) -> Drawn:
    # One that has no word of a generator may have misspelt `files`.
    _look(said, _DRAWN if _OF_GENERATORS & said.table().keys() else (*_DRAWN, *_FILES))
    game = find_game(said["game"].text())
    generator, name, seed = said.get("generator"), said.get("set"), said.get("seed")
    spec = find_generator(game, None if generator is None else generator.text())
    return Drawn(
        f"{game.id} {spec.id}" if name is None else name.text(),
        GeneratorConfig(game, spec, _options(said.get("parameters"))),
        said["count"].whole(1),
        0 if seed is None else seed.whole(0),
    )


def _setups(said: Field, limits: Limits, certify: bool) -> Iterator[Setup]:
    """Yield one setup for each solver."""
    _look(said, _RUNS)
    objective, solvers, games = said.get("objective"), said.get("solvers"), said.get("games")
    names = [None] if solvers is None else [entry.text() for entry in _some(solvers)]
    for name in names:
        yield Setup(
            None if objective is None else objective.text(),
            name,
            _options(said.get("options")),
            _limits(said.get("limits"), limits),
            () if games is None else tuple(find_game(g.text()).id for g in games.entries()),
            _certify(said.get("certify"), otherwise=certify),
        )


def _certify(said: Field | None, *, otherwise: bool) -> bool:
    if said is None:
        return otherwise
    if not isinstance(said.value, bool):
        said.fault("is neither true nor false")
    return said.value


def _limits(said: Field | None, others: Limits) -> Limits:
    if said is None:
        return others
    _look(said, _LIMITS)
    given: dict[str, Any] = {name: said[name].value for name in said.table()}
    if isinstance(given.get("memory"), str):
        given["memory"] = parse_bytes(given["memory"])
    try:
        return Limits(**given)
    except ValueError as problem:
        said.fault(str(problem))


def _options(said: Field | None) -> dict[str, Any]:
    return {} if said is None else said.table()


def _some(said: Field, what: str = "a list") -> list[Field]:
    """Return the entries of a list, which may not be empty: without any a plan would do nothing."""
    return said.entries(what=what) or said.fault("is empty")


def _look(said: Field, known: Collection[str]) -> None:
    """Refuse what is not known: a misspelt limit is none."""
    for name in said.table():
        if name not in known:
            hint = did_you_mean(name, sorted(known)) or f"known: {', '.join(known)}"
            place = f"{said.place}.{shorten(name)}".lstrip(".")
            raise InputError(f"field `{place}` means nothing here", hint=hint)
