"""Boards in addresses, as pages make them."""

from __future__ import annotations

import pytest

from gridproof.errors import InputError
from gridproof.files.addresses import (
    address_text,
    level_id_at,
    pack_address,
    shipped_at,
    unpack_address,
)
from gridproof.files.reading import read_file
from gridproof.registry import games
from tests.samples import random_levels


@pytest.mark.parametrize("page", ["play", "edit", "play/sokoban/3", "#/play", "my/page.html"])
@pytest.mark.parametrize("game", games())
def test_an_address_stands_for_its_board(game: str, page: str) -> None:
    level = next(random_levels(game, 1))
    text = games()[game].write(level, "json")
    address = f"http://127.0.0.1:8000/{page}#{pack_address(text)}"
    assert read_file(address) == [level]


@pytest.mark.parametrize(
    "text",
    ["", "board.txt", "http://example.org/", "http://example.org/play", "http://example.org/x#abc"],
)
def test_other_texts_are_no_addresses(text: str) -> None:
    assert address_text(text) is None


@pytest.mark.parametrize("cut", [1, 3, 7])
def test_a_cut_address_is_told(cut: int) -> None:
    with pytest.raises(InputError, match="damaged or was cut"):
        unpack_address(pack_address("#####\n#@$.#\n#####\n" * 5)[:-cut])


@pytest.mark.parametrize(
    "part", ["", "#/", "#12", "#abc", "play/robots/4#4", "play?new=robots:x%231"]
)
def test_an_address_without_a_board_is_told(part: str) -> None:
    with pytest.raises(InputError, match="no board is in this address"):
        read_file(f"https://example.org/{part}")


def test_addresses_name_shipped_boards_and_levels_that_are_drawn() -> None:
    for site in ("http://127.0.0.1:8000/", "https://example.org/gridproof/#/"):
        assert shipped_at(f"{site}play/boxcover/reductions/3") == ("boxcover/reductions", 3)
        order = "robots:random,min-cost=3%237.0@g1"
        assert level_id_at(f"{site}play?new={order}") == order.replace("%23", "#")
        assert level_id_at(f"{site}play/robots/3") is None
        assert shipped_at(f"{site}edit") is None
    assert shipped_at("play/robots/3") is None
