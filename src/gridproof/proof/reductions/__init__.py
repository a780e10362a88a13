"""Boards that stand for instances of hard problems: a checker for each theorem."""
