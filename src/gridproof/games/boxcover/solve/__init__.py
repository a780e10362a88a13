"""Solvers of boxcover; :mod:`gridproof.games.boxcover` lists them without importing this."""
