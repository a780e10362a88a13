"""Pictures as SVG: of every game, and of scenes that no game has."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from gridproof.game import AnyGame
from gridproof.grid import Direction, Pos
from gridproof.level import Level
from gridproof.render.shapes import RULES, shape
from gridproof.render.svg import MAX_SHAPES, Drawing, style, svg
from gridproof.render.theme import Theme
from gridproof.scene import KINDS, Mark, Scene, Sprite, Tiles, Window, blast
from tests.samples import GAMES, generated, random_levels, sample_levels

SVG = "{http://www.w3.org/2000/svg}"
THEMES: tuple[Theme, ...] = ("auto", "light", "dark")
#: A picture of a board of 16 × 16 is at most so many bytes.
SMALL = 15 * 1024


def walked(game: AnyGame, level: Level, rng: random.Random) -> Iterator[Scene]:
    """Pictures of some positions and cursors of a play at random, and of what is between them."""
    state, backdrop = game.initial(level), game.backdrop(level)
    for _ in range(4):
        yield game.scene(level, state).over(backdrop)
        cursor = None
        for key in ("tab", "right", "enter", "down"):
            meaning = game.interpret(level, state, cursor, key)
            cursor = cursor if meaning is None or isinstance(meaning, str) else meaning
        yield game.scene(level, state, cursor).over(backdrop)
        moves = list(game.legal(level, state))
        if not moves:
            return
        move = rng.choice(moves)
        for scene in game.frames(level, state, move):
            yield scene.over(backdrop)
        state, _ = game.apply(level, state, move)


def parsed(document: str) -> ElementTree.Element:
    """The root of a document whose ids are unique and whose references lead somewhere."""
    root = ElementTree.fromstring(document)
    ids = [element.get("id", "") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert all(name.startswith("gp-") for name in ids)
    hrefs = [element.get("href", "#") for element in root.iter(f"{SVG}use")]
    assert {href[1:] for href in hrefs} <= set(ids)
    assert set(re.findall(r"url\(#([^)]*)\)", document)) <= set(ids)
    assert "var(" not in document
    return root


def described(root: ElementTree.Element) -> str:
    text = root.findtext(f"{SVG}desc")
    assert text is not None
    return text


@pytest.mark.parametrize("game", GAMES)
def test_pictures_of_every_game_are_sound(game: str) -> None:
    rng = random.Random(game)
    for level in [*sample_levels(game)[:4], *random_levels(game, 2)]:
        for scene in walked(GAMES[game], level, rng):
            for theme in THEMES:
                root = parsed(svg(scene, theme=theme, title=level.title or ""))
                assert root.get("role") == "img"
                assert root.get("aria-label")
                assert described(root) == str(scene)
            assert svg(scene) == svg(scene)


@pytest.mark.parametrize("game", GAMES)
def test_pictures_of_16_by_16_are_small(game: str) -> None:
    levels = [level for level in sample_levels(game) if level.width * level.height <= 16 * 16]
    for spec in GAMES[game].generators:
        if not spec.aims and {"width", "height"} <= {option.name for option in spec.parameters}:
            levels += [generated(game, spec.id, seed, width=16, height=16) for seed in range(3)]
    for level in levels:
        scene = GAMES[game].picture(level, GAMES[game].initial(level))
        assert len(svg(scene).encode()) < SMALL, level


def test_full_boards_of_16_by_16_are_small() -> None:
    rng = random.Random(0)
    cells = [(x, y) for y in range(16) for x in range(16)]

    def full(kinds: dict[str, int], **scene: Any) -> Scene:
        (names, weights), sprites = zip(*kinds.items(), strict=True), []
        for cell in cells:
            kind, tint = rng.choices(names, weights)[0], rng.randrange(3)
            level = rng.randrange(1, 4) if kind == "hero" else 0
            sign = {"hero": "abc"[tint], "stone": str(1 + tint)}.get(kind, "")
            wear = tint / 3 if kind == "stone" else 0
            thing = Sprite(f"{cell}", kind, *cell, "", tint, sign=sign, level=level, wear=wear)
            sprites.append(thing)
        return Scene(16, 16, tuple(sprites), **scene)

    squares = tuple(
        Sprite(f"q{i}", "square", i % 12, i // 2, tint=i, sign=str(i), width=4, height=4)
        for i in range(12)
    )
    points = full({"point": 1, "covered": 1}, ground="lattice")
    points = replace(points, sprites=points.sprites[::2])
    edges = frozenset((x, y, rng.choice("ES")) for x, y in cells if rng.random() < 0.6)
    tiles = Tiles(("", "wall", "crate", "rock", "brick"), bytes(rng.choices(range(5), k=256)))
    for scene in (
        full({"hero": 1, "stone": 3}),
        full({"box": 1, "stored": 1}),
        replace(points, sprites=(*squares, *points.sprites)),
        Scene(16, 16, (), edges=edges),
        Scene(16, 16, (), tiles=(tiles,)),
    ):
        assert len(svg(scene).encode()) < SMALL


@pytest.mark.parametrize("kind", [*KINDS, "lever"])
def test_each_kind_has_a_shape(kind: str) -> None:
    thing = Sprite("a", kind, 77, 88, label="/", sign="7", level=2, wear=0.5)
    drawing = Drawing()
    look = drawing.look(thing)
    root = ElementTree.fromstring(f"<svg>{drawing.defs()}{look}</svg>")
    assert any(element.tag in ("path", "rect", "circle") for element in root.iter())
    assert not re.search(r"\b(77|88)\b", look), "the cell is not part of the look"
    name, parts = shape(thing)
    markup = "".join(parts)
    assert name in RULES or not name
    assert ("class" in markup) == (kind == "player")
    if kind in ("robot", "helper", "hero", "stone", "start", "goal", "spent", "square", "lever"):
        assert ">7<" in markup


def test_things_of_a_kind_are_told_apart_without_colour() -> None:
    def uncoloured(thing: Sprite) -> str:
        return re.sub(r"#[0-9a-fA-F]{6}", "", "".join(shape(thing)[1]))

    for kind in ("robot", "helper", "hero", "square", "target"):
        looks = {uncoloured(Sprite("a", kind, 0, 0, tint=t, sign=str(t))) for t in range(12)}
        assert len(looks) == 12
    assert len({uncoloured(Sprite("a", "hero", 0, 0, level=n)) for n in range(30)}) == 30
    assert len({uncoloured(Sprite("a", "stone", 0, 0, wear=n / 3)) for n in range(4)}) == 4
    marks = [svg(Scene(1, 1, (), marks=(Mark(0, 0, t, ""),))) for t in range(8)]
    hatches = {re.findall(r'<path d="([^"]*)" stroke-opacity', mark)[0] for mark in marks}
    assert len(hatches) == 8
    held, aimed = (uncoloured(Sprite("a", "cursor", 0, 0, label=label)) for label in ("><", "[]"))
    assert held != aimed


def test_eyes_can_be_turned_by_a_page() -> None:
    look = Drawing().look(Sprite("a", "player", 0, 0))
    assert '<g class="eyes">' in look
    assert '.pictures [data-way="L"] .eyes{' in style(".pictures")


def test_a_page_can_choose_the_theme() -> None:
    css = style(".page")
    assert ".page[data-theme=dark]{" in css
    assert ".page:not([data-theme=light]){" in css
    for theme in ("light", "dark"):
        assert "var(" not in style(".page", theme)
        assert "@media" not in style(".page", theme)


HOSTILE = [
    "<script>alert(1)</script>",
    "a & b",
    "\"'><x y='",
    "]]>",
    "--><!--",
    "\x00\x1b[2J\ud800",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_cannot_break_out(text: str) -> None:
    things = (Sprite("a", "lever", 0, 0, label=text[:2]), Sprite("b", "robot", 1, 0, sign=text))
    scene = Scene(2, 1, things, caption=text, marks=(Mark(0, 0, 0, text),))
    for picture in (svg(scene, title=text), svg(replace(scene, sprites=()), title=text)):
        root = parsed(picture)
        picture.encode()
        assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
            *("svg", "title", "desc", "style", "defs", "g", "use", "path", "rect", "circle", "text")
        }
        if text.isprintable():
            assert root.findtext(f"{SVG}title") == root.get("aria-label") == text
            assert text in described(root)


def test_a_picture_without_a_title_has_a_label() -> None:
    root = parsed(svg(Scene(3, 2, ())))
    assert root.find(f"{SVG}title") is None
    assert root.get("aria-label") == "board of 3 × 2 cells"


def test_ways_are_lines_below_what_moves() -> None:
    robot = Sprite("robot 2", "robot", 3, 0, tint=2, sign="2")
    way = [Pos(0, 0), Pos(0, 1), Pos(3, 1), Pos(3, 1), Pos(3, 0)]
    picture = svg(Scene(4, 2, (robot,)), ways={"robot 2": way, "robot 7": way})
    parsed(picture)
    assert picture.count('class="way"') == 1
    assert picture.index('class="way"') < picture.rindex("<use")
    assert 'd="M.5 .5L.5 1.2Q.5 1.5 .8 1.5' in picture
    assert "way" not in svg(Scene(4, 2, (robot,)), ways={"robot 2": [Pos(3, 0)]})


def test_a_window_is_cut_where_it_ends() -> None:
    square = Sprite("a", "square", 0, 0, sign="1", width=9, height=9)
    outside = Sprite("b", "robot", 9, 9, sign="5")
    edges = frozenset({(4, 4, "E"), (8, 8, "S")})
    window = Window(4, 4, 3, 2)
    tiles = Tiles(("", "crate"), b"\0\0\1\0\0\0")
    scene = Scene(10, 10, (square, outside), edges=edges, window=window, tiles=(tiles,))
    root = parsed(svg(scene))
    assert root.get("viewBox") == "3.75 3.75 3.5 2.5"
    cut = [element for element in root.iter(f"{SVG}svg") if element is not root]
    assert [element.get("viewBox") for element in cut] == ["4 4 3 2"]
    assert [text.text for text in root.iter(f"{SVG}text")] == ["1"]
    paths = [path.get("d") for path in root.iter(f"{SVG}path")]
    crates = [use for use in root.iter(f"{SVG}use") if (use.get("x"), use.get("y")) == ("6", "4")]
    assert len(crates) == 1
    assert "M5 4v1" in paths, "one thin wall, and no border, since none is near"
    assert described(root) == str(scene)


def test_a_whole_board_has_its_border() -> None:
    picture = svg(Scene(3, 2, (), edges=frozenset({(0, 0, "S"), (1, 0, "S")})))
    assert 'd="M0 0v2M3 0v2M0 0h3M0 1h2M0 2h3"' in picture


def test_what_is_outside_is_bare() -> None:
    tiles = Tiles.of("_##_", 2, {"_": "outside", "#": "wall"}, Window(0, 0, 2, 2))
    assert 'd="M1 0h1v1h-1zM0 1h1v1h-1z"' in svg(Scene(2, 2, (), tiles=(tiles,)))


def test_arms_of_a_blast_meet_at_the_bomb() -> None:
    arms = list(blast(Pos(2, 1), {Direction.L: 2, Direction.R: 0, Direction.D: 1}))
    assert [(arm.x, arm.y, arm.width, arm.height) for arm in arms] == [(0, 1, 3, 1), (2, 1, 1, 2)]
    parsed(svg(Scene(4, 3, (*arms, Sprite("bomb", "bomb", 2, 1)))))


@pytest.mark.parametrize("window", [Window(0, 0, 0, 0), Window(5, 5, 2, 2), Window(0, 0, 1, 0)])
def test_an_empty_window_is_a_picture(window: Window) -> None:
    tiles = Tiles(("", "wall"), b"")
    parsed(svg(Scene(3, 3, (), window=window, tiles=(tiles,), edges=frozenset())))


def test_many_tiles_are_drawn_as_a_pattern() -> None:
    for side, patterns in ((24, 0), (25, 1)):
        tiles = Tiles(("", "crate"), b"\1" * side * side)
        root = parsed(svg(Scene(side, side, (), tiles=(tiles,))))
        assert len(list(root.iter(f"{SVG}pattern"))) == patterns


def large(side: int) -> Scene:
    rng = random.Random(0)
    row = bytes(rng.choices(range(3), k=side))
    codes = b"".join(row[i % side :] + row[: i % side] for i in range(0, 7 * side, 7))
    things = (Sprite("p", "start", 0, 0, sign="P"), Sprite("a", "player", side - 1, side - 1))
    return Scene(side, side, things, caption="all", tiles=(Tiles(("", "rock", "brick"), codes),))


def test_large_boards_are_a_picture_of_pixels_with_pins() -> None:
    scene = large(201)
    assert scene.width * scene.height > MAX_SHAPES
    picture = svg(scene, ways={"a": [Pos(0, 0), Pos(200, 0), Pos(200, 200)]})
    root = parsed(picture)
    (image,) = root.iter(f"{SVG}image")
    assert image.get("image-rendering") == "pixelated"
    assert image.get("width") == image.get("height") == "201"
    assert described(root) == "all"
    pins = [g.get("transform", "") for g in root.iter(f"{SVG}g") if g.get("transform")]
    assert pins == ["translate(0 0) scale(8.04)", "translate(192.96 192.96) scale(8.04)"]


def test_no_cell_of_a_huge_board_is_looked_at_one_by_one() -> None:
    scene = large(4096)
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    sys.setprofile(count)
    try:
        picture = svg(scene)
    finally:
        sys.setprofile(None)
    assert calls < 20_000
    assert len(picture) < 6_000_000
