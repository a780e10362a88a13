"""The rules of every game, as people read them."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from gridproof.game import AnyGame
from gridproof.level import Level
from gridproof.render.about import (
    example,
    example_scenes,
    goal_line,
    goal_of,
    legend,
    rules_text,
    set_options,
)
from gridproof.render.rules_html import folded_rules, rules_html
from gridproof.result import Result, Status, StopReason
from gridproof.solving.solve import solve
from gridproof.specs import About
from tests.samples import GAMES

EACH = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def texts(about: About) -> list[str]:
    """All that is said, a paragraph or an item each."""
    said = (about.rules, about.notation, about.history, about.sources, about.shown)
    return [item for text in said for item in About.items(text)]


@EACH
def test_every_objective_has_a_goal_line(game: AnyGame) -> None:
    assert list(game.about.goals) == [objective.id for objective in game.objectives]
    for objective in game.objectives:
        assert re.fullmatch(r"[A-Z].{10,98}[^.]", goal_of(game, objective.id))


@EACH
def test_the_example_is_a_board_and_legal_moves(game: AnyGame) -> None:
    (level,) = game.read(game.about.board)
    assert isinstance(level, Level)
    assert not game.validate(level)
    assert game.about.moves
    before, after = example(game)
    assert before != after


@EACH
def test_rules_are_short_sentences(game: AnyGame) -> None:
    about = game.about
    assert len(About.items(about.rules)) >= 2
    for text in texts(about):
        for sentence in re.split(r"(?<=[.:;]) ", text):
            assert len(sentence.split()) <= 30, sentence
    named = set(re.findall(r"`([a-z-]+)[:`]", about.rules))
    assert named <= {option.name for option in game.options}


@EACH
def test_rules_fit_into_the_width_asked_for(game: AnyGame) -> None:
    for width in (40, 76, 100):
        board = max(map(len, "\n".join(example(game)).split("\n")))
        assert max(map(len, rules_text(game, width))) <= max(width, 2 * board + 6)


def the_example(game: AnyGame) -> Level:
    """The board of the example."""
    (level,) = game.read(game.about.board)
    assert isinstance(level, Level)
    return level


def results(game: AnyGame) -> list[tuple[Level, str, Result]]:
    """The results of the example under each objective."""
    level = the_example(game)
    ids = [objective.id for objective in game.objectives]
    return [(level, name, solve(level, game=game, objective=name)) for name in ids]


@EACH
def test_names_of_objectives_and_options_are_those_of_the_game(game: AnyGame) -> None:
    assert set(game.about.reached) <= {objective.id for objective in game.objectives}
    assert set(game.about.pictured) <= {option.name for option in game.options}


@EACH
def test_the_goal_line_has_the_options_that_a_board_sets(game: AnyGame) -> None:
    level = the_example(game)
    line = goal_line(game, level)
    assert line.startswith(goal_of(game))
    for option in game.options:
        value = getattr(level, option.attribute)
        told = value != option.default and option.name not in game.about.pictured
        assert (f" · {option.name}: {option.show(value)}" in line) == told


@EACH
def test_the_help_explains_the_options_that_a_board_sets(game: AnyGame) -> None:
    level = the_example(game)
    said = " ".join(" ".join(rules_text(game, 90, level)).split())
    for text, meaning in set_options(game, level):
        assert f"This board has {text}. {meaning}" in said


@EACH
def test_the_goal_line_tells_an_optimum_only_where_it_is_known(game: AnyGame) -> None:
    for level, name, result in results(game):
        bare, line = goal_line(game, level, name), goal_line(game, level, name, result)
        assert line.startswith(f"{bare} · ")
        told = line.removeprefix(f"{bare} · ")
        if result.status is Status.INFEASIBLE:
            assert told == "this board has no solution, proven"
            continue
        assert result.status is Status.OPTIMAL
        costs = result.cost if isinstance(result.cost, tuple) else (result.cost,)
        assert [int(number) for number in re.findall(r"\d+", told)] == list(costs)
        assert ("by a floating-point MILP bound" in told) == (result.proof == "milp-float")


@EACH
def test_the_goal_line_tells_a_bound_as_a_bound(game: AnyGame) -> None:
    level, name, result = results(game)[0]
    assert isinstance(result.cost, int)
    bare, sense = goal_line(game, level, name), game.objective(name).sense
    unknown = replace(
        result, status=Status.UNKNOWN, stop_reason=StopReason.TIME_LIMIT, cost=None, costs={},
        moves=None, solution=None, verified=False, proof="none",
    )  # fmt: skip
    told = goal_line(game, level, name, unknown).removeprefix(bare)
    side, words = ("least", "needed") if sense == "min" else ("most", "")
    assert re.match(rf" · at {side} {result.bound} .*{words}", told)
    assert goal_line(game, level, name, replace(unknown, bound=None)) == bare


@EACH
def test_the_goal_line_believes_the_header_of_the_board(game: AnyGame) -> None:
    level, name, result = results(game)[0]
    stated = level.with_info(optimum=str(result.cost))
    exact = replace(result, proof="search")
    assert goal_line(game, stated, name) == goal_line(game, level, name, exact)
    assert goal_line(game, level.with_info(optimum="few"), name) == goal_line(game, level, name)
    first = game.objectives[0]
    for other in game.objectives[1:]:
        shared = (other.sense, other.metrics[0]) == (first.sense, first.metrics[0])
        line = goal_line(game, stated, other.id)
        assert (line != goal_line(game, level, other.id)) == shared


@EACH
def test_the_legend_names_all_that_the_example_shows(game: AnyGame) -> None:
    signs = legend(game)
    assert signs
    assert len({sprite.words for sprite in signs}) == len(signs)
    shown = {sprite.kind for scene in example_scenes(game) for sprite in scene.sprites}
    assert shown <= {sprite.kind for sprite in signs}
    text = "\n".join(rules_text(game, 200))
    for sprite in signs:
        assert f"{sprite.text.strip()} {sprite.words}" in text


@EACH
def test_the_rules_are_a_part_of_a_page(game: AnyGame) -> None:
    part = ElementTree.fromstring(rules_html(game, level=3, heading="Rules"))
    said = " ".join("".join(part.itertext()).split())
    for text in (*About.items(game.about.rules), *About.items(game.about.shown)):
        assert text.replace("`", "") in said
    assert [heading.text for heading in part.iter("h3")] == ["Rules", "Notation"]
    names = [picture.get("aria-label") for picture in part.iter("svg")]
    assert [name for name in names if name] == ["Before", "After"]
    assert [item.text for item in part.iter("figcaption")] != [""]
    defined = {element.get("id") for element in part.iter() if element.get("id")}
    assert {element.get("href", "").removeprefix("#") for element in part.iter("use")} <= defined
    assert not [element for element in part.iter() if element.get("style")]  # policies forbid them
    assert folded_rules(game).startswith("<details><summary>Rules of ")
