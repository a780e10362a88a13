"""The course of bombcover."""

from __future__ import annotations

from tools.courses.entries import Entry

THESIS = {
    "source": "R. van de Vlasakker, Bomb-cover, bachelor thesis, Leiden 2019, rebuilt from its text"
}

COURSE = (
    Entry(
        "First bomb",
        "a bomb breaks a crate from afar",
        """
######
#@..x#
######
""",
    ),
    Entry(
        "One behind another",
        "an arm stops at the first crate: the second needs another bomb",
        """
#######
#@..xx#
#######
""",
    ),
    Entry(
        "Find the spot",
        "one cell reaches three crates at once",
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
        "arms of one cell: bombs go next to crates",
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
        "a bomb can be thrown over crates",
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
        "a crate bars the way: break it, then walk through",
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
        "arms that pierce break all crates in a line",
        """
pierce: yes
#######
#x..x.#
#@.##x#
#x.xx.#
#######
""",
    ),
    Entry(
        "A small room",
        "the bomb that breaks most is one too many later",
        "bombcover:random,width=6,height=6#1.3@g1",
    ),
    Entry(
        "A plain heap",
        "every bomb that breaks most is a mistake",
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
        "of equally strong bombs the nearest is a mistake",
        """
#######
#x.xx.#
#..@..#
#xx..x#
#######
""",
        THESIS,
    ),
    Entry(
        "Far corners",
        "corners that few cells reach decide where bombs go",
        "bombcover:random,width=7,height=6#1.40@g1",
    ),
    Entry(
        "Two of us",
        "two players, of whom each can reach only some cells",
        """
#######
#@.x.x#
#.x#x.#
#x.x.@#
#######
""",
    ),
    Entry(
        "A second pair",
        "two players share a room, and the simple plan fails",
        "bombcover:random,width=8,height=7,players=2#1.11@g1",
    ),
    Entry(
        "Room to room",
        "a crate between rooms is both target and door",
        "bombcover:random,width=7,height=6#1.29@g1",
    ),
    Entry(
        "Blast through",
        "piercing arms: one bomb for a line and a corner",
        "bombcover:random,width=8,height=7,pierce=yes#1.12@g1",
    ),
    Entry(
        "A careful start",
        "greedy bombs are two too many",
        "bombcover:traps,width=8,height=8,min-gap=2#2.5@g1",
    ),
    Entry(
        "Pinched in",
        "most of the board is closed at the start",
        "bombcover:traps,width=8,height=8,min-gap=2#2.0@g1",
    ),
    Entry(
        "Throw and walk",
        "throws and ways that open are planned together",
        "bombcover:random,width=8,height=7,throw=yes#1.7@g1",
    ),
    Entry(
        "Working together",
        "one player opens the way for the other's bombs",
        "bombcover:random,width=8,height=7,players=2#1.4@g1",
    ),
    Entry(
        "The winding cellar",
        "a long corridor: the order of opening it counts",
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
    Entry(
        "Crowded cellar",
        "many crates with few free cells between them",
        "bombcover:traps,width=8,height=8,min-gap=2#2.2@g1",
    ),
    Entry(
        "Packed shelves",
        "a packed board, where nearly each cell is closed at first",
        "bombcover:traps,width=8,height=8,min-gap=2#2.3@g1",
    ),
    Entry(
        "Tight corridors",
        "eight bombs with one best plan only",
        "bombcover:traps,width=8,height=8,min-gap=2#2.1@g1",
    ),
    Entry(
        "Small charges",
        "arms of two cells on a large board",
        "bombcover:traps,width=9,height=9,radius=2,min-gap=2#3.1@g1",
    ),
    Entry(
        "The storehouse",
        "greedy bombs are three too many on a large board",
        "bombcover:traps,height=9,min-gap=3#3.2@g1",
    ),
    Entry(
        "No room to spare",
        "the largest board: most cells are crates",
        "bombcover:random,empty=0.4,wall=0.2#5.1@g1",
    ),
)
