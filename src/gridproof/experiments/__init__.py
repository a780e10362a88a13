"""Published tables, repeated: each is a TOML file and a function that makes its rows.

A file under ``data/experiments`` has ``title``, ``source``, ``run`` ("module:function"), the
default number of ``replicates``, a table ``parameters`` (to be changed with ``--set``) and the
published figures. ``claims``, ``draw`` and a ``note`` are optional. ``run`` makes rows from
independent pieces of work, so that they can be shared out and a stopped run still shows its rows.
:mod:`gridproof.experiments.comparison` makes the rows of those that time solvers on the same
boards.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from importlib.resources import files
from typing import Any

from gridproof.arguments import check_table, check_text
from gridproof.errors import InputError, UnknownName, shorten
from gridproof.experiments.pieces import Measured
from gridproof.files.strict_toml import read_toml

__all__ = ["Experiment", "find_experiment", "names"]

#: (experiment, replicates, seed, jobs, said) -> rows; ``said`` is called with lines of progress.
Run = Callable[["Experiment", int, int, int, Callable[[str], None]], Measured]


@dataclass(frozen=True)
class Experiment:
    """One published table and the way to repeat it.

    Attributes:
        name: of its file.
        title: its subject.
        source: its publication.
        run: "module:function" of the form of :data:`Run`.
        claims: "module:function" of the source's claims in one figure, (experiment, rows) -> rows
            with ``claim``, ``ours`` and ``published``; empty: nothing.
        draw: "module:function" that draws rows into a file, (experiment, rows, path); empty: none.
        parameters: sizes, chances, boards.
        published: the figures beside which ours are put, by row.
        replicates: the default number of repetitions of all of it.
        note: contradictions of the source, parts that cannot be repeated, and how ours is measured.
    """

    name: str
    title: str
    source: str
    run: str
    parameters: Mapping[str, Any]
    published: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    claims: str = ""
    draw: str = ""
    replicates: int = 1
    note: str = ""

    def with_parameters(self, changes: Mapping[str, Any]) -> Experiment:
        """Return the experiment with other parameters, written as in TOML or given as they are.

        Raises:
            UnknownName: there is no such parameter.
            InputError: a value is not of the kind of the one it replaces.
        """
        check_table(changes, "parameters of an experiment")
        changed = dict(self.parameters)
        for name, given in changes.items():
            text = given if isinstance(given, str) else json.dumps(given)
            if name not in changed:
                raise UnknownName("parameter", name, changed, self.name)
            try:
                value = read_toml(f"value = {text}")["value"]
            except InputError:
                value = text
            try:
                changed[name] = _alike(value, changed[name])
            except TypeError:
                like = shorten(str(changed[name]))
                raise InputError(
                    f"parameter `{name}` is written like `{like}`, not `{shorten(text)}`"
                ) from None
            except ValueError as problem:
                raise InputError(f"parameter `{name}`: {problem}: `{shorten(text)}`") from None
        return replace(self, parameters=changed)


def _alike(value: Any, known: Any) -> Any:
    """Return a value of the kind of a known one, in all its parts.

    Raises:
        TypeError: it is of another kind.
        ValueError: it is empty, or names the same twice.
    """
    if isinstance(known, float) and type(value) is int:
        return float(value)
    if type(value) is not type(known):
        raise TypeError
    if type(value) is int and value < 1:  # how many, or how large
        raise ValueError("whole numbers begin at 1")
    if isinstance(value, list):
        if not value or any(one in value[:place] for place, one in enumerate(value)):
            raise ValueError("a list has entries, and each of them once")
        return [_alike(one, known[0]) for one in value]
    if isinstance(value, dict):
        if not value:
            raise ValueError("a table has entries")
        (some, *others) = known.values()
        is_record = any(type(other) is not type(some) for other in others)
        if is_record and value.keys() != known.keys():
            raise TypeError
        return {name: _alike(one, known.get(name, some)) for name, one in value.items()}
    return value


def names() -> list[str]:
    """Return the experiments that can be repeated."""
    folder = files("gridproof") / "data" / "experiments"
    return sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith("toml"))


def find_experiment(name: str) -> Experiment:
    """Return the experiment of a file.

    Raises:
        UnknownName: there is none of this name.
    """
    check_text(name, "the name of an experiment")
    if name not in names():
        raise UnknownName("experiment", name, names())
    text = (files("gridproof") / "data" / "experiments" / f"{name}.toml").read_text("utf-8")
    return Experiment(name=name, **tomllib.loads(text))
