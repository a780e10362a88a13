"""Pages of reductions: one file that asks for nothing, and the data of its switchboard."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import replace
from typing import Any

import pytest

from gridproof.errors import MissingPart
from gridproof.reduction import Encoding, find_reduction, reductions
from gridproof.reductions.reduce import lift, reduce
from gridproof.render.reduced import page, switches
from tests.reductions.instances import samples, values_of
from tests.render.test_html import INJECTED, LOADING, Reader

EXAMPLE = "x | !y | z\n!x | y | z\n"
CONTRADICTION = "x\n!x\n"
SQUARE = "cover: {}\n1 2\n2 3\n3 4\n1 4\n"


def formula(text: str) -> Encoding:
    return reduce("sat-to-bombcover", text)


def square(size: int) -> Encoding:
    return reduce("vc-to-bombcover", SQUARE.format(size))


def parts(text: str) -> tuple[Any, Any]:
    """The record and the switchboard's data in a page."""
    record, data, *_ = Reader(text).texts["script"]
    return json.loads(record), json.loads(data)


def count(data: Any, values: str) -> int:
    """Return the number of moves that values which meet all demands ask for."""
    told = [choice["values"][int(v)] for choice, v in zip(data["choices"], values, strict=True)]
    told += [
        joint
        for joint in data["joints"]
        if all(values[choice] == str(value) for choice, value in joint["values"])
    ]
    for demand in data["demands"]:
        told.append(next(w for w in demand["ways"] if values[w["choice"]] == str(w["value"])))
    return len(data["always"]) + sum(len(each["cells"]) for each in told)


@pytest.mark.parametrize("name", reductions())
def test_every_reduction_has_a_page(name: str) -> None:
    for sample in samples(name)[:6]:
        encoding = sample.encoding
        text = page(encoding)
        reader, (record, data) = Reader(text), parts(text)
        for tag, attributes in reader.elements:
            for key, value in attributes.items():
                assert key not in LOADING or (value or "").startswith(("#", "data:")), (tag, key)
                assert not key.startswith("on")
        assert record["marks"]
        assert data["budget"] == find_reduction(name).switchboard(encoding).budget
        if sample.witness is None:
            assert data["witness"] is data["played"] is None
            assert record["steps"] == []
        else:
            assert [int(digit) for digit in data["played"]] == values_of(encoding, sample.witness)
            assert record["steps"]
            assert count(data, data["witness"]) <= data["budget"]


def test_the_policy_allows_its_own_scripts_and_nothing_else() -> None:
    text = page(formula(EXAMPLE))
    (policy,) = re.findall('Content-Security-Policy" content="([^"]*)"', text)
    assert "unsafe" not in policy
    (script,) = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy


def test_what_switches_ask_for() -> None:
    encoding = formula(EXAMPLE)
    data = switches(encoding)
    assert data["budget"] == 19
    assert data["unit"] == "explosions"
    assert [choice["name"] for choice in data["choices"]] == ["x", "y", "z"]
    assert [way["text"] for way in data["demands"][0]["ways"]] == ["x", "¬y", "z"]
    assert data["demands"][1]["left"] == "clause 2 is left: ¬x ∨ y ∨ z is false"
    assert len(data["rows"]) == 8
    for values in data["rows"]:
        cells = [
            cell
            for choice, value in zip(data["choices"], values, strict=True)
            for cell in choice["values"][int(value)]["cells"]
        ]
        assert len(cells) == 19
    graph = switches(square(2))
    assert graph["demands"][0]["left"].endswith("neither vertex 1 nor vertex 2 is chosen")
    assert [choice["label"] for choice in graph["choices"]] == ["1", "2", "3", "4"]
    assert all(choice["at"] for choice in graph["choices"])
    assert len(graph["rows"]) == 6
    assert {row.count("1") for row in graph["rows"]} == {2}


