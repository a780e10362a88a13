"""``python -m gridproof`` is the command line."""

from gridproof.cli import main

main()
