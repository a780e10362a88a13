"""``gridproof rate``: the difficulty of boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Parameter

from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode, of_error, worst
from gridproof.cli.inputs import Board, Boards, contradiction
from gridproof.cli.outputs import Outputs, check_places
from gridproof.cli.parameters import (
    BoardFiles,
    BoardOptions,
    Colours,
    ObjectiveId,
    OutputOptions,
    Png,
    group,
    seconds,
    whole,
)
from gridproof.cli.progress import counting, progress_display
from gridproof.design.rate import MEASURES, STATES, Rating, rate
from gridproof.design.what_if import WhatIf, easiest
from gridproof.errors import GridproofError, InputError, Unwritable
from gridproof.limits import CancelToken
from gridproof.result import Limits, Result, Status
from gridproof.scene import CORNER, EVERYTHING, Scene, Window
from gridproof.specs import Measure

if TYPE_CHECKING:
    from rich.table import Table


__all__ = ["RatingOptions", "command", "shown"]

#: Columns in which each table has room.
_ENDLESS: Final = 1 << 16
#: Measures that are shares of a whole.
_SHARES: Final = {"forced", "dead-ends"}


@group
@dataclass(frozen=True, kw_only=True)
class RatingOptions:
    """Limits of the rating of a board.

    Attributes:
        time: seconds for each solver.
        states: the most positions that are visited.
    """

    time: Annotated[
        float,
        Parameter(
            alias="-t",
            metavar="SECONDS",
            help="Seconds for each solver on each board.",
            converter=seconds,
        ),
    ] = 10.0
    states: Annotated[
        int,
        Parameter(
            metavar="COUNT", help="Positions of a board that are visited at most.", converter=whole
        ),
    ] = STATES


@group
@dataclass(frozen=True, kw_only=True)
class PictureOptions:
    """Drawings of the amounts of moves.

    Attributes:
        heat: True to draw one in the terminal.
        svg: a file or folder for SVG pictures, or standard output.
        png: a file or folder for PNG pictures, or standard output.
        theme: colours of pictures.
    """

    heat: Annotated[
        bool, Parameter(help="Draw in the terminal how many moves come to each cell.", negative="")
    ] = False
    svg: Annotated[
        str | None,
        Parameter(
            metavar="FILE|FOLDER|-",
            help="Write the same as a picture: a file, a folder for all boards, or `-`.",
        ),
    ] = None
    png: Png = None
    theme: Colours = "auto"


def command(
    *files: BoardFiles,
    selection: BoardOptions = BoardOptions(),
    objective: ObjectiveId = None,
    effort: RatingOptions = RatingOptions(),
    what_if: Annotated[
        bool,
        Parameter(help="Find the one thing without which the optimum is best.", negative=""),
    ] = False,
    picture_options: PictureOptions = PictureOptions(),
    output: OutputOptions = OutputOptions(),
) -> int:
    """Say how hard boards are, where moves go, and what would make them easier.

    Solves each board and visits its positions. `gridproof list GAME` says what the
    columns are; the score is in bits: what the solution costs, and what it takes
    to pick each next position. Values that the limits leave open are shown as
    "at least" (≥).

    `--heat`, `--svg` and `--png` draw where the solution spends its moves, and
    with `--what-if` what stands most in the way. The exit code is 3 if the optimum
    of some board is not proven, or what would make it easier is not certain.

    Examples:
        gridproof rate set.txt
        gridproof rate board.txt --what-if --svg heat.svg
    """
    boards = Boards(files, selection, quiet=output.quiet)
    pictures = _Pictures(picture_options, files=len(boards.files), alone=not output.json)
    limits = Limits(time=effort.time)
    token = CancelToken()
    codes: list[ExitCode] = []
    rated: list[tuple[Board, Rating]] = []
    easier: list[tuple[Board, WhatIf | None]] = []
    silent = output.quiet or output.json or pictures.on_stdout
    for board in counting(pictures.of(boards), "rated", quiet=silent):
        try:
            with progress_display(board.name, quiet=output.quiet) as progress:
                rating = rate(
                    board.level,
                    game=board.game,
                    objective=objective,
                    limits=limits,
                    states=effort.states,
                    cancel=token,
                    progress=progress,
                )
        except GridproofError as problem:  # this board only; the others are rated
            boards.refuse(problem, board)
            codes.append(of_error(problem))
            continue
        result = rating.result
        found = None
        if what_if and result.status in (Status.OPTIMAL, Status.INFEASIBLE):
            found = _easiest(board, result, limits, token, quiet=output.quiet)
            codes.append(ExitCode.ANSWERED if found.is_certain else ExitCode.UNFINISHED)
        if output.json:
            record = {"file": board.file, "level": board.number} | rating.to_json()
            if what_if:
                record["what_if"] = None if found is None else found.to_json(board.game)
            messages.print_json(record)
        rated.append((board, rating))
        easier.append((board, found))
        try:
            pictures.write(board, result, found)
        except InputError as problem:
            boards.refuse(problem, board)
            if isinstance(problem, Unwritable):  # it would be the same with every board
                break
        unsolvable = result.status is Status.INFEASIBLE
        said = contradiction(board, result.objective, result.cost, result.bound, unsolvable)
        if said is not None:
            boards.refuse(InputError(said), board)
        if result.status not in (Status.OPTIMAL, Status.INFEASIBLE):
            codes.append(ExitCode.UNFINISHED)
        if token.cancelled:
            codes.append(ExitCode.INTERRUPTED)
            break
    if not output.json and not pictures.on_stdout:
        _print(rated)
        if what_if:
            _print_easier(easier)
        if picture_options.heat:
            from gridproof.render.text import render

            for (board, rating), (_, found) in zip(rated, easier, strict=True):
                messages.out(f"\n{board.name}")
                messages.stdout().print(render(_scene(board, rating.result, found, CORNER)))
    if boards.problems:
        codes.append(ExitCode.BAD_INPUT)
    return worst(codes)


class _Pictures:
    """The places of pictures of boards, with marks on their cells."""

    def __init__(self, wanted: PictureOptions, *, files: int, alone: bool) -> None:
        self._svg = None if wanted.svg is None else Outputs(wanted.svg, ".svg", files)
        self._png = None if wanted.png is None else Outputs(wanted.png, ".png", files)
        self._theme = wanted.theme
        self._places = [outputs for outputs in (self._svg, self._png) if outputs is not None]
        check_places(self._places, alone=alone)

    @property
    def on_stdout(self) -> bool:
        """True if one goes to standard output, to which nothing else may be written then."""
        return any(outputs.is_stdout for outputs in self._places)

    def of(self, boards: Iterable[Board]) -> Iterable[Board]:
        """Return the boards; they come once it is clear that there is a place for pictures."""
        for outputs in self._places:
            boards = outputs.of(boards)
        return boards

    def write(self, board: Board, result: Result, found: WhatIf | None) -> None:
        """Write the pictures of a board."""
        if not self._places:
            return
        scene = _scene(board, result, found, EVERYTHING)
        if self._svg is not None:
            from gridproof.render.svg import svg

            title = board.level.title or ""
            self._svg.write(board, svg(scene, theme=self._theme, title=title))
        if self._png is not None:
            from gridproof.render.png import png

            self._png.write(board, png(scene, theme="dark" if self._theme == "dark" else "light"))


def _scene(board: Board, result: Result, found: WhatIf | None, window: Window) -> Scene:
    """Return the board with the amounts of moves, and with what would make it easier."""
    from gridproof.render.heat import MAX_COUNTS, heat_map, with_easements  # brings NumPy along

    most = MAX_COUNTS if window is EVERYTHING else max(board.level.width, board.level.height)
    scene = heat_map(board.level, result.moves or (), game=board.game, most=most, window=window)
    return scene if found is None else with_easements(scene, found)


def _easiest(
    board: Board, result: Result, limits: Limits, token: CancelToken, *, quiet: bool
) -> WhatIf:
    with progress_display(f"{board.name}, what if", quiet=quiet) as progress:
        return easiest(
            board.level,
            result,
            game=board.game,
            limits=limits,
            cancel=token,
            progress=progress,
        )


def _print_easier(easier: Sequence[tuple[Board, WhatIf | None]]) -> None:
    messages.out("")
    for board, found in easier:
        said = "not known: its optimum is not proven" if found is None else found.words(board.game)
        messages.out(f"{board.name}: {said}")


def _print(rated: Sequence[tuple[Board, Rating]]) -> None:
    """Print the tables of each game, and below them the meaning of the signs in them."""
    by_game: dict[str, list[tuple[Board, Rating]]] = {}
    for board, rating in rated:
        by_game.setdefault(board.game.id, []).append((board, rating))
    for ratings in by_game.values():
        _print_table(ratings, ratings[0][0].game.measures)
    if any(rating.at_least for _, rating in rated):
        messages.note("≥: at least so much; `--time` and `--states` allow more work")
    if any(rating.approximate for _, rating in rated):
        messages.note("≈: of a solution that is not proven to be the best")


def _print_table(ratings: Sequence[tuple[Board, Rating]], own: Sequence[Measure]) -> None:
    """Print a table whole where there is room; else the game's own measures in a second one."""
    console = messages.stdout()
    every = _table(ratings, (*MEASURES, *own))
    endless = console.options.update(max_width=_ENDLESS)
    if not own or console.measure(every, options=endless).maximum <= console.width:
        console.print(every)
        return
    console.print(_table(ratings, MEASURES))
    messages.out("")
    console.print(_table(ratings, own))


def _table(ratings: Sequence[tuple[Board, Rating]], measures: Sequence[Measure]) -> Table:
    """Return a row a board, a column a measure that some board has; score and optimum too."""
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
    """Return a value for people: a mere bound is marked as one, an unknown value is a dash."""
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
