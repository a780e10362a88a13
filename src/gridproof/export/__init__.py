"""Boards for other programs, and their answers read back."""

from gridproof.lazy import make_callable

make_callable(__name__, "gridproof.export.export:export")
