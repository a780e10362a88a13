"""Renderers of scenes."""
