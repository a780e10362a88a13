"""merge: MERGE-GAME, merge equal heroes so that they break the most stones."""
