"""The promises of every reduction; a new one is tested here without an edit."""

from __future__ import annotations

import contextlib
import copy
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import gcd
from typing import Any

import pytest

from gridproof.errors import InputError
from gridproof.files.reading import read_boards
from gridproof.grid import Pos
from gridproof.reduction import Encoding, Switchboard, find_reduction, reductions
from gridproof.reductions.reduce import (
    audit,
    contradiction,
    lift,
    load_encoding,
    lower,
    overlay,
    save_encoding,
)
from gridproof.registry import find_game
from gridproof.result import first
from gridproof.scene import Scene
from gridproof.verifying import verify
from tests.hostile import FOREIGN
from tests.reductions.instances import Sample, samples, values_of, witness_of
from tests.soak import ROUNDS

pytestmark = pytest.mark.parametrize("name", reductions())

#: Kinds of sprites that a reduction has put on the board for a reason.
THINGS = {"crate", "hero", "point", "stone"}


def yes(name: str) -> list[Sample]:
    return [sample for sample in samples(name) if sample.witness is not None]


def picture(encoding: Encoding) -> Scene:
    game, level = find_game(encoding.level.game), encoding.level
    return game.picture(level, game.initial(level))


def test_it_says_what_it_is(name: str) -> None:
    reduction = find_reduction(name)
    assert reduction.id == name
    assert name == name.lower()
    assert reduction.title
    assert reduction.summary[-1] not in ".:;", "it stands in tables and lists"
    assert find_game(reduction.game).id == reduction.game
    for option in reduction.options:
        assert option.parse(option.show(option.default)) == option.default


def test_boards_are_whole_and_pass_the_audit(name: str) -> None:
    reduction = find_reduction(name)
    game = find_game(reduction.game)
    for encoding, _ in pairs(name):
        level = encoding.level
        assert encoding.reduction == name
        assert set(encoding.options) == {option.attribute for option in reduction.options}
        assert level.game == reduction.game
        assert game.validate(level) == []
        assert game.missing(level) is None
        assert level.title
        assert level.info["k"] == str(encoding.k)
        certificate = audit(encoding)
        assert certificate.faults == []
        ids = [condition.id for condition in certificate.conditions]
        assert len(ids) == len(set(ids)) > 0
        assert all(condition.text for condition in certificate.conditions)
        assert sum(condition.checked for condition in certificate.conditions) > 0
        for sentence in reduction.warnings(encoding):
            assert sentence.strip() == sentence != ""


def pairs(name: str) -> Iterator[tuple[Encoding, Any]]:
    for sample in samples(name):
        yield sample.encoding, sample.witness


def test_equal_instances_make_equal_boards(name: str) -> None:
    reduction = find_reduction(name)
    for encoding, _ in pairs(name):
        source = reduction.source
        again = source.read(source.write(encoding.instance))
        assert again == encoding.instance
        assert reduction.encode(again, encoding.options) == encoding


def test_encodings_and_boards_are_written_and_read_back(name: str) -> None:
    for encoding, _ in pairs(name):
        assert json.loads(json.dumps(encoding.map)) == encoding.map, "the map is plain JSON"
        saved = save_encoding(encoding)
        assert load_encoding(saved) == encoding
        assert save_encoding(load_encoding(saved)) == saved
        game = find_game(encoding.level.game)
        for form in (None, game.canonical_format):
            try:
                text = game.write(encoding.level, form)
            except InputError:
                assert form is None
                continue
            assert read_boards(text, game=game.id) == [encoding.level]


def test_witnesses_become_solutions_and_solutions_witnesses(name: str) -> None:
    reduction = find_reduction(name)
    source, game = reduction.source, find_game(reduction.game)
    for sample in yes(name):
        for encoding in (sample.encoding, load_encoding(save_encoding(sample.encoding))):
            moves = lift(encoding, sample.witness)
            verdict = verify(game, encoding.level, moves)
            assert verdict.valid, verdict.fault
            assert verdict.cost is not None
            sign = 1 if game.objective().sense == "min" else -1
            assert sign * first(verdict.cost) <= sign * encoding.k
            text = source.write_witness(encoding.instance, sample.witness)
            assert lift(encoding, text) == moves
            back = lower(encoding, moves)
            assert source.faults(encoding.instance, back) == []
            solution = game.write_solution(encoding.level, moves)
            assert lower(encoding, solution) == back


