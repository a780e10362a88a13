"""Runs that are the same have the same key, everywhere; and boards that stand at several places."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from gridproof.batch.plan import Drawn, FromFile, Plan, Planned, Run, Setup
from gridproof.design.level_id import GeneratorConfig
from gridproof.errors import GridproofError, InputError
from gridproof.level import BoardFault
from gridproof.result import Limits
from tests.samples import GAMES, sample_levels

BASE = Run(
    "robots", "0" * 64, "moves", "optimal", {"a": "1", "b": "2"}, Limits(time=5, nodes=7), "1.0"
)


def test_the_key_is_the_same_in_every_process() -> None:
    code = (
        "from gridproof.batch.plan import Run; from gridproof.result import Limits\n"
        "print(Run('robots', '0' * 64, 'moves', 'optimal', dict(b='2', a='1'),"
        " Limits(nodes=7, time=5.0), '1.0').key)"
    )
    for seed in ("0", "1", "4711"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(filter(None, sys.path))},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == BASE.key
    # It is written in stores: if it changes, all that was ever run is run again.
    assert BASE.key == "4e772af464826ea1207cd33550a875b62ae3b6d78713615b53e7d76c53299e7b"


@pytest.mark.parametrize(
    "other",
    [
        {"game": "merge"},
        {"digest": "1" * 64},
        {"objective": "pushes"},
        {"solver": "search"},
        {"options": {"a": "1"}},
        {"options": {"a": "2", "b": "1"}},
        {"options": {"a": "1", "b": "2", "c": ""}},
        {"limits": Limits(time=5)},
        {"limits": Limits(time=7, nodes=5)},
        {"limits": Limits(time=5.5, nodes=7)},
        {"limits": Limits(time=5, nodes=7, memory=0)},
        {"limits": Limits(time=5, nodes=7, max_cost=0)},
        {"version": "1.0.1"},
    ],
)
def test_whatever_differs_makes_another_key(other: Mapping[str, Any]) -> None:
    changed = replace(BASE, **other)
    assert changed.key != BASE.key
    assert changed != BASE


def test_every_field_counts() -> None:
    values: dict[str, Any] = {"options": {}, "limits": Limits()}
    for field in fields(Run):
        assert replace(BASE, **{field.name: values.get(field.name, "other")}).key != BASE.key


def test_the_same_limits() -> None:
    same = replace(BASE, limits=Limits(time=5.0, nodes=7), options={"b": "2", "a": "1"})
    assert same.key == BASE.key
    assert same == BASE
    endless = replace(BASE, limits=Limits(time=math.inf, nodes=7))
    assert endless.key == replace(BASE, limits=Limits(nodes=7)).key
    assert endless.resource_limits.seconds is None
    for beyond in (2**63, 10**400):  # a column of 64 bits, a float
        limits = Limits(beyond, beyond, beyond, beyond)
        assert replace(BASE, limits=limits).limits == Limits()
    assert replace(BASE, limits=Limits(nodes=2**63 - 1)).limits.nodes == 2**63 - 1


# Plans

TWO = "#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n"


def runs(plan: Plan) -> list[Planned]:
    def refuse(problem: GridproofError | BoardFault) -> None:
        raise AssertionError(problem)

    return list(plan.runs(refuse))


@pytest.fixture
def source(tmp_path: Path) -> FromFile:
    file = tmp_path / "two.txt"
    file.write_text(TWO)
    return FromFile("two", str(file), "sokoban")


def test_what_is_said_beside_the_defaults_makes_no_other_run(source: FromFile) -> None:
    (plain, _) = runs(Plan([source]))
    run = plain.run
    named = Setup(run.objective, run.solver)
    assert runs(Plan([source], [named]))[0].run.key == run.key
    found = 0
    for game in GAMES.values():
        for spec in game.solvers:
            defaults = {o.name: o.default for o in spec.options if o.default is not None}
            if not defaults or not (levels := sample_levels(game.id)):
                continue
            for level in levels:
                for objective in game.objectives:
                    if spec.why_unsupported(level, objective) is None:
                        break
                else:
                    continue
                break
            else:
                continue
            found += 1
            file = Path(source.path).with_name(f"{game.id}.txt")
            file.write_text(game.write(level, game.canonical_format), encoding="utf-8")
            of = [FromFile("x", str(file), game.id)]
            keys = {
                one.run.key
                for options in ({}, defaults)
                for one in runs(Plan(of, [Setup(objective.id, spec.id, options)]))
            }
            assert len(keys) == 1
    assert found


def test_a_board_in_two_files_is_one_run(source: FromFile) -> None:
    copy = Path(source.path).with_name("copy.txt")
    copy.write_text(f"; another title\n\n{TWO.split(chr(10) * 2)[1]}")
    found = runs(Plan([source, FromFile("copy", str(copy), "sokoban")]))
    assert [(one.place.set, one.place.number) for one in found] == [
        *(("two", 1), ("two", 2)),
        ("copy", 1),
    ]
    first, second, third = (one.run.key for one in found)
    assert second == third != first
    # With other options it is another board.
    other = runs(Plan([source], [Setup(limits=Limits(nodes=3))]))
    assert not {first, second} & {one.run.key for one in other}


def test_boards_that_have_no_run_are_told(source: FromFile) -> None:
    plan = Plan([source], [Setup(solver="no such solver"), Setup(games=("merge",))])
    assert list(plan.runs(lambda problem: None)) == []
    assert [(place.set, place.number) for place, _ in plan.idle] == [("two", 1), ("two", 2)]
    assert [name for _, name in plan.idle] == [one.run.digest for one in runs(Plan([source]))]


def test_a_setup_that_fits_no_board_is_an_error(source: FromFile) -> None:
    told: list[GridproofError | BoardFault] = []
    setups = [Setup(solver="optmal"), Setup(solver="any"), Setup(games=("merge",))]
    assert len(list(Plan([source], setups).runs(told.append))) == 2
    (problem,) = told
    assert str(problem).startswith("no board fits: sokoban has no solver `optmal`; it has ")
    assert problem.hint == "did you mean `optimal`?"
    # One that fits some of them leaves out the others.
    merge = Path(source.path).with_name("merge.txt")
    game = GAMES["merge"]
    merge.write_text(game.write(sample_levels("merge")[0], game.canonical_format))
    both = Plan([source, FromFile("merge", str(merge), "merge")], [Setup("moves")])
    assert len(runs(both)) == 2
    assert sum(both.unfit.values()) == 1


HOPELESS = {
    "solver": (Setup(solver="optmal"), "sokoban has no solver `optmal`"),
    "objective": (Setup("pushs"), "no objective"),
    "objective of the solver": (
        Setup("pushes", solver="astar"),
        "`astar`: it is not made for objective `pushes`",
    ),
    "option": (
        Setup(solver="optimal", options={"corals": "no"}),
        "solver `optimal` has no option `corals`",
    ),
    "value": (Setup(solver="optimal", options={"corrals": "perhaps"}), "corrals"),
    "games": (Setup(solver="optmal", games=("sokoban", "merge")), "sokoban has no solver"),
}


@pytest.mark.parametrize("kind", HOPELESS)
@pytest.mark.parametrize("where", ["named", "told", "drawn"])
def test_a_setup_that_fits_no_game_is_told_at_once(
    source: FromFile, kind: str, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES["sokoban"]
    sources: dict[str, FromFile | Drawn] = {
        "named": source,
        "told": FromFile("told", source.path),
        "drawn": Drawn("drawn", GeneratorConfig(game, game.generators[0], {}), 1),
    }
    told: list[str] = []

    def levels(*_: Any) -> Iterator[Any]:
        told.append("read")
        return iter(())

    monkeypatch.setattr(FromFile, "levels", levels)
    monkeypatch.setattr(Drawn, "levels", levels)
    setup, reason = HOPELESS[kind]
    plan = Plan([sources[where], source], [Setup(), setup])
    list(plan.runs(lambda problem: told.append(str(problem))))
    assert told[1:] == ["read", "read"]
    assert told[0].startswith("no board fits: ")
    assert reason in told[0]


def test_what_can_be_read_once_is_not_looked_at_before(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path / "none", tmp_path):
        assert FromFile("x", str(path)).told_game() is None


def test_bad_boards_and_files_are_told_and_the_others_run(source: FromFile) -> None:
    bad = Path(source.path).with_name("bad.txt")
    bad.write_text(TWO.replace("@", "x", 1))
    told: list[GridproofError | BoardFault] = []
    sources = [FromFile("bad", str(bad), "sokoban"), FromFile("none", "none.txt"), source]
    found = list(Plan(sources).runs(told.append))
    assert [(one.place.set, one.place.number) for one in found] == [
        ("bad", 2),
        *(("two", 1), ("two", 2)),
    ]
    assert isinstance(told[0], BoardFault)
    assert isinstance(told[1], InputError)
