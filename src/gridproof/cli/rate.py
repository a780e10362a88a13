"""``gridproof rate``: how hard boards are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Parameter

from gridproof.cancelling import CancelToken
from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode, of_error, worst
from gridproof.cli.inputs import Board, Boards, contradiction, seconds, whole
from gridproof.cli.progress import progress_display
from gridproof.errors import GridproofError, InputError
from gridproof.game import Measure
from gridproof.rating import MEASURES, STATES, Rating, rate
from gridproof.result import Limits, Status

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["command"]

#: Seconds for each board, if not told otherwise.
_SECONDS: Final = 10.0
#: Measures that are shares of a whole.
_SHARES: Final = {"forced", "dead-ends"}


def command(
    *files: Annotated[str, Parameter(help="Files with boards; `-` is standard input.")],
    game: Annotated[str | None, Parameter(help="The game, where a file does not tell.")] = None,
    level: Annotated[str | None, Parameter(help="Only this board: its number or title.")] = None,
    set_: Annotated[
        list[str] | None,
        Parameter(name="--set", help="An option of the game, `option=value`.", negative=""),
    ] = None,
    objective: Annotated[str | None, Parameter(help="What to optimise.")] = None,
    time: Annotated[
        float, Parameter(help="Seconds for each solver on each board.", converter=seconds)
    ] = _SECONDS,
    states: Annotated[
        int, Parameter(help="Positions of each board that are visited.", converter=whole)
    ] = STATES,
    quiet: Annotated[bool, Parameter(help="No progress.", negative="")] = False,
    json: Annotated[bool, Parameter(help="One JSON object a board.", negative="")] = False,
) -> int:
    """Rate every board of the files: its optimum, how many best plays there are, and more.

    What the limits leave open is said as "at least" (≥). The score is in bits: what the solution
    costs, and what it takes to pick each next position. The exit code is 3 if the optimum of some
    board is not proven.
    """
    boards = Boards(files, game=game, level=level, settings=set_ or [])
    token = CancelToken()
    codes: list[ExitCode] = []
    rated: list[tuple[Board, Rating]] = []
    for board in boards:
        try:
            with progress_display(board.name, quiet=quiet) as progress:
                rating = rate(
                    board.level,
                    game=board.game,
                    objective=objective,
                    limits=Limits(time=time),
                    states=states,
                    cancel=token,
                    progress=progress,
                )
        except GridproofError as problem:  # this board only; the others are rated
            boards.refuse(problem, board)
            codes.append(of_error(problem))
            continue
        result = rating.result
        if json:
            messages.print_json({"file": board.file, "level": board.number} | rating.to_json())
        rated.append((board, rating))
        unsolvable = result.status is Status.INFEASIBLE
        said = contradiction(board, result.objective, result.cost, result.bound, unsolvable)
        if said is not None:
            boards.refuse(InputError(said), board)
        if result.status not in (Status.OPTIMAL, Status.INFEASIBLE):
            codes.append(ExitCode.UNFINISHED)
        if token.cancelled:
            codes.append(ExitCode.INTERRUPTED)
            break
    if not json:
        _print(rated)
    if boards.problems:
        codes.append(ExitCode.BAD_INPUT)
    return worst(codes)


def _print(rated: Sequence[tuple[Board, Rating]]) -> None:
    """The tables of each game, and below them what the signs in them mean."""
    by_game: dict[str, list[tuple[Board, Rating]]] = {}
    for board, rating in rated:
        by_game.setdefault(board.game.id, []).append((board, rating))
    for ratings in by_game.values():
        # Two tables, that both have room on a terminal of 80 columns.
        messages.stdout().print(_table(ratings, MEASURES))
        if own := ratings[0][0].game.measures:
            messages.out("")
            messages.stdout().print(_table(ratings, own))
    if any(rating.at_least for _, rating in rated):
        messages.note("≥: at least so much; `--time` and `--states` allow more work")
    if any(rating.approximate for _, rating in rated):
        messages.note("≈: of a solution that is not proven to be the best")


def _table(ratings: Sequence[tuple[Board, Rating]], measures: Sequence[Measure]) -> Table:
    """A row a board, a column a measure of which some board says something; score and optimum."""
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("board", overflow="fold", min_width=16)
    said = [
        measure
        for measure in measures
        if measure.id in ("score", "optimum")
        or any(rating.values[measure.id] is not None for _, rating in ratings)
    ]
    for measure in said:
        table.add_column(measure.title, justify="right", no_wrap=True)
    for board, rating in ratings:
        table.add_row(board.name, *(shown(rating, measure.id) for measure in said))
    return table


def shown(rating: Rating, name: str) -> str:
    """A value for people: what is only a bound is marked so, and what is not known is a dash."""
    value = rating.values[name]
    if value is None:
        unsolvable = name == "optimum" and rating.result.status is Status.INFEASIBLE
        return "none" if unsolvable else "–"
    if name in _SHARES and isinstance(value, float):
        text = f"{value:.0%}"
    elif isinstance(value, float):
        text = f"{value:,.1f}"
    else:
        text = ",".join(f"{part:,}" for part in (value if isinstance(value, tuple) else (value,)))
    if name in rating.at_least:
        return f"≥{text}"
    return f"≈{text}" if name == "score" and rating.approximate else text
