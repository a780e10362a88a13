"""The courses that are shipped: their levels in order, a module for each game."""
