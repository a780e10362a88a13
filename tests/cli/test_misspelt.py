"""Every name that a verb takes is found again when one letter of it is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from cyclopts import App

from gridproof.cli import VERBS, app
from gridproof.design.level_id import generators
from gridproof.errors import UnknownName, did_you_mean
from gridproof.experiments import names as experiments
from gridproof.game import AnyGame
from gridproof.reduction import reductions
from gridproof.registry import find_game, games
from gridproof.solving.solve import solvers
from tests.cli.conftest import Outcome
from tests.samples import random_levels

Gridproof = Callable[..., Outcome]

each_game = pytest.mark.parametrize("game", games().values(), ids=games().keys())


def misspelt(name: str) -> Iterator[str]:
    """A name of which a letter is missing, doubled, or in the place of the one before it."""
    start = len(name) - len(name.lstrip("-"))
    middle = (start + len(name)) // 2
    letter, before = name[middle], name[middle - 1]
    yield name[:middle] + name[middle + 1 :]
    yield name[:middle] + letter + name[middle:]
    if letter != before:
        yield name[: middle - 1] + letter + before + name[middle + 1 :]


def verbs() -> Mapping[tuple[str, ...], App]:
    """All verbs with their command lines."""
    found: dict[tuple[str, ...], App] = {}
    root = app()
    for verb in VERBS:
        found[(verb,)] = root[verb]
        for below in root[verb]:
            if not below.startswith("-"):
                found[verb, below] = root[verb][below]
    return found


def options_of(verb: App) -> list[str]:
    arguments = [] if verb.default_command is None else verb.assemble_argument_collection()
    names = [name for argument in arguments if argument.parse for name in argument.names]
    return [name for name in names if name.startswith("--")]


@pytest.mark.parametrize("verb", verbs(), ids=" ".join)
def test_an_option_that_is_misspelt_is_found(verb: tuple[str, ...], gridproof: Gridproof) -> None:
    named = [*options_of(verbs()[verb]), "--help"]
    for number, option in enumerate(named):
        for wrong in misspelt(option):
            if wrong in named:
                continue
            outcome = gridproof(*verb, wrong if number % 2 else f"{wrong}=1")
            assert (outcome.code, outcome.out) == (2, "")
            error, hint = outcome.err.splitlines()
            owner = f"`gridproof {' '.join(verb)}`"
            assert error.startswith(f"error: {owner} has no option `{wrong}`; it has "), error
            assert f"`{option}`" in hint, (wrong, hint)


def test_verbs_that_are_misspelt_are_found(gridproof: Gridproof) -> None:
    for chain in verbs():
        *before, verb = chain
        if before == ["reduce"]:
            continue  # names of reductions stand in the same place: see below
        for wrong in misspelt(verb):
            if wrong in VERBS:
                continue
            outcome = gridproof(*before, wrong)
            assert (outcome.code, f"has no verb `{wrong}`; it has " in outcome.err) == (2, True)
            assert f"`{verb}`" in outcome.err.splitlines()[-1]


def check(outcome: Outcome, owner: str, kind: str, wrong: str, right: str) -> None:
    """Thing, place and next step: who has no such thing, what it has, and what was meant."""
    assert outcome.code == 2
    said = " ".join(outcome.err.split())
    assert f"{owner} has no {kind} `{wrong}`; it has " in said, said
    assert "did you mean " in said
    assert f"`{right}`" in said.partition("did you mean")[2], said


@each_game
def test_names_of_a_game_that_are_misspelt_are_found(
    game: AnyGame, gridproof: Gridproof, tmp_path: Any
) -> None:
    level = next(random_levels(game.id, 1))
    (tmp_path / "board").write_text(game.write(level, game.canonical_format), encoding="utf-8")
    solve = ("solve", "board", "--game", game.id)
    for wrong in misspelt(game.id):
        outcome = gridproof("solve", "board", "--game", wrong)
        check(outcome, "gridproof", "game", wrong, game.id)
        check(gridproof("generate", wrong), "gridproof", "game", wrong, game.id)
        check(gridproof("list", wrong), "gridproof", "game or reduction", wrong, game.id)
    for objective in game.objectives:
        for wrong in misspelt(objective.id):
            outcome = gridproof(*solve, "--objective", wrong)
            check(outcome, game.id, "objective", wrong, objective.id)
    for name, spec in solvers(game).items():
        for wrong in misspelt(name):
            check(gridproof(*solve, "--solver", wrong), game.id, "solver", wrong, name)
        for option in spec.options:
            for wrong in misspelt(option.name):
                goal = ("--objective", spec.objectives[0]) if spec.objectives else ()
                said = ("--solver", name, "--solver-option", f"{wrong}=1")
                outcome = gridproof(*solve, *goal, *said)
                check(outcome, f"solver `{name}`", "option", wrong, option.name)
    for option in game.options:
        for wrong in misspelt(option.name):
            outcome = gridproof(*solve, "--set", f"{wrong}=1")
            check(outcome, game.id, "option", wrong, option.name)
    for name, maker in generators(game).items():
        for wrong in misspelt(name):
            outcome = gridproof("generate", game.id, "--method", wrong)
            check(outcome, game.id, "generator", wrong, name)
        for option in maker.parameters:
            for wrong in misspelt(option.name):
                outcome = gridproof("generate", game.id, "--method", name, f"{wrong}=1")
                check(outcome, f"generator `{name}`", "parameter", wrong, option.name)


def test_reductions_that_are_misspelt_are_found(gridproof: Gridproof) -> None:
    for name, reduction in reductions().items():
        for wrong in misspelt(name):
            outcome = gridproof("reduce", wrong, "file")
            check(outcome, "gridproof", "reduction", wrong, name)
        for option in reduction.options:
            for wrong in misspelt(option.name):
                outcome = gridproof("reduce", name, "file", "--set", f"{wrong}=1")
                check(outcome, name, "option", wrong, option.name)
    for verb in ("lift", "lower", "audit"):
        for wrong in misspelt(verb):
            check(gridproof("reduce", wrong, "file"), "gridproof", "reduction", wrong, verb)


def test_experiments_that_are_misspelt_are_found(gridproof: Gridproof) -> None:
    for name in experiments():
        for wrong in misspelt(name):
            check(gridproof("experiment", wrong), "gridproof", "experiment", wrong, name)


def test_a_name_that_is_like_none_gets_the_list() -> None:
    with pytest.raises(UnknownName) as caught:
        find_game("sokoban").objective("foo")
    assert str(caught.value) == (
        "sokoban has no objective `foo`; it has pushes, moves, pushes-moves, moves-pushes"
    )
    assert caught.value.hint is None
    many = UnknownName("thing", "x", [f"name{number}" for number in range(100)])
    assert str(many).endswith(", name23, … (100 in all)")
    assert str(UnknownName("thing", "x", [])) == "gridproof has no thing `x`; it has none"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("OPTIMAL", "did you mean `optimal`?"),
        ("max_cost", "did you mean `max-cost`?"),
        ("opt", "did you mean `optimal`?"),
        ("zzz", None),
    ],
)
def test_near_names(name: str, hint: str | None) -> None:
    assert did_you_mean(name, ["optimal", "max-cost", "any"]) == hint
