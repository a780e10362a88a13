"""sokoban: push every box onto a goal."""
