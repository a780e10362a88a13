"""Tables of small boards as data for pages that are played without a server.

The data of a level are a JSON object. The *things* of a position are [look, x, y] by id, as in
records (see :mod:`gridproof.render.animation`). A page finds all positions by itself: it makes the
actions of each in the order of its inputs, and numbers positions when it first meets them.

``record``: the start; ``keys``: an input for each key; ``cells``: [[x, y], …], those of the inputs
behind these; ``actions``: steps of records, with ``gains``, a number a metric, and ``hidden``, the
number that tells the next position from others of the same things, where that changes; or
{``refusal``}; ``context``: ids of things; ``rows``: a character for each input of each position,
less 40: 0 for the action that the last position had whose things of the context were the same (at
first none), 1 for none, and 2 for the first action; ``complete``: the lengths of runs of positions
that are no solutions, that are, …
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from operator import ne
from typing import Any, Final

from gridproof.playing.table import Effect, PlayTable
from gridproof.render.animation import Recorder

__all__ = ["play_data"]

Json = dict[str, Any]
_Things = dict[str, tuple[int, ...]]
#: The actions of a position, a number for each input; -1: none.
_Row = tuple[int, ...]

#: Things of a context at most.
_MAX_CONTEXT: Final = 3
#: The character of 0 in rows; quotes and the backslash, which JSON escapes, are left out.
_ZERO: Final = 40
_BACKSLASH: Final = ord("\\")
_SURROGATES: Final = 0xD800


def play_data(table: PlayTable) -> Json | None:
    """Return the data of a level, without what people are told about it.

    None if its actions are too many for them.
    """
    return _PlayData(table).json()


class _PlayData:
    """The data of one table while they are made."""

    def __init__(self, table: PlayTable) -> None:
        self._table = table
        game, level = table.game, table.level
        self._scenes = [game.scene(level, *position) for position in table.positions]
        backdrop = game.backdrop(level)
        self._recorder = Recorder(backdrop, self._scenes[0], counts_bombs=False)
        self._record = self._recorder.head()
        self._actions: dict[str, int] = {}
        self._ranks: list[int] = []  # by position
        self._things: list[_Things] = []  # by position

    def json(self) -> Json | None:
        table = self._table
        self._meet()
        rows = [
            tuple(-1 if effect is None else self._action(n, effect) for effect in row)
            for n, row in enumerate(table.effects)
        ]
        if len(self._actions) + 2 + _ZERO >= _SURROGATES:
            return None
        news = self._recorder.news()
        context, before = self._context(rows)
        told = (
            0 if action == predicted else action + 2
            for row, row_before in zip(rows, before, strict=True)
            for action, predicted in zip(row, row_before, strict=True)
        )
        complete = [(value, sum(1 for _ in run)) for value, run in groupby(table.complete)]
        return {
            "record": self._record | {name: self._record[name] + news[name] for name in news},
            "keys": list(table.keys),
            "cells": [list(cell) for cell in table.cells],
            "actions": [json.loads(action) for action in self._actions],
            "context": context,
            "rows": "".join(_character(code) for code in told),
            "complete": ([0] if complete[0][0] else []) + [count for _, count in complete],
        }

    def _meet(self) -> None:
        """Find the things of all positions, as a page does."""
        table = self._table
        first: _Things = {key: (look, x, y) for key, look, x, y in self._record["first"]["sprites"]}
        found: dict[int, _Things] = {0: first}
        ranks: dict[frozenset[Any], int] = {}
        for n, row in enumerate(table.effects):
            for effect in row:
                if effect is None or effect.target is None or effect.target in found:
                    continue
                found[effect.target] = _after(found[n], self._step(n, effect)["frames"])
        for n in range(len(table.positions)):
            seen = frozenset(found[n].items())
            self._ranks.append(ranks.get(seen, 0))
            ranks[seen] = self._ranks[-1] + 1
            self._things.append(found[n])

    def _step(self, n: int, effect: Effect) -> Json:
        """Return the step of an effect at a position."""
        table, target = self._table, effect.target
        assert target is not None
        scenes = [self._scenes[target]]
        if effect.move:
            frames = table.game.frames(table.level, table.positions[n][0], effect.move)
            scenes = [*list(frames)[1:-1], *scenes]
        stands = {sprite.id: (sprite.x, sprite.y) for sprite in self._scenes[n].sprites}
        joined = []
        for scene in scenes:
            # A way that begins elsewhere was walked already, by the cursor.
            ways = {key: way for key, way in scene.paths.items() if stands.get(key) == way[0]}
            joined.append(replace(scene, paths=ways))
            stands = {sprite.id: (sprite.x, sprite.y) for sprite in scene.sprites}
        self._recorder.restart(self._scenes[n])
        return self._recorder.changes(effect.move, joined, 1)

    def _action(self, n: int, effect: Effect) -> int:
        """Return the number of an effect among all actions."""
        if effect.target is None:
            action: Json = {"refusal": effect.refusal}
        else:
            action = self._step(n, effect)
            if effect.move:
                metrics = self._table.objective.metrics
                action["gains"] = [effect.gains.get(metric, 0) for metric in metrics]
            if self._ranks[effect.target] != self._ranks[n]:
                action["hidden"] = self._ranks[effect.target]
        text = json.dumps(action, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        return self._actions.setdefault(text, len(self._actions))

    def _context(self, rows: Sequence[_Row]) -> tuple[list[str], list[_Row]]:
        """Return the things that tell most about the actions, and the rows that they predict."""
        ids = dict.fromkeys(key for things in self._things for key in things)
        values: dict[str, list[int]] = {}
        for key in ids:
            places = _numbered(things.get(key) for things in self._things)
            if max(places) > 0:
                values[key] = places
        context: list[str] = []
        codes = [0] * len(rows)
        misses = _Misses(rows)
        best = misses.count(codes)
        while values and len(context) < _MAX_CONTEXT:
            tried = {
                key: misses.count(zip(codes, places, strict=True)) for key, places in values.items()
            }
            key = min(tried, key=lambda name: tried[name])
            if tried[key] >= best:
                break
            codes = _numbered(zip(codes, values.pop(key), strict=True))
            best = tried[key]
            context.append(key)
        return context, _predicted(rows, codes)


class _Misses:
    """Counts the actions that rows before do not predict; equal pairs of rows are compared once."""

    def __init__(self, rows: Sequence[_Row]) -> None:
        self._rows = rows
        self._numbers = _numbered(rows)
        self._known: dict[tuple[int, int], int] = {}

    def count(self, codes: Iterable[Hashable]) -> int:
        """Return the number of actions that differ from the last row's of the same code."""
        last: dict[Hashable, int] = {}
        missed = 0
        for at, (code, number) in enumerate(zip(codes, self._numbers, strict=True)):
            before = last.get(code)
            last[code] = at
            if before is None:
                missed += sum(action != -1 for action in self._rows[at])
            elif (other := self._numbers[before]) != number:
                pair = (other, number)
                if pair not in self._known:
                    self._known[pair] = sum(map(ne, self._rows[before], self._rows[at]))
                missed += self._known[pair]
        return missed


def _after(things: _Things, frames: Sequence[Json]) -> _Things:
    """Return the things of a position after the frames of a step."""
    after = dict(things)
    for frame in frames:
        after |= {key: (look, x, y) for key, look, x, y in frame.get("set", ())}
        for key in frame.get("gone", ()):
            after.pop(key, None)
    return after


def _numbered(values: Iterable[Hashable]) -> list[int]:
    """Return values as numbers, equal ones as equal numbers."""
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(value, len(numbers)) for value in values]


def _predicted(rows: Sequence[_Row], codes: Sequence[int]) -> list[_Row]:
    """Return for each row the last one before it of the same code, or a row of nothing."""
    last: dict[int, _Row] = {}
    found = []
    for row, code in zip(rows, codes, strict=True):
        found.append(last.get(code, (-1,) * len(row)))
        last[code] = row
    return found


def _character(code: int) -> str:
    """Return the character of a number in a row."""
    number = code + _ZERO
    return chr(number + (number >= _BACKSLASH))
