"""The course of boxcover."""

from __future__ import annotations

from tools.courses.entries import Entry

COURSE = (
    Entry(
        "First square",
        "one square covers what lies within its side",
        """
side: 2
0 0
1 2
2 1
""",
    ),
    Entry(
        "An exact fit",
        "points on the edge are covered as well",
        """
side: 3
0 0
3 0
0 3
3 3
""",
    ),
    Entry(
        "Side by side",
        "two squares for two groups",
        """
side: 2
0 0
2 1
4 0
5 2
6 1
""",
    ),
    Entry(
        "On a slope",
        "points on a diagonal: how many fit into one square",
        """
side: 2
0 0
1 1
2 2
3 3
4 4
5 5
""",
    ),
    Entry(
        "A small cloud",
        "the fullest square is one too many",
        "boxcover:climb,points=10,side=4,min-gap=1#2.0@g1",
    ),
    Entry(
        "Loose ends",
        "small squares: single points at the ends decide",
        "boxcover:climb,points=8,side=2,min-gap=1#2.0@g1",
    ),
    Entry(
        "Apart in corners",
        "points too far from each other for one square",
        "boxcover:random,points=8,side=3#1.9@g1",
    ),
    Entry(
        "Round the centre",
        "the fullest square in the middle costs two more",
        "boxcover:climb,points=14,side=5,min-gap=2#2.4@g1",
    ),
    Entry(
        "A little overlap",
        "squares may overlap to reach both sides",
        """
side: 3
0 1
2 3
3 0
4 4
5 2
6 5
7 7
8 4
""",
    ),
    Entry(
        "A ring of points",
        "a ring has no place to begin with",
        """
side: 3
0 2
1 0
1 4
2 6
4 0
4 4
5 2
""",
    ),
    Entry(
        "Small tiles",
        "squares of side one on a dense field",
        "boxcover:random,points=20,side=1,density=2#6.1@g1",
    ),
    Entry(
        "A long strip",
        "large squares along a strip",
        "boxcover:random,points=30,side=8,density=6,aspect=300#3.2@g1",
    ),
    Entry(
        "A drifting cloud",
        "several best covers of one cloud",
        "boxcover:climb,points=14,side=5,min-gap=2#2.0@g1",
    ),
    Entry(
        "Pulled apart",
        "the fullest squares cost three more",
        "boxcover:climb,points=20,side=6,density=5,min-gap=3#3.2@g1",
    ),
    Entry(
        "A scattering",
        "twelve points, and no square that is plainly right",
        """
side: 2
0 1
0 3
1 0
2 0
2 1
3 1
3 4
5 2
6 3
7 4
7 5
8 1
""",
    ),
    Entry(
        "A small constellation",
        "larger squares: their edges are hard to see",
        "boxcover:climb,side=6,min-gap=4#4.5@g1",
    ),
    Entry(
        "Between the fields",
        "gaps between groups decide where squares end",
        "boxcover:climb,side=6,min-gap=4#4.11@g1",
    ),
    Entry(
        "Little villages",
        "groups apart from each other, each with its own best cover",
        "boxcover:clustered,points=24,side=5,clusters=4,spread=4#3.0@g1",
    ),
    Entry(
        "A patchwork",
        "forty points: parts that depend on their neighbours",
        "boxcover:random,points=40,side=6#4.80@g1",
    ),
    Entry(
        "Laid like bricks",
        "rows that are moved against each other",
        """
side: 4
0 0
0 6
2 3
2 9
4 0
4 6
6 3
6 9
8 0
8 6
10 3
10 9
12 0
12 6
14 3
14 9
16 0
16 6
18 3
18 9
""",
    ),
    Entry(
        "Open country",
        "the same number of points, with more best ways to begin",
        "boxcover:random,points=40,side=6#4.70@g1",
    ),
    Entry(
        "Large plates",
        "sixty points and squares of side eight",
        "boxcover:random,points=60,side=8,density=5#5.57@g1",
    ),
    Entry(
        "The big map",
        "greedy squares are four too many on a large map",
        "boxcover:random,points=60,side=8,density=5#5.3@g1",
    ),
    Entry(
        "Left of zero",
        "coordinates below zero, and a wide map",
        """
side: 6
-25 -8
-25 -2
-24 3
-23 -1
-22 0
-21 1
-21 2
-20 -4
-20 4
-19 3
-18 -1
-17 -4
-17 6
-16 0
-16 2
-15 -6
-15 -5
-15 -3
-14 -2
-14 4
-14 7
-13 -2
-12 -2
-12 2
-10 4
-8 -6
-7 -7
-7 2
-6 -8
-6 -3
-6 2
-3 1
-2 4
-2 7
-1 1
0 -8
1 -3
1 0
2 -6
3 -7
4 -1
4 3
5 -3
5 2
7 3
8 0
9 -5
10 5
11 -1
12 -8
13 2
14 -2
14 0
16 -7
19 -8
20 -3
21 -7
21 1
22 3
24 6
""",
    ),
    Entry(
        "A hundred points",
        "a hundred points: a proof by hand is out of reach",
        """
side: 4
0 0
0 1
0 2
0 15
1 0
1 10
1 11
1 20
2 2
2 3
2 4
2 8
2 11
3 10
3 20
3 21
4 10
4 13
4 14
5 3
5 10
6 6
6 19
6 21
7 0
7 3
7 15
7 21
8 15
9 0
9 6
9 13
9 16
9 21
10 0
10 7
10 10
10 16
10 17
11 0
11 2
11 6
11 16
12 0
12 5
12 12
12 15
13 8
13 13
13 16
14 8
14 9
14 10
14 19
15 1
15 2
15 9
15 11
15 14
15 19
16 5
16 8
16 10
16 21
17 3
17 12
17 20
18 2
18 3
18 5
18 6
18 13
18 17
19 5
19 9
19 10
20 2
20 7
20 11
20 12
20 17
20 19
20 21
21 0
21 3
21 9
21 16
22 2
22 5
23 0
23 19
23 21
24 11
24 12
24 15
24 18
24 21
25 10
25 15
25 17
""",
    ),
)
