"""Parts of a game: modules whose published names the game takes over."""

from __future__ import annotations

import inspect
import types
from typing import Any, TypeVar, get_args, get_type_hints

import pytest

from gridproof.game import Game
from gridproof.games._template.game import GAME as TEMPLATE
from gridproof.registry import games

GAMES = {**games(), TEMPLATE.id: TEMPLATE}
METHODS = [name for name, value in vars(Game).items() if inspect.isfunction(value)]


def filled(hint: Any, types_: dict[TypeVar, Any]) -> Any:
    """A type with the type variables of the protocol filled in."""
    return types_.get(hint) or (
        hint[tuple(types_.get(p, p) for p in inside)]
        if (inside := getattr(hint, "__parameters__", ()))
        else hint
    )


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_parts_have_the_types_of_the_protocol(game: Game[Any, Any, Any]) -> None:
    (base,) = type(game).__orig_bases__  # type: ignore[attr-defined]
    types_ = dict(zip(Game.__parameters__, get_args(base), strict=True))  # type: ignore[attr-defined]
    for name in METHODS:
        promised = inspect.getattr_static(Game, name)
        given = inspect.getattr_static(game, name)
        if given is promised or name.startswith("_"):
            continue
        function = given.__func__ if isinstance(given, staticmethod) else given
        wanted = list(inspect.signature(promised).parameters.values())[1:]
        has = list(inspect.signature(function).parameters.values())
        has = has if isinstance(given, staticmethod) else has[1:]
        assert [p.name.lstrip("_") for p in has] == [p.name for p in wanted], function
        assert [p.default for p in has] == [p.default for p in wanted], function
        hints, promises = get_type_hints(function), get_type_hints(promised)
        for mine, theirs in zip(has, wanted, strict=True):
            accepted = filled(promises[theirs.name], types_)
            assert hints[mine.name] in (accepted, object, Any), (function, mine.name)


def test_two_parts_must_not_publish_the_same() -> None:
    one, other = types.ModuleType("one"), types.ModuleType("other")
    for part in (one, other):
        vars(part).update(__all__=["KEYS"], KEYS=())
    with pytest.raises(TypeError, match="`keys` is published by one and by other"):
        type("Twice", (Game,), {}, parts=(one, other))


def test_a_game_without_rules_is_refused() -> None:
    with pytest.raises(
        TypeError,
        match="the game Empty lacks id, title, about, objectives, file_formats, recognises",
    ):
        type("Empty", (Game,), {})
