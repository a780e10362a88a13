"""The course of bombcover."""

from __future__ import annotations

from tools.courses.entries import Entry

THESIS = {
    "source": "R. van de Vlasakker, Bomb-cover, bachelor thesis, Leiden 2019, rebuilt from its text"
}

COURSE = (
    Entry(
        "First bomb",
        """
######
#@..x#
######
""",
    ),
    Entry(
        "One behind another",
        """
#######
#@..xx#
#######
""",
    ),
    Entry(
        "Find the spot",
        """
#######
#x...x#
#..@..#
#..x..#
#######
""",
    ),
    Entry(
        "Short fuse",
        """
radius: 1
#######
#..x..#
#.@.x.#
#x....#
#######
""",
    ),
    Entry(
        "Over the top",
        """
throw: yes
#######
#@x.x.#
##.####
##.x.x#
#######
""",
    ),
    Entry(
        "Behind the door",
        """
#########
#...x..x#
#.@.##.##
#..x#x..#
#########
""",
    ),
    Entry(
        "Straight through",
        """
pierce: yes
#######
#x..x.#
#@.##x#
#x.xx.#
#######
""",
    ),
    Entry("A small room", "bombcover:random,width=6,height=6#1.3@g1"),
    Entry(
        "A plain heap",
        """
#######
#..@..#
#.xxx.#
#..x..#
#######
""",
        THESIS,
    ),
    Entry(
        "On either hand",
        """
#######
#x.xx.#
#..@..#
#xx..x#
#######
""",
        THESIS,
    ),
    Entry("Far corners", "bombcover:random,width=7,height=6#1.40@g1"),
    Entry(
        "Two of us",
        """
#######
#@.x.x#
#.x#x.#
#x.x.@#
#######
""",
    ),
    Entry("A second pair", "bombcover:random,width=8,height=7,players=2#1.11@g1"),
    Entry("Room to room", "bombcover:random,width=7,height=6#1.29@g1"),
    Entry("Blast through", "bombcover:random,width=8,height=7,pierce=yes#1.12@g1"),
    Entry("A careful start", "bombcover:traps,width=8,height=8,min-gap=2#2.5@g1"),
    Entry("Pinched in", "bombcover:traps,width=8,height=8,min-gap=2#2.0@g1"),
    Entry("Throw and walk", "bombcover:random,width=8,height=7,throw=yes#1.7@g1"),
    Entry("Working together", "bombcover:random,width=8,height=7,players=2#1.4@g1"),
    Entry(
        "The winding cellar",
        """
#########
#@xx.xx##
#.#..x###
#x.xx...#
#.#...x.#
#.#x.x###
#########
""",
    ),
    Entry("Crowded cellar", "bombcover:traps,width=8,height=8,min-gap=2#2.2@g1"),
    Entry("Packed shelves", "bombcover:traps,width=8,height=8,min-gap=2#2.3@g1"),
    Entry("Tight corridors", "bombcover:traps,width=8,height=8,min-gap=2#2.1@g1"),
    Entry("Small charges", "bombcover:traps,width=9,height=9,radius=2,min-gap=2#3.1@g1"),
    Entry("The storehouse", "bombcover:traps,height=9,min-gap=3#3.2@g1"),
    Entry("No room to spare", "bombcover:random,empty=0.4,wall=0.2#5.1@g1"),
)
