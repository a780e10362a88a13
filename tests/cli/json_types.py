"""Values of JSON against the types that describe them."""

from __future__ import annotations

from collections.abc import Iterator
from types import UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

__all__ = ["faults"]


def faults(value: Any, hint: Any, place: str = "", *, further: bool = False) -> Iterator[str]:
    """Yield what does not fit the type; with ``further``, an object may have other fields."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Annotated, NotRequired):
        yield from faults(value, arguments[0], place)
    elif is_typeddict(hint):
        yield from _of_object(value, hint, place, further=further)
    elif origin in (Union, UnionType):
        if all(list(faults(value, one, place)) for one in arguments):
            yield f"{place}: {value!r} is none of {arguments}"
    elif origin is Literal:
        if value not in arguments:
            yield f"{place}: {value!r} is none of {arguments}"
    elif origin is list:
        if not isinstance(value, list):
            yield f"{place}: {value!r} is no list"
            return
        for number, item in enumerate(value):
            yield from faults(item, arguments[0], f"{place}[{number}]")
    elif origin is dict:
        if not isinstance(value, dict):
            yield f"{place}: {value!r} is no object"
            return
        for name, item in value.items():
            yield from faults(item, arguments[1], f"{place}.{name}")
    elif hint is not Any:
        kinds = (int, float) if hint is float else hint
        if not isinstance(value, kinds) or isinstance(value, bool) != (hint is bool):
            yield f"{place}: {value!r} is no {hint}"


def _of_object(value: Any, hint: Any, place: str, *, further: bool) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{place}: {value!r} is no object"
        return
    fields = get_type_hints(hint, include_extras=True)
    for name in sorted(hint.__required_keys__ - value.keys()):
        yield f"{place}.{name}: is missing"
    for name, item in value.items():
        if name in fields:
            yield from faults(item, fields[name], f"{place}.{name}")
        elif not further:
            yield f"{place}.{name}: is not described"
