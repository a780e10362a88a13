"""The course of onebomb."""

from __future__ import annotations

from tools.courses.entries import Entry

OLYMPIAD = {"source": "Bomberman, 29th Polish Olympiad in Informatics, stage II, the sample"}

COURSE = (
    Entry(
        "A short walk",
        "the shortest way; no bomb is needed",
        """
2 3
P..
XXK
""",
    ),
    Entry(
        "One brick",
        "a bomb clears a brick in the way",
        """
2 4
P.#K
XXXX
""",
    ),
    Entry(
        "Bricks in a row",
        "an arm clears all bricks up to a rock",
        """
2 5
P##.K
XXXXX
""",
    ),
    Entry(
        "A small step",
        "arms of one cell: the bomb goes between the bricks",
        """
radius: 1
3 5
P#.#K
XXXXX
.....
""",
    ),
    Entry(
        "Brick by brick",
        "the classic blast: an arm removes one brick only",
        """
blast: classic
3 5
P##.K
.XX.X
.#...
""",
    ),
    Entry(
        "A second bomb",
        "two bombs, one after another, with the classic blast",
        """
bombs: 2
blast: classic
3 6
P##.#K
.X..XX
.....X
""",
    ),
    Entry(
        "Around the bend",
        "one bomb clears along a row and a column",
        """
4 5
P.#.X
XXX#X
XXX.X
XXX.K
""",
    ),
    Entry(
        "At the crossroads",
        "a way of three bricks that one bomb can open",
        "onebomb:random,width=4,height=4,rocks=25#21.78@g1",
    ),
    Entry(
        "Once more",
        "two bombs, the second through what the first has cleared",
        """
bombs: 2
3 5
P#.XX
XX#XX
XX.#K
""",
    ),
    Entry(
        "A rocky field",
        "rocks stop arms: few cells of use remain",
        "onebomb:random,width=5,height=5,rocks=25#21.17@g1",
    ),
    Entry(
        "Through the cellar",
        "a row below the direct way is the one to be cleared",
        """
3 6
P.X.#K
..#.#.
X.X.X.
""",
    ),
    Entry(
        "The narrow side",
        "the cells that the bomb may go to are few",
        "onebomb:random,width=5,height=5,rocks=25#21.39@g1",
    ),
    Entry(
        "Thin walls",
        "the classic blast on a board full of bricks",
        "onebomb:random,width=5,height=5,blast=classic,rocks=25#21.46@g1",
    ),
    Entry(
        "Arms too short",
        "arms of one cell in a crowded room",
        "onebomb:random,width=5,height=5,radius=1,rocks=25#21.7@g1",
    ),
    Entry(
        "Through the hedge",
        "a walk without a bomb exists, and is longer",
        "onebomb:scattered,width=6,height=6,rocks=20#21.41@g1",
    ),
    Entry(
        "From the middle",
        "start and goal anywhere",
        "onebomb:random,width=6,height=6,rocks=20,ends=anywhere#21.564@g1",
    ),
    Entry(
        "Garden paths",
        "the way without a bomb is four steps longer",
        "onebomb:scattered,width=6,height=6,rocks=20#21.624@g1",
    ),
    Entry(
        "The olympiad's room",
        "a board of an olympiad, where the way without a bomb costs four steps more",
        """
6
......
.X.##.
..#.X.
..X.#K
.P#.X#
.X....
""",
        OLYMPIAD,
    ),
    Entry(
        "Into the caves",
        "mostly rock, where one brick saves much",
        "onebomb:caves,width=7,height=7#21.213@g1",
    ),
    Entry(
        "Winding ways",
        "many shortest ways, of which all need the bomb",
        "onebomb:caves,width=7,height=7#21.163@g1",
    ),
    Entry(
        "Heavy doors",
        "the classic blast with a winding way",
        "onebomb:random,width=6,height=6,blast=classic#1.237@g1",
    ),
    Entry(
        "Dense rock",
        "nine bricks on the way, cleared by one bomb",
        "onebomb:random,width=9,height=9,rocks=25,ends=anywhere#2.85@g1",
    ),
    Entry(
        "Two fuses",
        "two bombs that clear eleven bricks",
        "onebomb:random,width=8,height=8,bombs=2,rocks=25#1.31@g1",
    ),
    Entry(
        "Cluttered yard",
        "ten by ten, where one brick of many matters",
        "onebomb:cluttered,width=10,height=10#2.7@g1",
    ),
    Entry(
        "Deep caves",
        "caves where the way is much longer than it looks",
        "onebomb:caves,width=10,height=10#2.239@g1",
    ),
    Entry(
        "A wide country",
        "two bombs on twelve by twelve",
        "onebomb:random,width=12,height=12,bombs=2,rocks=20#3.52@g1",
    ),
)
