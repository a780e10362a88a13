"""The lines of a file that are boards of sokoban, from the first line to the last."""

from __future__ import annotations

from collections.abc import Sequence

from gridproof.games.sokoban.formats.lines import Kind, SourceLine, adjacent, lines, size

__all__ = ["board_cells", "board_spans", "is_rule"]


def board_cells(text: str) -> list[frozenset[str]]:
    """Return the characters of each board of a file."""
    found = lines(text)
    return [
        frozenset().union(*(line.text for line in found[start:end]))
        for start, end in board_spans(found)
    ]


def board_spans(found: Sequence[SourceLine]) -> Sequence[tuple[int, int]]:
    """Return the first and last lines of boards."""
    start = 0
    boards: list[tuple[int, int]] = []
    ornaments = 0
    while start < len(found):
        line = found[start]
        if line.kind is not Kind.ROW and not line.text.lstrip()[:1].isdigit():
            start += 1
            continue
        end = _course_end(found, start)
        if end is None:
            end = _rows_end(found, start)
            runs = _between_rules(found, start, end)
        else:
            runs = [(start, end)]
        for first, last in runs:
            # A run without walls and player is an ornament, such as `-----`.
            if any(set("#@+pP") & set(line.text) for line in found[first:last]):
                boards.append((first, last))
                ornaments += _is_wall(found, first, last)
        start = max(end, start + 1)
    if ornaments == len(boards):
        return boards
    return [(first, last) for first, last in boards if not _is_wall(found, first, last)]


def _is_wall(found: Sequence[SourceLine], first: int, last: int) -> bool:
    """Return True if a run of rows is one row of walls: an ornament beside boards."""
    return last - first == 1 and not set(found[first].text) - set("# ")


def _between_rules(found: Sequence[SourceLine], start: int, end: int) -> list[tuple[int, int]]:
    """Return the boards of a run of rows: rules such as `-----` part those with a player each."""
    rules = [at for at in range(start, end) if is_rule(found[at].text)]
    if not rules:
        return [(start, end)]
    runs: list[tuple[int, int]] = []
    first = start
    for at in [*rules, end]:
        if first < at:
            runs.append((first, at))
        first = at + 1
    players = [
        any(set("@+pP") & set(line.text) for line in found[first:last]) for first, last in runs
    ]
    if players.count(True) < 2:
        return [(start, end)]
    if all(players):
        return runs
    # Floor inside a board looks like a rule: parts without a player stay with the one before.
    joined: list[tuple[int, int]] = []
    for run, player in zip(runs, players, strict=True):
        if player or not joined:
            joined.append(run)
        else:
            joined[-1] = joined[-1][0], run[1]
    return joined


def is_rule(row: str) -> bool:
    """Return True if a row is one character again and again, and no wall; `-_-_` is one too."""
    kinds = set(row) - {" "}
    return (len(kinds) == 1 and kinds <= set("-_*.+$")) or kinds == {"-", "_"}


def _course_end(found: Sequence[SourceLine], start: int) -> int | None:
    """Return the end of a board that begins with its size.

    It has as many lines as that says, whatever they hold, and all rows that follow: too many.
    """
    said = size(found[start].text)
    first = start + 1
    if said is None or first == len(found) or found[first].kind is not Kind.ROW:
        return None
    if not adjacent(found, start, first):
        return None
    end = first + 1
    while end < len(found) and adjacent(found, end - 1, end) and not size(found[end].text):
        if end - first >= said[0] and found[end].kind is not Kind.ROW:
            break
        end += 1
    return end


def _rows_end(found: Sequence[SourceLine], start: int) -> int:
    end = start
    while (
        end < len(found)
        and found[end].kind is Kind.ROW
        and (end == start or adjacent(found, end - 1, end))
    ):
        end += 1
    return end
