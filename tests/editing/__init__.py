"""Tests of boards that somebody draws."""
