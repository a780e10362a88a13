"""Solvers; nothing outside this folder imports them by name."""
