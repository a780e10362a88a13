"""The course of sokoban."""

from __future__ import annotations

from tools.courses.entries import Entry, taken


def microban(title: str, number: int) -> Entry:
    """Return an entry with a level of Microban, which may be passed on if its author is named."""
    return taken(title, "sokoban/microban1", number, "Microban")


COURSE = (
    Entry(
        "First push",
        """
#####
#@$.#
#####
""",
    ),
    Entry(
        "Through the gate",
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
        """
######
#    #
# $@.#
#    #
######
""",
    ),
    Entry("In the nook", "sokoban:rooms,width=6,height=6,boxes=1,changes=50#1.0@g1"),
    microban("The little pile", 2),
    Entry(
        "Round the pillar",
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
        "sokoban:rooms,width=7,height=7,boxes=2,theme=corridors,changes=50#3.0@g1",
    ),
    Entry("Tiny kitchen", "sokoban:rooms,width=7,height=6,boxes=2,changes=50,max-cost=14#2.1@g1"),
    microban("Back to back", 21),
    microban("The lower room", 30),
    microban("Step by step", 31),
    Entry("Behind the walls", "sokoban:rooms,width=8,height=7,theme=blocks,changes=100#3.0@g1"),
    microban("Up the tower", 1),
    microban("Around the post", 5),
    microban("Along the shelf", 4),
    microban("The annex", 3),
    microban("A narrow stack", 7),
    Entry("Crowded corner", "sokoban:rooms,width=7,height=7,theme=pillars,changes=50#3.3@g1"),
    microban("The long drawer", 34),
    microban("Parking places", 20),
    microban("The turnstile", 110),
    Entry("Three abreast", "sokoban:rooms,width=8,height=7,theme=blocks,changes=100#3.2@g1"),
    Entry("A full room", "sokoban:rooms,boxes=4,theme=open,changes=100#6.2@g1"),
    Entry("The great tidying", "sokoban:rooms,boxes=4,theme=open,changes=100#6.0@g1"),
    Entry("The last warehouse", "sokoban:rooms,min-cost=40#5.10@g1"),
)
