"""Play-throughs as data for the player of pages: pictures of things once, then only what changes.

The player knows no rules and draws nothing by itself. A *record* is a JSON object (lists and
numbers below are JSON's, cells are counted from 0):

``v`` 1; ``game``, ``title``; ``width``, ``height`` in cells; ``view`` [left, top, width, height];
``defs``, ``backdrop``: SVG; ``ground``: what bare cells are, in words: {``names``: […], ``rows``:
a text a row, a character a cell, ``"0"`` is the first name}, or null for large boards;
``looks``: [[kind, layer, SVG of a thing at cell (0, 0), words, tint, columns, rows], …]; ``tints``:
the colours, and ``ways``, the layer, in which ways are drawn;
``traced``: ids of the things whose whole way is shown; ``marks``: remarks on cells, [[x, y,
tint or null, text, columns, rows], …], ``overlay``, their SVG below things, and ``signs``, over
them;
on larger boards with marks ``tiles``: what the cells are, in words: {``names``: […], ``runs``:
``"12a3b"``, 12 cells of the first name and 3 of the second, row by row};
``first``: {``sprites``: [[id, look, x, y], …], ``caption``}; ``steps``; ``facts``, ``solution``,
``board`` (null where it is very long), ``file``: texts for people; ``solutions``: further ones,
[{``steps``, ``solution``}, …].

A step is {``move``, ``frames``: [frame, …]}, a frame holds what changes: ``set`` [[id, look, x, y],
…], ``gone`` [id, …], ``paths`` {id: [[x, y], …], ends and corners}, ``caption``, and on larger
boards, whose tiles are in the backdrop, ``paint``: SVG that lies over it from now on, and if the
record has ``tiles``, ``tiles`` [[x, y, its new name], …]. A step has
``back`` if it takes moves back, and, where a player did not have them before, ``looks``, ``defs``,
``traced``. Steps in which one thing only shifts by a cell, and whose move is the letter of the
direction, are taken together: {``walk``: id, ``way``: ``"12R4D"``}.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from gridproof.game import AnyGame
from gridproof.grid import Direction, Pos
from gridproof.level import Level
from gridproof.registry import game_of
from gridproof.render.cell_set import Cells
from gridproof.render.layers import laid_over, numbered, runs
from gridproof.render.overlay import signs, told
from gridproof.render.scene_diff import changed_things, changed_tiles
from gridproof.render.svg import MAX_SHAPES, WAYS, Drawing, view
from gridproof.render.theme import TINTS
from gridproof.scene import Scene, Sprite
from gridproof.visible import json_escaped

__all__ = ["SMALL_BOARD", "Recorder", "file_name", "inlined", "record"]

#: On boards of at most this many cells each tile that can change is a thing of its own, and each
#: cell has words for people who do not see the board.
SMALL_BOARD: Final = 2_500
#: Longer board texts are left out of records.
_LONGEST_BOARD: Final = 1 << 20

_LETTERS: Final = {direction.value: direction.name for direction in Direction}

Json = dict[str, Any]
#: A thing as the player knows it: its id, the number of its look, column and row.
_Entry = list[Any]


class Recorder:
    """The changes from scene to scene for a player, and each look when it is first seen.

    For play, where scenes come one by one: make it from the first scene, hand :meth:`head` to the
    player's ``create``, and the result of :meth:`step` to its ``apply``.

    Args:
        backdrop: the scene that never changes.
        first: the scene to begin with.
        number: the number of moves that led there.
        counts_bombs: True if the cells of bombs that went off are marked with their numbers.
    """

    def __init__(
        self, backdrop: Scene, first: Scene, number: int = 0, *, counts_bombs: bool = True
    ) -> None:
        self._drawing = Drawing()
        self._counts_bombs = counts_bombs
        self._backdrop = backdrop
        self._looks: dict[tuple[object, ...], int] = {}
        self._look_of: dict[tuple[object, ...], int] = {}
        self._told_looks, self._told_traced, self._told_defs = 0, 0, ""
        self._traced: dict[str, None] = {}
        self._small = first.width * first.height <= SMALL_BOARD
        self._telling = False  # of tiles that they are others, because cells are explained
        self.restart(first, number)

    def restart(self, first: Scene, number: int = 0) -> None:
        """Go on from another scene, as if no bomb had gone off before it; no step is made."""
        self._scene, self._number = first, number
        self._bombs: list[tuple[int, Pos]] = []  # that went off, with the number of the move

    def head(self) -> Json:
        """Return the record without steps: the scene that was met last is its first.

        It has everything that was met so far, whatever another player was given before.
        """
        self._told_looks, self._told_traced, self._told_defs = 0, 0, ""
        scene, backdrop = self._scene, self._backdrop
        picture = backdrop if self._small else scene.over(backdrop)
        marked = replace(
            picture,
            marks=(*backdrop.marks, *scene.marks),
            strokes=(*backdrop.strokes, *scene.strokes),
        )
        said = [[m.x, m.y, m.tint, m.text, m.width, m.height] for m in told(marked)]
        self._telling = bool(said) and not self._small
        sprites = [
            *backdrop.sprites,
            *scene.sprites,
            *map(self._mark, {cell for _, cell in self._bombs}),
        ]
        if self._small:
            sprites += _tile_sprites(scene)
        return {
            "v": 1,
            "width": scene.width,
            "height": scene.height,
            "view": list(view(scene)),
            "backdrop": self._drawing.backdrop(replace(picture, sprites=())),
            "ground": _ground(backdrop) if self._small else None,
            "tints": list(TINTS),
            "ways": WAYS,
            "overlay": self._drawing.bands(marked),
            "signs": signs(marked.marks),
            "marks": said,
            **({"tiles": _named(picture)} if self._telling else {}),
            "first": {"sprites": [self._entry(s) for s in sprites], "caption": scene.caption},
            "steps": [],
        } | self.news()

    def news(self) -> Json:
        """Return the ``looks``, ``defs`` and ``traced`` that were met since the last call."""
        looks = list(self._looks)[self._told_looks :]
        defs = self._drawing.defs()
        new = defs.removeprefix(self._told_defs)
        traced = list(self._traced)[self._told_traced :]
        self._told_looks, self._told_defs = len(self._looks), defs
        self._told_traced = len(self._traced)
        return {"looks": [list(look) for look in looks], "defs": _thrifty(new), "traced": traced}

    def step(self, move: str, scenes: Iterable[Scene], number: int | None = None) -> Json:
        """Return the changes from the scene that was met last through the given ones.

        Args:
            move: the move in the game's words; "" if it is none (undo, a cursor that moves).
            scenes: without the one before.
            number: the number of moves to the last one; None: one more than before. If it is
                lower (undo), the traces of later moves are removed.

        Returns:
            A step, with the ``looks`` and ``defs`` that the player does not have yet, if any.
        """
        step = self.changes(move, scenes, number)
        return step | {name: new for name, new in self.news().items() if new}

    def changes(self, move: str, scenes: Iterable[Scene], number: int | None = None) -> Json:
        """Return the same without new looks, for callers of :meth:`news`."""
        number = self._number + 1 if number is None else number
        back: Json = {"back": True} if number < self._number else {}
        self._number = number
        return {"move": move, "frames": [self._frame(scene) for scene in scenes]} | back

    def _frame(self, scene: Scene) -> Json:
        before, self._scene = self._scene, scene
        changed, gone = self._changes(before, scene)
        bombs = self._count_bombs([sprite for sprite in gone if sprite.kind == "bomb"], scene)
        marks = [self._mark(cell) for cell in bombs]
        changed += [mark for mark in marks if mark.sign]
        gone += [mark for mark in marks if not mark.sign]
        frame: Json = {}
        if self._small:
            tiles = list(changed_tiles(before, scene))
            changed += [_tile(layer, cell, new) for layer, _, cell, new in tiles if new]
            gone += [_tile(layer, cell, "") for layer, _, cell, new in tiles if not new]
        else:
            frame |= self._painted(before, scene)
        if changed:
            frame["set"] = [self._entry(sprite) for sprite in changed]
        if gone:
            frame["gone"] = [sprite.id for sprite in gone]
        if scene.paths:
            frame["paths"] = {key: _corners(way) for key, way in scene.paths.items()}
        if scene.caption != before.caption:
            frame["caption"] = scene.caption
        return frame

    def _painted(self, before: Scene, after: Scene) -> Json:
        """Return the cover of the picture of the tiles from now on: drawn, and in words."""
        layers = (*self._backdrop.tiles, *after.tiles)
        groups: defaultdict[str, list[Pos]] = defaultdict(list)
        for place, cell in sorted({tile[1:3] for tile in changed_tiles(before, after)}):
            kinds = [kind for tiles in layers if (kind := tiles.at(place))]
            groups[kinds[-1] if kinds else ""].append(cell)
        coarse = len(after.rows) * len(after.columns) > MAX_SHAPES
        parts = []
        for kind, cells in groups.items():
            columns, rows = [cell.x for cell in cells], [cell.y for cell in cells]
            left, top = min(columns), min(rows)
            width, height = max(columns) - left + 1, max(rows) - top + 1
            places = (Pos(x - left, y - top) for x, y in cells)
            chosen = Cells.at(places, width, height)
            parts.append(self._drawing.patch(kind, chosen, left, top, coarse=coarse))
        if not parts:
            return {}
        frame: Json = {"paint": "".join(parts)}
        if self._telling:
            found = groups.items()
            frame["tiles"] = [[*cell, kind or "floor"] for kind, cells in found for cell in cells]
        return frame

    def _changes(self, before: Scene, after: Scene) -> tuple[list[Sprite], list[Sprite]]:
        """Return the things that are new or look other than before, and those that are gone."""
        changed, gone = [], []
        for old, new in changed_things(before, after):
            if new is not None:
                if old is None or self._entry(old) != self._entry(new):
                    changed.append(new)
            elif old is not None:
                gone.append(old)
        return changed, gone

    def _count_bombs(self, gone: Sequence[Sprite], scene: Scene) -> set[Pos]:
        """Note the bombs that went off with this move, and forget those of later moves.

        Returns:
            The cells whose marks are other than before.
        """
        cells = set()
        while self._bombs and self._bombs[-1][0] > self._number:
            cells.add(self._bombs.pop()[1])
        marked = {(s.x, s.y) for s in scene.sprites if s.kind == "spent"} if gone else ()
        for bomb in gone:
            if self._counts_bombs and (bomb.x, bomb.y) not in marked:  # the game shows it itself
                self._bombs.append((self._number, Pos(bomb.x, bomb.y)))
                cells.add(Pos(bomb.x, bomb.y))
        return cells

    def _mark(self, cell: Pos) -> Sprite:
        """Return the numbers of the bombs that went off on a cell, which may be none."""
        sign = "+".join(str(number) for number, at in self._bombs if at == cell)
        return Sprite(
            f"off{cell}", "spent", *cell, label=f"✹{sign}", sign=sign, name=f"bomb {sign}"
        )

    def _entry(self, sprite: Sprite) -> _Entry:
        if sprite.traced:
            self._traced[sprite.id] = None
        return [sprite.id, self.look(sprite), sprite.x, sprite.y]

    def look(self, sprite: Sprite) -> int:
        """Return the number of a thing's look."""
        s = sprite
        key = (s.kind, s.label, s.tint, s.sign, s.name, s.width, s.height, s.level, s.wear)
        number = self._look_of.get(key)
        if number is None:
            drawn = _thrifty(self._drawing.look(s))
            look = (s.kind, s.layer, drawn, s.words, s.tint % len(TINTS), s.width, s.height)
            number = self._looks.setdefault(look, len(self._looks))
            self._look_of[key] = number
        return number


