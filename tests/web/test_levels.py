"""New levels for a page: what is offered, what is drawn, the same again, and limits."""

from __future__ import annotations

from typing import Any

import pytest

from gridproof.design.generate import Made, remake
from gridproof.design.level_id import generators
from gridproof.playing.session import Session
from gridproof.registry import find_game, games
from gridproof.solving.solve import solve
from gridproof.strict_json import Field
from gridproof.web.routes.generate import read_order
from gridproof.web.settings import Settings
from tests.web.server import Client, serving

#: Small boards, that are found and solved at once.
SMALL = {
    "game": "sokoban",
    "generator": "random",
    "parameters": {"width": "7", "height": "6", "boxes": "2"},
    "wishes": {"min-cost": "4"},
    "seed": 7,
}


def drawn(site: Client, **wish: Any) -> Any:
    """The new play-through that an order leads to."""
    *_, (name, record) = site.told("/api/levels", **wish)
    assert name == "drawn", record
    return record


def failed(site: Client, **wish: Any) -> Any:
    *_, (name, record) = site.told("/api/levels", **wish)
    assert name == "failed", record
    return record


def refused(site: Client, wanted: int = 400, /, **wish: Any) -> str:
    answer = site.post("/api/levels", json=wish)
    assert answer.status_code == wanted, answer.text[:500]
    said: str = answer.json()["error"]
    return said


def test_all_generators_are_offered(site: Client) -> None:
    offer = site.get("/api/generators").json()
    assert list(offer) == list(games())
    for game in games().values():
        specs = list(generators(game).values())
        shown = offer[game.id]["generators"]
        assert [spec["id"] for spec in shown] == [spec.id for spec in specs]
        for spec, record in zip(specs, shown, strict=True):
            names = [option["name"] for option in record["parameters"]]
            assert names == [option.name for option in spec.parameters]
        wished = {option["name"] for option in offer[game.id]["wishes"]}
        assert ("min-gap" in wished) == bool(game.baseline)
        assert ("objective" in wished) == (len(game.objectives) > 1)


def test_a_level_is_as_wished_and_its_id_draws_it_again(site: Client) -> None:
    made = drawn(site, **SMALL)
    session = Session.load(site.get(f"/api/plays/{made['play']}/files/save").text)
    cost = solve(session.level).cost
    assert isinstance(cost, int)
    assert cost >= 4
    assert made["state"]["counter"].endswith(f"best {cost} (optimal)")
    assert made["order"].startswith("sokoban:random,width=7,height=6,boxes=2,min-cost=4#7.")
    again = drawn(site, id=made["order"])
    assert again["record"] == made["record"]
    assert again["order"] == made["order"]
    same = remake(session.level.info["generator"])
    assert isinstance(same, Made)
    assert same.level.with_info() == session.level.with_info()


def test_another_one_has_the_same_wishes_and_the_next_seed(site: Client) -> None:
    first = drawn(site, **SMALL, later=True)
    assert set(first) == {"play", "order"}
    other = drawn(site, after=first["order"])
    name, _, seed = other["order"].partition("#")
    assert name == first["order"].partition("#")[0]
    assert seed.startswith("8.")
    assert drawn(site, after=first["order"])["record"] == other["record"]


def test_wishes_of_another_objective_are_played_for_it(site: Client) -> None:
    made = drawn(site, **SMALL | {"wishes": {"objective": "moves", "min-cost": "9"}})
    assert made["objective"] == made["usual"] == "moves"
    assert ",objective=moves," in made["order"]


def test_a_play_through_of_a_drawn_level_is_gone_on_with(site: Client) -> None:
    made = drawn(site, **SMALL)
    save = site.get(f"/api/plays/{made['play']}/files/save").text
    again = site.open(save=save, order=made["order"])
    assert again["order"] == made["order"]
    assert site.open(copy=again["play"])["order"] == made["order"]
    assert "ID" in site.ask("", 400, save=save, order="sokoban")["error"]


