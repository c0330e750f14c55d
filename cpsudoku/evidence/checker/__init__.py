"""Checks certificates with the standard library alone; shares no code with the engines that made them.

A certificate (`"format": "cpsudoku-certificate 2"`) names a `board` and claims one of
  unique      `solution` is the only solution of `puzzle`; with `witnesses` (a clue's cell -> another solution of
              the puzzle without that clue) also that no clue can go; with `needed` (for each constraint a grid that
              breaks it and keeps all else) that no constraint can; with `rating`, its steps are valid (`rating`)
  multiple    `solution` and `second` are two solutions of `puzzle`
  impossible  `puzzle` has no solution
  fewest      no puzzle with fewer than `clues` clues has the grid `solution` as its only solution: each of `rivals`
              is a grid that such a puzzle must exclude by a clue where the two differ, and no `clues - 1` cells do
What is claimed not to exist is refuted: a formula (DIMACS) and a proof (DRAT, and LRAT if given). The formula must be,
clause for clause, the one this package writes down from the board and the clues; see `rules` and `hitting`. For
`fewest` a `tree` may stand in place of both: nodes with weights on the rivals; see `covering`.
`rules`, where it is there, says that rules of the puzzle were `guessed` from drawings, or that some may be `missing`.
A certificate is a folder of `certificate.json`, `formula.cnf`, `proof.drat` and maybe `proof.lrat`, or one JSON
object that holds the three texts under `cnf`, `drat` and `lrat`. Any other key is refused, as is a key that stands
twice, an extra house or a constraint (`board.constraints`) of a kind that is not known here. `board_of` says how
boards are stated, `kinds/` has what each kind of constraint means and what clauses it makes.
Proof lines `d ...` must name a clause there is, by which nothing is propagated any more (`check_drat`).
Format 1 had no constraints, and its ratings said too little: they are read over, and reported as not certified.

What is verified is the claim, for the puzzle and the board that the answer names (`Proven`), and nothing beyond it: the
reader compares these with the intended ones (`cpsudoku check --puzzle`), "multiple" does not say how many, and a puzzle
without `witnesses` may be minimal or not. What must be trusted is the Python that runs this, and these files.

Bounds: sides up to 255, `MOST_BYTES` a certificate, `MOST_CLAUSES` lines of its formula or of a proof (a 36x36 board
has room, a 49x49 board has not). Checking takes at most 60 s and 1 GB for each MB of a certificate, or 10 s and 256 MB
if that is more, on a processor of 2020: work is counted before it is done, and a certificate that would take more is
`TooCostly`, and nothing is known of its claim (`work`).

Its imports are relative, so that the folder can be copied away, read and run by itself: `errors`; `work`; `parts`
(clauses), `kinds/` (rules), `board`, `formula` (what is claimed); `propagation`, `proof`, `covering`
(how it is proven); `rating/` (steps of a rating); `certificate`, `files`.
"""

from .board import Board, board_of
from .certificate import Proven, check_certificate
from .errors import Rejected
from .files import FILES, MOST_BYTES, Checked, check
from .formula import hitting, rules
from .parts import MOST_CLAUSES
from .proof import check_drat, check_lrat
from .propagation import Clauses
from .work import TooCostly

__all__ = [
    "FILES",
    "MOST_BYTES",
    "MOST_CLAUSES",
    "Board",
    "Checked",
    "Clauses",
    "Proven",
    "Rejected",
    "TooCostly",
    "board_of",
    "check",
    "check_certificate",
    "check_drat",
    "check_lrat",
    "hitting",
    "rules",
]