def test_what_is_true_is_said() -> None:
    assert switches(formula(EXAMPLE))["verdict"] == (
        "All clauses can be met: the board can be solved with 19 explosions."
    )
    assert switches(formula(CONTRADICTION))["verdict"] == (
        "None of the 2 assignments meets all clauses: the board needs more than 6 explosions."
    )
    assert switches(square(2))["verdict"].startswith("There is a cover of at most 2 vertices: ")
    assert switches(square(1))["verdict"].startswith(
        "None of the 4 choices of one vertex touches all edges: the board needs more than "
    )
    many = "\n".join(f"v{i} | v{i + 1}" for i in range(6)) + "\nv0\n!v0\n"
    data = switches(formula(many))
    assert data["rows"] is None
    assert data["verdict"].startswith(
        "The exact solver finds that none of the 128 assignments meets all clauses: "
    )


def test_without_a_solver_it_is_said_that_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise MissingPart("deciding formulas needs PySAT")

    encoding = formula(EXAMPLE)
    monkeypatch.setattr(type(find_reduction(encoding.reduction).source), "solve", missing)
    record, data = parts(page(encoding))
    assert record["steps"] == []
    assert data["witness"] is None
    assert data["verdict"] == (
        "Whether one of the 8 assignments will do is not known: deciding formulas needs PySAT."
    )


def test_a_refusal_is_shown_and_nothing_follows() -> None:
    encoding = formula(EXAMPLE)
    other = replace(encoding, k=encoding.k - 1)
    text = page(other, [])
    record, data = parts(text)
    assert "refused by the audit" in record["facts"]
    assert "The audit refuses this board: " in text
    assert "nothing follows for the board, which the audit refuses" in data["verdict"]


def test_moves_that_do_not_solve_it_are_shown_as_such() -> None:
    encoding = formula(EXAMPLE)
    moves = lift(encoding, "x y z")[:5]
    text = page(encoding, moves)
    record, data = parts(text)
    assert len(record["steps"]) == 5
    assert data["played"] is None
    assert "not what the instance asks for" in text


def test_solutions_of_huge_boards_are_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    encoding = formula(EXAMPLE)
    monkeypatch.setattr("gridproof.render.reduced._MAX_PLAYED", 49 * 21 * 19 - 1)
    for moves in (None, lift(encoding, "x y z")):
        text = page(encoding, moves)
        record, data = parts(text)
        assert record["steps"] == []
        assert data["played"] is None
        assert data["witness"] is not None
        assert "too large for its solution to be played" in text


def test_the_switchboard_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made, kind = [], type(find_reduction("vc-to-bombcover"))
    make = kind.switchboard

    def counted(self: Any, encoding: Encoding) -> Any:
        made.append(encoding)
        return make(self, encoding)

    monkeypatch.setattr(kind, "switchboard", counted)
    assert len(switches(square(2))["rows"]) == 6
    assert len(made) == 1


def test_without_scripts_all_is_told() -> None:
    encoding = formula(EXAMPLE)
    text = page(encoding, title="A & B")
    assert "<title>A &amp; B</title>" in text
    (told,) = re.findall("<noscript>(.*?)</noscript>", text, re.DOTALL)
    assert "<svg" in told
    assert "clause 2: ¬x ∨ y ∨ z" in told
    assert "audit passed" in told
    assert "All clauses can be met" in told


def test_titles_do_nothing() -> None:
    encoding = formula(CONTRADICTION)
    plain = [tag for tag, _ in Reader(page(encoding)).elements]
    for title in INJECTED:
        named = replace(encoding, level=encoding.level.with_info(title=title, k="6"))
        assert [tag for tag, _ in Reader(page(named, title=title or "x")).elements] == plain


def test_pages_of_small_boards_are_small() -> None:
    assert len(page(formula(CONTRADICTION)).encode()) < 120 * 1024
    assert len(page(square(2)).encode()) < 140 * 1024