def test_a_file_says_how_its_levels_were_drawn(site: Client) -> None:
    made = drawn(site, **SMALL)
    board = site.get(f"/api/plays/{made['play']}/files/board").text
    opened = site.open(text=board, game="sokoban")
    assert opened["order"] == ""
    assert opened["like"].startswith("sokoban:random,width=7,height=6,boxes=2#7.")


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({}, "`game`, `id` or `after`"),
        ({"game": "chess"}, "chess"),
        ({"game": "sokoban", "generator": "tame"}, "tame"),
        ({"game": "sokoban", "parameters": {"boxes": "-1"}}, "boxes"),
        ({"game": "sokoban", "parameters": {"boxes": 3}}, "boxes"),
        ({"game": "sokoban", "parameters": {"depth": "3"}}, "depth"),
        ({"game": "sokoban", "wishes": {"min-cost": "9", "max-cost": "8"}}, "at least 9"),
        ({"game": "sokoban", "wishes": {"objective": "beauty"}}, "beauty"),
        ({"game": "sokoban", "wishes": {"attempts": "1000000000000"}}, "attempts"),
        ({"game": "sokoban", "seed": -1}, "seed"),
        ({"game": "sokoban", "seed": 10**40}, "seed"),
        ({"id": "sokoban:random"}, "not the ID"),
        ({"id": "sokoban:random#1.0@g999"}, "version"),
        ({"id": "sokoban:random" + ",a=1" * 5000 + "#1.0@g1"}, "a"),
        ({"after": "sokoban:random#999999999999999999.0@g1"}, "not the ID"),
    ],
)
def test_what_cannot_be_drawn_is_said_at_once(
    site: Client, wish: dict[str, Any], said: str
) -> None:
    assert said in refused(site, **wish)


def test_what_is_not_found_is_told_with_how_near_it_came() -> None:
    with serving(Settings(drawing=0.5, solves=1)) as (site, _):
        said = failed(site, **SMALL | {"wishes": {"min-cost": "500"}})
        assert "too easy" in said["error"]
        assert "the nearest has" in said["error"]
        assert "wish for less" in said["hint"]
        assert drawn(site, **SMALL)["order"]  # others are answered


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_hostile_sizes_are_refused_or_end_in_time(game: Any, monkeypatch: Any) -> None:
    """Each whole number is said as large as it may be."""
    monkeypatch.setattr("gridproof.processes.worker.GRACE", 0.2)
    monkeypatch.setattr("gridproof.web.routes.generate._LATE", 0.1)
    settings = Settings(drawing=0.2, memory=1 << 30, solves=1, cells=100)
    spec = game.generators[0]
    with serving(settings) as (site, _):
        for large in (*spec.large, {option.name: 4096 for option in spec.parameters}):
            parameters = {name: str(value) for name, value in large.items()}
            said = "".join(f",{name}={text}" for name, text in parameters.items())
            name = f"{game.id}:{spec.id}{said}#1.0@g{spec.version}"
            for wish in ({"game": game.id, "parameters": parameters, "seed": 1}, {"id": name}):
                answer = site.post("/api/levels", json=wish)
                assert answer.status_code in (200, 400)
                assert "drawn" not in answer.text.split("event: ")[-1].partition("\n")[0]


def test_large_boards_are_not_handed_out() -> None:
    with serving(Settings(cells=20)) as (site, _):
        said = failed(site, **SMALL)
        assert "up to 20" in said["error"]


def test_who_leaves_ends_the_drawing() -> None:
    with serving(Settings(solves=1, waiting=0)) as (site, _):
        wish = SMALL | {"wishes": {"min-cost": "900"}}
        with site.stream("POST", "/api/levels", json=wish) as answer:
            next(line for line in answer.iter_lines() if "boards drawn" in line)
            assert "busy" in refused(site, 503, game="sokoban")
        while site.post("/api/levels", json=SMALL).status_code == 503:
            pass


def test_an_order_is_bounded_by_the_settings() -> None:
    order = read_order(Field({"game": "robots", "seed": 3}), Settings(drawing=7, cells=99))
    assert (order.seconds, order.cells) == (7, 99)
    assert find_game("robots").generators[0].id in order.id
