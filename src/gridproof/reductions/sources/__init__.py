"""The problems that are reduced from: formulas and graphs, with their texts."""
