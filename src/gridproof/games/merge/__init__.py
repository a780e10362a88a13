"""merge: MERGE-GAME, merge equal heroes so that they break the most stones."""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from gridproof.boards import headers_of, json_fields, read_boards
from gridproof.errors import UnknownName
from gridproof.game import BoardFault, Fault, Game, Objective, Outcome, SolverSpec
from gridproof.games.merge import formats, restrictions, rules
from gridproof.games.merge.level import (
    OPTIONS,
    MergeLevel,
    canonical_attack,
    reading_order,
)
from gridproof.games.merge.rules import State
from gridproof.grid import Direction, Pos
from gridproof.scene import EVERYTHING, Scene, Sprite, Window
from gridproof.strict_json import first_json

__all__ = ["GAME"]

_SOLVE = "gridproof.games.merge.solve"
#: Stones with more hit points than this look alike: a cell is two columns wide.
_MOST_SHOWN = 99


class Chosen(NamedTuple):
    """The cursor: a cell, and the hero that was picked to vanish."""

    cell: Pos
    picked: Pos | None = None


class Merge(Game[MergeLevel, State]):
    """Merge two heroes of one type and level; the one that stays strikes the stones round it."""

    id = "merge"
    title = "Merge (MERGE-GAME)"
    aliases = ("merge-game",)
    objectives = (rules.STONES, rules.MERGES)
    options = OPTIONS
    root_bound = f"{_SOLVE}.bounds:root_bound"
    solvers = (
        SolverSpec(
            "flow",
            "a largest flow of stones into types, where no hero strikes two stones",
            f"{_SOLVE}.flow:flow",
            unfit=restrictions.unfit_for_flow,
        ),
        SolverSpec(
            "greedy-lines",
            "a sweep along lines, for polynomial attack vectors (Saakyan, Theorems 4 to 7)",
            f"{_SOLVE}.greedy_lines:greedy_lines",
            unfit=restrictions.unfit_for_lines,
        ),
        SolverSpec(
            "dp",
            "a dynamic program along lines, for any hit points (Saakyan, Theorem 8)",
            f"{_SOLVE}.dp:dp",
            unfit=restrictions.unfit_for_dp,
        ),
        SolverSpec(
            "optimal",
            "an integer program over damages, tightened and solved by HiGHS",
            f"{_SOLVE}.optimal:optimal",
        ),
        SolverSpec(
            "enumerate-2h",
            "all choices of half of the heroes, for ONE-HP (Saakyan, Corollary 1)",
            f"{_SOLVE}.enumerate:enumerate_2h",
            objectives=("stones",),
            unfit=restrictions.unfit_for_2h,
        ),
        SolverSpec(
            "enumerate-4h",
            "all maximal plays (Saakyan, Theorem 3)",
            f"{_SOLVE}.enumerate:enumerate_4h",
            objectives=("stones",),
            unfit=restrictions.unfit_for_4h,
        ),
    )
    formats = ("text", "json")
    canonical_format = "json"

    def recognises(self, text: str, source: str) -> bool:
        record = first_json(text)
        return "heroes" in record if record is not None else formats.recognises(text)

    def read(
        self, text: str, source: str = "<string>", options: Mapping[str, Any] | None = None
    ) -> Iterator[MergeLevel | BoardFault]:
        return read_boards(
            self,
            text,
            source,
            options,
            formats.parse_block,
            formats.parse_json,
            board_headers=formats.HEADERS,
        )

    def write(self, level: MergeLevel, form: str | None = None) -> str:
        match form or self.formats[0]:
            case "text":
                lines = headers_of(self, level, drawn=("attack",)) + formats.write_headers(level)
                return "\n".join(lines + formats.write_rows(level)) + "\n"
            case "json":
                return formats.write_json(level, json_fields(self, level)) + "\n"
            case other:
                raise UnknownName("format of merge", other, self.formats)

    def validate(self, level: MergeLevel) -> list[Fault]:
        return rules.validate(level)

    def facts(self, level: MergeLevel) -> Sequence[str]:
        return restrictions.names(level)

    def initial(self, level: MergeLevel) -> State:
        return rules.initial(level)

    def moves(self, level: MergeLevel, state: State, objective: Objective) -> Iterator[str]:
        return rules.moves(level, state, objective)

    def apply(self, level: MergeLevel, state: State, move: str) -> tuple[State, Mapping[str, int]]:
        outcome = rules.apply(level, state, move)
        if isinstance(outcome, str):
            raise self.illegal(level, state, move, outcome)
        return outcome

    def complete(self, level: MergeLevel, state: State, objective: Objective) -> bool:
        return rules.complete(state, objective)

    def outcome(self, level: MergeLevel, state: State, objective: Objective) -> Outcome:
        return rules.outcome(level, state, objective)

    def key(self, level: MergeLevel, state: State, objective: Objective) -> Any:
        return rules.key(level, state)

    def turn(self, level: MergeLevel) -> MergeLevel:
        vectors = {k: tuple(sorted((-dy, dx) for dx, dy in v)) for k, v in level.attack}
        return replace(
            level,
            width=level.height,
            height=level.width,
            heroes=reading_order([(c.turned(level.height), k) for c, k in level.heroes]),
            stones=reading_order([(c.turned(level.height), hp) for c, hp in level.stones]),
            attack=canonical_attack(vectors),
        )

    def mirror(self, level: MergeLevel) -> MergeLevel:
        vectors = {k: tuple(sorted((-dx, dy) for dx, dy in v)) for k, v in level.attack}
        return replace(
            level,
            heroes=reading_order([(c.mirrored(level.width), k) for c, k in level.heroes]),
            stones=reading_order([(c.mirrored(level.width), hp) for c, hp in level.stones]),
            attack=canonical_attack(vectors),
        )

    def scene(
        self, level: MergeLevel, state: State, cursor: Any = None, window: Window = EVERYTHING
    ) -> Scene:
        sprites = []
        for i, (cell, kind) in enumerate(level.heroes):
            if state.heroes[i] and window.shows(cell):
                label = _hero_label(kind, state.heroes[i])
                sprites.append(Sprite(f"hero{i}", "hero", *cell, label=label, tint=kind))
        for i, (cell, _) in enumerate(level.stones):
            if (hp := state.stones[i]) and window.shows(cell):
                sprites.append(Sprite(f"stone{i}", "stone", *cell, label=_stone_label(hp)))
        if isinstance(cursor, Chosen):
            sprites.append(Sprite("cursor", "cursor", *cursor.cell, label="[]"))
        caption = f"stones left: {sum(map(bool, state.stones))} of {len(level.stones)}"
        if level.target is not None:
            caption += f", wanted: {level.target}"
        if level.max_level is not None:
            caption += f", highest level: {level.max_level}"
        if (most := max(state.stones, default=0)) > _MOST_SHOWN:
            caption += f"; ++ is more than {_MOST_SHOWN} hit points, up to {most}"
        return Scene(level.width, level.height, tuple(sprites), caption=caption, window=window)

    def interpret(self, level: MergeLevel, state: State, cursor: Any, key: str) -> Any:
        chosen = cursor if isinstance(cursor, Chosen) else Chosen(Pos(0, 0))
        direction = Direction.of_key(key)
        if direction is not None:
            beyond = chosen.cell.step(direction)
            inside = beyond.within(level.width, level.height)
            return chosen._replace(cell=beyond) if inside else None
        if key not in ("enter", "space"):
            return None
        if chosen.picked is None:
            return chosen._replace(picked=chosen.cell) if chosen.cell in level.hero_at else None
        if chosen.picked == chosen.cell:
            return chosen._replace(picked=None)
        return f"{chosen.picked}>{chosen.cell}"

    def actions(self, level: MergeLevel) -> Sequence[str]:
        return [
            f"{a}>{b}"
            for a, kind_a in level.heroes
            for b, kind_b in level.heroes
            if a != b and kind_a == kind_b
        ]


def _hero_label(kind: int, level: int) -> str:
    """Type and level in two columns: ``a1``; ``A1`` for type 27; ``?1`` and ``a+`` beyond."""
    letter = string.ascii_letters[kind - 1] if kind <= len(string.ascii_letters) else "?"
    return f"{letter}{level if level < 10 else '+'}"


def _stone_label(hp: int) -> str:
    """Hit points in two columns."""
    if hp > _MOST_SHOWN:
        return "++"
    return str(hp) if hp > 9 else f"▪{hp}"


GAME = Merge()
