"""bombcover: clear all reachable crates of a Bomberman board with the fewest explosions."""
