"""Makers of boards."""
