"""Covers of few sets, whatever they are made of: for solvers only."""
