"""The forms of instances and witnesses as data, see :class:`gridproof.forms.TextForm`."""

from __future__ import annotations

from typing import Final

from gridproof.forms import Entry, TextForm
from gridproof.reductions.sources.cnf import MAX_CLAUSES, MAX_LITERALS, MAX_VARIABLES
from gridproof.reductions.sources.graph_counts import MAX_VERTICES

__all__ = ["ASSIGNMENTS", "COVERS", "FORMULAS", "GRAPHS"]

_LIMITS: Final = f"""\
- A formula has at most {MAX_VARIABLES:,} variables and {MAX_CLAUSES:,} clauses.
- Clauses of more than {MAX_LITERALS} literals are split with new variables `_1`, `_2`, …; a note
  says so.
"""
FORMULAS: Final = (
    TextForm(
        id="dimacs",
        title="DIMACS CNF",
        summary="clauses in numbers of variables, below a line that counts both",
        parts=(
            Entry("c", "begins a comment"),
            Entry("c names:", "a comment of ours: the names of the variables, in order"),
            Entry("p cnf", "the counts, above the clauses", "VARIABLES CLAUSES", required=True),
            Entry("0", "ends a clause of literals: 2 is the second variable, -2 its negation"),
            Entry("%", "ends the file, as in SATLIB"),
        ),
        used_by="SAT solvers, their competitions and SATLIB",
        notes=_LIMITS,
        example="c names: x y z\np cnf 3 2\n1 -2 3 0\n-1 2 3 0\n",
        variants={"as in SATLIB": "c no names\np cnf 3 2\n1 -2 3 0 -1\n2 3 0\n%\n0\n"},
    ),
    TextForm(
        id="clauses",
        title="a clause a line, such as `x | !y | z`",
        summary="clauses as people write them, a line each",
        parts=(
            Entry("x", "a variable: a letter, then letters, digits, `_` and `'`"),
            Entry("! ~ ¬", "not, before a variable; `-` and the word too"),
            Entry("| || ∨ or", "or, between the literals of a clause; a line may end with it"),
            Entry("& && ∧ and", "and, between clauses that share a line"),
            Entry("( )", "around a whole clause"),
            Entry("#", "begins a comment"),
        ),
        used_by="people: papers and exercises",
        notes=_LIMITS,
        example="x | !y | z\n!x | y | z\n",
        variants={
            "in one line": "(x ∨ ¬y ∨ z) ∧ (¬x ∨ y ∨ z)\n",
            "as in programs": "(x || ~y || z) && (!x || y ||\nz)  # two clauses\n",
            "with `&`": "x | -y | z & -x | y | z\n",
        },
    ),
)

ASSIGNMENTS: Final = (
    TextForm(
        id="assignment",
        title="values",
        summary="a value for each variable, with blanks or commas between",
        parts=(
            Entry("x !y", "true, and false; `~y`, `¬y` and `-y` too"),
            Entry("x=1", "true; so are `true`, and false are `0` and `false`"),
            Entry("1 -2", "literals of DIMACS: variables by their numbers"),
            Entry("v", "begins a line of a SAT solver's answer; `c` and `s` are read over"),
        ),
        used_by="people, and SAT solvers",
        notes="""\
- Variables that were added to split clauses may be left out.
""",
        example="x !y z",
        variants={
            "as equations": "x=1, y=0, z=true",
            "in numbers": "1 -2 3 0",
            "as a solver answers": "c done\ns SATISFIABLE\nv 1 -2 3 0\n",
        },
    ),
)

_NUMBERED: Final = f"""\
- Vertices are numbered from 1; there are at most {MAX_VERTICES:,}.
"""

