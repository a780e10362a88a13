"""``gridproof generate``: levels as they are wished for, from a seed or from their IDs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any, Self

from cyclopts import Parameter

from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode
from gridproof.cli.inputs import parse_settings, seconds, whole
from gridproof.cli.outputs import check_file
from gridproof.cli.progress import status_display
from gridproof.design.generate import ENDINGS, Generation, Made, Missed, generate, remake
from gridproof.design.goal import GOAL_OPTIONS
from gridproof.design.level_id import is_id, read_id
from gridproof.errors import InputError, UnknownName
from gridproof.files.reading import STDIN
from gridproof.files.writing import write_file
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


def _wish(name: str, converter: Callable[..., Any] | None = None) -> Parameter:
    """A wish as an option of the command line."""
    summary = next(option.summary for option in GOAL_OPTIONS if option.name == name)
    said = f"{summary[:1].upper()}{summary[1:]}."
    return Parameter(help=said, converter=converter, negative="")


def command(
    game: Annotated[str, Parameter(help="The game; or the ID of a level, to make it again.")],
    /,
    *parameters: Annotated[
        str, Parameter(help="Parameters of the generator, `name=value`; see `gridproof list GAME`.")
    ],
    method: Annotated[
        str | None, Parameter(help="The generator; without it the game's first one.")
    ] = None,
    count: Annotated[int, Parameter(help="How many levels.", converter=whole)] = 1,
    seed: Annotated[int, Parameter(help="Equal seeds make equal levels.", converter=whole)] = 0,
    objective: Annotated[str | None, _wish("objective")] = None,
    min_cost: Annotated[int | None, _wish("min-cost", whole)] = None,
    max_cost: Annotated[int | None, _wish("max-cost", whole)] = None,
    unique: Annotated[bool, _wish("unique")] = False,
    min_gap: Annotated[int | None, _wish("min-gap", whole)] = None,
    max_gap: Annotated[int | None, _wish("max-gap", whole)] = None,
    attempts: Annotated[
        int | None,
        Parameter(
            help="It ends after so many boards in a row not as wished; 1000, or 50 of a generator "
            "that looks for what is wished.",
            converter=whole,
        ),
    ] = None,
    time: Annotated[
        float | None, Parameter(help="Seconds for the whole run.", converter=seconds)
    ] = None,
    jobs: Annotated[
        int, Parameter(help="Processes; the levels do not depend on it.", converter=whole)
    ] = 1,
    out: Annotated[
        str | None, Parameter(help="Write the levels to this file; `-` is standard output.")
    ] = None,
    format: Annotated[  # noqa: A002
        str | None, Parameter(help="Another format of the game, see `gridproof list GAME`.")
    ] = None,
    json: Annotated[bool, Parameter(help="One JSON object a level.", negative="")] = False,
    quiet: Annotated[bool, Parameter(help="No progress.", negative="")] = False,
) -> int:
    """Make levels of a wanted size and difficulty, each with its proven optimum.

    Prints the levels in the game's own format, with seed, generator and optimum in
    their headers, as `solve` reads them. The ID in a header makes the level again
    on any machine.

        gridproof generate sokoban boxes=4 --min-cost 30 --count 20 --out set.txt
        gridproof generate 'robots:standard,min-cost=15,max-cost=15#0.0@g1'

    The simple player does not look ahead: greedy bombs, merges and squares, or a
    walk without a bomb. `gridproof list GAME` shows generators and their
    parameters. The exit code is 3 if there are fewer levels than wished for.
    """
    token = CancelToken()
    with _Levels(out, format, json=json) as levels:
        if is_id(game):
            wishes = (objective, min_cost, max_cost, unique or None, min_gap, max_gap)
            _check_alone(parameters, method, *wishes, count - 1 or None, seed or None)
            return _again(game, levels, time, token)
        run = generate(
            find_game(game),
            method,
            parse_settings(parameters, "generate GAME"),
            count=count,
            seed=seed,
            objective=objective,
            min_cost=min_cost,
            max_cost=max_cost,
            unique=unique,
            min_gap=min_gap,
            max_gap=max_gap,
            attempts=attempts,
            time=time,
            jobs=jobs,
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
    """Where levels go: standard output, one by one, or a file as a whole, also after Ctrl-C."""

    def __init__(self, out: str | None, form: str | None, *, json: bool) -> None:
        out = None if out == STDIN else out
        if out is not None:
            check_file(out)
        if json and form is not None:
            raise InputError("`--json` and `--format` exclude each other")
        self._out, self._form = out, _OBJECTS if json else form
        self._texts: list[str] = []
        self._begun = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._out is not None and self._texts:
            write_file(Path(self._out), "".join(self._texts))

    def add(self, made: Made) -> None:
        """Takes a level."""
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
            raise InputError(f"a file in the format `{self._form}` holds one board")
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


def _check_alone(parameters: Sequence[str], *others: object) -> None:
    """Sees to it that nothing is said beside an ID, which says all of it.

    Args:
        parameters: those that are said.
        others: what else could be said; None where it is not.

    Raises:
        InputError: there is something.
    """
    if parameters or any(other is not None for other in others):
        raise InputError(
            "the ID of a level says all of it",
            hint="give the ID alone; or the game, with parameters and wishes",
        )


def _again(name: str, levels: _Levels, time: float | None, token: CancelToken) -> ExitCode:
    """Makes the level of an ID."""
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
    """How a run gets on."""
    said = (
        f"{len(run.made)} of {counted('levels', run.count)}, {counted('boards', run.drawn)} drawn"
    )
    if run.nearest is not None and not run.made:
        said += f", the nearest: {run.nearest.said}"
    return f"{said}, {run.elapsed:.0f} s"


def _report(run: Generation, *, quiet: bool) -> None:
    """Says what became of the boards that were drawn, and why there are too few levels."""
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
        place = "" if run.recipe.spec.aims else f": {run.nearest.id}"
        messages.note(f"the nearest has {run.nearest.said}{place}")
    if run.ending != "interrupted":
        messages.hint(
            "wish for less, allow more (`--attempts`, `--time`), or change the parameters "
            f"(`gridproof list {run.recipe.game.id}`)"
        )
