"""Data sets: what a collection of puzzles holds, and what is wrong with it.

`audit` streams any mix of files through one worker function (`checks`), keeps keys and findings in a store on disk
(`store`), and answers with an `Audit`; `cleaned` writes what is sound.
"""

from cpsudoku.datasets.front import Audit, audit

__all__ = ["Audit", "audit"]
