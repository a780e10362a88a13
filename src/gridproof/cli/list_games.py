"""``gridproof list``: what there is, generated from the games themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from cyclopts import Parameter

from gridproof.cli import messages
from gridproof.game import AnyGame, find_game, games
from gridproof.options import Option
from gridproof.solving import solvers

__all__ = ["command", "list_games"]


def command(
    game: Annotated[str | None, Parameter(help="Only this game, with all its details.")] = None,
    /,
    *,
    json: Annotated[bool, Parameter(help="One JSON object a game.", negative="")] = False,
) -> int:
    """Games with objectives, solvers, generators, options and formats."""
    found = [find_game(game)] if game else list(games().values())
    if json:
        for record in list_games(game):
            messages.print_json(record)
    elif game:
        _print_details(found[0])
    else:
        _print_table(found)
    return 0


def list_games(game: str | None = None) -> list[dict[str, Any]]:
    """What there is of each game, or of one: objectives, solvers, generators, options, formats.

    Raises:
        UnknownName: there is no such game.
    """
    return [_record(entry) for entry in ([find_game(game)] if game else games().values())]


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
            for g in game.generators
        ],
        "options": _options(game.options),
        "formats": list(game.formats),
    }


def _options(options: Sequence[Option]) -> list[dict[str, Any]]:
    return [{"name": o.name, "default": _default(o), "summary": o.summary} for o in options]


def _default(option: Option) -> str | None:
    return None if option.default is None else option.show(option.default)


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


def _print_details(game: AnyGame) -> None:
    record = _record(game)
    messages.out(f"{game.id}: {game.title}")
    if game.aliases:
        messages.out(f"also called {', '.join(game.aliases)}")
    headings = ("objectives", "solvers", "generators", "options")
    lines = {heading: list(_lines(record[heading])) for heading in headings}
    width = max(len(name) for entries in lines.values() for name, _ in entries)
    for heading, entries in lines.items():
        if entries:
            messages.out(f"{heading}:")
        for name, text in entries:
            messages.out(f"{name:<{width}} {text}")
    messages.out(f"formats: {', '.join(game.formats)}")


def _lines(entries: Sequence[Mapping[str, Any]], indent: str = "  ") -> Iterator[tuple[str, str]]:
    """For each entry, and each of its own options, the name and what it is."""
    for entry in entries:
        default = entry.get("default")
        shown = f" (default {default})" if default else ""
        yield f"{indent}{entry.get('id') or entry['name']}", f"{entry['summary']}{shown}"
        own = [*entry.get("options", ()), *entry.get("parameters", ())]
        yield from _lines(own, f"{indent}    ")
