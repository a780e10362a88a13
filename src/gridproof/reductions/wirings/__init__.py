"""Maps of boards as wires: paths of items for edges, loops and branches for formulas."""
