"""Shared bounds are true whenever each solver says the truth."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridproof.errors import InternalError
from gridproof.result import Result, Sense, Status, StopReason, Value
from gridproof.solving.shared_bounds import Found, Proven, SharedBounds
from gridproof.solving.solve import at_least_as_good

numbers = st.integers(0, 6)


def worse(value: Value, by: tuple[int, ...], sense: Sense) -> Value:
    """A value that is worse in the first metric in which ``by`` is not 0, and anything after it."""
    sign = 1 if sense == "min" else -1
    if isinstance(value, int):
        return value + sign * abs(by[0])
    top = abs(by[0])
    second = by[1] if top else abs(by[1])
    return (value[0] + sign * top, value[1] + sign * second)


@st.composite
def truths(draw: st.DrawFn) -> tuple[Sense, Value | None, list[Result], dict[str, Any]]:
    """A board's sense and optimum, what honest solvers say of it, and what is asked."""
    sense: Sense = draw(st.sampled_from(["min", "max"]))
    metrics = draw(st.sampled_from([1, 2]))
    some: st.SearchStrategy[Value] = numbers if metrics == 1 else st.tuples(numbers, numbers)
    optimum: Value | None = draw(st.none() | some)
    steps = st.tuples(st.integers(0, 2), st.integers(-3, 3))
    asked: dict[str, Any] = {
        "decide": draw(st.none() | numbers | some),
        "max_cost": draw(st.none() | numbers) if sense == "min" else None,
    }
    results = []
    for number in range(draw(st.integers(0, 5))):
        cost: Value | None = None
        bound: Value | None = draw(st.none() | some) if optimum is None else None
        infeasible = optimum is None and bound is None and draw(st.booleans())
        if optimum is not None:
            if draw(st.booleans()):
                cost = worse(optimum, draw(steps), sense)
            if draw(st.booleans()):
                bound = worse(optimum, draw(steps), "max" if sense == "min" else "min")
                if isinstance(bound, tuple) and draw(st.booleans()):
                    bound = bound[0]
            most = asked["max_cost"]
            if most is not None and cost is not None:
                first = cost[0] if isinstance(cost, tuple) else cost
                cost = cost if first <= most else None
        results.append(said(f"s{number}", sense, cost, bound, infeasible=infeasible))
    return sense, optimum, results, asked


def said(
    who: str, sense: Sense, cost: Value | None, bound: Value | None, *, infeasible: bool = False
) -> Result:
    solved = cost is not None
    status = Status.FEASIBLE if solved else Status.INFEASIBLE if infeasible else Status.UNKNOWN
    if solved and cost == bound:
        status = Status.OPTIMAL
    return Result(
        status=status,
        stop_reason=StopReason.COMPLETED,
        game="robots",
        objective="moves",
        sense=sense,
        solver=who,
        digest="",
        moves=("m",) if solved else None,
        cost=cost,
        bound=bound,
        proof="none" if bound is None and not infeasible else "search",
    )


def key(value: Value, sense: Sense) -> tuple[int, ...]:
    """The smaller, the better."""
    plain = value if isinstance(value, tuple) else (value,)
    return tuple(n if sense == "min" else -n for n in plain)


@given(truths())
def test_what_is_known_together_is_true(
    truth: tuple[Sense, Value | None, list[Result], dict[str, Any]],
) -> None:
    sense, optimum, results, asked = truth
    known = SharedBounds(sense, **asked)
    for result in results:
        known.add(result.solver, result, result.cost)

    costs = [result.cost for result in results if result.cost is not None]
    bounds = [result.bound for result in results if result.bound is not None]
    infeasible = any(result.status is Status.INFEASIBLE for result in results)
    assert known.infeasible == infeasible
    assert known.cost == min(costs, key=lambda cost: key(cost, sense), default=None)
    if not infeasible:
        assert known.bound == max(bounds, key=lambda bound: key(bound, sense), default=None)
    if optimum is None:
        assert known.cost is None
    else:
        best = key(optimum, sense)
        assert known.cost is None or best <= key(known.cost, sense)
        if known.bound is not None:
            bound = key(known.bound, sense)
            assert bound <= best[: len(bound)]

    # Who is named has said it.
    by_name = {result.solver: result for result in results}
    if known.found is not None:
        assert by_name[known.found.solver].cost == known.found.cost
    if known.proven is not None:
        author = by_name[known.proven.solver]
        assert author.status is Status.INFEASIBLE or author.bound == known.proven.bound
        assert known.proven.proof == author.proof

    match known.settled:
        case StopReason.COMPLETED:
            assert known.cost == optimum
        case StopReason.COST_LIMIT:
            assert known.cost is None
            assert optimum is None or key(optimum, sense)[0] > asked["max_cost"]
        case StopReason.DECIDED:
            yes = known.cost is not None and at_least_as_good(known.cost, asked["decide"], sense)
            true = optimum is not None and at_least_as_good(optimum, asked["decide"], sense)
            assert yes == true


@given(truths(), st.randoms(use_true_random=False))
def test_the_order_in_which_they_end_does_not_matter(
    truth: tuple[Sense, Value | None, list[Result], dict[str, Any]], chance: Any
) -> None:
    sense, _, results, asked = truth
    ends = []
    for _ in range(2):
        known = SharedBounds(sense, **asked)
        for result in results:
            known.add(result.solver, result, result.cost)
        ends.append((known.cost, known.bound, known.infeasible, known.settled))
        chance.shuffle(results)
    assert ends[0] == ends[1]


@pytest.mark.parametrize(
    ("sense", "cost", "bound"),
    [
        ("min", 4, 5),
        ("max", 5, 4),
        ("min", (4, 9), 5),
        ("min", (4, 9), (4, 10)),
        ("max", (5, 1), 4),
        ("max", (4, 2), (4, 1)),
        ("min", 4, None),
    ],
)
def test_contradictions_are_bugs(sense: Sense, cost: Value, bound: Value | None) -> None:
    found = said("finder", sense, cost, None)
    proven = said("prover", sense, None, bound, infeasible=bound is None)
    for one, other in ((found, proven), (proven, found)):
        known = SharedBounds(sense)
        known.add(one.solver, one, one.cost)
        with pytest.raises(InternalError, match=r"`prover` claims .*`finder` has a solution"):
            known.add(other.solver, other, other.cost)


def test_a_looser_claim_that_comes_later_changes_nothing() -> None:
    known = SharedBounds("min")
    known.prove(Proven("a", (4, 2), "search"))
    known.prove(Proven("b", 4, "milp-float"))
    known.find(Found("c", ("m",), (4, 3)))
    known.find(Found("d", ("m",), (4, 3)))
    assert known.proven == Proven("a", (4, 2), "search")
    assert known.found is not None
    assert known.found.solver == "c"
    assert known.settled is None
    known.prove(Proven("e", (4, 3), "search"))
    assert known.settled is StopReason.COMPLETED