def record(
    level: Level,
    solutions: Sequence[Sequence[str]] = (),
    *,
    game: AnyGame | str | None = None,
    start: Any = None,
    before: Sequence[str] = (),
    facts: str = "",
    over: Callable[[Scene], Scene] | None = None,
) -> Json:
    """Return the record of solutions of a level, played one by one, or of its first scene alone.

    Args:
        level: a level without faults.
        solutions: moves, the solution that is shown first in front.
        game: its game, or the game's id; None looks it up by ``level.game``.
        start: a state of the level to begin with; None is its first one.
        before: moves that lead from there to the position where the solutions start.
        facts: the facts about the solutions, in a line.
        over: adds remarks on cells to the backdrop.

    Raises:
        MoveError: a move cannot be made.
    """
    found = game_of(level, game)
    state = found.initial(level) if start is None else start
    backdrop = found.backdrop(level)
    recorder = Recorder(over(backdrop) if over else backdrop, found.scene(level, state))
    for move in before:
        recorder.changes(move, list(found.frames(level, state, move))[1:])
        state, _ = found.apply(level, state, move)
    first, number = found.scene(level, state), len(before)
    made = recorder.head()
    played = []
    for moves in solutions:
        recorder.changes("", [first], number)
        steps = _steps(recorder, found, level, state, moves)
        runs = list(_runs(steps, made["first"]["sprites"]))
        played.append({"steps": runs, "solution": found.write_solution(level, moves)})
    text = found.write(level, found.canonical_format)
    rest = recorder.news()
    about = {
        "game": found.id,
        "title": level.info.get("title") or f"{found.title} {level.width} × {level.height}",
        "looks": made["looks"] + rest["looks"],
        "defs": made["defs"] + rest["defs"],
        "traced": made["traced"] + rest["traced"],
        "facts": facts,
        "solution": "",
        "board": text if len(text) <= _LONGEST_BOARD else None,
        "file": file_name(level.title or found.id),
    }
    made |= about
    if played:
        made |= played[0]
    if played[1:]:
        made["solutions"] = played[1:]
    return made


