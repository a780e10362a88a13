"""``gridproof reduce``: an instance of a hard problem as a board with its bound ``k``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter

from gridproof.cli import messages
from gridproof.cli.exit_codes import ExitCode
from gridproof.cli.inputs import Board
from gridproof.cli.instances import RandomOptions, one_instance
from gridproof.cli.outputs import Outputs, check_places
from gridproof.cli.parameters import JsonObject, group, parse_settings, whole
from gridproof.errors import InputError, MissingPart, UnknownName
from gridproof.files.reading import STDIN
from gridproof.level import Level
from gridproof.options import find_option, option_values
from gridproof.reduction import AnySource, Certificate, Encoding, find_reduction, reductions
from gridproof.reductions import reduce as reducing
from gridproof.registry import game_of
from gridproof.verifying import verify
from gridproof.visible import label

__all__ = ["app", "command", "tell_warnings"]

#: Of the file that holds the encoding, which `reduce lift`, `lower` and `audit` read.
_ENDING = ".map.json"
#: The other verbs for boards, in ``reduce_maps``.
_VERBS = {
    "lift": "Turn a witness of the instance into a solution of the board.",
    "lower": "Turn a solution of the board into a witness of the instance.",
    "audit": "Check on the very board every condition of the proof.",
}
#: Faults of an audit that are told when a board is made; `reduce audit` tells all.
_TOLD = 3


@group
@dataclass(frozen=True, kw_only=True)
class WrittenFiles:
    """Files that are written, and all else that is printed.

    Attributes:
        out: for the board.
        map: for the encoding; None: beside the board, or the instance.
        html: for a page.
        svg: for a picture.
        json: True if the board is printed as an object with all that is known of it.
        quiet: True if it is not said which files are written.
    """

    out: Annotated[
        str | None, Parameter(alias="-o", metavar="FILE", help="Write the board to this file.")
    ] = None
    map: Annotated[
        str | None,
        Parameter(
            name="--map",
            metavar="FILE",
            help="Write the meaning of the board's parts to this file; else to "
            f"NAME{_ENDING} beside the board's file (`--out`), or the instance's.",
        ),
    ] = None
    html: Annotated[
        str | None,
        Parameter(
            metavar="FILE",
            help="Write a page: the board, the meaning of its parts, a solution if there is one, "
            "and the instance to switch.",
        ),
    ] = None
    svg: Annotated[
        str | None,
        Parameter(metavar="FILE", help="Write a picture with the meaning of the board's parts."),
    ] = None
    json: JsonObject = False
    quiet: Annotated[
        bool, Parameter(alias="-q", help="Do not say which files are written.", negative="")
    ] = False


def command(
    name: Annotated[str | None, Parameter(help="The reduction; without it all are listed.")] = None,
    instance: Annotated[
        str | None, Parameter(help="File with the formula or graph; `-` is standard input.")
    ] = None,
    /,
    *more: Annotated[str, Parameter(show=False)],
    settings: Annotated[
        list[str] | None,
        Parameter(
            name="--set",
            metavar="OPTION=VALUE",
            help="An option of the reduction, `option=value`.",
            negative="",
        ),
    ] = None,
    cover: Annotated[
        int | None,
        Parameter(
            metavar="COUNT", help="Vertices that the cover of a graph may have.", converter=whole
        ),
    ] = None,
    sample: RandomOptions = RandomOptions(),
    written: WrittenFiles = WrittenFiles(),
) -> int:
    """Turn a formula or graph into a board, solvable within `k` if it is a "yes".

    Prints the board, with `k` in its header, and keeps what stands for what in a
    file beside the instance.

    Each board is audited before it is handed out; the exit code is 1 if the audit
    refuses it. `gridproof list` shows the reductions, `gridproof list
    sat-to-bombcover` the options of one.

    Examples:
        gridproof reduce sat-to-bombcover formula.cnf --out board.txt
        gridproof reduce lift board.map.json 'x !y z' > solution.txt
        gridproof reduce lower board.map.json solution.txt
        gridproof reduce audit board.map.json board.txt
    """
    if name is None:
        for known in reductions().values():
            messages.out(f"{known.id}: {known.title}: {known.summary}")
        return ExitCode.ANSWERED
    if name not in reductions():
        raise UnknownName("reduction", name, [*reductions(), *_VERBS])
    chosen = find_reduction(name)
    wishes = parse_settings(settings or [])
    for option in chosen.source.options:
        if option.name in wishes:
            raise InputError(
                f"`{option.name}` is said of the instance, not of its board",
                hint=f"`--{option.name} {wishes[option.name]}`",
            )
    options = option_values(name, chosen.options, wishes)
    given = _given(chosen.source, cover)
    named = [] if instance is None else [instance, *more]
    found = one_instance(chosen.source, named, sample, given)
    places = _places(instance, written)
    for said in chosen.source.notes(found):
        messages.note(said)
    encoding = reducing.reduce(name, found, options)
    certificate = reducing.audit(encoding)
    warnings = tell_warnings(encoding)
    _tell_refusal(certificate)
    if sample.random is not None:
        said_options = [f"--set {setting}" for setting in settings or []]
        again = " ".join(["gridproof reduce", name, *said_options, "--random", sample.random])
        encoding = _labelled(encoding, certificate, again, sample.seed or 0)
    level = encoding.level
    board = Board(instance or name, 1, game_of(level), level, label(level.title or name))

    def write(what: str, make: Callable[[], str]) -> None:
        if what in places:
            file = places[what].write(board, make())
            if not written.quiet and not places[what].is_stdout:
                messages.note(f"the {what} is in {file or places[what].out}")

    write("board", lambda: _board_text(level))
    write("map", lambda: reducing.save_encoding(encoding))
    write("picture", lambda: _picture(encoding))
    if written.json:
        messages.print_json(_record(encoding, certificate, warnings))
    elif "board" not in places and not any(place.is_stdout for place in places.values()):
        messages.write(_board_text(level))
    messages.flush()
    write("page", lambda: _page(encoding))  # last, since a solution is looked for
    return ExitCode.ANSWERED if certificate.passed else ExitCode.NO


app = App(name="reduce")
app.default(command)
for _verb, _help in _VERBS.items():
    app.command(f"gridproof.cli.reduce_maps:{_verb}", name=_verb, help=_help)


def tell_warnings(encoding: Encoding) -> list[str]:
    """Say what a user of a board should know, and return it."""
    said = list(find_reduction(encoding.reduction).warnings(encoding))
    for sentence in said:
        messages.warning(sentence)
    return said


def _given(source: AnySource, cover: int | None) -> dict[str, Any]:
    """Return the options of the instance, by attribute.

    Raises:
        InputError: it cannot be said of such instances.
    """
    if cover is None:
        return {}
    if find_option(source.options, "cover") is None:
        raise InputError(
            f"`--cover` goes with graphs: this is a reduction of {source.title}",
            hint="leave out `--cover`",
        )
    return option_values(source.id, source.options, {"cover": cover})


def _labelled(encoding: Encoding, certificate: Certificate, generator: str, seed: int) -> Encoding:
    """Return an encoding whose board tells how to make it again, and its optimum if known."""
    info = dict(encoding.level.info) | {"seed": str(seed), "generator": generator}
    source, game = find_reduction(encoding.reduction).source, game_of(encoding.level)
    try:
        witness = source.solve(encoding.instance) if certificate.passed else None
    except MissingPart:
        witness = None
    if witness is not None:
        verdict = verify(game, encoding.level, reducing.lift(encoding, witness))
        info["optimum"] = str(verdict.cost)
    return replace(encoding, level=encoding.level.with_info(**info))


def _tell_refusal(certificate: Certificate) -> None:
    faults = certificate.faults
    for fault in faults[:_TOLD]:
        messages.warning(f"the audit refuses this board: {fault}")
    if faults:
        messages.hint("`gridproof reduce audit` shows every condition")


def _places(instance: str | None, written: WrittenFiles) -> dict[str, Outputs]:
    """Return the places of all that is made, by kind; a board that is only printed has no place.

    Raises:
        InputError: two things would go to one place, or nothing can be written there.
    """
    out, map_ = written.out, written.map
    if map_ is None:
        beside = instance if out in (None, STDIN) else out
        # Pipes and devices, as of `<(…)`, have nothing beside them.
        apart = beside in (None, STDIN) or (Path(beside).exists() and not Path(beside).is_file())
        if beside is not None and not apart:
            map_ = str(Path(beside).with_name(Path(beside).stem + _ENDING))
    found: dict[str, Outputs] = {}
    if out is not None:
        found["board"] = _File(out, ".txt")
    if map_ is not None:
        found["map"] = _File(map_, _ENDING, named=written.map is not None)
    if written.svg is not None:
        found["picture"] = Outputs(written.svg, ".svg")
    if written.html is not None:
        found["page"] = Outputs(written.html, ".html")
    check_places(list(found.values()), alone=not written.json)
    for outputs in found.values():
        if instance not in (None, STDIN) and outputs.meets(_File(instance or "", "")):
            raise InputError(
                f"{outputs.out}: is the instance; it would be overwritten", hint="name another file"
            )
        list(outputs.of(()))  # whether there is such a place
    return found


class _File(Outputs):
    """One file, with an ending or without.

    Args:
        out: its name.
        ending: of its kind of files.
        named: True if the user says the name.
    """

    def __init__(self, out: str, ending: str, *, named: bool = True) -> None:
        super().__init__(out, ending)
        self.folder, self.below = None, None if named else Path(out).parent


def _board_text(level: Level) -> str:
    """Return a board in the first of the game's formats that can express it."""
    game = game_of(level)
    try:
        return game.write(level)
    except InputError:
        return game.write(level, game.canonical_format)


def _picture(encoding: Encoding) -> str:
    from gridproof.render.svg import svg

    level = encoding.level
    game = game_of(level)
    scene = game.picture(level, game.initial(level))
    return svg(reducing.overlay(encoding, scene), title=level.title or "")


def _page(encoding: Encoding) -> str:
    from gridproof.render.reduced import page

    return page(encoding)


def _record(
    encoding: Encoding, certificate: Certificate, warnings: Sequence[str]
) -> dict[str, Any]:
    record = reducing.encoding_record(encoding)
    table = record.pop("map")
    return record | {
        "level": _board_text(encoding.level),
        "size": [encoding.level.width, encoding.level.height],
        "audit": "passed" if certificate.passed else "refused",
        "faults": certificate.faults,
        "warnings": list(warnings),
        "map": table,
    }
