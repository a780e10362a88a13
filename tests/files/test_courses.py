"""Courses: what is promised of the levels that each game's own collection offers."""

from __future__ import annotations

import re

import pytest
from tools.courses.__main__ import LEVELS, courses

from gridproof.design.rate import rate
from gridproof.design.symmetry import symmetry_class
from gridproof.files.shipped import collections
from gridproof.level import Level
from gridproof.playing.cards import Card
from gridproof.registry import games
from gridproof.result import Limits, Status, first

#: Nodes that prove the optimum of each level; none takes more than 130,000.
NODES = 200_000
#: Positions that are counted for a score; `make courses` takes 20,000, and wants the exact order.
STATES = 1000
COURSES = [found.id for found in collections().values() if found.id == found.game]
each_course = pytest.mark.parametrize("game", COURSES)


def levels(game: str) -> tuple[Level, ...]:
    return collections()[game].levels


@each_course
def test_each_optimum_is_proven_and_the_easiest_level_is_first(game: str) -> None:
    """The score that `curate` orders by never falls, but by an eighth where few are counted."""
    ratings = [rate(level, limits=Limits(nodes=NODES), states=STATES) for level in levels(game)]
    for rating in ratings:
        result, info = rating.result, rating.level.info
        assert result.status is Status.OPTIMAL, result.title
        assert str(first(result.cost or 0)) == info["optimum"] != "0", result.title
        assert str(rating.difficulty) == info["difficulty"], result.title
    scores = [rating.score or 0 for rating in ratings]
    assert all(score >= 7 / 8 * max(scores[:n]) for n, score in enumerate(scores) if n)
    assert len(ratings[0].result.moves or ()) < 5
    assert ratings[0].difficulty == 1


@each_course
def test_a_course_has_20_to_30_different_levels(game: str) -> None:
    assert 20 <= len(levels(game)) <= 30
    classes = {symmetry_class(games()[game], level) for level in levels(game)}
    assert len(classes) == len(levels(game))


@each_course
def test_titles_are_of_one_style(game: str) -> None:
    titles = [level.info["title"] for level in levels(game)]
    assert len(set(titles)) == len(titles)
    for title in titles:
        words = title.split()
        assert 2 <= len(words) <= 4, title
        assert re.fullmatch(r"[A-Z][a-z']*( [a-z']+)*", title), title


@each_course
def test_cards_have_size_difficulty_and_optimum(game: str) -> None:
    for level in levels(game):
        card = Card.of(games()[game], level)
        assert card.difficulty is not None
        assert card.optimum is not None
        assert len(card.marks) == 5


def test_the_recipes_make_the_courses() -> None:
    """Titles, credits, boards drawn by hand and IDs; `make courses` draws all levels again."""
    recipes = dict(courses())
    assert set(recipes) <= set(COURSES)
    for game, entries in recipes.items():
        assert (LEVELS / f"{game}.txt").is_file()
        assert len({entry.idea for entry in entries}) == len(entries)
        for entry, level in zip(entries, levels(game), strict=True):
            said = {"title": entry.title, **entry.credit}
            if entry.generated:
                said["generator"] = entry.recipe
            else:
                assert level == entry.level(game).with_info(**level.info), entry.title
            assert said == {
                name: text
                for name, text in level.info.items()
                if name not in ("optimum", "difficulty")
            }


@pytest.mark.soak
@pytest.mark.parametrize("game", dict(courses()))
def test_generated_levels_are_made_again(game: str) -> None:
    for entry, level in zip(dict(courses())[game], levels(game), strict=True):
        assert entry.level(game).with_info(**level.info) == level, entry.title
