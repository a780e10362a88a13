"""The user's own instance, compared with that of a certificate."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import zip_longest
from typing import Any, Final

from gridproof.arguments import explained
from gridproof.errors import InputError, shorten
from gridproof.game import AnyGame
from gridproof.level import BoardFault, Level
from gridproof.reduction import sources
from gridproof.registry import digest, game_of
from gridproof.visible import visible

__all__ = ["Comparison", "own_instance"]

#: Says the first difference between a certificate's instance and the user's own; None: none.
#: It takes the certificate's board, and the instance for which that stands (None: for none).
Comparison = Callable[[Level, Any], str | None]
#: The characters of a line that are quoted from a difference on.
_EXCERPT: Final = re.compile(r"\S{1,16}")


@explained
def own_instance(
    text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
) -> Comparison:
    """Return the comparison of certificates with the user's own instance.

    A certificate of a reduction stands for a formula or a graph, and is compared with the one in
    the text: the same clauses, or edges, in whatever order. Any other one is compared with the
    boards in the text: one of them has to be the same.

    Args:
        text: a formula, a graph or boards.
        source: name for messages.
        options: of the instance besides its text, such as ``cover``, or of the game.

    Returns:
        The comparison; it raises InputError where the text is no instance of that kind.
    """

    def difference(level: Level, stands_for: Any) -> str | None:
        if stands_for is None:
            return _other_board(level, text, source, options)
        return _other_instance(stands_for, text, source, options)

    return difference


# Formulas and graphs.


def _other_instance(
    stands_for: Mapping[str, Any], text: str, source: str, options: Mapping[str, Any] | None
) -> str | None:
    """Return the first difference between two instances of a hard problem."""
    for name, problem in sources().items():
        if name in stands_for:
            try:
                mine = problem.read(text, source, options)
            except InputError as error:
                message = f"the certificate stands for an instance of {problem.title}: {error}"
                raise InputError(message, hint=error.hint) from None
            own = problem.facts(problem.claimed(mine))
            try:
                theirs = problem.facts(stands_for[name])
            except (LookupError, TypeError, ValueError):
                return f"the certificate's {name} is malformed"
            return _first_difference(own, theirs, source)
    return f"it stands for no instance of a known problem, as {source} has"


def _first_difference(own: Iterable[str], theirs: Iterable[str], source: str) -> str | None:
    """Return in words the first fact that one of two instances has and the other one has not."""
    mine, said = dict.fromkeys(own), dict.fromkeys(theirs)
    for fact in mine:
        if fact not in said:
            return f"it stands for another instance: {source} has {shorten(fact)}, and it has not"
    for fact in said:
        if fact not in mine:
            return f"it stands for another instance: it has {shorten(fact)}, and {source} has not"
    return None


# Boards.


def _other_board(
    level: Level, text: str, source: str, options: Mapping[str, Any] | None
) -> str | None:
    """Return the first difference between a certificate's board and the nearest one of a text."""
    game = game_of(level)
    boards: list[Any] = []
    for board in game.read(text, source, options):
        if isinstance(board, BoardFault):
            raise board.as_error()
        boards.append(board)
    own = digest(game, level)
    if any(digest(game, board) == own for board in boards):
        return None
    if len(boards) != 1:
        return f"it is of none of the {len(boards)} boards of {source}"
    return f"it is of another board: {_first_line(game, level, boards[0], source)}"


def _first_line(game: AnyGame, level: Level, own: Any, source: str) -> str:
    """Return in words the first place where two boards, without metadata, are written unlike."""
    texts = (game.write(board.with_info(), game.canonical_format) for board in (level, own))
    pairs = zip_longest(*(text.splitlines() for text in texts), fillvalue="")
    number, lines = next((i, pair) for i, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    column = next(i for i, (a, b) in enumerate(zip_longest(*lines)) if a != b)
    theirs, mine = (_excerpt(line[column:]) for line in lines)
    return f"line {number}, column {column + 1}: it has {theirs}, and {source} has {mine}"


def _excerpt(rest: str) -> str:
    """Return the beginning of a line's rest, as messages quote it."""
    if not rest:
        return "no more"
    found = _EXCERPT.match(rest)
    return f"`{visible(found[0])}`" if found else "a blank"