def _thrifty(svg: str) -> str:
    """Return the same with attributes in the quotes that JSON does not have to escape."""
    return re.sub(
        r"<[^>]*>", lambda tag: tag[0] if "'" in tag[0] else tag[0].replace('"', "'"), svg
    )


def inlined(value: Json) -> str:
    """Return a record as JSON that may stand in a ``<script>`` of a page."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    text = text.replace("</", "<\\/").replace("<!", "\\u003c!")
    return json_escaped(text)


def file_name(name: str, ending: str = "txt") -> str:
    """Return a name for a file, whatever the name of the board is."""
    words = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60].strip("-")
    return f"{words or 'board'}.{ending}"


def _steps(
    recorder: Recorder, game: AnyGame, level: Level, state: Any, moves: Sequence[str]
) -> Iterator[Json]:
    for move in moves:
        frames = game.frames(level, state, move)
        next(frames)
        yield recorder.changes(move, frames)
        state, _ = game.apply(level, state, move)


def _runs(steps: Iterable[Json], first: Iterable[_Entry]) -> Iterator[Json]:
    """Yield the steps, those of a walk taken together."""
    places = {key: (look, x, y) for key, look, x, y in first}
    walked: list[tuple[str, str]] = []  # id and letter of the steps at hand
    for step in steps:
        shifted = _shift(step, places)
        if walked and (shifted is None or shifted != walked[-1][0]):
            yield _walk(walked)
            walked = []
        if shifted is None:
            yield step
        else:
            walked.append((shifted, step["move"]))
        for frame in step["frames"]:
            places.update({key: (look, x, y) for key, look, x, y in frame.get("set", ())})
    if walked:
        yield _walk(walked)


def _shift(step: Json, places: Mapping[str, tuple[int, int, int]]) -> str | None:
    """Return the id of the one thing that the step shifts in the direction of its move, if any."""
    if len(step["frames"]) != 1 or step["frames"][0].keys() != {"set"}:
        return None
    entries: list[_Entry] = step["frames"][0]["set"]
    key, look, x, y = entries[0]
    if len(entries) > 1 or key not in places:
        return None
    old_look, old_x, old_y = places[key]
    direction = _LETTERS.get((x - old_x, y - old_y))
    return str(key) if look == old_look and direction == step["move"] else None


def _walk(walked: Sequence[tuple[str, str]]) -> Json:
    runs = ((letter, sum(1 for _ in run)) for letter, run in groupby(w[1] for w in walked))
    way = "".join(f"{count if count > 1 else ''}{letter}" for letter, count in runs)
    return {"walk": walked[0][0], "way": way}


def _corners(way: Sequence[Pos]) -> list[list[int]]:
    """Return a way without the cells on which it goes straight on."""
    corners: list[list[int]] = []
    for i, cell in enumerate(way):
        if 0 < i < len(way) - 1:
            before, after = way[i - 1], way[i + 1]
            if (cell.x - before.x, cell.y - before.y) == (after.x - cell.x, after.y - cell.y):
                continue
        corners.append(list(cell))
    return corners


def _tile(layer: int, cell: Pos, kind: str) -> Sprite:
    return Sprite(f"t{layer}.{cell}", kind, *cell)


def _tile_sprites(scene: Scene) -> Iterator[Sprite]:
    """Yield the tiles of a scene as a thing each."""
    for layer, tiles in enumerate(scene.tiles):
        for cell, code in zip(_cells(scene), tiles.codes, strict=True):
            if code:
                yield _tile(layer, cell, tiles.kinds[code])


def _cells(scene: Scene) -> Iterator[Pos]:
    return scene.window.cells(scene.width, scene.height)


def _named(scene: Scene) -> Json:
    """Return the uppermost tile of each cell in words, row by row in runs."""
    kinds = (kind for tiles in scene.tiles for kind in tiles.kinds if kind)
    names = list(dict.fromkeys(["floor", *kinds]))
    cells = bytes(len(scene.rows) * len(scene.columns))
    for tiles in scene.tiles:
        numbers = [names.index(kind or "floor") for kind in tiles.kinds]
        cells = laid_over(cells, numbered(tiles.codes, numbers), tiles.codes)
    told = "".join(f"{length}{chr(ord('a') + code)}" for length, code in runs(cells))
    return {"names": names, "runs": told}


def _ground(backdrop: Scene) -> Json:
    """Return the bare cells in words, with the thin walls at their sides."""
    names = {"floor": 0}
    rows = []
    cells = zip(_cells(backdrop), *(tiles.codes for tiles in backdrop.tiles), strict=True)
    for _, row in groupby(cells, key=lambda cell: cell[0].y):
        line = ""
        for cell, *codes in row:
            kinds = (t.kinds[code] for t, code in zip(backdrop.tiles, codes, strict=True) if code)
            name = ", ".join([*(list(kinds)[-1:] or ["floor"]), *_walls(backdrop, cell)])
            line += chr(ord("0") + names.setdefault(name, len(names)))
        rows.append(line)
    return {"names": list(names), "rows": rows}


def _walls(scene: Scene, cell: Pos) -> Iterator[str]:
    """Yield the thin walls at the sides of a cell, in words; the outer border is none."""
    edges = scene.edges or frozenset()
    above, left = cell.step(Direction.U), cell.step(Direction.L)
    if (*above, "S") in edges:
        yield "wall above"
    if (*cell, "E") in edges:
        yield "wall to the right"
    if (*cell, "S") in edges:
        yield "wall below"
    if (*left, "E") in edges:
        yield "wall to the left"
