"""The page about the JSON that verbs print, made of its types."""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from tools.game_pages import table

from gridproof.cli.records import OPEN, RECORDS
from gridproof.cli.records.boards import OfBoard, Record

__all__ = ["json_page"]

_PLAIN: Final = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    NoneType: "null",
    Any: "any",
}


def json_page() -> Iterator[str]:
    """Yield the lines of the page."""
    yield from ("# JSON of the verbs", "")
    yield "Made of the types in `gridproof.cli.records` by `make command-pages`."
    yield "A test compares them with what each verb prints."
    yield ""
    yield "With `--json` a verb prints one object a line. Fields in *italics* may be missing."
    yield "A later version may add fields; it raises `v` if one changes or goes."
    nested: dict[type, None] = {}
    for verb, kinds in RECORDS.items():
        yield from ("", f"## {verb}")
        if (first := next(other for other, same in RECORDS.items() if same == kinds)) != verb:
            yield from ("", f"The fields of [{first}](#{_anchor(first)}).")
            continue
        for kind in kinds:
            yield from ("", f"{_summary(kind)}", "")
            yield from _fields(kind, nested)
    yield from ("", "## Nested objects")
    told: set[type] = set()
    while left := [kind for kind in nested if kind not in told]:
        told.add(left[0])
        yield from ("", f"### {left[0].__name__}", "", _summary(left[0]), "")
        yield from _fields(left[0], nested)


def _summary(kind: type) -> str:
    return " ".join((kind.__doc__ or "").split())


def _anchor(heading: str) -> str:
    return heading.lower().replace(" ", "-")


def _fields(kind: type, nested: dict[type, None]) -> Iterator[str]:
    """Yield a table; types of objects in it are added to ``nested``."""
    rows = []
    hints = get_type_hints(kind, include_extras=True)
    common = set() if kind in (Record, OfBoard) else set(hints) & set(OfBoard.__annotations__)
    order = sorted(hints, key=lambda name: name not in common)  # the board first
    required: frozenset[str] = kind.__required_keys__  # type: ignore[attr-defined]
    for name in order:
        hint = hints[name]
        if get_origin(hint) is NotRequired:
            (hint,) = get_args(hint)
        plain, meaning = get_args(hint)[:2]
        shown = f"`{name}`" if name in required else f"*`{name}`*"
        rows.append((shown, _words(plain, nested), meaning))
    if kind in OPEN:
        rows.append(("…", "any", "columns of the table, which differ"))
    yield from table(("field", "type", "meaning"), rows)


def _words(hint: Any, nested: dict[type, None]) -> str:
    """Return a type in the words of JSON."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _words(arguments[0], nested)
    if origin in (Union, UnionType):
        return " or ".join(_words(one, nested) for one in arguments)
    if origin is Literal:
        return " or ".join(f"`{one!r}`".replace("'", '"') for one in arguments)
    if origin is list:
        return f"array of {_words(arguments[0], nested)}"
    if origin is dict:
        inner = _words(arguments[1], nested)
        return "object" if arguments[1] is Any else f"object of {inner} by name"
    if is_typeddict(hint):
        nested[hint] = None
        return f"[{hint.__name__}](#{_anchor(hint.__name__)})"
    return _PLAIN[hint]
