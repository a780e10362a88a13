"""`any` of sokoban: verdicts against a plain oracle, known traps, and every limit however small."""

from __future__ import annotations
