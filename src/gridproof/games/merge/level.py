"""The static board of merge, and attack vectors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Final

from gridproof.grid import Pos
from gridproof.level import Level
from gridproof.options import Option, whole_number

__all__ = [
    "ATTACK_NAMES",
    "MAX_SIDE",
    "OPTIONS",
    "SIDE",
    "Attack",
    "MergeLevel",
    "Offsets",
    "mirror",
    "turn",
    "type_name",
]

#: The cells that a hero strikes, relative to its own: (dx, dy), sorted, each once.
Offsets = tuple[tuple[int, int], ...]
#: The vector of all heroes (type 0), then those of single types, by type.
Attack = tuple[tuple[int, Offsets], ...]

SIDE: Final[Offsets] = ((-1, 0), (0, -1), (0, 1), (1, 0))

#: Vectors by name. I to IV are those of the MERGE-GAME thesis, section 3.3, whose figure is lost:
#: they are inferred from Theorems 4 to 7.
ATTACK_NAMES: Final[dict[str, Offsets]] = {
    "side": SIDE,
    "I": ((0, -1),),
    "II": ((0, -1), (0, 1)),
    "III": ((-1, -1), (0, -1), (1, -1)),
    "IV": ((1, -1), (1, 0), (1, 1)),
}
#: The cells around a hero in words, by offset.
_NEIGHBOURS: Final = {
    (0, -1): "above",
    (0, 1): "below",
    (-1, 0): "on the left",
    (1, 0): "on the right",
    (-1, -1): "at the upper left",
    (1, -1): "at the upper right",
    (-1, 1): "at the lower left",
    (1, 1): "at the lower right",
}
MAX_SIDE: Final = 4096
_MAX_OFFSETS: Final = 1000
_OFFSET: Final = re.compile(r"(-?[0-9]{1,4}),(-?[0-9]{1,4})")


def type_name(kind: int) -> str:
    """Return the letter of a hero's type; its number where the letters end."""
    return chr(ord("a") + kind - 1) if 1 <= kind <= 26 else str(kind)


def type_number(name: str) -> int:
    """Return the type that :func:`type_name` names.

    Raises:
        ValueError: ``name`` is neither a letter a-z nor a number from 1.
    """
    if len(name) == 1 and "a" <= name <= "z":
        return ord(name) - ord("a") + 1
    try:
        return whole_number(name, 1)
    except ValueError:
        raise ValueError(f"`{name[:20]}` is not a hero type; types are a-z") from None


def parse_offsets(text: str) -> Offsets:
    """Return a named vector, or offsets ``dx,dy`` with spaces between (``0,-1`` is the cell above).

    Raises:
        ValueError: with what would be right.
    """
    if text in ATTACK_NAMES:
        return ATTACK_NAMES[text]
    offsets = set()
    for word in text.split():
        match = _OFFSET.fullmatch(word)
        if match is None or max(abs(int(match[1])), abs(int(match[2]))) >= MAX_SIDE:
            names = ", ".join(ATTACK_NAMES)
            most = MAX_SIDE - 1
            raise ValueError(f"must be one of {names}, or offsets up to {most} such as `0,-1 1,0`")
        offsets.add((int(match[1]), int(match[2])))
    if len(offsets) > _MAX_OFFSETS:
        raise ValueError(f"must have at most {_MAX_OFFSETS} offsets")
    if (0, 0) in offsets:
        raise ValueError("must not hold `0,0`: no stone stands on a hero's own cell")
    return tuple(sorted(offsets))


def show_offsets(offsets: Offsets) -> str:
    """Return the name of a vector, or its offsets."""
    for name, known in ATTACK_NAMES.items():
        if offsets == known:
            return name
    return " ".join(f"{dx},{dy}" for dx, dy in offsets)


