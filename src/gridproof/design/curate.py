"""``curate``: a collection in the order of its ratings, each board once, titled and numbered."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gridproof.arguments import check_function, explained, kind_of
from gridproof.design.rate import STATES, Rating, rate
from gridproof.design.symmetry import symmetry_class
from gridproof.errors import InputError
from gridproof.files.boards import one_line
from gridproof.game import AnyGame
from gridproof.level import BoardFault, Level
from gridproof.limits import CancelToken, Stopped, Ticker, signals_cancel, token_of
from gridproof.registry import LEVEL_FROM, digest, game_of
from gridproof.result import Limits, Progress, Status, StopReason, first

__all__ = ["Curation", "Double", "Kept", "curate", "text_of"]

#: The number that an earlier curation wrote before a title, or the title that it made up.
_NUMBERED: Final = re.compile(r"[0-9]+\. |Level [0-9]+(?:: |\Z)")


@dataclass(frozen=True)
class Kept:
    """A board of the collection.

    Attributes:
        place: its number among the given boards, from 0.
        level: with its number and title, and its optimum where that is proven.
        rating: its difficulty.
    """

    place: int
    level: Level
    rating: Rating

    @property
    def is_proven(self) -> bool:
        """True if the rating is that of its optimum."""
        return self.rating.result.status is Status.OPTIMAL


@dataclass(frozen=True)
class Double:
    """A board that equals an earlier one to a player.

    Attributes:
        place: its number among the given boards, from 0.
        of: that of the other one.
    """

    place: int
    of: int


@dataclass(frozen=True)
class Curation:
    """A collection, and the boards left out of it.

    Attributes:
        game: their game.
        kept: the easiest one first; behind them those whose optimum is not proven, in the same way,
            and those of which no solution is known.
        doubles: left out.
        unsolvable: numbers of the boards that are left out because they have no solution.
    """

    game: AnyGame
    kept: tuple[Kept, ...]
    doubles: tuple[Double, ...]
    unsolvable: tuple[int, ...]

    @property
    def unproven(self) -> tuple[Kept, ...]:
        """The boards whose place in the order is not proven."""
        return tuple(kept for kept in self.kept if not kept.is_proven)


@explained
def curate(
    levels: Sequence[Level],
    *,
    game: AnyGame | str | None = None,
    objective: str | None = None,
    limits: Limits | None = None,
    states: int = STATES,
    cancel: CancelToken | None = None,
    progress: Callable[[int, Progress], None] | None = None,
) -> Curation:
    """Order boards by their scores and leave out duplicates and unsolvable ones.

    Of boards that are equal when turned, mirrored, or rid of irrelevant detail, the first one is
    kept. All metadata stay, and titles get the board's number before them.

    Args:
        levels: at least one board, without faults, all of one game.
        game: their game, or its id; None looks it up by ``level.game``.
        objective: id of an objective; None is the game's first one.
        limits: for each solver on a board.
        states: positions that are visited for a rating, at most.
        cancel: set from elsewhere to stop.
        progress: called about every 50 ms with the number of a board, from 0, and its search.

    Raises:
        InputError: there are none, or they are of several games.
        BadBoard: there is nothing to solve on one.
        Stopped: by Ctrl-C or ``cancel``.
    """
    found = _game_of_all(levels, game)
    check_function(progress, "`progress`")
    token = token_of(cancel)
    with signals_cancel(token):
        places, doubles = _without_doubles(found, levels, Ticker(cancel=token))
        rated: list[tuple[int, Rating]] = []
        for place in places:
            told = None if progress is None else _of_board(place, progress)
            rating = rate(
                levels[place],
                game=found,
                objective=objective,
                limits=limits,
                states=states,
                cancel=token,
                progress=told,
            )
            if token.cancelled:
                raise Stopped(StopReason.INTERRUPTED)
            rated.append((place, rating))
    unsolvable = [p for p, rating in rated if rating.result.status is Status.INFEASIBLE]
    solvable = [(p, rating) for p, rating in rated if p not in unsolvable]
    solvable.sort(key=lambda board: _rank(board[1]))
    kept = (
        Kept(place, _numbered(found, levels[place], number, rating), rating)
        for number, (place, rating) in enumerate(solvable, 1)
    )
    return Curation(found, tuple(kept), tuple(doubles), tuple(unsolvable))


def text_of(game: AnyGame, levels: Sequence[Level]) -> str:
    """Return a file of boards, in the game's first format that can express them all.

    Raises:
        InputError: none of its formats can.
    """
    forms = dict.fromkeys((game.formats[0], game.canonical_format or game.formats[0]))
    for form in forms:
        if len(levels) > 1 and game.file_format(form).single_board:
            continue
        try:
            boards = [game.write(level, form) for level in levels]
        except InputError:
            continue
        text = ("" if form == "json" else "\n").join(boards)
        text = text.encode(errors="replace").decode()  # no file holds half a surrogate pair
        if [_digest(game, board) for board in game.read(text)] == [
            _digest(game, level) for level in levels
        ]:
            return text
    raise InputError(f"no format of {game.id} holds all of these boards in one file")


def _digest(game: AnyGame, board: Level | BoardFault) -> str | None:
    return None if isinstance(board, BoardFault) else digest(game, board)


def _game_of_all(levels: Sequence[Level], game: AnyGame | str | None) -> AnyGame:
    """Return the one game of all boards.

    Raises:
        InputError: there is none, or another one.
    """
    if isinstance(levels, (str, Mapping)) or not isinstance(levels, Collection):
        raise InputError(f"a list of levels is wanted, not {kind_of(levels)}; {LEVEL_FROM}")
    games = [game_of(level).id for level in levels]
    if not levels:
        raise InputError("there is no board to make a collection of")
    ids = list(dict.fromkeys(games))
    if len(ids) > 1:
        raise InputError(
            f"a collection is of one game, these boards are of {' and '.join(ids)}",
            hint="make one collection for each game",
        )
    return game_of(levels[0], game)


def _without_doubles(
    game: AnyGame, levels: Sequence[Level], ticker: Ticker
) -> tuple[list[int], list[Double]]:
    """Return the boards without those that equal an earlier one, and the latter.

    Raises:
        Stopped: the caller cancelled it.
    """
    known: dict[str, int] = {}
    doubles = []
    for place, level in enumerate(levels):
        ticker.check()
        other = known.setdefault(symmetry_class(game, level), place)
        if other != place:
            doubles.append(Double(place, other))
    return list(known.values()), doubles


def _of_board(place: int, progress: Callable[[int, Progress], None]) -> Callable[[Progress], None]:
    return lambda told: progress(place, told)


def _rank(rating: Rating) -> tuple[bool, float]:
    """Return the place of a board in the order: boards without a proven optimum are last."""
    score = float("inf") if rating.score is None else rating.score
    return rating.result.status is not Status.OPTIMAL, score


def _numbered(game: AnyGame, level: Level, number: int, rating: Rating) -> Level:
    """Return the board with its number in its title, its optimum and its difficulty."""
    title = _NUMBERED.sub("", one_line(level.info.get("title") or ""), count=1)
    info = {"title": f"Level {number}: {title}" if title else f"Level {number}"}
    info |= {name: value for name, value in level.info.items() if name != "title"}
    result = rating.result
    if result.status is Status.OPTIMAL and result.objective == game.objective().id:
        assert result.cost is not None
        info |= {"optimum": str(first(result.cost)), "difficulty": str(rating.difficulty)}
    return level.with_info(**info)
