"""The course of robots."""

from __future__ import annotations

from tools.courses.entries import Entry

COURSE = (
    Entry(
        "First slide",
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
        "robots:random,width=5,height=5,walls=8,robots=1,min-cost=2,max-cost=2,unique=yes#1.1@g1",
    ),
    Entry(
        "So near",
        "robots:random,width=5,height=5,walls=10,robots=1,min-cost=3,max-cost=3,unique=yes#1.4@g1",
    ),
    Entry(
        "Too far",
        "robots:random,width=5,height=5,walls=10,robots=1,min-cost=3,max-cost=3,unique=yes#1.1@g1",
    ),
    Entry(
        "In good company",
        "robots:random,width=6,height=6,robots=2,min-cost=3,max-cost=4,unique=yes#1.5@g1",
    ),
    Entry(
        "The long way",
        "robots:random,width=7,height=7,walls=12,robots=1,min-cost=5,max-cost=7,unique=yes#4.9@g1",
    ),
    Entry(
        "Either will do",
        "robots:random,width=6,height=6,walls=6,robots=2,target-robot=any,min-cost=3,"
        "max-cost=4,unique=yes#2.3@g1",
    ),
    Entry(
        "Nothing to lean on",
        "robots:random,width=6,height=6,robots=2,min-cost=3,max-cost=4,unique=yes#1.7@g1",
    ),
    Entry(
        "Narrow door",
        "robots:random,width=6,height=6,robots=2,min-cost=3,max-cost=4,unique=yes#1.6@g1",
    ),
    Entry(
        "First ricochet",
        "robots:random,width=7,height=7,walls=6,robots=2,ricochet=yes,min-cost=4,max-cost=5#3.1@g1",
    ),
    Entry(
        "Open floor",
        "robots:random,width=6,height=6,robots=2,min-cost=3,max-cost=4,unique=yes#1.3@g1",
    ),
    Entry(
        "Many corners",
        "robots:random,width=7,height=7,walls=12,robots=1,min-cost=5,max-cost=7,unique=yes#4.5@g1",
    ),
    Entry(
        "No straight run",
        "robots:random,width=7,height=7,walls=6,robots=2,ricochet=yes,min-cost=4,max-cost=5#3.3@g1",
    ),
    Entry(
        "Behind the pillars",
        "robots:backward,width=8,height=8,robots=2,stops=6,walls=20#6.4@g1",
    ),
    Entry(
        "Three on board",
        "robots:random,width=8,height=8,walls=6,robots=3,min-cost=5,max-cost=6,unique=yes#5.6@g1",
    ),
    Entry(
        "Three in a hall",
        "robots:random,width=8,height=8,walls=6,robots=3,min-cost=5,max-cost=6,unique=yes#5.2@g1",
    ),
    Entry("The real board", "robots:standard,min-cost=5,max-cost=5#9.2@g1"),
    Entry(
        "Meeting in the middle",
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
        "robots:random,width=8,height=8,walls=6,robots=3,min-cost=5,max-cost=6,unique=yes#5.7@g1",
    ),
    Entry(
        "The other runner",
        "robots:random,width=8,height=8,walls=6,robots=3,target-robot=2,min-cost=7#8.1@g1",
    ),
    Entry("Across the quarters", "robots:standard,min-cost=8,max-cost=8#10.1@g1"),
    Entry("Rush hour", "robots:standard,min-cost=8,max-cost=8#10.2@g1"),
    Entry(
        "Around the hall",
        "robots:random,width=8,height=8,walls=6,robots=3,target-robot=2,min-cost=7#8.3@g1",
    ),
    Entry("Ricochet in full", "robots:standard,ricochet=yes,min-cost=8#11.0@g1"),
    Entry("Needle and thread", "robots:hardest,min-cost=14#13.1@g1"),
)