def parse_attack(text: str) -> Attack:
    """Return ``VECTOR``, or vectors of single types, as in ``side; a=III; b=0,-1 1,0``."""
    vectors: dict[int, Offsets] = {}
    for part in text.split(";"):
        name, equals, vector = part.partition("=")
        kind = type_number(name.strip()) if equals else 0
        offsets = parse_offsets((vector if equals else part).strip())
        if vectors.setdefault(kind, offsets) != offsets:
            whom = f"type {type_name(kind)}" if kind else "all types"
            raise ValueError(f"says two vectors of {whom}")
    return canonical_attack(vectors)


def canonical_attack(vectors: dict[int, Offsets]) -> Attack:
    """Return the vectors as level data: type 0 first, and only types that differ from it."""
    common = vectors.get(0, SIDE)
    own = sorted((kind, v) for kind, v in vectors.items() if kind and v != common)
    return ((0, common), *own)


def show_attack(attack: Attack) -> str:
    """Return the text that :func:`parse_attack` reads back."""
    (_, common), *own = attack
    parts = [show_offsets(common), *(f"{type_name(k)}={show_offsets(v)}" for k, v in own)]
    return "; ".join(parts)


def _attack_meaning(attack: Attack) -> str:
    """Return the attack cells in words: "Heroes strike the cells above and below"."""
    return "; ".join(
        f"heroes{f' of type {type_name(kind)}' if kind else ''} strike {_cells(offsets)}"
        for kind, offsets in attack
    )


def _cells(offsets: Offsets) -> str:
    """Return cells around a hero in words; those further off by columns and rows."""
    words = [
        _NEIGHBOURS.get((dx, dy), f"{dx},{dy} (columns right, rows down)") for dx, dy in offsets
    ]
    if not words:
        return "no cell"
    *most, last = words
    listed = f"{', '.join(most)} and {last}" if most else last
    return f"the cell{'s' * bool(most)} {listed}"


def _attack_text(value: Any) -> str:
    """Return a JSON vector as text: a name, a list of [dx, dy], or these by type.

    Raises:
        ValueError: with what would be right.
    """
    if not isinstance(value, dict):
        return _vector_text(value)
    own = []
    for name, vector in value.items():
        try:
            own.append(f"{type_name(type_number(str(name)))}={_vector_text(vector)}")
        except ValueError as error:
            raise ValueError(f"of `{str(name)[:20]}` {error}") from None
    return "; ".join(["side", *own])


def _vector_text(value: Any) -> str:
    if isinstance(value, str):
        return show_offsets(parse_offsets(value))
    if not isinstance(value, (list, tuple)):
        raise ValueError("must be a name, a list of pairs [dx, dy], or these by type")
    words = []
    for number, pair in enumerate(value):
        if (
            not isinstance(pair, (list, tuple))
            or len(pair) != 2
            or not all(type(d) is int and abs(d) < MAX_SIDE for d in pair)
        ):
            most = MAX_SIDE - 1
            raise ValueError(
                f"must be a list of pairs [dx, dy] of whole numbers up to {most}; "
                f"entry {number} is not one"
            )
        words.append(f"{pair[0]},{pair[1]}")
    return show_offsets(parse_offsets(" ".join(words)))


OPTIONS: Final = (
    Option(
        "attack",
        ((0, SIDE),),
        parse_attack,
        show_attack,
        "where heroes strike: `side`, `I` to `IV`, or offsets; per type as `side; a=III`",
        _attack_text,
        meaning=_attack_meaning,
        values=f"{', '.join(f'`{name}`' for name in ATTACK_NAMES)}, or offsets such as `0,-1 1,0`",
    ),
    Option(
        "target",
        None,
        whole_number,
        str,
        "how many stones are wanted",
        values="a whole number from 0",
    ),
    Option.count("max-level", None, "the highest level that a hero may reach"),
)