def test_what_is_no_witness_or_no_solution_is_refused(name: str) -> None:
    source = find_reduction(name).source
    for encoding, witness in pairs(name):
        with pytest.raises(InputError):
            lower(encoding, [])
        for number in range(4):
            wrong = anything(encoding, random.Random(number))
            if source.faults(encoding.instance, wrong):
                assert wrong != witness
                with pytest.raises(InputError, match="no witness"):
                    lift(encoding, wrong)


def anything(encoding: Encoding, rng: random.Random) -> Any:
    board = find_reduction(encoding.reduction).switchboard(encoding)
    values = [rng.randrange(len(choice.values)) for choice in board.choices]
    return witness_of(encoding, values, board)


def test_boards_of_other_games_are_refused_by_all(name: str) -> None:
    reduction = find_reduction(name)
    (sample, *_) = yes(name)
    for other in reductions():
        level = samples(other)[0].encoding.level
        if level.game == reduction.game:
            continue
        encoding = replace(sample.encoding, level=level)
        said = f"must be one of {reduction.game}"
        with pytest.raises(InputError, match=said):
            audit(encoding)
        with pytest.raises(InputError, match=said):
            reduction.lower(encoding, [])
        for act in (reduction.parts, reduction.switchboard):  # some look at the map alone
            with contextlib.suppress(InputError):
                act(encoding)


def asked(board: Switchboard, values: Sequence[int]) -> tuple[list[Pos], list[int]]:
    """Return the cells at which moves are asked for, and the demands that are not met."""
    cells, unmet = list(board.always), []
    for choice, value in zip(board.choices, values, strict=True):
        cells += choice.values[value].cells
    for joint in board.joints:
        if all(values[choice] == value for choice, value in joint.values):
            cells += joint.cells
    for number, demand in enumerate(board.demands):
        way = next((way for way in demand.ways if values[way.choice] == way.value), None)
        if way is None:
            unmet.append(number)
        cells += demand.unmet if way is None else way.cells
    return cells, unmet


def test_switchboards_ask_for_what_solutions_do(name: str) -> None:
    for sample in yes(name):
        encoding = sample.encoding
        reduction = find_reduction(encoding.reduction)
        game = find_game(reduction.game)
        board = reduction.switchboard(encoding)
        cells, unmet = asked(board, values_of(encoding, sample.witness))
        assert unmet == []
        assert len(cells) <= board.budget
        scene, level = picture(encoding), encoding.level
        if (scene.width, scene.height) == (level.width, level.height):
            assert len(set(cells)) == len(cells)
        if board.unit == game.objective().metrics[0]:
            verdict = verify(game, encoding.level, lift(encoding, sample.witness))
            assert verdict.cost is not None
            assert len(cells) == first(verdict.cost)


def test_switchboards_are_consistent(name: str) -> None:
    reduction = find_reduction(name)
    for encoding, witness in pairs(name):
        board, scene = reduction.switchboard(encoding), picture(encoding)
        assert board.unit
        names = [choice.name for choice in board.choices]
        names += [demand.name for demand in board.demands]
        assert len(set(names)) == len(names)
        for choice in board.choices:
            assert len({value.name for value in choice.values}) == len(choice.values) >= 2
        for demand in board.demands:
            assert demand.ways
            for way in demand.ways:
                assert 0 <= way.value < len(board.choices[way.choice].values)
        told = [
            *board.always,
            *(cell for joint in board.joints for cell in joint.cells),
            *(cell for choice in board.choices for value in choice.values for cell in value.cells),
            *(cell for demand in board.demands for cell in (*demand.cells, *demand.unmet)),
            *(cell for demand in board.demands for way in demand.ways for cell in way.cells),
        ]
        for x, y in told:
            assert 0 <= x < scene.width
            assert 0 <= y < scene.height
        for number in range(4):
            rng = random.Random(number)
            values = [rng.randrange(len(choice.values)) for choice in board.choices]
            cells, unmet = asked(board, values)
            will_do = not unmet and len(cells) <= board.budget
            if reduction.source.faults(encoding.instance, witness_of(encoding, values, board)):
                assert not will_do or witness is not None, "one that does would follow from it"
            else:
                assert will_do, values


