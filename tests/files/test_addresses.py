"""Boards in addresses, as pages make them."""

from __future__ import annotations

import pytest

from gridproof.errors import InputError
from gridproof.files.addresses import address_text, pack_address, unpack_address
from gridproof.files.reading import read_file
from gridproof.registry import games
from tests.samples import random_levels


@pytest.mark.parametrize("page", ["play", "edit", "play/sokoban/3"])
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
