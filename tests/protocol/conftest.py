"""What the tests of all games need from the tests of the command line."""

from tests.cli.conftest import gridproof as gridproof