def test_the_board_explains_itself(name: str) -> None:
    from gridproof.render.svg import svg

    reduction = find_reduction(name)
    for encoding, _ in pairs(name):
        scene, parts = picture(encoding), reduction.parts(encoding)
        told = set()
        for part in parts:
            assert part.text
            assert part.areas or part.line
            assert part.tint is None or part.tint >= 0
            for left, top, width, height in part.areas:
                assert 0 <= left < left + width <= scene.width, part
                assert 0 <= top < top + height <= scene.height, part
                told |= {(left + i, top + j) for i in range(width) for j in range(height)}
            for x, y in part.line:
                assert 0 <= x < scene.width, part
                assert 0 <= y < scene.height, part
            for a, b in pairwise(part.line):
                told |= set(straight(a, b))
        untold = things(scene) - told
        assert not untold, sorted(untold)
        explained = overlay(encoding, scene)
        assert len(explained.marks) >= len(scene.marks)
        assert svg(explained).startswith("<svg")


def straight(a: Pos, b: Pos) -> Iterator[tuple[int, int]]:
    """The cells whose middles a line from one to the other goes through."""
    steps = gcd(b.x - a.x, b.y - a.y) or 1
    for i in range(steps + 1):
        yield a.x + (b.x - a.x) // steps * i, a.y + (b.y - a.y) // steps * i


def things(scene: Scene) -> set[tuple[int, int]]:
    """The cells on which something stands that a reduction has put there for a reason."""
    return {
        (x, y)
        for y, line in enumerate(scene.lines())
        for x, (_, sprite) in enumerate(line)
        if sprite is not None and sprite.kind in THINGS
    }


def test_another_k_and_another_board_are_refused(name: str) -> None:
    for encoding, _ in pairs(name):
        for k in (encoding.k - 1, encoding.k + 1):
            info = {**encoding.level.info, "k": str(k)}
            other = replace(encoding, k=k, level=encoding.level.with_info(**info))
            assert audit(other).faults
        game = find_game(encoding.level.game)
        for turned in (game.turn(encoding.level), game.mirror(encoding.level)):
            other = replace(encoding, level=turned)
            if things(picture(other)) != things(picture(encoding)):
                assert refused(other)


def test_a_header_that_says_another_k_is_refused(name: str) -> None:
    for encoding, _ in pairs(name):
        for said in (
            str(encoding.k + 1),
            str(encoding.k - 1),
            "0",
            f"0{encoding.k}",
            "x",
            "\u202e",
        ):
            if said == str(encoding.k):
                continue
            info = {**encoding.level.info, "k": said}
            other = replace(encoding, level=encoding.level.with_info(**info))
            certificate = audit(other)
            assert not certificate.passed
            assert len(certificate.faults) == 1
        assert audit(replace(encoding, level=encoding.level.with_info())).passed


