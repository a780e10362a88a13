"""The rules of every game, as people read them."""

from __future__ import annotations

import re

import pytest

from gridproof.game import AnyGame
from gridproof.level import Level
from gridproof.render.about import example, goal_of, rules_text
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
