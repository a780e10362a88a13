"""The rules of merge: two equal heroes become one, which strikes the stones round it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from gridproof.errors import IllegalMove, InvalidMove
from gridproof.game import MAX_ACTIONS
from gridproof.games.merge.level import MAX_SIDE, MergeLevel, type_name
from gridproof.games.merge.numbers import changed, numbers
from gridproof.grid import Pos
from gridproof.level import Fault, Objective, Outcome

__all__ = [
    "MERGES",
    "STONES",
    "State",
    "actions",
    "apply",
    "complete",
    "hero_on",
    "initial",
    "key",
    "legal",
    "level_at",
    "moves",
    "outcome",
    "validate",
]

STONES = Objective("stones", ("stones",), "max", summary="most stones destroyed")
MERGES = Objective("merges", ("merges",), summary="fewest merges that destroy all stones")


class State(NamedTuple):
    """The level of each hero (0: gone) and the hit points of each stone (0: gone)."""

    heroes: Sequence[int]
    stones: Sequence[int]


def validate(level: MergeLevel) -> list[Fault]:
    """Return all faults of the board."""
    if max(level.width, level.height) > MAX_SIDE:
        return [Fault(f"boards of merge may have at most {MAX_SIDE} × {MAX_SIDE} cells")]
    faults = []
    taken: set[Pos] = set()
    things = [(cell, f"hero {type_name(kind)}") for cell, kind in level.heroes]
    things += [(cell, "stone") for cell, _ in level.stones]
    for cell, name in things:
        if not cell.within(level.width, level.height):
            faults.append(Fault(f"a {name} is not on the board: {cell}"))
        elif cell in taken:
            faults.append(Fault(f"a {name} stands where something else stands", cell))
        taken.add(cell)
    for cell, hp in level.stones:
        if hp < 1:
            faults.append(Fault(f"a stone has {hp} hit points; at least 1", cell))
    for cell, kind in level.heroes:
        if kind < 1:
            faults.append(Fault(f"a hero has type {kind}; types count from 1", cell))
    return faults


def initial(level: MergeLevel) -> State:
    """Return all heroes at level 1, all stones whole."""
    return State(numbers((1,) * len(level.heroes)), numbers([hp for _, hp in level.stones]))


def moves(level: MergeLevel, state: State, objective: Objective) -> Iterator[str]:
    """Yield merges worth trying.

    For ``merges`` all pairs are tried, since a needless merge costs one. For ``stones``, only
    merges at the lowest level at which the first type that can still merge has two heroes.

    Some optimum plays so. The stones that a play destroys depend on the damage that each hero
    deals, not on the order; types do not touch each other; and one more merge never hurts. Let N_k
    heroes of a type deal k or more. Then N_k ≤ ⌊N_{k-1}/2⌋. So when level k is merged until at most
    one hero is left there, the N_k heroes can be among the survivors. A highest level cuts all that
    at one k and changes nothing else.
    """
    if not any(state.stones):
        return
    groups = _groups(level, state)
    pairs = sorted(group for group, heroes in groups.items() if len(heroes) > 1)
    for group in pairs[:1] if objective.id == STONES.id else pairs:
        for a in groups[group]:
            for b in groups[group]:
                if a != b:
                    yield _merge(level, a, b)


def legal(level: MergeLevel, state: State) -> Iterator[str]:
    """Yield all merges, by the vanishing hero and then by the staying one, in reading order."""
    groups = _groups(level, state)
    for a, (_, kind) in enumerate(level.heroes):
        for b in groups.get((kind, state.heroes[a]), ()):
            if a != b:
                yield _merge(level, a, b)


def _groups(level: MergeLevel, state: State) -> dict[tuple[int, int], list[int]]:
    """Return the heroes that may rise further, by type and level; each two of a group can merge."""
    groups: dict[tuple[int, int], list[int]] = {}
    for i, hero_level in enumerate(state.heroes):
        if hero_level and hero_level != level.max_level:
            groups.setdefault((level.heroes[i][1], hero_level), []).append(i)
    return groups


def _merge(level: MergeLevel, a: int, b: int) -> str:
    return f"{level.heroes[a][0]}>{level.heroes[b][0]}"


def actions(level: MergeLevel) -> Sequence[str] | None:
    """Return all pairs of heroes of one type; None if they are too many."""
    if sum(len(heroes) * (len(heroes) - 1) for heroes in level.types.values()) > MAX_ACTIONS:
        return None
    return [
        _merge(level, a, b)
        for a, (_, kind) in enumerate(level.heroes)
        for b in level.types[kind]
        if a != b
    ]


def hero_on(level: MergeLevel, state: State, cell: Pos) -> int | None:
    """Return the index of the hero that stands on a cell now; None if there is none."""
    hero = level.hero_at.get(cell)
    return None if hero is None or not state.heroes[hero] else hero


@lru_cache(maxsize=1024)  # what it refuses, however long, is not kept
def parse_move(move: str) -> tuple[Pos, Pos]:
    """Return the cells of the hero that vanishes and of the one that stays.

    Raises:
        InvalidMove: the text is not ``x,y>x,y``.
    """
    a, arrow, b = move.partition(">")
    if not arrow:
        raise InvalidMove(move, "a merge is written `x,y>x,y`")
    return Pos.parse(a, move), Pos.parse(b, move)


def apply(level: MergeLevel, state: State, move: str) -> tuple[State, Mapping[str, int]]:
    """Return the state after a merge, and what it gains.

    Raises:
        InvalidMove: the text is not ``x,y>x,y``.
        IllegalMove: these cells do not hold two heroes that can merge.
    """
    indices = []
    for cell in parse_move(move):
        i = hero_on(level, state, cell)
        if i is None:
            raise IllegalMove(move, f"there is no hero at {cell.for_people}")
        indices.append(i)
    a, b = indices
    if a == b:
        raise IllegalMove(move, "a hero cannot merge with itself")
    kind_a, kind_b = level.heroes[a][1], level.heroes[b][1]
    if kind_a != kind_b:
        types = f"{type_name(kind_a)} and {type_name(kind_b)}"
        raise IllegalMove(move, f"the heroes have different types, {types}")
    if state.heroes[a] != state.heroes[b]:
        levels = f"{state.heroes[a]} and {state.heroes[b]}"
        raise IllegalMove(move, f"the heroes have different levels, {levels}")
    if state.heroes[a] == level.max_level:
        raise IllegalMove(move, f"no hero may rise above level {level.max_level}")
    struck = {s: left - 1 for s in level.strikes[b] if (left := state.stones[s])}
    destroyed = sum(left == 0 for left in struck.values())
    after = State(
        changed(state.heroes, {a: 0, b: state.heroes[b] + 1}), changed(state.stones, struck)
    )
    return after, {"stones": destroyed, "merges": 1}


def complete(level: MergeLevel, state: State, objective: Objective) -> bool:
    """Return True at any position for ``stones``; for ``merges`` if no stone is left."""
    return objective.id == STONES.id or not any(state.stones)


def outcome(level: MergeLevel, state: State, objective: Objective) -> Outcome:
    """Return SOLVED once the wanted stones are gone; for ``merges`` LOST if no heroes can merge."""
    wanted = len(level.stones)
    if objective.id == STONES.id and level.target is not None:
        wanted = min(wanted, level.target)
    if state.stones.count(0) >= wanted:
        return Outcome.SOLVED
    if objective.id == STONES.id:
        return Outcome.IN_PLAY
    pairs = Counter(
        (kind, now)
        for (_, kind), now in zip(level.heroes, state.heroes, strict=True)
        if now and now != level.max_level
    )
    return Outcome.IN_PLAY if any(count > 1 for count in pairs.values()) else Outcome.LOST


def key(level: MergeLevel, state: State, objective: Objective) -> Any:
    """Return the stones, the heroes that can still strike one, and the count of the others.

    Heroes of one type and level that have no stone left to strike are interchangeable: they merge
    alike, and strike nothing. So only their number matters for what follows. A continuation of one
    position is one of the other with such heroes exchanged.
    """
    left = {stone for stone, hp in enumerate(state.stones) if hp}
    useful: list[int] = []
    others: list[tuple[int, int]] = []
    for now, (_, kind), strikes in zip(state.heroes, level.heroes, level.strikes, strict=True):
        if now and left.isdisjoint(strikes):
            others.append((kind, now))
            useful.append(0)
        else:
            useful.append(now)
    return state.stones, tuple(useful), tuple(sorted(Counter(others).items())) if others else ()


def level_at(level: MergeLevel, state: State) -> MergeLevel | None:
    """Return the position as a board, where no hero that can still merge is above level 1.

    The others above level 1 are left out. A hero of level k stands for 2^(k-1) heroes. To merge, it
    needs another one of level k, made of heroes of its type that are no higher and stand for as
    many. Powers of two that add up to at least a larger one have a part that is just that one: so
    it can merge as long as all up to its level, itself included, stand for 2^k; and merges never
    make that more.
    """
    heroes = Counter(
        (kind, now) for (_, kind), now in zip(level.heroes, state.heroes, strict=True) if now
    )
    stand_for: Counter[int] = Counter()  # those of a type up to the level that it is at
    for (kind, now), count in sorted(heroes.items()):
        stand_for[kind] += count << (now - 1)
        if now > 1 and now != level.max_level and stand_for[kind] >= 1 << now:
            return None
    stones = tuple(
        (cell, hp) for (cell, _), hp in zip(level.stones, state.stones, strict=True) if hp
    )
    fallen = len(level.stones) - len(stones)
    return replace(
        level,
        heroes=tuple(h for h, now in zip(level.heroes, state.heroes, strict=True) if now == 1),
        stones=stones,
        target=None if level.target is None else max(level.target - fallen, 0),
        info={},
        origin=None,
    )
