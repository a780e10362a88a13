"""Collections: their order, what is left out, what is written, and that it is read back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gridproof.design.curate import Curation, curate, text_of
from gridproof.errors import InputError
from gridproof.files.reading import read_boards
from gridproof.files.shipped import collection
from gridproof.level import Level
from gridproof.limits import CancelToken, Stopped
from gridproof.registry import digest, find_game, games
from gridproof.result import Limits, Progress, Status
from tests.samples import sample_levels

#: Four pushes, two, and one; none of the boards is square.
LONG, SHORT, SHORTEST = "######\n#@$ .#\n# #  #\n######", "#####\n#@$.#\n#####", "@ $.\n"
#: A box that is stuck.
STUCK = "#####\n#$.@#\n#   #\n#####"


def sokoban(*texts: str) -> list[Level]:
    return read_boards("\n\n".join(texts), game="sokoban")


def places(made: Curation) -> list[int]:
    return [kept.place for kept in made.kept]


def test_the_easiest_one_comes_first() -> None:
    levels = sokoban(LONG, SHORT, STUCK)
    made = curate(levels)
    assert (places(made), made.unsolvable, made.doubles) == ([1, 0], (2,), ())
    scores = [kept.rating.score for kept in made.kept]
    assert None not in scores
    assert scores == sorted(scores, key=lambda score: score or 0)
    assert made.unproven == ()
    for kept in made.kept:
        assert replace(kept.level, info={}) == replace(levels[kept.place], info={})


def test_titles_are_numbered_and_metadata_stay() -> None:
    heads = "; The long way\nauthor: A. U. Thor\nsource: a book\nk: 9\nseed: 7\n"
    made = curate(sokoban(heads + LONG, SHORT))
    assert [dict(kept.level.info) for kept in made.kept] == [
        {"title": "Level 1", "optimum": "1", "difficulty": "1"},
        {
            "title": "Level 2: The long way",
            "author": "A. U. Thor",
            "source": "a book",
            "k": "9",
            "seed": "7",
            "optimum": "2",
            "difficulty": "1",
        },
    ]


def test_a_collection_stays_as_it_is_when_it_is_curated_again() -> None:
    levels = [kept.level for kept in curate(sokoban("; 3. Long\n" + LONG, SHORT)).kept]
    again = curate(levels[::-1])
    assert [kept.level for kept in again.kept] == levels


def test_doubles_are_left_out() -> None:
    """Turned, mirrored, and the very same; the first one is kept."""
    game = find_game("sokoban")
    (level, other) = sokoban(LONG, SHORT)
    made = curate([level, game.turn(level), other, game.mirror(level), other])
    assert sorted(places(made)) == [0, 2]
    assert [(double.place, double.of) for double in made.doubles] == [(1, 0), (3, 0), (4, 2)]


def test_what_is_not_proven_comes_last() -> None:
    levels = [collection("sokoban/boxoban_hard").levels[0], *sokoban(SHORT, LONG)]
    made = curate(levels, limits=Limits(nodes=20))
    assert places(made) == [1, 2, 0]
    (open_,) = made.unproven
    assert open_.place == 0
    assert open_.rating.result.status in (Status.FEASIBLE, Status.UNKNOWN)
    assert "optimum" not in open_.level.info


def test_another_objective_says_nothing_of_the_optimum() -> None:
    made = curate(sokoban(LONG), objective="moves")
    assert made.kept[0].rating.result.objective == "moves"
    assert "optimum" not in made.kept[0].level.info


def test_boards_of_two_games_are_no_collection() -> None:
    levels = [*sokoban(SHORT), sample_levels("bombcover")[0]]
    with pytest.raises(InputError, match="sokoban and bombcover"):
        curate(levels)
    with pytest.raises(InputError, match="no board"):
        curate([])


def test_it_can_be_stopped() -> None:
    token = CancelToken()

    def stop(place: int, progress: Progress) -> None:
        assert place in (0, 1)
        token.cancel()

    with pytest.raises(Stopped):
        curate(sokoban(SHORT, LONG), cancel=token, progress=stop)
    with pytest.raises(Stopped):
        curate(sokoban(SHORT), cancel=token)


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_a_collection_of_each_game_is_read_back(game) -> None:  # type: ignore[no-untyped-def]
    """With options in their headers, and boards that are not square."""
    levels = sample_levels(game.id)[:6]
    made = curate(levels, limits=Limits(nodes=2000), states=100)
    kept = [kept.level for kept in made.kept]
    assert len(kept) + len(made.doubles) + len(made.unsolvable) == len(levels)
    text = text_of(game, kept)
    back = read_boards(text, game=game.id)
    assert back == kept
    assert [digest(game, level) for level in back] == [digest(game, level) for level in kept]


def test_what_the_usual_format_cannot_say_is_written_in_another_one() -> None:
    """Merge knows more types than there are letters."""
    game = find_game("merge")
    (level,) = read_boards(
        '{"width": 2, "height": 1, "heroes": [{"x": 0, "y": 0, "type": 60}], "stones": []}'
    )
    assert text_of(game, [level, level]).startswith("{")
    assert read_boards(text_of(game, [level, level])) == [level, level]


def test_a_title_with_half_a_character() -> None:
    (level,) = sokoban(SHORT)
    text = text_of(find_game("sokoban"), [level.with_info(title="A\ud800")])
    assert text.startswith("; A?\n")