GRAPHS: Final = (
    TextForm(
        id="edges",
        title="edge list",
        summary="the names of two vertices a line",
        parts=(
            Entry("1 2", "an edge, by the names of its ends; blanks or a comma between"),
            Entry("4", "a vertex, which may have no edge"),
            Entry("#", "begins a comment; so do `%` and `//` at the beginning of a line"),
        ),
        used_by="NetworkX, SNAP and people",
        notes=f"""\
- Names may be any words. There are at most {MAX_VERTICES:,} vertices.
- A first line of two numbers counts vertices and edges if just that many edges follow; a note says
  so. A first line of two words above numbers names the columns.
- The graph has to be planar, and of degree at most 3, for the reductions.
""",
        example="cover: 2\n1 2\n1 3\n2 3\n3 4\n",
        variants={
            "with counts": "cover: 2\n4 4\n1 2\n1 3\n2 3\n3 4\n",
            "with comments": "cover: 2\n# a triangle and a tail\n1,2\n1,3 # more\n2,3\n3,4\n4\n",
        },
    ),
    TextForm(
        id="dimacs",
        title="DIMACS",
        summary="edges `e 1 2`, below a line that counts vertices and edges",
        parts=(
            Entry("c", "begins a comment"),
            Entry("p edge", "the counts, above the edges; `p col` too", "VERTICES EDGES", True),
            Entry("e", "an edge; it may be there in both directions", "two numbers"),
        ),
        used_by="colouring and clique challenges",
        notes=_NUMBERED,
        example="cover: 2\nc a triangle and a tail\np edge 4 4\ne 1 2\ne 1 3\ne 2 3\ne 3 4\n",
        variants={"as for colouring": "cover: 2\np col 4 4\ne 1 2\ne 1 3\ne 3 2\ne 4 3\n"},
    ),
    TextForm(
        id="pace",
        title="PACE",
        summary="edges `1 2`, below a line that counts vertices and edges",
        parts=(
            Entry("c", "begins a comment"),
            Entry("p td", "the counts, with `td`, `tw` or another word", "VERTICES EDGES", True),
            Entry("1 2", "an edge"),
        ),
        used_by="the PACE challenges",
        notes=_NUMBERED,
        example="cover: 2\nc a triangle and a tail\np td 4 4\n1 2\n1 3\n2 3\n3 4\n",
    ),
    TextForm(
        id="metis",
        title="METIS",
        summary="a line of counts, and then the neighbours of each vertex, a line each",
        parts=(
            Entry("%", "begins a comment"),
            Entry("4 4", "the counts; a third number says which weights follow, read over"),
            Entry("1 2 4", "the neighbours of the third vertex; an empty line for none"),
        ),
        used_by="METIS and other partitioners",
        notes=_NUMBERED,
        example="cover: 2\n% a triangle and a tail\n4 4\n2 3\n1 3\n1 2 4\n3\n",
        variants={"with weights": "cover: 2\n4 4 001\n2 1 3 1\n1 1 3 1\n1 1 2 1 4 5\n3 5\n"},
    ),
    TextForm(
        id="matrix-market",
        title="Matrix Market",
        summary="the entries of a square matrix are the edges",
        parts=(
            Entry("%%MatrixMarket", "the first line: `matrix coordinate`, and more", "", True),
            Entry("%", "begins a comment"),
            Entry("4 4 4", "rows, columns and entries"),
            Entry("2 1", "an entry: an edge; a value behind it is not read"),
        ),
        used_by="the SuiteSparse collection and libraries of matrices",
        notes=_NUMBERED,
        example="cover: 2\n%%MatrixMarket matrix coordinate pattern symmetric\n% a comment\n4 4 4\n"
        "2 1\n3 1\n3 2\n4 3\n",
        variants={
            "with values": "cover: 2\n%%MatrixMarket matrix coordinate integer symmetric\n4 4 4\n"
            "2 1 7\n3 1 7\n3 2 7\n4 3 7\n",
        },
    ),
    TextForm(
        id="graph6",
        title="graph6",
        summary="a graph in one line of printable characters, six bits each",
        parts=(Entry(">>graph6<<", "may stand in front"),),
        used_by="nauty, geng and the House of Graphs",
        notes=_NUMBERED,
        example="cover: 2\nCx\n",
        variants={"with its head": "cover: 2\n>>graph6<<Cx\n"},
    ),
    TextForm(
        id="sparse6",
        title="sparse6",
        summary="the same for graphs with few edges",
        parts=(
            Entry(":", "the first character", "", True),
            Entry(">>sparse6<<", "may stand in front"),
        ),
        used_by="nauty, geng and the House of Graphs",
        notes=_NUMBERED,
        example="cover: 2\n:CcM\n",
        variants={"with its head": "cover: 2\n>>sparse6<<:CcM\n"},
    ),
)

COVERS: Final = (
    TextForm(
        id="cover",
        title="vertices",
        summary="the names of the vertices of the cover, with blanks or commas between",
        parts=(Entry("1", "a vertex by its name"),),
        example="1 3",
        variants={"with commas": "1, 3"},
    ),
)
