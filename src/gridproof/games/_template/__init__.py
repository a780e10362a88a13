"""A game that does next to nothing: a piece `@` walks to the right end of a strip of cells."""
