"""``gridproof list``: what there is, generated from the games themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from cyclopts import Parameter

from gridproof.cli import messages
from gridproof.errors import UnknownName
from gridproof.game import AnyGame, find_game, games
from gridproof.options import Option
from gridproof.recipes import generators
from gridproof.reduction import AnyReduction, find_reduction, reductions
from gridproof.solving import solvers

__all__ = ["command", "list_games"]


def command(
    name: Annotated[
        str | None, Parameter(help="Only this game or reduction, with all its details.")
    ] = None,
    /,
    *,
    json: Annotated[
        bool, Parameter(help="One JSON object a game, with the reductions to it.", negative="")
    ] = False,
) -> int:
    """Games with objectives, solvers, generators, options and formats; reductions to them."""
    if json:
        for record in list_games(name):
            messages.print_json(record)
    elif name is None:
        _print_table(list(games().values()))
        _print_reductions(list(reductions().values()))
    elif name in reductions():
        _print_reduction(find_reduction(name))
    else:
        _print_details(_game(name))
    return 0


def list_games(name: str | None = None) -> list[dict[str, Any]]:
    """What there is of each game, or of one game or reduction.

    Of a game: objectives, solvers, generators, options, formats, and the reductions to it.

    Raises:
        UnknownName: there is no such game or reduction.
    """
    if name is None:
        return [_record(game) for game in games().values()]
    if name in reductions():
        return [_reduction_record(find_reduction(name))]
    return [_record(_game(name))]


def _game(name: str) -> AnyGame:
    """The game of that name.

    Raises:
        UnknownName: neither a game nor a reduction has it.
    """
    if name not in {n for game in games().values() for n in (game.id, *game.aliases)}:
        raise UnknownName("game or reduction", name, [*games(), *reductions()])
    return find_game(name)


def _record(game: AnyGame) -> dict[str, Any]:
    return {
        "game": game.id,
        "title": game.title,
        "aliases": list(game.aliases),
        "rules": game.rules_version,
        "objectives": [
            {"id": o.id, "metrics": list(o.metrics), "sense": o.sense, "summary": o.summary}
            for o in game.objectives
        ],
        "solvers": [
            {
                "id": s.id,
                "summary": s.summary,
                "objectives": list(s.objectives),
                "supports": sorted(s.supports),
                "options": _options(s.options),
            }
            for s in solvers(game).values()
        ],
        "generators": [
            {"id": g.id, "summary": g.summary, "parameters": _options(g.parameters)}
            for g in generators(game).values()
        ],
        "measures": [{"id": m.id, "title": m.title, "summary": m.summary} for m in game.measures],
        "options": _options(game.options),
        "formats": list(game.formats),
        "reductions": [_reduction_record(r) for r in reductions().values() if r.game == game.id],
    }


def _reduction_record(reduction: AnyReduction) -> dict[str, Any]:
    source = reduction.source
    return {
        "reduction": reduction.id,
        "title": reduction.title,
        "summary": reduction.summary,
        "published": reduction.published or None,
        "source": {
            "id": source.id,
            "title": source.title,
            "formats": list(source.formats),
            "random": source.parameters,
            "options": _options(source.options),
        },
        "game": reduction.game,
        "options": _options(reduction.options),
    }


def _options(options: Sequence[Option]) -> list[dict[str, Any]]:
    return [
        {"name": o.name, "default": _default(o), "summary": o.summary}
        | ({"choices": list(o.choices)} if o.choices else {})
        for o in options
    ]


def _default(option: Option) -> str | None:
    return None if option.default is None else option.show(option.default)


def _standing(reduction: AnyReduction) -> str:
    """Who stands for the theorem."""
    if reduction.published:
        return f"published: {reduction.published}"
    return "claimed: nobody outside has reviewed the proof; its instances are checked by machine"


def _print_table(found: list[AnyGame]) -> None:
    from rich.table import Table

    # Titles stand below the ids, and what does not fit is folded: nothing is cut at 80 columns.
    table = Table(box=None, padding=(0, 2, 1, 0), pad_edge=False)
    for heading in ("game", "objectives", "solvers", "options", "formats"):
        table.add_column(heading, overflow="fold")
    for game in found:
        table.add_row(
            f"{game.id}\n{game.title}",
            "\n".join(o.id for o in game.objectives),
            "\n".join(solvers(game)),
            "\n".join(o.name for o in game.options),
            "\n".join(game.formats),
        )
    messages.stdout().print(table)


def _print_reductions(found: list[AnyReduction]) -> None:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 1, 0), pad_edge=False)
    for heading in ("reduction", "from", "to", "options", "what is proven"):
        table.add_column(heading, overflow="fold")
    for reduction in found:
        table.add_row(
            f"{reduction.id}\n{reduction.title}",
            reduction.source.id,
            reduction.game,
            "\n".join(o.name for o in reduction.options),
            f"{reduction.summary}\n{_standing(reduction)}",
        )
    messages.stdout().print(table)


def _print_reduction(reduction: AnyReduction) -> None:
    source = reduction.source
    messages.out(f"{reduction.id}: {reduction.title}")
    messages.out(reduction.summary)
    messages.out(_standing(reduction))
    messages.out(f"from {source.title}: {', '.join(source.formats)}")
    messages.out(f"random instances: --random {source.parameters}")
    entries = {
        "options of instances": list(_lines(_options(source.options))),
        "options": list(_lines(_options(reduction.options))),
    }
    _print_entries(entries)
    messages.out(f"game: {reduction.game}")


def _print_details(game: AnyGame) -> None:
    record = _record(game)
    messages.out(f"{game.id}: {game.title}")
    if game.aliases:
        messages.out(f"also called {', '.join(game.aliases)}")
    headings = ("objectives", "solvers", "generators", "measures", "options")
    lines = {heading: list(_lines(record[heading])) for heading in headings}
    _print_entries(lines)
    messages.out(f"formats: {', '.join(game.formats)}")
    leading = [r.id for r in reductions().values() if r.game == game.id]
    if leading:
        messages.out(f"reductions to it: {', '.join(leading)}")


def _print_entries(lines: Mapping[str, Sequence[tuple[str, str]]]) -> None:
    """Prints names and what they are, under their headings, all in one column."""
    width = max((len(name) for entries in lines.values() for name, _ in entries), default=0)
    for heading, entries in lines.items():
        if entries:
            messages.out(f"{heading}:")
        for name, text in entries:
            messages.out(f"{name:<{width}} {text}")


def _lines(entries: Sequence[Mapping[str, Any]], indent: str = "  ") -> Iterator[tuple[str, str]]:
    """For each entry, and each of its own options, the name and what it is."""
    for entry in entries:
        default, choices = entry.get("default"), entry.get("choices", ())
        others = [choice for choice in choices if choice != default]
        said = [f"default {default}"] if default else []
        if len(choices) > 2:  # more than yes and no
            said.append(f"or {', '.join(others)}")
        shown = f" ({', '.join(said)})" if said else ""
        yield f"{indent}{entry.get('id') or entry['name']}", f"{entry['summary']}{shown}"
        own = [*entry.get("options", ()), *entry.get("parameters", ())]
        yield from _lines(own, f"{indent}    ")
