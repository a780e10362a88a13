"""IDs of levels name a config and a seed, and make the same board again."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from gridproof.design.goal import Goal, Unmet
from gridproof.design.level_id import (
    GeneratorConfig,
    find_generator,
    generators,
    is_id,
    make,
    read_id,
)
from gridproof.design.stable_random import StableRandom
from gridproof.errors import InputError, InternalError, UnknownName
from gridproof.game import AnyGame
from gridproof.limits import Stopped, Ticker
from gridproof.options import Option
from gridproof.registry import find_game, games
from gridproof.result import Limits
from gridproof.specs import GeneratorSpec
from tests.first_levels import PATH, brief_config
from tests.hostile import some_damaged

each_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)


def values_of(option: Option) -> Iterator[Any]:
    """Some values that it can have, and not its default."""
    texts = [*option.choices, "0", "1", "2", "3", "7", "60", "0.25", "1e-07", "unlimited", "any"]
    for text in texts:
        try:
            value = option.parse(text)
        except ValueError:
            continue
        if value != option.default:
            yield value


def configs(game: AnyGame) -> Iterator[GeneratorConfig]:
    """Each generator with each parameter changed, and with all of them changed."""
    for spec in game.generators:
        yield GeneratorConfig(game, spec)
        changed = {option.name: list(values_of(option)) for option in spec.parameters}
        assert all(changed.values())
        for name, values in changed.items():
            for value in values:
                yield GeneratorConfig(game, spec, {name: value})
        yield GeneratorConfig(game, spec, {name: values[-1] for name, values in changed.items()})


# IDs


@each_game
def test_every_id_is_read_back(game: AnyGame) -> None:
    for config in configs(game):
        name = config.id("7.3")
        again, seed = read_id(name)
        assert seed == "7.3"
        assert again.id(seed) == name
        assert (again.game, again.spec) == (game, config.spec)
        assert is_id(name)


def test_an_id_says_what_differs_from_the_defaults_in_one_way_only() -> None:
    game = find_game("robots")
    spec = find_generator(game, "random")
    assert GeneratorConfig(game, spec).id("1.0") == "robots:random#1.0@g1"
    assert (
        GeneratorConfig(game, spec, {"width": 16, "walls": "5"}).id("1.0") == "robots:random#1.0@g1"
    )
    told = {"Target_Robot": "any", "RICOCHET": "true", "height": "012"}
    name = "robots:random,height=12,target-robot=any,ricochet=yes#1.0@g1"
    assert GeneratorConfig(game, spec, told).id("1.0") == name
    assert read_id("robots:random,ricochet=yes,height=12,target-robot=any#1.0@g1")[0].id("1.0") == (
        name
    )


def test_the_goal_is_part_of_an_aiming_id() -> None:
    game = find_game("robots")
    spec = find_generator(game, "backward")
    goal = Goal(min_cost=3, unique=True, objective="moves")
    assert GeneratorConfig(game, spec, goal=goal).id("1.0") == "robots:backward#1.0@g1"
    name = "robots:random,objective=moves,min-cost=3,unique=yes#1.0@g1"
    assert GeneratorConfig(game, find_generator(game, "random"), goal=goal).id("1.0") == name
    again, _ = read_id(name)
    assert again.goal == goal


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("robots:random", "not the ID of a level"),
        ("robots:random#1.0", "not the ID of a level"),
        ("robots:random@g1", "not the ID of a level"),
        ("robots:random#1@g1", "not the ID of a level"),
        ("robots:random#-1.0@g1", "not the ID of a level"),
        ("robots:random#1.0@g1\n", "not the ID of a level"),
        ("robots:random#1.0@g1#", "not the ID of a level"),
        ("robots:random#١.0@g1", "not the ID of a level"),
        (f"robots:random#1.{'0' * 5000}@g1", "not the ID of a level"),
        (f"robots:random#1.0@g{'9' * 5000}", "not the ID of a level"),
        (
            "robots:random#1.0@g2",
            "is of version 2 of the generator `random`; here it has version 1",
        ),
        ("robot:random#1.0@g1", "has no game `robot`"),
        ("robots:rand#1.0@g1", "robots has no generator `rand`"),
        ("robots:random,wdth=3#1.0@g1", "generator `random` has no parameter `wdth`"),
        ("robots:random,width=0#1.0@g1", "option `width` must be a whole number from 1 to 255"),
        ("robots:random,width#1.0@g1", "option `width` must be a whole number"),
        ("robots:random,width=3,width=4#1.0@g1", "gives `width` twice"),
        ("robots:random,width=3,WIDTH=4#1.0@g1", "option `width` is given twice"),
        ("robots:random,min-cost=-1#1.0@g1", "option `min-cost` must be a whole number"),
        ("robots:random,min-cost=5,max-cost=4#1.0@g1", "no cost is at least 5 and at most 4"),
        ("robots:random,objective=speed#1.0@g1", "robots has no objective `speed`"),
        ("bombcover:random,empty=nan#1.0@g1", "must be a number from 0 to 1"),
    ],
)
def test_wrong_ids_say_what_is_wrong(name: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read_id(name)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 300


def test_damaged_ids_name_a_level_or_are_refused() -> None:
    rng, read = random.Random("IDs"), 0
    for game in games().values():
        names = [config.id("12.345") for config in configs(game)]
        for name in rng.sample(names, min(12, len(names))):
            for text in some_damaged(name, rng, 60):
                try:
                    config, seed = read_id(text)
                except InputError:
                    continue
                again = config.id(seed)
                assert read_id(again)[0].id(seed) == again
                read += 1
    assert read > 50


# Generators


def test_generators_are_found_by_name_and_the_first_one_without() -> None:
    game = find_game("robots")
    assert find_generator(game).id == next(iter(generators(game))) == game.generators[0].id
    with pytest.raises(UnknownName, match="robots has no generator `rnadom`") as caught:
        find_generator(game, "rnadom")
    assert "random" in (caught.value.hint or "")


def test_a_board_with_faults_is_a_bug() -> None:
    spec = GeneratorSpec("broken", "", f"{__name__}:broken")
    with pytest.raises(InternalError, match="generator `broken` of robots: "):
        make(find_game("robots"), spec, StableRandom("any"))


def broken(rng: random.Random) -> Any:
    game = find_game("robots")
    board: Any = make(game, find_generator(game, "random"), rng)
    return replace(board, robots=())


@each_game
def test_a_draw_depends_on_its_id_alone(game: AnyGame) -> None:
    for spec in game.generators:
        config = brief_config(game, spec)
        try:
            drawn = config.draw("1.0")
        except Unmet:
            continue
        assert drawn == config.draw("1.0") == read_id(config.id("1.0"))[0].draw("1.0")
        assert drawn.info["generator"] == config.id("1.0")
        assert drawn.info["seed"] == "1.0"
        assert not spec.small or any(config.draw(f"1.{n}") != drawn for n in range(1, 9))


@each_game
def test_parameters_make_a_board_or_one_message(game: AnyGame) -> None:
    # What aims may look for a board for long, but ends when its time is over.
    for spec in game.generators:
        given = [(option.name, value) for option in spec.parameters for value in values_of(option)]
        if spec.aims:  # of the others tests/protocol looks at such sizes
            given += [(option.name, 10**size) for option in spec.parameters for size in (3, 9)]
        for name, value in given:
            try:
                config = brief_config(game, spec, **{name: value})
                board = config.draw("1.0", Ticker(Limits(time=0.1)))
            except (Unmet, Stopped):
                continue
            except InputError as error:
                assert "\n" not in str(error)
                continue
            assert not game.validate(board)


def test_first_levels_are_those_that_are_recorded_whatever_the_hashes() -> None:
    # Two processes with other hashes of texts draw what is on file.
    recorded = json.loads(PATH.read_text(encoding="utf-8"))
    program = "from tests.first_levels import all_first_levels; print(all_first_levels())"
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
        )
        for seed in ("1", "2")
    ]
    first, second = (json.loads(process.communicate()[0]) for process in processes)
    assert first == second, "boards depend on the order of a set or on hashes"
    for name, said in first.items():
        assert name in recorded, f"{name}: not on file; run `make first-levels`"
        assert said == recorded[name], (
            f"{name}: the same seed makes another board now, so IDs that people keep are broken; "
            f"undo that, or raise the generator's `version` and run `make first-levels`"
        )
    assert set(recorded) == set(first), "run `make first-levels`: there are generators no more"
