"""Bounds and solvers of merge."""
