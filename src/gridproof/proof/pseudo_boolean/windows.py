"""Rows of windows as steps of a pseudo-Boolean proof: the dynamic program, state by state.

A state is a set of places to be covered. Its columns are those that cover some of them, and its
value the least weight at which they do. Its constraint says that the columns of the state weigh as
much as its value. It follows from those of the states after it: the first place needs a column, and
with that column the rest needs the value of its state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from gridproof.limits import Ticker
from gridproof.proof.claims import bits
from gridproof.proof.pseudo_boolean.log import Log

__all__ = ["window"]


def window(
    log: Log,
    places: Sequence[int],
    traces: Mapping[int, int],
    weights: Mapping[int, int],
    ticker: Ticker,
) -> int | None:
    """Derive that columns weigh as much as the lightest cover; return the constraint's number.

    Args:
        log: written to.
        places: the number of the constraint of each: one of the columns that cover it is taken.
        traces: of each column (a literal) the places that it covers, as bits.
        weights: of columns; 0 if none is given.
        ticker: looked at.

    Returns:
        None if the lightest cover weighs nothing.
    """
    left = (1 << len(places)) - 1
    for x, trace in traces.items():
        if not weights.get(x, 0):
            left &= ~trace
    on = [[x for x, trace in traces.items() if trace >> place & 1] for place in range(len(places))]
    values: dict[int, int] = {0: 0}
    numbers: dict[int, int] = {}
    todo = [left]
    while todo:
        ticker.check()
        state = todo[-1]
        if state in values:
            todo.pop()
            continue
        place = next(bits(state))
        after = {x: state & ~traces[x] for x in on[place]}
        if missing := [rest for rest in after.values() if rest not in values]:
            todo += missing
            continue
        value = min(weights.get(x, 0) + values[rest] for x, rest in after.items())
        values[state] = value
        if value:
            own = {x: weights.get(x, 0) for x, trace in traces.items() if trace & state}
            rests = {
                x: (numbers.get(rest), {y for y in own if traces[y] & rest})
                for x, rest in after.items()
            }
            numbers[state] = _state(log, own, value, places[place], rests)
    return numbers.get(left)


def _state(
    log: Log,
    own: Mapping[int, int],
    value: int,
    place: int,
    rests: Mapping[int, tuple[int | None, Set[int]]],
) -> int:
    """Derive the constraint of a state; return its number.

    Args:
        log: written to.
        own: the weights of its columns.
        value: of the state.
        place: the number of the constraint of its first place.
        rests: by column that covers that place, the number of the constraint of the state that is
            left (None: nothing is left), and the columns of that.
    """
    holds = log.variable()
    true = log.imply(holds, own, value)
    false = log.imply(-holds, {x: -weight for x, weight in own.items()}, 1 - value)
    used, large = [true, false], 1 + sum(own.values())  # by which all coefficients become 1
    for x, (number, columns) in rests.items():
        known = [(false, 1)] if number is None else [(false, 1), (number, 1)]
        others = [(y, weight) for y, weight in own.items() if y != x and y not in columns]
        used.append(log.add(known, others, divisor=large))
    proven = log.add([(place, 1), *((clause, 1) for clause in used[2:])], saturate=True)
    number = log.add([(true, 1), (proven, value)])
    log.drop([*used, proven])
    return number
