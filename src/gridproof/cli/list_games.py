"""``gridproof list``: games and reductions, as they describe themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Annotated, Any, Final

from cyclopts import Parameter

from gridproof.arguments import check_text, explained
from gridproof.cli import messages
from gridproof.cli.completers import listed_names
from gridproof.design.level_id import generators
from gridproof.design.rate import MEASURES
from gridproof.errors import InputError, UnknownName
from gridproof.forms import Entry, TextForm
from gridproof.game import AnyGame
from gridproof.options import Option
from gridproof.proof.kinds import kinds
from gridproof.reduction import AnyReduction, find_reduction, reductions
from gridproof.registry import find_game, games
from gridproof.render.about import rules_text
from gridproof.solving.messages import counted
from gridproof.solving.solve import solvers
from gridproof.specs import ExportSpec

__all__ = ["command", "list_games"]

#: Characters of one meaning that are shown with blanks between.
_FEW_CHARACTERS: Final = 8


def command(
    name: Annotated[
        str | None,
        Parameter(
            completer=listed_names, help="Only this game or reduction, with all its details."
        ),
    ] = None,
    /,
    *,
    all_: Annotated[
        bool,
        Parameter(name="--all", help="Options of solvers for experts too.", negative=""),
    ] = False,
    json: Annotated[
        bool, Parameter(help="One JSON object a game, with the reductions to it.", negative="")
    ] = False,
) -> int:
    """Games with objectives, solvers, generators, options, formats; and reductions.

    Of a game also the kinds of proofs that `certify` writes, what `rate` measures,
    the parameters of solvers and generators, and what `export` writes. Options that
    matter to those alone who study a solver are listed with `--all`, and in JSON.

    Examples:
        gridproof list sokoban
        gridproof list vc-to-merge
    """
    if name is None and all_:
        raise InputError(
            "`--all` lists the options of one game", hint="`gridproof list GAME --all`"
        )
    if json:
        for record in list_games(name):
            messages.print_json(record)
    elif name is None:
        _print_games(list(games().values()))
        _print_reductions(list(reductions().values()))
        messages.out("`gridproof list NAME` says all of a game or a reduction")
    elif name in reductions():
        _print_reduction(find_reduction(name))
    else:
        _print_details(_game(name), experts=all_)
    return 0


@explained
def list_games(name: str | None = None) -> list[dict[str, Any]]:
    """Return a record of each game, or of one game or reduction.

    Of a game: objectives, solvers, kinds of proofs, generators, measures, options, formats,
    exports, and the reductions to it.

    Raises:
        UnknownName: there is no such game or reduction.
    """
    if name is None:
        return [_record(game) for game in games().values()]
    check_text(name, "the name of a game or reduction")
    if name in reductions():
        return [_reduction_record(find_reduction(name))]
    return [_record(_game(name))]


def _game(name: str) -> AnyGame:
    """Return the game of that name.

    Raises:
        UnknownName: neither a game nor a reduction has it.
    """
    try:
        return find_game(name)
    except UnknownName:
        raise UnknownName("game or reduction", name, [*games(), *reductions()]) from None


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
        "proofs": [
            {"id": k.id, "summary": k.summary, "objectives": list(k.objectives)}
            for k in kinds(game).values()
        ],
        "generators": [
            {"id": g.id, "summary": g.summary, "parameters": _options(g.parameters)}
            for g in generators(game).values()
        ],
        "measures": [
            {"id": m.id, "title": m.title, "summary": m.summary}
            for m in (*MEASURES, *game.measures)
        ],
        "baseline": game.baseline or None,
        "options": _options(game.options),
        "formats": list(game.formats),
        "forms": [_form_record(form, game.formats) for form in game.forms],
        "notations": [_form_record(form) for form in game.notations],
        "exports": _exports(game.exports),
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
            "forms": [_form_record(form, [source.forms[0].id]) for form in source.forms],
            "witnesses": [_form_record(form) for form in source.witnesses],
            "random": source.parameters,
            "options": _options(source.options),
            "exports": _exports(source.exports),
        },
        "game": reduction.game,
        "options": _options(reduction.options),
    }


def _exports(specs: Sequence[ExportSpec]) -> list[dict[str, Any]]:
    return [{"id": e.id, "summary": e.summary, "objectives": list(e.objectives)} for e in specs]


def _form_record(form: TextForm, written: Sequence[str] = ()) -> dict[str, Any]:
    """Return the record of a form, which is written if a format has its name."""
    return {
        "id": form.id,
        "title": form.title,
        "summary": form.summary,
        "written": not {form.id, *form.aliases}.isdisjoint(written),
        "aliases": list(form.aliases),
        "symbols": [{"characters": s.characters, "meaning": s.meaning} for s in form.symbols],
        "headers": _entries(form.headers),
        "fields": _entries(form.fields),
        "parts": _entries(form.parts),
        "used_by": form.used_by or None,
        "example": form.example,
    }


def _entries(entries: Sequence[Entry]) -> list[dict[str, Any]]:
    return [
        {"name": e.name, "meaning": e.meaning, "values": e.values or None, "required": e.required}
        for e in entries
    ]


def _options(options: Sequence[Option]) -> list[dict[str, Any]]:
    return [
        {"name": o.name, "default": _default(o), "summary": o.summary, "values": o.values or None}
        | ({"choices": list(o.choices)} if o.choices else {})
        | ({"expert": True} if o.expert else {})
        for o in options
    ]


def _default(option: Option) -> str | None:
    return None if option.default is None else option.show(option.default)


def _standing(reduction: AnyReduction) -> str:
    """Return the publication of the theorem, or that it is claimed."""
    if reduction.published:
        return f"published: {reduction.published}"
    return "claimed: nobody outside has reviewed the proof; its instances are checked by machine"


def _print_games(found: Sequence[AnyGame]) -> None:
    for game in found:
        names = {
            "objectives": [objective.id for objective in game.objectives],
            "solvers": list(solvers(game)),
            "proofs": list(kinds(game)),
            "generators": [generator.id for generator in game.generators],
            "options": [option.name for option in game.options],
            "formats": game.formats,
            "exports": [export.id for export in game.exports],
        }
        _print_block(
            f"{game.id}: {game.title}", {name: ", ".join(ids) for name, ids in names.items()}
        )


def _print_reductions(found: Sequence[AnyReduction]) -> None:
    for reduction in found:
        facts = {
            "from": reduction.source.id,
            "to": reduction.game,
            "options": ", ".join(option.name for option in reduction.options),
            "proven": reduction.summary,
        }
        standing, _, why = _standing(reduction).partition(": ")
        _print_block(f"{reduction.id}: {reduction.title}", {**facts, standing: why})


def _print_block(title: str, facts: Mapping[str, str]) -> None:
    """Print facts under a title, folded beside their headings on narrow terminals."""
    messages.out(title)
    width = max(messages.stdout_width(), 40)
    for heading, text in facts.items():
        begin = f"  {heading:<10}  "
        for line in wrap(text, width - len(begin), break_on_hyphens=False):
            messages.out(f"{begin}{line}")
            begin = " " * len(begin)
    messages.out("")


def _print_reduction(reduction: AnyReduction) -> None:
    source = reduction.source
    messages.out(f"{reduction.id}: {reduction.title}")
    messages.out(reduction.summary)
    messages.out(_standing(reduction))
    messages.out(f"from {source.title}")
    messages.out(f"random instances: --random {source.parameters}")
    entries = {
        "formats of instances": [(f"  {form.id}", form.summary) for form in source.forms],
        "options of instances": list(_lines(_options(source.options))),
        "exports of instances": list(_lines(_exports(source.exports))),
        "options": list(_lines(_options(reduction.options))),
    }
    _print_entries(entries)
    messages.out(f"game: {reduction.game}")


def _print_details(game: AnyGame, *, experts: bool) -> None:
    """Print all that there is of a game; options for experts as their number, if not wanted."""
    record = _record(game)
    if not experts:
        for solver in record["solvers"]:
            _count_experts(solver, game)
    messages.out(f"{game.id}: {game.title}")
    if game.aliases:
        messages.out(f"also called {', '.join(game.aliases)}")
    messages.out("")
    for line in rules_text(game, min(max(messages.stdout_width(), 40), 100)):
        messages.out(line)
    messages.out("")
    headings = ("objectives", "solvers", "proofs", "generators", "measures", "options")
    lines = {heading: list(_lines(record[heading])) for heading in headings}
    lines |= dict(_symbols_and_headers(game.forms))
    lines["formats"] = list(_formats(game.forms, game.formats))
    lines["exports"] = list(_lines(record["exports"]))
    _print_entries(lines)
    if game.baseline:  # what wishes for a gap, and `rate`, compare the optimum with
        messages.out(f"simple player: the solver {game.baseline}")
    leading = [r.id for r in reductions().values() if r.game == game.id]
    if leading:
        messages.out(f"reductions to it: {', '.join(leading)}")


def _symbols_and_headers(
    forms: Sequence[TextForm],
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield headings with the symbols of the first form, and the own header lines of each."""
    if forms:
        yield (
            f"symbols of {forms[0].id}",
            [(f"  {_characters(symbol.shown)}", symbol.meaning) for symbol in forms[0].symbols],
        )
    for form in forms:
        yield (
            f"headers of {form.id}, besides options",
            [(f"  {entry.name}", entry.meaning) for entry in form.headers],
        )


