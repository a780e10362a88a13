"""A board whose header says another optimum than is found: every verb that finds one says so."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gridproof.game import AnyGame
from gridproof.registry import games
from gridproof.result import first
from gridproof.solving.solve import solve
from tests.samples import random_levels

Run = Callable[..., Any]


@pytest.mark.parametrize("game", games().values(), ids=list(games()))
def test_a_false_optimum_is_told(game: AnyGame, gridproof: Run) -> None:
    goal = game.objective()
    level = next(level for level in random_levels(game.id, 4) if solve(level).cost)
    cost = first(solve(level).cost or 0)
    for by in (-cost, -1, 0, 1, 10**6):
        said = replace(level, info={"optimum": str(cost + by)})
        Path("b.txt").write_text(game.write(said, game.canonical_format), encoding="utf-8")
        code = 2 if by else 0
        solved = gridproof("solve", "b.txt", "--game", game.id)
        certified = gridproof("certify", "b.txt", "--game", game.id, "--out", "c.gpc")
        Path("s.txt").write_text(solved.out)
        checked = gridproof("check", "c.gpc")
        both = ("verify", "b.txt", "s.txt", "--game", game.id, "--certificate", "c.gpc")
        for done in (solved, certified, checked, gridproof(*both)):
            assert done.code == code, done.err
            assert ("CONTRADICTION: the board says `optimum: " in done.err) == bool(by)
        assert "  ACCEPTED  " in checked.out
        record = json.loads(gridproof("check", "c.gpc", "--json").out)
        assert bool(record["contradictions"]) == bool(by)
        alone = gridproof("verify", "b.txt", "s.txt", "--game", game.id)
        better = by > 0 if goal.sense == "min" else by < 0  # the solution than what is said
        assert (alone.code == 2) == better


def test_the_board_of_a_certificate_that_says_another_k(gridproof: Run) -> None:
    """The proof is of the k that the certificate says; the header's one is told to be another."""
    from tests.proof.forging import header, packed
    from tests.proof.test_reductions import SMALL, made

    for number in range(len(SMALL)):
        own = made(number)
        info = {**own.level.info, "k": "77"}
        claim = replace(own.claim, level=own.level.with_info(**info))
        said = header(claim, own.kind) | {"cost": None, "stands_for": own.stands_for}
        Path("c.gpc").write_bytes(packed(said, own.records))
        done = gridproof("check", "c.gpc")
        assert done.code == 2
        assert "  ACCEPTED  " in done.out
        assert "CONTRADICTION: the board says `k: 77`" in done.err


@pytest.mark.parametrize("reduction", ["sat-to-bombcover", "sat-to-boxcover", "vc-to-merge"])
def test_an_audit_tells_false_headers(reduction: str, gridproof: Run) -> None:
    text = "x\n" if reduction.startswith("sat") else "cover: 1\n1 2\n"
    Path("i.txt").write_text(text)
    assert gridproof("reduce", reduction, "i.txt", "--out", "b.txt").code == 0
    assert gridproof("reduce", "audit", "b.map.json", "b.txt").code == 0
    board = Path("b.txt").read_text()
    Path("k.txt").write_text(board.replace("\nk: ", "\nk: 9"))
    done = gridproof("reduce", "audit", "b.map.json", "k.txt")
    assert done.code == 1
    assert "header" in done.out
    assert "REFUSED" in done.out
    Path("o.txt").write_text(board.replace("\nk: ", "\noptimum: 99999\nk: "))
    done = gridproof("reduce", "audit", "b.map.json", "o.txt")
    assert done.code == 2
    assert "CONTRADICTION: the board says `optimum: 99999`" in done.err


@pytest.mark.parametrize("game", games().values(), ids=list(games()))
def test_a_false_optimum_is_told_however_it_is_written(game: AnyGame, gridproof: Run) -> None:
    metric = game.objective().metrics[0]
    level = next(level for level in random_levels(game.id, 4) if solve(level).cost)
    cost = first(solve(level).cost or 0)
    right, wrong = (f"{cost}", f"+{cost}", f"{cost}.0", f"{cost} {metric}"), cost + 9
    false = (f"+{wrong}", f"{wrong}.0", f"{wrong} {metric}", "-1", "0", "\uff19" * 9)
    others = ("easy", f"{wrong}, 3", f"{wrong} seconds", f"about {wrong}", "1.5", "0x99", "-", "")
    for words, code in ((right, 0), (false, 2), (others, 0)):
        for said in words:
            lying = replace(level, info={"optimum": said})
            Path("b.txt").write_text(game.write(lying, game.canonical_format), encoding="utf-8")
            done = gridproof("solve", "b.txt", "--game", game.id)
            assert done.code == code, (said, done.err)
            assert ("CONTRADICTION" in done.err) == bool(code)


@pytest.mark.parametrize("order", [("2", "99"), ("99", "2")])
def test_of_two_optima_none_is_dropped(order: tuple[str, str], gridproof: Run) -> None:
    """sokoban loses no board to header lines, so a false one may stand beside a true one."""
    lines = "\n".join(f"optimum: {number}" for number in order)
    Path("b.txt").write_text(f"{lines}\n######\n#@$ .#\n######\n")
    solved = gridproof("solve", "b.txt")
    assert solved.code == 2
    assert "CONTRADICTION" in solved.err
