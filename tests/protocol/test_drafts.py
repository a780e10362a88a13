"""Every game's boards can be drawn, piece by piece, and come out as they were."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from gridproof.editing.draft import Draft
from gridproof.editing.edits import draft_of_json, draft_to_json, edited
from gridproof.editing.variants import changes, variants
from gridproof.errors import InputError
from gridproof.game import AnyGame
from gridproof.grid import Pos
from gridproof.level import Fault, Level
from gridproof.limits import Ticker
from gridproof.registry import digest
from gridproof.scene import Window
from gridproof.solving.solve import solve
from gridproof.strict_json import Field
from gridproof.web.edit_answers import describe
from tests.samples import GAMES, tiny_makers

#: Keys of tools and of the program on the page on which boards are drawn.
TOOL_KEYS = set("dlrfmeut|<>-+?")
DRAWN = [game for game in GAMES.values() if game.palette]
BOARDS = 12


def boards(game_id: str, count: int = BOARDS) -> Iterator[Level]:
    """Tiny random boards of a game, of all makers in turn."""
    makers = list(tiny_makers(game_id).values())
    for seed in range(count):
        yield makers[seed % len(makers)](random.Random(seed))


def cells(draft: Draft) -> list[Pos]:
    """All cells of the window."""
    left, top, width, height = draft.window
    return [Pos(left + x, top + y) for y in range(height) for x in range(width)]


@pytest.fixture(params=DRAWN, ids=lambda game: game.id)
def game(request: pytest.FixtureRequest) -> AnyGame:
    """A game whose boards are drawn."""
    found: AnyGame = request.param
    return found


def test_a_palette_names_each_piece_once_and_no_key_of_a_tool(game: AnyGame) -> None:
    names = [piece.id for piece in game.palette]
    assert len(set(names)) == len(names)
    assert not {piece.key for piece in game.palette} & TOOL_KEYS
    assert all(len(piece.key) == 1 for piece in game.palette)
    for piece in game.palette:
        assert set(piece.on) <= set(names)


def test_boards_come_out_of_their_drafts_as_they_were(game: AnyGame) -> None:
    for level in boards(game.id):
        draft = Draft.of(game, level)
        assert not draft.faults
        assert digest(game, draft.level()) == digest(game, level)
        assert draft_of_json(Field(draft_to_json(draft)), game).built == draft.built


def test_boards_can_be_drawn_piece_by_piece(game: AnyGame) -> None:
    for level in boards(game.id):
        whole = Draft.of(game, level)
        draft = replace(whole, layout={})
        for name in whole.palette:
            for cell in sorted(whole.layout.get(name, ())):
                draft = draft.put(name, [cell])
        assert draft == whole


def test_turns_and_mirrors_come_back(game: AnyGame) -> None:
    for level in boards(game.id):
        start = draft = Draft.of(game, level)
        for _ in range(4):
            draft = draft.turn()
        assert digest(game, draft.level()) == digest(game, start.level())
        assert digest(game, draft.mirror().mirror().level()) == digest(game, start.level())


def test_any_strokes_leave_a_board_or_faults(game: AnyGame) -> None:
    """Random strokes: pictures are always there, and a draft without faults is a level."""
    rng = random.Random(game.id)
    draft = Draft.empty(game, 5, 4)
    faultless = 0
    for _ in range(150):
        everywhere = cells(draft)
        some = rng.sample(everywhere, rng.randint(1, 4))
        name = rng.choice([piece.id for piece in game.palette])
        match rng.randrange(8):
            case 0:
                draft = draft.clear(some)
            case 1:
                draft = draft.take(name, some)
            case 2:
                draft = draft.put(name, draft.region(some[0]))
            case 3:
                part = Window(*some[0], 2, 2)
                by = rng.randint(-2, 2), rng.randint(-2, 2)
                draft = draft.move(part, *by, copy=rng.random() < 0.5)
            case _:
                draft = draft.put(name, some)
        faults, level = draft.faults, draft.built
        told = describe(draft)
        assert len(told["faults"]) == len(faults)
        assert draft_of_json(Field(told["draft"]), game) == draft
        if not faults:
            faultless += 1
            assert isinstance(level, Level)
            assert game.write(level, game.canonical_format)
            assert game.picture(level, game.initial(level))
            list(game.remarks(level))
        elif isinstance(level, Fault):
            assert level in faults
        for piece in game.palette:
            assert not piece.single or len(draft.layout.get(piece.id, ())) <= 1
    assert faultless or game.endless or game.id == "template"


def test_a_window_keeps_cells_in_their_places(game: AnyGame) -> None:
    for level in boards(game.id):
        draft = Draft.of(game, level)
        left, top, width, height = draft.window
        larger = draft.crop(Window(left - 1, top - 2, width + 1, height + 3))
        if game.endless:
            assert larger.layout == draft.layout
            continue
        assert larger.window == Window(0, 0, width + 1, height + 3)
        back = larger.crop(Window(1, 2, width, height))
        assert back == draft


def test_a_moved_part_stands_elsewhere(game: AnyGame) -> None:
    draft = Draft.empty(game, 6, 5)
    piece = next(piece for piece in game.palette if piece.side is None)
    draft = draft.put(piece.id, [Pos(1, 1)])
    moved = draft.move(Window(0, 0, 2, 2), 3, 2)
    assert moved.at(Pos(4, 3)) == (piece.id,)
    assert not moved.at(Pos(1, 1))
    if not piece.single:
        assert draft.move(Window(0, 0, 2, 2), 3, 2, copy=True).at(Pos(1, 1)) == (piece.id,)


def test_bad_edits_are_refused_in_a_sentence(game: AnyGame) -> None:
    draft = Draft.empty(game, 4, 4)
    name = game.palette[0].id
    for edit in (
        ["put", "no such piece", [[0, 0]]],
        ["put", name, [[9, 9]]],
        ["put", name, []],
        ["fill", name, [-1, 0]],
        ["crop", [0, 0, 0, 3]],
        ["crop", [0, 0, 1000, 1000]],
        ["set", "no such option", "1"],
        ["dance"],
        [],
        "put",
    ):
        with pytest.raises(InputError):
            edited(draft, Field(edit, "edit"))


def test_effects_of_changes_are_those_of_solving_anew(game: AnyGame) -> None:
    tried = 0
    for level in boards(game.id, 4):
        draft = Draft.of(game, level)
        known = solve(level, game=game)
        for change in changes(draft, cells(draft)[:6], Ticker()):
            put = draft.take if change.takes else draft.put
            other = put(change.piece, [change.cell]).built
            assert isinstance(other, Level)
            result = solve(other, game=game)
            tried += 1
            if change.effect == "same":
                assert result.cost == known.cost
            elif change.effect == "unsolvable":
                assert result.cost is None
                assert known.cost is not None
            elif change.effect == "solvable":
                assert result.cost is not None
                assert known.cost is None
            else:
                assert change.effect in ("easier", "harder")
                assert result.cost != known.cost
    assert tried or len(game.palette) == 1


def test_variants_differ_and_are_solved(game: AnyGame) -> None:
    level = next(boards(game.id, 1))
    found = variants(Draft.of(game, level), 3, "seed", Ticker())
    again = variants(Draft.of(game, level), 3, "seed", Ticker())
    assert [each.draft for each in found] == [each.draft for each in again]
    digests = {digest(game, each.draft.level()) for each in found}
    assert len(digests) == len(found)
    assert digest(game, level) not in digests
    for each in found:
        assert not each.draft.faults
        assert each.result.cost == solve(each.draft.level(), game=game).cost
