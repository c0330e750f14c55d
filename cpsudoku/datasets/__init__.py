"""Data sets: what a collection of puzzles holds, and what is wrong with it.

`front.audit` streams any mix of files through one worker function (`checks`), keeps keys and findings in a store on
disk (`store`), and answers with an `Audit`; `clean` writes what is sound.
"""
