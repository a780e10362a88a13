"""The course of merge."""

from __future__ import annotations

from tools.courses.entries import Entry

COURSE = (
    Entry(
        "First merge",
        "two equal heroes merge, and the new one strikes",
        """
a1a
""",
    ),
    Entry(
        "This way round",
        "the place of the merged hero decides what it strikes",
        """
aa1
""",
    ),
    Entry(
        "Little choices",
        "of two places one strikes more stones",
        """
1a1
.a.
1.1
""",
    ),
    Entry(
        "Heads up",
        "heroes that strike upwards only",
        """
attack: I
1.1.
a.aa
""",
    ),
    Entry(
        "Up and down",
        "heroes that strike above and below",
        """
attack: II
.1.
.aa
12.
.a.
""",
    ),
    Entry(
        "Two families",
        "heroes of two types, which do not merge with each other",
        """
a1b
b1a
""",
    ),
    Entry(
        "A second level",
        "merged heroes merge again",
        """
a1a
...
a1a
""",
    ),
    Entry(
        "Five little stones",
        "stones that no play can all destroy",
        "merge:random,heroes=4,hp=1#1.2@g1",
    ),
    Entry(
        "Hard stone",
        "a stone that has to be struck twice",
        """
aa2aa
""",
    ),
    Entry(
        "No higher",
        "no hero may rise above level two",
        """
max-level: 2
a1a1
1aa1
""",
    ),
    Entry(
        "Before the corner",
        "the merge that strikes most is a mistake",
        "merge:random,heroes=4,hp=1#1.1@g1",
    ),
    Entry(
        "A wide swing",
        "heroes that strike three cells above",
        """
attack: III
11.111
.aa.aa
""",
    ),
    Entry(
        "The last stroke",
        "a stone that has to be struck three times",
        """
.a3a.
aa.aa
""",
    ),
    Entry(
        "Sideways look",
        "heroes that strike three cells to the right",
        """
attack: IV
a1.
a21
a1.
a..
""",
    ),
    Entry(
        "Crossed wires",
        "many equal merges at first, few of them lead on",
        "merge:climb,heroes=6,stones=6,hp=3,min-gap=2#3.3@g1",
    ),
    Entry(
        "In a ring",
        "stones between heroes on all sides",
        "merge:random,heroes=5,density=dense,hp=2#2.9@g1",
    ),
    Entry(
        "Full house",
        "no empty cell to speak of: pairs compete for stones",
        "merge:random,heroes=5,density=dense,hp=2#2.20@g1",
    ),
    Entry(
        "Mixed company",
        "two types that have to work on the same stones",
        "merge:climb,heroes=8,stones=8,types=2,min-gap=2#3.2@g1",
    ),
    Entry(
        "A scattered band",
        "heroes far apart, for whom distance does not matter",
        "merge:climb,heroes=8,stones=8,types=2,min-gap=2#3.3@g1",
    ),
    Entry(
        "To each their own",
        "each type strikes in its own way",
        """
attack a: II
b22ba1
..a11.
1.a...
bb1b.3
....1b
""",
    ),
    Entry("Three clans", "three types on a larger board", "merge:random,types=3#5.12@g1"),
    Entry("Thick walls", "stones of up to four hit points in a group", "merge:random#5.212@g1"),
    Entry(
        "The long wall",
        "one line of heroes before one line of stones",
        "merge:two-lines,heroes=8,stones=8,hp=3#4.5@g1",
    ),
    Entry(
        "A field of stones",
        "all stones but two can go",
        """
aa121
111a.
.a21a
2aaaa
""",
    ),
    Entry(
        "Broken ground",
        "a board of 7 by 7 with one type: which pairs come first",
        "merge:random#5.127@g1",
    ),
    Entry("Last stand", "twelve heroes, and a plan of many merges", "merge:random#5.178@g1"),
)
