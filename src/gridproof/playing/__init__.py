"""Play in the terminal: one screen for every game, over sessions and a worker that solves."""
