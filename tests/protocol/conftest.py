"""Fixtures of the tests of the command line for the tests of all games."""

from tests.cli.conftest import gridproof as gridproof