def test_a_header_with_a_false_optimum_is_told(name: str) -> None:
    reduction = find_reduction(name)
    game = find_game(reduction.game)
    worse = 1 if game.objective().sense == "min" else -1
    for encoding, witness in pairs(name):
        false = encoding.k if witness is None else encoding.k + 10**6 * worse
        optima = [str(false)] if worse > 0 or witness is None else []
        if reduction.evidence(encoding) is not None:  # what bounds the board
            optima.append(str(10**9) if worse < 0 else "0")
        for optimum in optima:
            info = {**encoding.level.info, "optimum": optimum}
            said = contradiction(replace(encoding, level=encoding.level.with_info(**info)))
            assert said is not None
            assert f"`optimum: {optimum}`" in said
        assert contradiction(encoding) is None
        if witness is not None:
            cost = verify(game, encoding.level, lift(encoding, witness)).cost
            assert cost is not None
            info = {**encoding.level.info, "optimum": str(first(cost))}
            true = replace(encoding, level=encoding.level.with_info(**info))
            assert contradiction(true) is None


def test_without_evidence_a_no_of_the_instance_bounds_the_board(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reduction that has no input for the independent checker has its own source still."""
    reduction = find_reduction(name)
    monkeypatch.setattr(type(reduction), "evidence", lambda self, encoding: None)
    worse = 1 if find_game(reduction.game).objective().sense == "min" else -1
    encoding = next(encoding for encoding, witness in pairs(name) if witness is None)
    for optimum in (encoding.k, encoding.k + worse):
        info = {**encoding.level.info, "optimum": str(optimum)}
        said = contradiction(replace(encoding, level=encoding.level.with_info(**info)))
        assert (said is None) == (optimum != encoding.k)


def refused(encoding: Encoding) -> bool:
    try:
        return not audit(encoding).passed
    except InputError as error:
        assert not FOREIGN.search(str(error)), error
        return True


def test_another_instance_is_refused_unless_it_has_the_same_answer(name: str) -> None:
    found = samples(name)
    for one in found:
        for other in found:
            if one.encoding.instance != other.encoding.instance:
                swapped = replace(one.encoding, instance=other.encoding.instance)
                same = (one.witness is None) == (other.witness is None)
                assert refused(swapped) or same


def damaged(value: Any, rng: random.Random) -> Any:
    """A JSON value with one part of it dropped, put twice, or replaced."""
    places: list[tuple[Any, Any]] = []

    def walk(part: Any) -> None:
        keys = part if isinstance(part, dict) else range(len(part))
        for key in keys:
            places.append((part, key))
            if isinstance(part[key], (dict, list)):
                walk(part[key])

    value = copy.deepcopy(value)
    walk(value)
    if not places:
        return [value]
    part, key = rng.choice(places)
    old = part[key]
    kind = rng.choice(("drop", "twice", "number", "type"))
    if kind == "drop":
        del part[key]
    elif kind == "twice" and isinstance(part, list):
        part.insert(key, old)
    elif kind == "number" and type(old) is int:
        part[key] = rng.choice((old + 1, old - 1, -old - 1, 0, 10**6, 10**9, 10**30))
    else:
        part[key] = rng.choice((None, True, "", "x", 0, -1, 2.5, [], {}, [[]], [[0, 0]], 10**30))
    return value


def fuzz(name: str, rounds: int) -> None:
    for number, sample in enumerate(samples(name)):
        encoding = sample.encoding
        record = json.loads(save_encoding(encoding))
        rng = random.Random(number)
        for _ in range(rounds):
            changed = dict(record, map=damaged(record["map"], rng))
            if rng.random() < 0.2:
                changed = damaged(record, rng)
            try:
                loaded = load_encoding(json.dumps(changed))
                passed = audit(loaded).passed
            except InputError as error:
                assert not FOREIGN.search(str(error)), (error, changed)
                continue
            if passed:  # whatever was changed, it changes no answer
                witness = find_reduction(name).source.solve(loaded.instance)
                assert (witness is None) == (sample.witness is None)
                if loaded.k != encoding.k or loaded.level != encoding.level:
                    assert (
                        loaded.instance != encoding.instance or loaded.options != encoding.options
                    )


def test_damaged_maps_are_refused_and_never_a_crash(name: str) -> None:
    fuzz(name, 6)


@pytest.mark.soak
def test_many_damaged_maps_are_refused_and_never_a_crash(name: str) -> None:
    fuzz(name, 20 * ROUNDS)
