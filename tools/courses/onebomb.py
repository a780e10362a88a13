"""The course of onebomb."""

from __future__ import annotations

from tools.courses.entries import Entry

OLYMPIAD = {"source": "Bomberman, 29th Polish Olympiad in Informatics, stage II, the sample"}

COURSE = (
    Entry(
        "A short walk",
        """
2 3
P..
XXK
""",
    ),
    Entry(
        "One brick",
        """
2 4
P.#K
XXXX
""",
    ),
    Entry(
        "Bricks in a row",
        """
2 5
P##.K
XXXXX
""",
    ),
    Entry(
        "A small step",
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
        """
4 5
P.#.X
XXX#X
XXX.X
XXX.K
""",
    ),
    Entry("At the crossroads", "onebomb:random,width=4,height=4,rocks=25#21.78@g1"),
    Entry(
        "Once more",
        """
bombs: 2
3 5
P#.XX
XX#XX
XX.#K
""",
    ),
    Entry("A rocky field", "onebomb:random,width=5,height=5,rocks=25#21.17@g1"),
    Entry(
        "Through the cellar",
        """
3 6
P.X.#K
..#.#.
X.X.X.
""",
    ),
    Entry("The narrow side", "onebomb:random,width=5,height=5,rocks=25#21.39@g1"),
    Entry("Thin walls", "onebomb:random,width=5,height=5,blast=classic,rocks=25#21.46@g1"),
    Entry("Arms too short", "onebomb:random,width=5,height=5,radius=1,rocks=25#21.7@g1"),
    Entry("Through the hedge", "onebomb:scattered,width=6,height=6,rocks=20#21.41@g1"),
    Entry("From the middle", "onebomb:random,width=6,height=6,rocks=20,ends=anywhere#21.564@g1"),
    Entry("Garden paths", "onebomb:scattered,width=6,height=6,rocks=20#21.624@g1"),
    Entry(
        "The olympiad's room",
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
    Entry("Into the caves", "onebomb:caves,width=7,height=7#21.213@g1"),
    Entry("Winding ways", "onebomb:caves,width=7,height=7#21.163@g1"),
    Entry("Heavy doors", "onebomb:random,width=6,height=6,blast=classic#1.237@g1"),
    Entry("Dense rock", "onebomb:random,width=9,height=9,rocks=25,ends=anywhere#2.85@g1"),
    Entry("Two fuses", "onebomb:random,width=8,height=8,bombs=2,rocks=25#1.31@g1"),
    Entry("Cluttered yard", "onebomb:cluttered,width=10,height=10#2.7@g1"),
    Entry("Deep caves", "onebomb:caves,width=10,height=10#2.239@g1"),
    Entry("A wide country", "onebomb:random,width=12,height=12,bombs=2,rocks=20#3.52@g1"),
)
