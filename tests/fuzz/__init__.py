"""Damaged and random input for every reader: ``python -m tests.fuzz --inputs 1000000``."""
