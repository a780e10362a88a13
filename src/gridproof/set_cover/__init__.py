"""Covers of few sets, whatever the sets are made of: for solvers only."""
