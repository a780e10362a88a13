"""The course of merge."""

from __future__ import annotations

from tools.courses.entries import Entry

COURSE = (
    Entry(
        "First merge",
        """
a1a
""",
    ),
    Entry(
        "This way round",
        """
aa1
""",
    ),
    Entry(
        "Little choices",
        """
1a1
.a.
1.1
""",
    ),
    Entry(
        "Heads up",
        """
attack: I
1.1.
a.aa
""",
    ),
    Entry(
        "Up and down",
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
        """
a1b
b1a
""",
    ),
    Entry(
        "A second level",
        """
a1a
...
a1a
""",
    ),
    Entry("Five little stones", "merge:random,heroes=4,hp=1#1.2@g1"),
    Entry(
        "Hard stone",
        """
aa2aa
""",
    ),
    Entry(
        "No higher",
        """
max-level: 2
a1a1
1aa1
""",
    ),
    Entry("Before the corner", "merge:random,heroes=4,hp=1#1.1@g1"),
    Entry(
        "A wide swing",
        """
attack: III
11.111
.aa.aa
""",
    ),
    Entry(
        "The last stroke",
        """
.a3a.
aa.aa
""",
    ),
    Entry(
        "Sideways look",
        """
attack: IV
a1.
a21
a1.
a..
""",
    ),
    Entry("Crossed wires", "merge:climb,heroes=6,stones=6,hp=3,min-gap=2#3.3@g1"),
    Entry("In a ring", "merge:random,heroes=5,density=dense,hp=2#2.9@g1"),
    Entry("Full house", "merge:random,heroes=5,density=dense,hp=2#2.20@g1"),
    Entry("Mixed company", "merge:climb,heroes=8,stones=8,types=2,min-gap=2#3.2@g1"),
    Entry("A scattered band", "merge:climb,heroes=8,stones=8,types=2,min-gap=2#3.3@g1"),
    Entry(
        "To each their own",
        """
attack a: II
b22ba1
..a11.
1.a...
bb1b.3
....1b
""",
    ),
    Entry("Three clans", "merge:random,types=3#5.12@g1"),
    Entry("Thick walls", "merge:random#5.212@g1"),
    Entry("The long wall", "merge:two-lines,heroes=8,stones=8,hp=3#4.5@g1"),
    Entry(
        "A field of stones",
        """
aa121
111a.
.a21a
2aaaa
""",
    ),
    Entry("Broken ground", "merge:random#5.127@g1"),
    Entry("Last stand", "merge:random#5.178@g1"),
)
