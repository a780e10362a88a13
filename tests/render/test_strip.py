"""Whole solutions as one picture."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

import pytest

from gridproof.level import Level
from gridproof.render.strip import MAX_POSITIONS, strip
from gridproof.solving.solve import solve
from tests.render.test_svg import SVG, THEMES, parsed
from tests.samples import GAMES, level_of, random_levels, sample_levels


def numbers(root: ElementTree.Element) -> list[int]:
    """The moves under whose numbers positions are drawn."""
    return [
        int(t.text or "")
        for t in root.iter(f"{SVG}text")
        if t.get("class") == "text" and t.get("font-weight") == "700"
    ]


def solved(level: Level) -> Sequence[str]:
    result = solve(level, game=GAMES[level.game])
    assert result.moves is not None
    return result.moves


@pytest.mark.parametrize("game", GAMES)
def test_each_position_of_a_solution_is_drawn(game: str) -> None:
    level = next(iter(sample_levels(game) or random_levels(game, 1)))
    moves = solved(level)[: MAX_POSITIONS - 1]
    for theme in THEMES:
        picture = strip(level, moves, game=GAMES[game], theme=theme, facts="one & all")
        root = parsed(picture)
        assert numbers(root) == list(range(len(moves) + 1))
        assert len(list(root.iter(f"{SVG}svg"))) == len(moves) + 2
        assert "one &amp; all" in picture
        assert GAMES[game].write_solution(level, moves) in (root.findtext(f"{SVG}desc") or "")
    assert picture == strip(level, moves, game=GAMES[game], theme=theme, facts="one & all")


def test_of_a_long_solution_some_positions_are_left_out() -> None:
    level = level_of("sokoban", {"rows": ["#" * 9, "#@  $ . #", "#" * 9]})
    moves = ["R", "L"] * 35
    root = parsed(strip(level, moves))
    assert numbers(root) == [*range(0, 70, 4), 70]
    assert "70 moves, a picture after every 4" in (root.get("aria-label") or "")
    assert len(numbers(parsed(strip(level, moves * 30)))) <= MAX_POSITIONS


def test_a_board_without_a_solution_is_drawn_alone() -> None:
    level = sample_levels("robots")[0]
    assert numbers(parsed(strip(level, ()))) == [0]


def ways(picture: str) -> list[int]:
    """Return the number of ways that each position shows."""
    positions = re.split(r"<svg ", picture)[2:]
    return [position.count('class="way"') for position in positions]


def test_ways_shown_are_the_last_or_all() -> None:
    robots = sample_levels("robots")[0]
    picture = strip(robots, solved(robots))
    assert ways(picture) == [0, 1, 1, 1, 1, 1, 1]
    onebomb = sample_levels("onebomb")[0]
    picture = strip(onebomb, solved(onebomb))
    assert ways(picture) == [0, 0] + [1] * 9
    lines = set(re.findall(r'class="way".*?href="#([^"]*)"', picture))
    starts = {re.findall(rf'id="{line}"><path d="M([^L]*)L', picture)[0] for line in lines}
    assert (len(lines), starts) == (9, {"1.5 4.5"}), "all begin at the start"


def test_a_merge_shows_where_the_hero_came_from() -> None:
    level = sample_levels("merge")[0]
    moves = solved(level)[:2]
    assert ways(strip(level, moves)) == [0, 1, 1]


def test_bombs_that_went_off_keep_their_number() -> None:
    level = sample_levels("bombcover")[0]
    moves = solved(level)
    root = parsed(strip(level, moves))
    signs = {t.text for t in root.iter(f"{SVG}text") if t.get("class") is None}
    assert signs == {str(number + 1) for number in range(len(moves))}


def test_what_is_equal_is_written_once() -> None:
    level = sample_levels("sokoban")[0]
    moves = solved(level)
    paths = re.findall(r' d="(M[^".]{20,})"', strip(level, moves))
    assert paths
    assert len(paths) == len(set(paths))
