"""The course of robots."""

from __future__ import annotations

from tools.courses.entries import Entry

COURSE = (
    Entry(
        "First slide",
        "a robot slides until a wall stops it",
        """
┏━━━━━━━━━┓
┃▣       ◎┃
┃         ┃
┃         ┃
┗━━━━━━━━━┛
""",
    ),
    Entry(
        "Round the corner",
        "two slides, the second across the first",
        "robots:random,width=5,height=5,walls=8,robots=1,min-cost=2,max-cost=2,unique=yes#1.1@g1",
    ),
    Entry(
        "So near",
        "next to the target, and not to be stopped there at once",
        "robots:random,width=5,height=5,walls=10,robots=1,min-cost=3,max-cost=3,unique=yes#1.4@g1",
    ),
    Entry(
        "Too far",
        "the way leads round a wall that shields the target",
        "robots:random,width=5,height=5,walls=10,robots=1,min-cost=3,max-cost=3,unique=yes#1.1@g1",
    ),
    Entry(
        "In good company",
        "another robot is moved first, to be a stop",
        "robots:random,width=6,height=6,robots=2,min-cost=3,max-cost=4,unique=yes#1.5@g1",
    ),
    Entry(
        "The long way",
        "five slides of one robot, no choice of robot to help",
        "robots:random,width=7,height=7,walls=12,robots=1,min-cost=5,max-cost=7,unique=yes#4.9@g1",
    ),
    Entry(
        "Either will do",
        "any robot may stop on the target, which one is part of the puzzle",
        "robots:random,width=6,height=6,walls=6,robots=2,target-robot=any,min-cost=3,"
        "max-cost=4,unique=yes#2.3@g1",
    ),
    Entry(
        "Nothing to lean on",
        "no wall stands beside the target",
        "robots:random,width=6,height=6,robots=2,min-cost=3,max-cost=4,unique=yes#1.7@g1",
    ),
    Entry(
        "Narrow door",
        "a helper moves first, and the target robot goes round to it",
        "robots:random,width=6,height=6,robots=2,min-cost=3,max-cost=4,unique=yes#1.6@g1",
    ),
    Entry(
        "First ricochet",
        "the ricochet rule: a turn before the target",
        "robots:random,width=7,height=7,walls=6,robots=2,ricochet=yes,min-cost=4,max-cost=5#3.1@g1",
    ),
    Entry(
        "Open floor",
        "hardly a wall: the helper's place makes the stop",
        "robots:random,width=6,height=6,robots=2,min-cost=3,max-cost=4,unique=yes#1.3@g1",
    ),
    Entry(
        "Many corners",
        "six slides of one robot, all four sides are used",
        "robots:random,width=7,height=7,walls=12,robots=1,min-cost=5,max-cost=7,unique=yes#4.5@g1",
    ),
    Entry(
        "No straight run",
        "the direct slide does not count, so a detour turns",
        "robots:random,width=7,height=7,walls=6,robots=2,ricochet=yes,min-cost=4,max-cost=5#3.3@g1",
    ),
    Entry(
        "Behind the pillars",
        "a larger floor, where most slides lead nowhere",
        "robots:backward,width=8,height=8,robots=2,stops=6,walls=20#6.4@g1",
    ),
    Entry(
        "Three on board",
        "a third robot, and one of them helps with two moves",
        "robots:random,width=8,height=8,walls=6,robots=3,min-cost=5,max-cost=6,unique=yes#5.6@g1",
    ),
    Entry(
        "Three in a hall",
        "all robots move: a helper needs a helper",
        "robots:random,width=8,height=8,walls=6,robots=3,min-cost=5,max-cost=6,unique=yes#5.2@g1",
    ),
    Entry(
        "The real board",
        "the board game's own quarters, 16 by 16",
        "robots:standard,min-cost=5,max-cost=5#9.2@g1",
    ),
    Entry(
        "Meeting in the middle",
        "the helper moves, waits, and moves once more",
        """
┏━━━━━━━━━━━━━┓
┃             ┃
┃    ━        ┃
┃▲         ▣  ┃
┃             ┃
┃             ┃
┣━┓  ━       ━┫
┃ ┃    ◎      ┃
┃      ━      ┃
┃  ■          ┃
┗━━━━━━━━━━━━━┛
""",
    ),
    Entry(
        "Crossing paths",
        "the target robot goes first, a late helper ends its last slide",
        "robots:random,width=8,height=8,walls=6,robots=3,min-cost=5,max-cost=6,unique=yes#5.7@g1",
    ),
    Entry(
        "The other runner",
        "another robot than the first has to get there",
        "robots:random,width=8,height=8,walls=6,robots=3,target-robot=2,min-cost=7#8.1@g1",
    ),
    Entry(
        "Across the quarters",
        "eight slides of one robot over the whole board",
        "robots:standard,min-cost=8,max-cost=8#10.1@g1",
    ),
    Entry(
        "Rush hour",
        "robots make way and stops on the whole board",
        "robots:standard,min-cost=8,max-cost=8#10.2@g1",
    ),
    Entry(
        "Around the hall",
        "eleven moves in a small room: position after position is built",
        "robots:random,width=8,height=8,walls=6,robots=3,target-robot=2,min-cost=7#8.3@g1",
    ),
    Entry(
        "Ricochet in full",
        "the ricochet rule on the board game's quarters",
        "robots:standard,ricochet=yes,min-cost=8#11.0@g1",
    ),
    Entry(
        "Needle and thread",
        "fourteen moves with one best play only",
        "robots:hardest,min-cost=14#13.1@g1",
    ),
)
