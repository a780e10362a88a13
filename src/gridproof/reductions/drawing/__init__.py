"""Orthogonal drawings of planar graphs, and how they are made smaller."""
