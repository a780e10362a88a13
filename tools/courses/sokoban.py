"""The course of sokoban."""

from __future__ import annotations

from tools.courses.entries import Entry, taken


def microban(title: str, idea: str, number: int) -> Entry:
    """Return an entry with a level of Microban, which may be passed on if its author is named."""
    return taken(title, idea, "sokoban/microban1", number, "Microban")


COURSE = (
    Entry(
        "First push",
        "a box is pushed onto its goal",
        """
#####
#@$.#
#####
""",
    ),
    Entry(
        "Through the gate",
        "a box is pushed through a gap in a wall",
        """
#########
#   #   #
# @$  . #
#   #   #
#########
""",
    ),
    Entry(
        "Into the corner",
        "a box turns: pushed from two sides",
        """
######
#.   #
# $  #
#  @ #
#    #
######
""",
    ),
    Entry(
        "Walk around it",
        "the player has to get to the other side of the box",
        """
######
#    #
# $@.#
#    #
######
""",
    ),
    Entry(
        "In the nook",
        "a push to a wall cannot be taken back",
        "sokoban:rooms,width=6,height=6,boxes=1,changes=50#1.0@g1",
    ),
    microban("The little pile", "boxes on their goals may have to stay", 2),
    Entry(
        "Round the pillar",
        "two boxes and one pillar between them",
        """
#######
#  .  #
# $#$ #
#. @  #
#######
""",
    ),
    Entry(
        "The side street",
        "one box has to wait in a side street",
        "sokoban:rooms,width=7,height=7,boxes=2,theme=corridors,changes=50#3.0@g1",
    ),
    Entry(
        "Tiny kitchen",
        "hardly any floor: boxes in each other's way",
        "sokoban:rooms,width=7,height=6,boxes=2,changes=50,max-cost=14#2.1@g1",
    ),
    microban("Back to back", "two boxes side by side in one row", 21),
    microban("The lower room", "three boxes from a narrow room to a line of goals", 30),
    microban("Step by step", "boxes in two rows that block each other", 31),
    Entry(
        "Behind the walls",
        "goals apart from each other: which box goes where",
        "sokoban:rooms,width=8,height=7,theme=blocks,changes=100#3.0@g1",
    ),
    microban("Up the tower", "a box that starts on a goal, and a goal in a dead end", 1),
    microban("Around the post", "the player starts among the boxes", 5),
    microban("Along the shelf", "a row of boxes on goals is moved along", 4),
    microban("The annex", "boxes start in a narrow column", 3),
    microban("A narrow stack", "columns of boxes and goals in turn", 7),
    Entry(
        "Crowded corner",
        "boxes at walls that hardly move",
        "sokoban:rooms,width=7,height=7,theme=pillars,changes=50#3.3@g1",
    ),
    microban("The long drawer", "a line of boxes, pushed from one end", 34),
    microban("Parking places", "a corridor with side lanes for boxes that wait", 20),
    microban("The turnstile", "a winding room whose middle is narrow", 110),
    Entry(
        "Three abreast",
        "three boxes in a column, and goals beside it",
        "sokoban:rooms,width=8,height=7,theme=blocks,changes=100#3.2@g1",
    ),
    Entry(
        "A full room",
        "four boxes in an open room",
        "sokoban:rooms,boxes=4,theme=open,changes=100#6.2@g1",
    ),
    Entry(
        "The great tidying",
        "four boxes to a block of goals",
        "sokoban:rooms,boxes=4,theme=open,changes=100#6.0@g1",
    ),
    Entry(
        "The last warehouse",
        "forty-two pushes with three boxes",
        "sokoban:rooms,min-cost=40#5.10@g1",
    ),
)