def _characters(shown: Sequence[str]) -> str:
    return (" " if len(shown) <= _FEW_CHARACTERS else "").join(shown)


def _formats(forms: Sequence[TextForm], written: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the names of the forms of files with their summaries."""
    for form in forms:
        names = [name for name in (form.id, *form.aliases) if name in written]
        said = "" if names else "read only: "
        yield f"  {', '.join(names) or form.id}", f"{said}{form.summary}"


def _count_experts(solver: dict[str, Any], game: AnyGame) -> None:
    """Put the number of a solver's options for experts, and how to list them, in their place."""
    shown = [option for option in solver["options"] if "expert" not in option]
    if hidden := len(solver["options"]) - len(shown):
        summary = f"{counted('expert options', hidden)}: `gridproof list {game.id} --all`"
        shown.append({"name": "…", "summary": summary})
    solver["options"] = shown


def _print_entries(lines: Mapping[str, Sequence[tuple[str, str]]]) -> None:
    """Print names and summaries, under their headings, all in one column."""
    width = max((len(name) for entries in lines.values() for name, _ in entries), default=0)
    for heading, entries in lines.items():
        if entries:
            messages.out(f"{heading}:")
        for name, text in entries:
            messages.out(f"{name:<{width}} {text}")


def _lines(entries: Sequence[Mapping[str, Any]], indent: str = "  ") -> Iterator[tuple[str, str]]:
    """Yield the name and the summary of each entry, and of each of its own options."""
    for entry in entries:
        default, choices = entry.get("default"), entry.get("choices", ())
        others = [choice for choice in choices if choice != default]
        said = [f"default {default}"] if default else []
        if len(choices) > 2:  # more than yes and no
            said.append(f"or {', '.join(others)}")
        shown = f" ({', '.join(said)})" if said else ""
        name = entry.get("title") or entry.get("id") or entry["name"]  # of measures the column
        yield f"{indent}{name}", f"{entry['summary']}{shown}"
        own = [*entry.get("options", ()), *entry.get("parameters", ())]
        yield from _lines(own, f"{indent}    ")
