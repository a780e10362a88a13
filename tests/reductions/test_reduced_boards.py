"""Reductions as generators of boards."""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping
from typing import Any

import pytest

from gridproof.cli.list_games import list_games
from gridproof.design.generate import generate
from gridproof.design.level_id import find_generator, generators, make, read_id
from gridproof.errors import InputError, MissingPart
from gridproof.reduction import AnyReduction, find_reduction, reductions
from gridproof.reductions.reduce import reduce
from gridproof.registry import find_game


@pytest.fixture(params=reductions())
def reduction(request: pytest.FixtureRequest) -> AnyReduction:
    return find_reduction(request.param)


def test_each_reduction_is_a_generator_of_its_game(reduction: AnyReduction) -> None:
    game = find_game(reduction.game)
    spec = generators(game)[reduction.id]
    names = [option.name for option in spec.parameters]
    assert len(set(names)) == len(names)
    (record,) = list_games(game.id)
    assert reduction.id in [made["id"] for made in record["generators"]]
    others = generators(find_game("sokoban"))
    assert reduction.id not in others


def test_boards_are_those_of_random_instances(reduction: AnyReduction) -> None:
    game = find_game(reduction.game)
    spec = find_generator(game, reduction.id)
    source = reduction.source
    for seed, size in enumerate(source.sizes[:2]):
        names = [option.name for option in spec.parameters]
        parameters: Mapping[str, Any] = dict(zip(names, size.split(","), strict=False))
        board = make(game, spec, random.Random(seed), parameters)
        encoding = reduce(reduction.id, source.random(size, random.Random(seed)))
        assert board == encoding.level
        assert board.info["k"] == str(encoding.k)
        assert list(game.read(game.write(board))) == [board]


def test_the_optimum_says_whether_the_answer_is_yes() -> None:
    for cover, met in ((None, True), (1, False)):
        said = {} if cover is None else {"cover": cover}
        parameters = {"vertices": 6, "edges": 7, **said}
        (made,) = generate("merge", "vc-to-merge", parameters, seed=2)
        assert "edges=7" in made.id
        k = int(made.level.info["k"])
        assert (made.cost >= k) == met
        config, seed = read_id(made.id)
        assert seed is not None
        again = config.draw(seed)
        assert (again, again.info["k"]) == (made.level.with_info(**again.info), str(k))


def test_sizes_that_there_are_not() -> None:
    game = find_game("boxcover")
    for parameters, message in (
        ({"vertices": 5, "edges": 9}, "the edges of a random graph of 5 vertices"),
        ({"vertices": "many"}, "must be a whole number"),
        ({"vertices": 4, "cover": 5}, "a cover of 5 is asked for"),
    ):
        with pytest.raises(InputError, match=message):
            make(game, find_generator(game, "vc-to-boxcover"), random.Random(1), parameters)


def test_without_networkx_they_are_listed_but_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    game = find_game("merge")
    spec = generators(game)["vc-to-merge"]
    with pytest.raises(MissingPart, match="need NetworkX"):
        make(game, spec, random.Random(1))