@dataclass(frozen=True, kw_only=True)
class MergeLevel(Level):
    """A board with heroes and stones.

    Attributes:
        heroes: (cell, type from 1), in reading order.
        stones: (cell, hit points from 1), in reading order.
        attack: where heroes strike.
        target: how many stones are wanted, or None.
        max_level: the highest level that a hero may reach; None is any.
    """

    game: ClassVar[str] = "merge"
    heroes: tuple[tuple[Pos, int], ...]
    stones: tuple[tuple[Pos, int], ...]
    attack: Attack = ((0, SIDE),)
    target: int | None = None
    max_level: int | None = None

    @cached_property
    def hero_at(self) -> dict[Pos, int]:
        """Cell → index of the hero that starts there."""
        return {cell: i for i, (cell, _) in enumerate(self.heroes)}

    @cached_property
    def types(self) -> dict[int, tuple[int, ...]]:
        """Type → its heroes, by index."""
        heroes: dict[int, list[int]] = {}
        for i, (_, kind) in enumerate(self.heroes):
            heroes.setdefault(kind, []).append(i)
        return {kind: tuple(heroes[kind]) for kind in sorted(heroes)}

    def vector(self, kind: int) -> Offsets:
        """Return the offsets that heroes of a type strike."""
        return self._vectors.get(kind, self._vectors[0])

    @cached_property
    def _vectors(self) -> dict[int, Offsets]:
        return dict(self.attack)

    @cached_property
    def strikes(self) -> tuple[tuple[int, ...], ...]:
        """For each hero the indices of the stones in its attack vector."""
        # Cells as numbers, with room between rows that no vector reaches over.
        vectors = {kind: self.vector(kind) for kind in self.types}
        room = max((abs(dx) for vector in vectors.values() for dx, _ in vector), default=0)
        pitch = self.width + room
        find = {cell.y * pitch + cell.x: i for i, (cell, _) in enumerate(self.stones)}.get
        offsets = {kind: [dy * pitch + dx for dx, dy in v] for kind, v in vectors.items()}
        found = []
        for cell, kind in self.heroes:
            at = cell.y * pitch + cell.x
            found.append(tuple([s for d in offsets[kind] if (s := find(at + d)) is not None]))
        return tuple(found)

    @cached_property
    def strikers(self) -> tuple[tuple[int, ...], ...]:
        """For each stone the indices of the heroes that strike it."""
        found: list[list[int]] = [[] for _ in self.stones]
        for i, stones in enumerate(self.strikes):
            for stone in stones:
                found[stone].append(i)
        return tuple(map(tuple, found))

    def tokens(self, kind: int) -> tuple[int, ...]:
        """Return for each k from 1 the number of heroes of a type that can deal damage of k.

        Damage k takes a hero of level k + 1, which stands for 2^k heroes: ⌊h / 2^k⌋ of them
        (``docs/explanation/merge-game.md``, "Damages that a play
        can deal").
        """
        heroes = len(self.types[kind])
        top = heroes.bit_length() - 1
        if self.max_level is not None:
            top = min(top, self.max_level - 1)
        return tuple(heroes >> k for k in range(1, top + 1))


def reading_order(things: Sequence[tuple[Pos, Any]]) -> tuple[tuple[Pos, Any], ...]:
    """Return things on cells, by row and column."""
    return tuple(sorted(things, key=lambda thing: (thing[0].y, thing[0].x, thing[1])))


def turn(level: MergeLevel) -> MergeLevel:
    """Return the board turned clockwise by 90°, and its attack vectors with it."""
    vectors = {k: tuple(sorted((-dy, dx) for dx, dy in v)) for k, v in level.attack}
    return replace(
        level,
        width=level.height,
        height=level.width,
        heroes=reading_order([(c.turned(level.height), k) for c, k in level.heroes]),
        stones=reading_order([(c.turned(level.height), hp) for c, hp in level.stones]),
        attack=canonical_attack(vectors),
    )


def mirror(level: MergeLevel) -> MergeLevel:
    """Return the board mirrored left to right, and its attack vectors with it."""
    vectors = {k: tuple(sorted((-dx, dy) for dx, dy in v)) for k, v in level.attack}
    return replace(
        level,
        heroes=reading_order([(c.mirrored(level.width), k) for c, k in level.heroes]),
        stones=reading_order([(c.mirrored(level.width), hp) for c, hp in level.stones]),
        attack=canonical_attack(vectors),
    )
