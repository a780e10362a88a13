"""The rules of merge: two equal heroes become one, which strikes the stones round it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from gridproof.errors import InvalidMove
from gridproof.game import Fault, Objective, Outcome
from gridproof.games.merge.level import MAX_SIDE, MergeLevel, type_name
from gridproof.games.merge.numbers import changed, numbers
from gridproof.grid import Pos

__all__ = ["MERGES", "STONES", "State"]

STONES = Objective("stones", ("stones",), "max", summary="most stones destroyed")
MERGES = Objective("merges", ("merges",), summary="fewest merges that destroy all stones")


class State(NamedTuple):
    """The level of each hero (0: gone) and the hit points of each stone (0: gone)."""

    heroes: Sequence[int]
    stones: Sequence[int]


def validate(level: MergeLevel) -> list[Fault]:
    """All faults of the board."""
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
    """All heroes at level 1, all stones whole."""
    return State(numbers((1,) * len(level.heroes)), numbers([hp for _, hp in level.stones]))


def moves(level: MergeLevel, state: State, objective: Objective) -> Iterator[str]:
    """Merges worth trying.

    For ``stones``, only merges at the lowest level at which the first type that can still merge has
    two heroes. Some optimum plays so: what a play destroys depends only on how much damage each
    hero deals, not on the order; types do not touch each other; one more merge never hurts; and a
    damage vector with N_k heroes of damage ≥ k needs N_k ≤ ⌊N_{k-1}/2⌋, so the heroes with damage
    ≥ k can be among the survivors when level k is merged until at most one is left. A highest
    level cuts all that at one k and changes nothing else.
    For ``merges`` all pairs are tried, since a merge that nobody needs costs one.
    """
    if not any(state.stones):
        return
    groups: dict[tuple[int, int], list[int]] = {}
    for i, hero_level in enumerate(state.heroes):
        if hero_level and hero_level != level.max_level:
            groups.setdefault((level.heroes[i][1], hero_level), []).append(i)
    pairs = sorted(group for group, heroes in groups.items() if len(heroes) > 1)
    for group in pairs[:1] if objective is STONES else pairs:
        for a in groups[group]:
            for b in groups[group]:
                if a != b:
                    yield f"{level.heroes[a][0]}>{level.heroes[b][0]}"


def parse_move(move: str) -> tuple[Pos, Pos]:
    """The cells of the hero that vanishes and of the one that stays.

    Raises:
        InvalidMove: the text is not ``x,y>x,y``.
    """
    a, arrow, b = move.partition(">")
    if not arrow:
        raise InvalidMove(move, "a merge is written `x,y>x,y`")
    return Pos.parse(a, move), Pos.parse(b, move)


def apply(level: MergeLevel, state: State, move: str) -> tuple[State, Mapping[str, int]] | str:
    """The state after a merge and what it gains; a str says why it is illegal."""
    cells = parse_move(move)
    indices = []
    for cell in cells:
        i = level.hero_at.get(cell)
        if i is None or not state.heroes[i]:
            return f"there is no hero at {cell.for_people}"
        indices.append(i)
    a, b = indices
    if a == b:
        return "a hero cannot merge with itself"
    kinds = [level.heroes[i][1] for i in indices]
    if kinds[0] != kinds[1]:
        return f"the heroes have different types, {type_name(kinds[0])} and {type_name(kinds[1])}"
    if state.heroes[a] != state.heroes[b]:
        return f"the heroes have different levels, {state.heroes[a]} and {state.heroes[b]}"
    if state.heroes[a] == level.max_level:
        return f"no hero may rise above level {level.max_level}"
    struck = {s: left - 1 for s in level.strikes[b] if (left := state.stones[s])}
    destroyed = sum(left == 0 for left in struck.values())
    after = State(
        changed(state.heroes, {a: 0, b: state.heroes[b] + 1}), changed(state.stones, struck)
    )
    return after, {"stones": destroyed, "merges": 1}


def complete(state: State, objective: Objective) -> bool:
    """For ``stones`` any position will do; for ``merges`` no stone may be left."""
    return objective is STONES or not any(state.stones)


def outcome(level: MergeLevel, state: State, objective: Objective) -> Outcome:
    """SOLVED once the wanted stones are gone; for ``merges`` LOST when no two heroes can merge."""
    wanted = len(level.stones)
    if objective is STONES and level.target is not None:
        wanted = min(wanted, level.target)
    if state.stones.count(0) >= wanted:
        return Outcome.SOLVED
    if objective is STONES:
        return Outcome.IN_PLAY
    pairs = Counter(
        (kind, now)
        for (_, kind), now in zip(level.heroes, state.heroes, strict=True)
        if now and now != level.max_level
    )
    return Outcome.IN_PLAY if any(count > 1 for count in pairs.values()) else Outcome.LOST


def key(level: MergeLevel, state: State) -> Any:
    """The stones, the heroes that can still strike one, and how many others there are.

    Heroes of one type and level that have no stone left to strike are interchangeable: only their
    number matters for what follows.
    """
    useful = []
    others: Counter[tuple[int, int]] = Counter()
    left = list(state.stones)
    for i, hero_level in enumerate(state.heroes):
        if hero_level and not any(map(left.__getitem__, level.strikes[i])):
            others[level.heroes[i][1], hero_level] += 1
            hero_level = 0
        useful.append(hero_level)
    return state.stones, tuple(useful), tuple(sorted(others.items()))
