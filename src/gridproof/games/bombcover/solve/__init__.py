"""Solvers of bombcover; :mod:`gridproof.games.bombcover` lists them without importing this."""
