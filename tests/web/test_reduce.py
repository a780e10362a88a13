"""Formulas and graphs as boards, for a page: what is offered, what comes back, and limits."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from gridproof.files.reading import read_boards
from gridproof.reduction import AnyReduction, reductions
from gridproof.reductions.reduce import lift, load_encoding
from gridproof.registry import find_game
from gridproof.web.settings import Settings
from tests.web.server import Client, serving

each_reduction = pytest.mark.parametrize("reduction", reductions().values(), ids=reductions())


@pytest.fixture(scope="module")
def site() -> Iterator[Client]:
    with serving() as (client, _):
        yield client


def reduced(site: Client, wanted: int = 200, /, **wish: Any) -> Any:
    answer = site.post("/api/reduce", json={"options": {}} | wish)
    assert answer.status_code == wanted, answer.text[:500]
    return answer.json()


def test_everything_is_offered(site: Client) -> None:
    offer = site.get("/api/reductions").json()
    assert [found["id"] for found in offer["reductions"]] == list(reductions())
    for found in offer["reductions"]:
        source = reductions()[found["id"]].source
        names = [option["name"] for option in found["options"]]
        options = (*source.options, *reductions()[found["id"]].options)
        assert names == [option.name for option in options]
        assert offer["sources"][found["source"]]["example"] == source.example


@each_reduction
def test_an_instance_becomes_a_board(site: Client, reduction: AnyReduction) -> None:
    made = reduced(site, reduction=reduction.id, text=reduction.source.example)
    encoding = load_encoding(made["map"])
    (board,) = read_boards(made["board"], game=made["game"])
    assert board == encoding.level
    assert find_game(made["game"]).id == reduction.game
    assert made["conditions"]
    assert made["notes"] == []
    moves = find_game(made["game"]).read_solution(board, made["record"]["solution"])
    witness = reduction.source.solve(encoding.instance)
    assert sorted(moves) == sorted(lift(encoding, witness))


@each_reduction
def test_an_instance_by_chance_can_be_had_again(site: Client, reduction: AnyReduction) -> None:
    size = reduction.source.sizes[1]
    wish = {"reduction": reduction.id, "random": {"size": size, "seed": 7}}
    made = reduced(site, **wish)
    assert reduced(site, **wish)["board"] == made["board"]
    assert reduced(site, reduction=reduction.id, text=made["instance"])["map"] == made["map"]


def test_options_are_of_the_reduction_and_of_its_source(site: Client) -> None:
    options = {"radius": "3", "cover": "1"}
    made = reduced(site, reduction="vc-to-bombcover", text="1 2\n2 3\n", options=options)
    encoding = load_encoding(made["map"])
    assert (encoding.options["radius"], encoding.instance.size) == (3, 1)
    empty = {"radius": "", "cover": "2"}  # what is not filled in
    made = reduced(site, reduction="vc-to-bombcover", text="1 2\n2 3\n", options=empty)
    assert load_encoding(made["map"]).instance.size == 2


def test_a_page_in_one_piece(site: Client) -> None:
    made = reduced(site, reduction="sat-to-bombcover", text="x | y", page=True)
    assert made["page"].startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("wish", "status", "said"),
    [
        ({"reduction": "sat-to-bombcover", "text": "x | | y"}, 400, ":1:"),
        ({"reduction": "sat-to-chess", "text": "x"}, 400, "no reduction"),
        ({"reduction": "sat-to-bombcover"}, 400, "text"),
        ({"reduction": "sat-to-bombcover", "text": "x", "random": {}}, 400, "text"),
        ({"reduction": "sat-to-bombcover", "text": "x" * 70_000}, 413, "64 KiB"),
        ({"reduction": "sat-to-bombcover", "text": "x", "options": {"radius": "2"}}, 400, "radius"),
        ({"reduction": "sat-to-bombcover", "text": "x", "options": []}, 400, "options"),
        ({"reduction": "sat-to-bombcover", "random": {"size": "5", "seed": 1}}, 400, "5"),
        ({"reduction": "vc-to-bombcover", "text": "1 2"}, 400, "cover"),
        ({"text": "x"}, 400, "reduction"),
    ],
)
def test_what_cannot_be_done_is_said(
    site: Client, wish: dict[str, Any], status: int, said: str
) -> None:
    assert said in reduced(site, status, **wish)["error"]


def test_large_boards_are_refused() -> None:
    with serving(Settings(cells=500)) as (client, _):
        said = reduced(client, 400, reduction="sat-to-bombcover", text="x | y\n!x | y\n")
        assert "up to 500" in said["error"]


def test_what_takes_too_long_is_ended() -> None:
    with serving(Settings(time=0.01)) as (client, _):
        wish = {"reduction": "sat-to-bombcover", "random": {"size": "40,170", "seed": 1}}
        said = reduced(client, 413, **wish)
        assert "longer than" in said["error"]
        assert json.loads(client.get("/api/boards").text)["games"]  # and others are answered
