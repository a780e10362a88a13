"""Solvers and bounds of sokoban."""
