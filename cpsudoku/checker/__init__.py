"""Checks certificates with the standard library alone; shares no code with the engines that made them.

A certificate claims one of
  unique      `solution` is the only solution of `puzzle`; with `witnesses` (a clue's cell -> another solution of
              the puzzle without that clue) also that no clue can go; with `rating`, that its steps lead to the
              solution (see `rating`)
  multiple    `solution` and `second` are two solutions of `puzzle`
  impossible  `puzzle` has no solution
  fewest      no puzzle with fewer than `clues` clues has the grid `solution` as its only solution: each of `rivals`
              is a grid that such a puzzle must exclude by a clue where the two differ, and no `clues - 1` cells do
What is claimed not to exist is refuted: a formula (DIMACS) and a proof (DRAT, and LRAT if given). The formula must be,
clause for clause, the one this package writes down from the board and the clues; see `rules` and `hitting`.
A certificate is a folder of `certificate.json`, `formula.cnf`, `proof.drat` and maybe `proof.lrat`, or one JSON
object that holds the three texts under `cnf`, `drat` and `lrat`. Any other key is refused.
Proof lines `d ...` must name a clause there is and change nothing else: a proof that holds with more clauses holds.

Its imports are relative, so that the folder can be copied away, read and run by itself: `errors`; `board`, `formula`
(what is claimed); `propagation`, `proof` (how it is proven); `rating/` (steps of a rating); `certificate`, `files`.
"""

from .board import Board, board_of
from .certificate import Proven, check_certificate
from .errors import Rejected
from .files import FILES, Checked, check
from .formula import hitting, rules
from .proof import check_drat, check_lrat
from .propagation import Clauses

__all__ = [
    "FILES",
    "Board",
    "Checked",
    "Clauses",
    "Proven",
    "Rejected",
    "board_of",
    "check",
    "check_certificate",
    "check_drat",
    "check_lrat",
    "hitting",
    "rules",
]
