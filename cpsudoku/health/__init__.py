"""Is this installation well? What is compiled, which instructions run, which libraries are there, and known answers."""

from cpsudoku.health.checkup import Checkup, examine

__all__ = ["Checkup", "examine"]
