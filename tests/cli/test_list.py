"""`gridproof list GAME` leaves out options for experts, and says so; they work when given."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from gridproof.game import AnyGame
from gridproof.reduction import reductions
from gridproof.registry import games
from gridproof.solving.solve import solvers
from gridproof.specs import SolverSpec
from tests.cli.conftest import Outcome

Gridproof = Callable[..., Outcome]

each_game = pytest.mark.parametrize("game", games().values(), ids=games().keys())


def listed(gridproof: Gridproof, *arguments: str) -> dict[str, dict[str, str]]:
    """Of each solver that `list` shows, the lines of its options by name."""
    done = gridproof("list", *arguments)
    assert done.code == 0
    found: dict[str, dict[str, str]] = {}
    lines = iter(done.out.splitlines())
    assert "solvers:" in lines
    for line in lines:
        if not line.startswith(" "):
            break
        name, _, said = line.strip().partition(" ")
        if line.startswith(" " * 6):
            list(found.values())[-1][name] = said.strip()
        else:
            found[name] = {}
    return found


def experts(spec: SolverSpec) -> set[str]:
    return {option.name for option in spec.options if option.expert}


@each_game
def test_expert_options_are_counted(game: AnyGame, gridproof: Gridproof) -> None:
    shown, whole = listed(gridproof, game.id), listed(gridproof, game.id, "--all")
    for spec in solvers(game).values():
        names = {option.name for option in spec.options}
        assert set(whole[spec.id]) == names
        assert set(shown[spec.id]) - {"…"} == names - experts(spec)
        count = len(experts(spec))
        more = f"{count} expert options: `gridproof list {game.id} --all`"
        assert shown[spec.id].get("…") == (more if count else None)
        assert count != 1, "a line that tells of one option takes as much room as the option"


@each_game
def test_json_lists_expert_options_and_marks_them(game: AnyGame, gridproof: Gridproof) -> None:
    record = json.loads(gridproof("list", game.id, "--json").out)
    for spec, found in zip(solvers(game).values(), record["solvers"], strict=True):
        assert [option["name"] for option in found["options"]] == [o.name for o in spec.options]
        marked = {option["name"] for option in found["options"] if option.get("expert")}
        assert marked == experts(spec)


@each_game
def test_expert_options_work_when_given(game: AnyGame) -> None:
    for spec in solvers(game).values():
        for option in spec.options:
            given = spec.settings({option.name: option.show(option.default)})
            assert given[option.attribute] == option.default


def test_all_needs_a_game(gridproof: Gridproof) -> None:
    done = gridproof("list", "--all")
    assert done.code == 2
    assert "hint: `gridproof list GAME --all`" in done.err


@each_game
def test_symbols_headers_and_forms_are_listed(game: AnyGame, gridproof: Gridproof) -> None:
    """`list GAME` answers a newcomer's question: for the meaning of a symbol or header."""
    lines = [" ".join(line.split()) for line in gridproof("list", game.id).out.splitlines()]
    assert f"symbols of {game.forms[0].id}:" in lines
    for symbol in game.forms[0].symbols:
        assert any(line.endswith(f" {symbol.meaning}") for line in lines), symbol
    for form in game.forms:
        assert any(line.startswith(form.id) and line.endswith(form.summary) for line in lines)
        for header in form.headers:
            assert f"{header.name} {header.meaning}" in lines
    record = json.loads(gridproof("list", game.id, "--json").out)
    assert [form["id"] for form in record["forms"]] == [form.id for form in game.forms]
    written = {
        n for form in record["forms"] if form["written"] for n in (form["id"], *form["aliases"])
    }
    assert written == set(record["formats"])
    assert all(option["values"] for option in record["options"])
    assert [form["id"] for form in record["notations"]] == [form.id for form in game.notations]


def test_forms_of_instances_are_listed(gridproof: Gridproof) -> None:
    for reduction in reductions().values():
        said = gridproof("list", reduction.id).out
        (record,) = map(json.loads, gridproof("list", reduction.id, "--json").out.splitlines())
        for form in reduction.source.forms:
            assert form.summary in said
            assert form.id in [each["id"] for each in record["source"]["forms"]]
