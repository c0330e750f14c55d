"""`python -m cpsudoku`."""

from cpsudoku.cli import main

main()
