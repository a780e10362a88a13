"""The promises of every export: a text that other programs read, with the optimum of the board."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from gridproof.errors import BadBoard, InputError, UnknownName
from gridproof.export.export import export, find_export, read_answer
from gridproof.files.reading import read_boards
from gridproof.game import AnyGame
from gridproof.lazy import load
from gridproof.limits import Ticker
from gridproof.reduction import sources
from gridproof.solving.search import search
from gridproof.solving.task import Task
from gridproof.specs import ExportSpec
from tests.other_programs import ANSWERERS
from tests.samples import GAMES, random_levels, sample_levels
from tests.soak import ROUNDS

DATA = Path(__file__).parents[1] / "data"
CASES = [(game, spec) for game in GAMES.values() for spec in game.exports]
each_export = pytest.mark.parametrize(
    ("game", "spec"), CASES, ids=[f"{game.id}-{spec.id}" for game, spec in CASES]
)
#: Games whose boards on file are tried, and how large an optimum is soon found by other programs.
KNOWN = {"merge": 99, "sokoban": 3}
KNOWN_IN_SOAK = {"merge": 99, "sokoban": 25, "robots": 4}


def objectives(game: AnyGame, spec: ExportSpec) -> list[str]:
    return [o.id for o in game.objectives if not spec.objectives or o.id in spec.objectives]


def test_an_id_means_one_kind_of_file() -> None:
    kinds: dict[str, set[tuple[str, str]]] = {}
    for _, spec in CASES:
        kinds.setdefault(spec.id, set()).add((spec.ending, spec.comment))
    assert all(len(kind) == 1 for kind in kinds.values())
    of_sources = [spec.id for source in sources().values() for spec in source.exports]
    assert len(set(of_sources)) == len(of_sources)
    assert kinds.keys().isdisjoint(of_sources), "the command line tells boards from instances by it"


def test_files_beside_others_are_ascii_of_the_same_kind() -> None:
    for game in GAMES.values():
        ids = [spec.id for spec in game.exports]
        assert len(set(ids)) == len(ids)
        for spec in game.exports:
            for name, entry in spec.beside.items():
                assert name.endswith(spec.ending)
                assert load(entry).isascii()


@each_export
def test_texts_are_ascii_and_always_the_same(game: AnyGame, spec: ExportSpec) -> None:
    levels = [*sample_levels(game.id), *random_levels(game.id, 4)]
    assert set(spec.objectives) <= {objective.id for objective in game.objectives}
    for level in levels:
        for objective in objectives(game, spec):
            found = export(level, spec.id, game=game, objective=objective)
            assert found.text.isascii()
            assert found.text.startswith(spec.comment)
            assert found.text.endswith("\n")
            assert found == export(level, spec.id, game=game, objective=objective)


@each_export
def test_a_title_is_a_comment_whatever_it_is(game: AnyGame, spec: ExportSpec) -> None:
    level = next(iter(random_levels(game.id, 1)))
    plain = export(level.with_info(), spec.id, game=game).text
    for title in ("two\nlines ) (", "\u2028 é \r", "\\"):
        text = export(level.with_info(title=title), spec.id, game=game).text
        first, _, rest = text.partition("\n")
        assert first.startswith(spec.comment)
        assert rest == plain
        assert text.isascii()


@each_export
def test_what_it_cannot_say_is_refused(game: AnyGame, spec: ExportSpec) -> None:
    level = next(iter(random_levels(game.id, 1)))
    for objective in game.objectives:
        if spec.objectives and objective.id not in spec.objectives:
            with pytest.raises(InputError, match=f"cannot say the objective `{objective.id}`"):
                export(level, spec.id, game=game, objective=objective.id)
    with pytest.raises(UnknownName, match="has no export"):
        export(level, "pdf", game=game)
    assert find_export(game.id, game.exports, spec.id) is spec


@each_export
def test_answers_that_are_none_are_refused(game: AnyGame, spec: ExportSpec) -> None:
    refused = 0
    for level, answer in itertools.product(
        random_levels(game.id, 4), ("nonsense", "(fly x0y0)", "(step)")
    ):
        try:
            moves, _ = read_answer(level, spec.id, answer, game=game)
        except InputError:
            refused += 1
        else:
            assert not moves, "there is nothing that an answer could say"
    assert refused


@each_export
def test_the_other_program_finds_the_optimum(
    game: AnyGame, spec: ExportSpec, tmp_path: Path
) -> None:
    compare(game, spec, random_levels(game.id, 2), tmp_path)


@pytest.mark.soak
@each_export
def test_the_other_program_finds_many_optima(
    game: AnyGame, spec: ExportSpec, tmp_path: Path
) -> None:
    found = compare(game, spec, random_levels(game.id, 2 * ROUNDS, seed=1), tmp_path)
    assert found["solved"]
    assert found["not square"]


def compare(
    game: AnyGame, spec: ExportSpec, levels: Iterator[Any], folder: Path
) -> Mapping[str, int]:
    """Compares the other program's optimum with that of plain search; counts what was met."""
    met: Counter[str] = Counter()
    for level, name in itertools.product(levels, objectives(game, spec)):
        ours = search(Task(game, level, game.objective(name), Ticker()))
        theirs = ANSWERERS[spec.id](export(level, spec.id, game=game, objective=name), folder)
        met["not square"] += level.width != level.height
        if theirs is None:
            assert ours.infeasible, (level, name)
            continue
        assert not ours.infeasible
        assert theirs.optimum == ours.bound, (level, name)
        _, verdict = read_answer(level, spec.id, theirs.text, game=game, objective=name)
        assert verdict.cost == ours.bound, verdict.fault
        met["solved"] += 1
    return met


@pytest.mark.parametrize("game", KNOWN)
def test_known_optima(game: str, tmp_path: Path) -> None:
    check_known(game, KNOWN[game], tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("game", KNOWN_IN_SOAK)
def test_more_known_optima(game: str, tmp_path: Path) -> None:
    check_known(game, KNOWN_IN_SOAK[game], tmp_path)


def check_known(game: str, most: int, folder: Path) -> None:
    file = DATA / f"{game}.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines()
    optima = [json.loads(line)["optimum"] for line in lines]
    (spec,) = GAMES[game].exports
    compared = 0
    for optimum, level in zip(optima, read_boards("\n".join(lines), file.name), strict=True):
        if optimum is not None and optimum > most:
            continue
        theirs = ANSWERERS[spec.id](export(level, spec.id), folder)
        compared += 1
        assert (None if theirs is None else theirs.optimum) == optimum
        if theirs is not None:
            assert read_answer(level, spec.id, theirs.text)[1].cost == optimum
    assert compared


def test_a_board_without_a_target_is_refused() -> None:
    board = {"width": 2, "height": 2, "walls": [], "robots": [[0, 0]]}
    (level,) = read_boards(json.dumps(board), "board", game="robots")
    with pytest.raises(BadBoard, match="no target"):
        export(level, "pddl")
