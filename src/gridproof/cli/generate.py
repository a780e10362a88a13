"""``gridproof generate``: levels that meet a goal, from a seed or from their IDs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Self

from cyclopts import Parameter

from gridproof.cli import messages
from gridproof.cli.completers import game_names
from gridproof.cli.exit_codes import ExitCode
from gridproof.cli.outputs import check_file, write_or_show
from gridproof.cli.parameters import Quiet, group, parse_settings, seconds, whole
from gridproof.cli.progress import status_display
from gridproof.design.generate import ENDINGS, Generation, Made, Missed, generate, remake
from gridproof.design.goal import GOAL_OPTIONS
from gridproof.design.level_id import is_id, read_id
from gridproof.errors import InputError, UnknownName
from gridproof.files.reading import STDIN
from gridproof.limits import CancelToken, Stopped
from gridproof.registry import digest, find_game
from gridproof.solving.messages import counted

__all__ = ["command"]

#: Stands for a format: what all is known of a level, as an object a line.
_OBJECTS = "--json"

_ENDS: Mapping[str, ExitCode] = {
    "delivered": ExitCode.ANSWERED,
    "interrupted": ExitCode.INTERRUPTED,
}
_STOPS: Mapping[str, str] = {
    "time": "the time is over",
    "memory": "there is not enough memory",
    "interrupted": "interrupted",
}


def _goal_option(
    name: str,
    metavar: str | None = None,
    converter: Callable[..., Any] | None = None,
    alias: str | None = None,
) -> Parameter:
    """Return an option of the goal as one of the command line."""
    summary = next(option.summary for option in GOAL_OPTIONS if option.name == name)
    said = f"{summary[:1].upper()}{summary[1:]}."
    return Parameter(alias=alias, metavar=metavar, help=said, converter=converter, negative="")


@group
@dataclass(frozen=True, kw_only=True)
class DrawOptions:
    """The boards that are drawn.

    Attributes:
        method: id of the generator; None: the game's first one.
        count: number of levels that are wanted.
        seed: of the random numbers.
    """

    method: Annotated[
        str | None,
        Parameter(
            metavar="GENERATOR", help="The generator; the game's first one if none is named."
        ),
    ] = None
    count: Annotated[int, Parameter(metavar="COUNT", help="Number of levels.", converter=whole)] = 1
    seed: Annotated[
        int, Parameter(metavar="NUMBER", help="Equal seeds make equal levels.", converter=whole)
    ] = 0


@group
@dataclass(frozen=True, kw_only=True)
class GoalOptions:
    """The levels that are wanted, as :class:`gridproof.design.goal.Goal` says it."""

    objective: Annotated[str | None, _goal_option("objective", "OBJECTIVE", alias="-O")] = None
    min_cost: Annotated[int | None, _goal_option("min-cost", "COST", whole)] = None
    max_cost: Annotated[int | None, _goal_option("max-cost", "COST", whole)] = None
    unique: Annotated[bool, _goal_option("unique")] = False
    min_gap: Annotated[int | None, _goal_option("min-gap", "COST", whole)] = None
    max_gap: Annotated[int | None, _goal_option("max-gap", "COST", whole)] = None


@group
@dataclass(frozen=True, kw_only=True)
class EffortOptions:
    """Limits of the run.

    Attributes:
        attempts: boards in a row that are not as wanted; None: the usual number.
        time: seconds.
        jobs: number of processes.
    """

    attempts: Annotated[
        int | None,
        Parameter(
            metavar="COUNT",
            help="Boards in a row that miss the goal before it gives up; else 1000, or 50 with a "
            "generator that looks for the goal.",
            converter=whole,
        ),
    ] = None
    time: Annotated[
        float | None,
        Parameter(
            alias="-t", metavar="SECONDS", help="Seconds for the whole run.", converter=seconds
        ),
    ] = None
    jobs: Annotated[
        int,
        Parameter(
            alias="-j",
            metavar="COUNT",
            help="Number of processes; the levels do not depend on it.",
            converter=whole,
        ),
    ] = 1


@group
@dataclass(frozen=True, kw_only=True)
class LevelOutput:
    """The form of the levels, and their place.

    Attributes:
        out: a file, or standard output (None too).
        format: a format of the game.
        json: True if each level is an object with all that is known of it.
    """

    out: Annotated[
        str | None,
        Parameter(
            alias="-o",
            metavar="FILE|-",
            help="Write the levels to this file; `-` is standard output.",
        ),
    ] = None
    format: Annotated[
        str | None,
        Parameter(metavar="FORMAT", help="Another format of the game, see `gridproof list GAME`."),
    ] = None
    json: Annotated[bool, Parameter(help="One JSON object a level.", negative="")] = False


def command(
    game: Annotated[
        str,
        Parameter(
            metavar="GAME|ID",
            completer=game_names,
            help="The game; or the ID of a level, to make it again.",
        ),
    ],
    /,
    *parameters: Annotated[
        str,
        Parameter(
            metavar="PARAMETER=VALUE",
            help="Parameters of the generator, `name=value`; see `gridproof list GAME`.",
        ),
    ],
    draws: DrawOptions = DrawOptions(),
    goal: GoalOptions = GoalOptions(),
    effort: EffortOptions = EffortOptions(),
    output: LevelOutput = LevelOutput(),
    quiet: Quiet = False,
) -> int:
    """Make levels of a wanted size and difficulty, each with its proven optimum.

    Prints the levels in the game's own format, with seed, generator and optimum in
    their headers, as `solve` reads them. The ID in a header makes the level again
    on any machine.

    The simple player does not look ahead: greedy bombs, merges and squares, or a
    walk without a bomb. `gridproof list GAME` shows generators and their
    parameters. The exit code is 3 if there are fewer levels than wished for.

    Examples:
        gridproof generate sokoban boxes=2 --min-cost 12 --count 2 --out set.txt
        gridproof generate 'robots:standard,min-cost=15,max-cost=15#0.0@g1'
    """
    token = CancelToken()
    with _Levels(output) as levels:
        if is_id(game):
            if parameters or draws != DrawOptions() or goal != GoalOptions():
                raise InputError(
                    "the ID of a level says all of it",
                    hint="give the ID alone; or the game, with parameters and wishes",
                )
            return _again(game, levels, effort.time, token)
        run = generate(
            find_game(game),
            draws.method,
            parse_settings(parameters, "generate GAME"),
            count=draws.count,
            seed=draws.seed,
            **asdict(goal),
            **asdict(effort),
            cancel=token,
        )
        with closing(run):
            while True:  # nothing is shown on stderr while a level is printed
                with status_display(quiet=quiet) as show:
                    run.progress = show and (lambda run: show(run.elapsed, _line(run)))
                    made = next(run, None)
                if made is None:
                    break
                levels.add(made)
    _report(run, quiet=quiet)
    return _ENDS.get(run.ending, ExitCode.UNFINISHED)


class _Levels:
    """The place of levels: standard output, one by one, or a file as a whole, also after Ctrl-C."""

    def __init__(self, output: LevelOutput) -> None:
        self._out = None if output.out == STDIN else output.out
        if self._out is not None:
            check_file(self._out)
        if output.json and output.format is not None:
            raise InputError(
                "`--json` and `--format` exclude each other", hint="leave out one of them"
            )
        self._form = _OBJECTS if output.json else output.format
        self._texts: list[str] = []
        self._begun = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._out is not None and self._texts:
            write_or_show(self._out, "".join(self._texts))

    def add(self, made: Made) -> None:
        """Take a level."""
        text = self._text(made)
        self._begun = True
        if self._out is not None:
            self._texts.append(text)
        else:
            messages.write(text)
            messages.flush()

    def _text(self, made: Made) -> str:
        if self._form is _OBJECTS:
            return messages.json_text(_record(made)) + "\n"
        game = find_game(made.result.game)
        if self._begun and game.file_format(self._form).single_board:
            raise InputError(
                f"a file in the format `{self._form}` holds one board",
                hint="make one level, or choose another format",
            )
        try:
            text = game.write(made.level, self._form)
        except UnknownName:
            raise
        except InputError as problem:
            form = game.canonical_format or game.formats[0]
            raise InputError(f"{made.id}: {problem}", hint=f"`--format {form}`") from None
        return f"\n{text}" if self._begun and self._form != "json" else text


def _record(made: Made) -> dict[str, Any]:
    game, result = find_game(made.result.game), made.result
    recipe, seed = read_id(made.id)
    return {
        "game": game.id,
        "id": made.id,
        "level": game.write(made.level, game.canonical_format),
        "digest": digest(game, made.level),
        "objective": result.objective,
        "cost": result.cost,
        "costs": dict(result.costs),
        "solution": result.solution,
        "verified": result.verified,
        "proof": result.proof,
        "gap": made.gap,
        "seed": seed,
        "generator": recipe.spec.id,
        "version": recipe.spec.version,
    }


def _again(name: str, levels: _Levels, time: float | None, token: CancelToken) -> ExitCode:
    """Make the level of an ID."""
    try:
        found = remake(name, time=time, cancel=token)
    except Stopped as stopped:
        ending = ENDINGS[stopped.reason]
        messages.error(f"{name}: {_STOPS[ending]}")
        return _ENDS.get(ending, ExitCode.UNFINISHED)
    if isinstance(found, Made):
        levels.add(found)
        return ExitCode.ANSWERED
    messages.error(f"{name}: {_why(found)}")
    return ExitCode.UNFINISHED


def _why(missed: Missed) -> str:
    return f"{missed.why} ({missed.said})" if missed.said else missed.why


def _line(run: Generation) -> str:
    """Return the progress of a run, on a line."""
    said = (
        f"{len(run.made)} of {counted('levels', run.count)}, {counted('boards', run.drawn)} drawn"
    )
    if run.nearest is not None and not run.made:
        said += f", the nearest: {run.nearest.said}"
    return f"{said}, {run.elapsed:.0f} s"


def _report(run: Generation, *, quiet: bool) -> None:
    """Say what became of the boards that were drawn, and why there are too few levels."""
    delivered = len(run.made)
    share = f"{delivered} of {counted('levels', run.count)} from {counted('boards', run.drawn)}"
    missed = ", ".join(f"{number:,} {why}" for why, number in run.missed.most_common())
    if run.ending == "delivered":
        if not quiet:
            messages.note(f"{share} in {run.elapsed:.1f} s{f': {missed}' if missed else ''}")
        return
    given_up = f"{counted('boards', run.attempts)} in a row were not as wished"
    why = _STOPS.get(run.ending, given_up)
    messages.error(f"{share}: {why}{f' ({missed})' if missed else ''}")
    if run.nearest is not None:
        # Of a generator that aims, an ID whose wish was not met makes no board.
        place = "" if run.config.spec.aims else f": {run.nearest.id}"
        messages.note(f"the nearest has {run.nearest.said}{place}")
    if run.ending != "interrupted":
        messages.hint(
            "wish for less, allow more (`--attempts`, `--time`), or change the parameters "
            f"(`gridproof list {run.config.game.id}`)"
        )
