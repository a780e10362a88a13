"""Slow, literal solvers written from the rules alone, to check gridproof's fast ones against."""
