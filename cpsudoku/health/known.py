"""Questions with known answers, one a function: it returns a few words, or raises `Wrong`.

The answers stand here as text, found once by several engines or by the reference programs: nothing is compared with
what the same code said a moment ago.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cpsudoku.board.puzzle import Puzzle

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EASY_SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
HARD_SOLVED = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
"""A. Inkala's puzzle of 2012."""
CLASH = "55" + EASY[2:]
OPEN = "...65....6.8....29....4.8..5........7....2......16.2.5.7..8..........3.414......."
OPEN_COUNT = 156
RATED = {
    EASY: (1.2, 1.2, 1.2),
    ".3.......84.3.19......2...59..4.8.2....1.3..9......1....76.....58...7...6..9..4..": (6.6, 2.3, 2.3),
    "......8..2..4.......12...45.4..7....5.2.....98.3...6.....3..5..1.85...9....74.16.": (7.2, 2.6, 2.6),
}
"""Puzzle -> ER, EP, ED as Sudoku Explainer 1.2.1 says."""
SMALL_GRIDS = 288
"""Grids of 4x4 with boxes of 2x2."""
RULES = ("cage 3 r1c1 r1c2", "thermo r2c1 r3c1")
RULED_GRIDS = 12
"""Of those grids: with 1 and 2 in the first two cells, and less in row 2 than in row 3 of the first column."""


class Wrong(Exception):
    """An answer is not the known one."""


def same(what: str, found: object, known: object) -> None:
    """Raises Wrong where the answer found is not the known one."""
    if found != known:
        raise Wrong(f"{what}: {found!r}; known: {known!r}")


def kernel() -> str:
    """The 9x9 search, by vectors where there are any and without."""
    from cpsudoku.kernels import search

    cells = bytes(int(digit) if digit != "." else 0 for digit in HARD + EASY + CLASH)
    for scalar in (False, True):
        counts, grids, _ = search.solve_batch(cells, scalar=scalar)
        same("solutions", list(counts), [1, 1, 0])
        same("solution", "".join(map(str, bytes(grids[:81]))), HARD_SOLVED)
    several = bytes(int(digit) if digit != "." else 0 for digit in OPEN)
    same("solutions", search.count(several, 0), OPEN_COUNT)
    return search.instructions()


def engine(name: str) -> str:
    """What one engine says of a puzzle with one solution, with none, and with several."""
    from cpsudoku import Impossible, Multiple, Unique, verify

    verdict = verify(HARD, engine=name)
    same("verdict", type(verdict), Unique)
    same("solution", verdict.solution.line() if isinstance(verdict, Unique) else "", HARD_SOLVED)
    same("verdict of a clash", type(verify(CLASH, engine=name)), Impossible)
    same("verdict of an open puzzle", type(verify(OPEN, engine=name)), Multiple)
    return "one solution, none, several"


def small_grids() -> str:
    """SAT counts the grids of 4x4."""
    from cpsudoku import count

    same("grids of 4x4", count("." * 16, engine="sat").number, SMALL_GRIDS)
    return f"{SMALL_GRIDS} grids of 4x4"


def rating() -> str:
    """Sudoku Explainer's numbers."""
    from cpsudoku import rate
    from cpsudoku.rating.answers import Rating

    for puzzle, known in RATED.items():
        found = rate(puzzle)
        if not isinstance(found, Rating):
            raise Wrong(f"{puzzle} has no rating: {found}")
        same(puzzle, (found.er, found.ep, found.ed), known)
    return "ER " + ", ".join(str(numbers[0]) for numbers in RATED.values())


def rules() -> str:
    """A cage and a thermometer on 4x4, by the kernel that knows rules and by SAT."""
    from cpsudoku import Geometry, count
    from cpsudoku.constraints import parse

    puzzle = Puzzle(bytes(16), Geometry(2, 2), tuple(map(parse, RULES)))
    for name in ("constraints", "sat"):
        same(f"grids ({name})", count(puzzle, engine=name).number, RULED_GRIDS)
    return f"{RULED_GRIDS} grids"


def making() -> str:
    """A minimal puzzle is made and confirmed by SAT, and by another engine."""
    from cpsudoku import Unique, generate, verify

    generated = generate(seed=1)
    same("minimal", generated.minimal, True)
    if generated.puzzle is None:
        raise Wrong("no puzzle was found")
    same("verdict", type(verify(generated.puzzle, engine="bitmask")), Unique)
    return f"{generated.puzzle.clue_count} clues"


def evidence() -> str:
    """A certificate passes the checker that shares no code with it; a forged one does not."""
    from cpsudoku import certify
    from cpsudoku.evidence.certificate import Certificate
    from cpsudoku.evidence.checker import Rejected, check_certificate

    certificate = certify(HARD)
    if not isinstance(certificate, Certificate):
        raise Wrong(f"no certificate: {certificate}")
    check_certificate(certificate.data)
    try:
        check_certificate({**certificate.data, "solution": EASY_SOLVED})
    except Rejected:
        return "proof accepted, forgery refused"
    raise Wrong("a forged certificate was accepted")


def picture() -> str:
    """A board is drawn."""
    from cpsudoku import draw
    from cpsudoku.drawing.svg import to_svg

    same("last element", to_svg(draw(EASY)).rstrip()[-6:], "</svg>")
    return "SVG"


QUESTIONS: dict[str, Callable[[], str]] = {
    "kernel": kernel,
    **{f"engine {name}": partial(engine, name) for name in ("sat", "cp-sat", "bitmask", "dlx", "logic")},
    "counting": small_grids,
    "rules": rules,
    "rating": rating,
    "generating": making,
    "evidence": evidence,
    "drawing": picture,
}
"""Name -> question, in their order."""
