"""Cards: what is said of a level where levels are chosen, and of one that was solved."""

from __future__ import annotations

import pytest

from gridproof.files.reading import read_boards
from gridproof.playing.cards import Card
from gridproof.registry import digest, find_game

SOKOBAN = find_game("sokoban")


def card(headers: str = "") -> Card:
    (level,) = read_boards(f"{headers}#####\n#@$.#\n#####\n", game="sokoban")
    return Card.of(SOKOBAN, level)


def test_a_card_has_the_facts_of_board_and_headers() -> None:
    told = card("; One\noptimum: 1\ndifficulty: 2\n")
    assert (told.title, told.size, told.marks) == ("One", "5 × 3", "●●○○○")
    assert (told.optimum, told.objective, told.sense) == (1, "pushes", "min")
    (level,) = read_boards("#####\n#@$.#\n#####\n", game="sokoban")
    assert told.digest == digest(SOKOBAN, level)


@pytest.mark.parametrize("text", ["", "x", "0", "6", "-1", "2.5", "٣", "9" * 5000])
def test_headers_that_say_no_difficulty_are_no_difficulty(text: str) -> None:
    told = card(f"difficulty: {text}\n" if text else "")
    assert (told.difficulty, told.marks) == (None, "")


def test_the_best_solution_is_told_beside_the_optimum() -> None:
    assert card("optimum: 4\n").achieved("pushes", 4) == "4, the optimum"
    assert card("optimum: 4\n").achieved("pushes", 6) == "best 6, 4 are possible"
    assert card("optimum: 1\n").achieved("pushes", 6) == "best 6, 1 is possible"
    assert card().achieved("pushes", 6) == "best 6"


def test_the_optimum_is_that_of_the_first_objective_alone() -> None:
    assert card("optimum: 4\n").achieved("moves", 4) == "best 4"
    assert card("optimum: 4\n").achieved("pushes-moves", (4, 9)) == "best 4 and 9"
