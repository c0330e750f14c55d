"""`trace` and `check_trace`: own traces are right, spoilt ones are found out, foreign ones are read."""

from __future__ import annotations

import gzip
import random
import re
from itertools import islice
from pathlib import Path

import pytest

from cpsudoku import Puzzle, solve, tasks
from cpsudoku.errors import UnknownName, UsageError, WrongInput
from cpsudoku.tasks.claims import PLACE, read_line
from cpsudoku.tasks.techniques import gives
from cpsudoku.tasks.traces import FORMS, STYLES
from tests.selection import long_after
from tests.tasks.small import completions, line, puzzles

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LOCKED = "..14....5....9..6.8.......9...1..2.......3.4..5...2.9.4......8..6.........95...1."
SAMPLES = Path(__file__).parents[1] / "puzzles"
GEOMETRY = Puzzle(PUZZLE).geometry


def some(file: str, number: int) -> list[str]:
    """The first puzzles of a sample."""
    with (SAMPLES / file).open() as lines:
        return [row.split()[0] for row in islice(lines, number)]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("puzzle", [PUZZLE, *long_after(0, some("random_minimal.txt", 12) + some("17_clue.txt", 3))])
def test_own_traces_are_right(puzzle: str, style: str, form: str) -> None:
    """Every style and form, with and without candidates, ends with the solution and names its techniques rightly."""
    for candidates in (False, True):
        text = tasks.trace(puzzle, style, form=form, candidates=candidates)
        checked = tasks.check_trace(puzzle, str(text))
        assert text.complete
        assert checked.right, checked
        assert checked.complete
        assert all(row.named_right in (True, None) for row in checked.lines)


def test_own_traces_under_rules_are_right() -> None:
    """By reasons, a killer puzzle and a smaller board."""
    from cpsudoku.constraints import Cage

    grid = solve(PUZZLE).solution
    assert grid is not None
    pairs = [[9 * r + c, 9 * r + c + 1] for r in range(9) for c in (0, 3, 6)]
    cages = [Cage(cells, grid[cells[0]] + grid[cells[1]]) for cells in pairs]
    killer = Puzzle(PUZZLE[:63] + "." + PUZZLE[64:], constraints=cages)
    for puzzle in (killer, Puzzle("..34....2....32.")):
        text = tasks.trace(puzzle, "reasons")
        assert text.complete
        assert tasks.check_trace(puzzle, text).right
    with pytest.raises(UsageError, match="scale"):
        tasks.trace(killer)


def spoilt(text: str, rng: random.Random) -> tuple[str, int]:
    """The trace with one digit of one claim changed, and the number of its line."""
    rows = text.splitlines()
    number = rng.randrange(len(rows))
    claims, rest = re.match(r"(.*?)((?: by| because|$).*)", rows[number]).groups()  # type: ignore[union-attr]
    places = [match.span(1) for match in re.finditer(r"(?:=|<>| )\s?(\d)\b", claims)]
    start, end = rng.choice(places)
    other = rng.choice([digit for digit in "123456789" if digit != claims[start:end]])
    rows[number] = claims[:start] + other + claims[end:] + rest
    return "\n".join(rows), number + 1


def claimed(row: str) -> list[tuple[str, str, bool]]:
    """(cell, digit, whether it is placed) of a compact line, by the grammar alone."""
    found = []
    for part in re.split(r" by | because ", row)[0].split(", "):
        cell, sign, *digits = part.split()
        found += [(cell, digit, sign == "=") for digit in digits]
    return found


@pytest.mark.parametrize("seed", long_after(1, range(25)))
def test_every_spoilt_claim_is_found_and_no_right_one_refused(seed: int) -> None:
    """80 spoilt traces a seed: the verdict of every claim is what the solution says of it."""
    rng = random.Random(seed)
    names = ["random_minimal.txt", "kaggle.txt"]
    puzzle = rng.choice(some(rng.choice(names), 40))
    grid = solve(puzzle).solution
    assert grid is not None
    texts = [str(tasks.trace(puzzle, style)) for style in ("techniques", "placements")]
    for _ in range(80):
        text, number = spoilt(rng.choice(texts), rng)
        checked = tasks.check_trace(puzzle, text)
        expected = [
            {claim: "right" if (grid[claim[0]] == int(claim[1])) == claim[2] else "wrong" for claim in claimed(row)}
            for row in text.splitlines()
        ]
        found = [
            {(GEOMETRY.name_of(c.cell), str(c.digit), c.kind == PLACE): verdict for c, verdict in row.claims}
            for row in checked.lines
        ]
        assert found == expected
        if "wrong" in expected[number - 1].values():
            assert not checked.right
            assert checked.first_wrong is not None
            assert checked.first_wrong.number == number


def test_claims_about_several_solutions() -> None:
    """On small puzzles, a claim is right where all grids have it, wrong where none has, else not implied."""
    rng = random.Random(5)
    for cells in puzzles(150, 5):
        every = completions(cells)
        cell, digit, place = rng.randrange(16), rng.randint(1, 4), rng.random() < 0.5
        checked = tasks.check_trace(line(cells), f"r{cell // 4 + 1}c{cell % 4 + 1} {'=' if place else '<>'} {digit}")
        if not every:
            assert checked.why
            continue
        holds = {(grid[cell] == digit) == place for grid in every}
        verdict = "not implied" if len(holds) == 2 else "right" if holds == {True} else "wrong"
        assert checked.lines[0].claims[0].verdict == verdict
        assert checked.right == (verdict == "right")


def test_misnamed_techniques_are_found() -> None:
    """The same placements under another name: right claims, wrong lines."""
    good = "r5c5 = 5 by naked-single"
    assert tasks.check_trace(PUZZLE, good).right
    for name in ("pointing", "X-wing", "xy-wing", "naked pair", "forcing chain"):
        checked = tasks.check_trace(PUZZLE, f"r5c5 = 5 by {name}")
        assert not checked.right, name
        assert checked.first_wrong is not None
        assert checked.first_wrong.claims[0].verdict == "right"
        assert "gives that here" in checked.first_wrong.why


def test_a_naked_set_reaches_cells_outside_its_house() -> None:
    """The triple of r4c4, r6c4 and r5c5 has its 1 in column 4, and its 2 not."""
    puzzle = Puzzle("." * 81)
    masks = [511] * 81
    masks[30], masks[48], masks[40] = 0b011, 0b101, 0b110
    assert gives(["naked-triplet"], puzzle, masks, 75, 0, False)
    assert not gives(["naked-triplet"], puzzle, masks, 75, 1, False)


def test_other_techniques_are_not_judged() -> None:
    """Names that contain one of the ladder's, and names of other ladders."""
    for name in ("finned X-wing", "skyscraper", "W-wing", "WXYZ-wing", "forcing chain contradiction", "XY-chain"):
        checked = tasks.check_trace(PUZZLE, f"{name} => r1c3 <> 1")
        assert checked.lines[0].named_right is None, name
        assert checked.right


def reference() -> list[list[str]]:
    """103 traces of the reference program: the puzzle, then a line a step."""
    with gzip.open(Path(__file__).with_name("reference_traces.txt.gz"), "rt") as file:
        return [block.splitlines() for block in file.read().split("\n\n") if block.strip()]


@pytest.mark.parametrize("which", [slice(0, 100, 20), pytest.param(slice(None), marks=pytest.mark.long)])
def test_traces_of_the_reference_program(which: slice) -> None:
    """Each is read whole, right to its end, with every technique named rightly."""
    traces = reference()
    assert len(traces) == 103
    for puzzle, *steps in traces[which]:
        checked = tasks.check_trace(puzzle, "\n".join(steps))
        assert len(checked.lines) == len(steps)
        assert checked.right, checked
        assert checked.complete
        assert all(row.named_right for row in checked.lines)


SAID = [
    ("r1c4 = 6", ["r1c4 = 6"]),
    ("3. R1C4=6 (hidden single)", ["r1c4 = 6"]),
    ("**Step 2:** place 6 in r1c4.", ["r1c4 = 6"]),
    ("So (1, 4) must be 6.", ["r1c4 = 6"]),
    ("Row 1, column 4 is 6", ["r1c4 = 6"]),
    ("6 goes in r1c4 and 2 goes in r1c6", ["r1c4 = 6", "r1c6 = 2"]),
    ("r1c4 <> 2 6, r1c6 ≠ 8", ["r1c4 <> 2", "r1c4 <> 6", "r1c6 <> 8"]),
    ("r1c4-26 r1c6-8", ["r1c4 <> 2", "r1c4 <> 6", "r1c6 <> 8"]),
    ("remove 2 from r1c4 and r1c6", ["r1c4 <> 2", "r1c6 <> 2"]),
    ("no 2 or 6 in r1c4", ["r1c4 <> 2", "r1c4 <> 6"]),
    ("no 7 to 9 in r1c4", ["r1c4 <> 7", "r1c4 <> 8", "r1c4 <> 9"]),
    ("r1c4 cannot be 2", ["r1c4 <> 2"]),
    ("r1c4 is 6, 7, 8 or 9", [f"r1c4 <> {digit}" for digit in range(1, 6)]),
    ("r12c4 are 3 to 9", [f"r{row}c4 <> {digit}" for row in (1, 2) for digit in (1, 2)]),
    ("r1c4 = {6 7 8 9}", [f"r1c4 <> {digit}" for digit in range(1, 6)]),
    ("If r1c4 = 6 then r1c6 = 2, a contradiction: no 6 in r1c4", ["r1c4 <> 6"]),
    ("Suppose r1c4 = 6.", []),
    ("r1c4 is 6, or else r1c6 is 2, then r2c5 is 4, so no 1 in r1c4", ["r1c4 <> 1"]),
    ("r1c4 could be 2 or 6", []),
    ("r1c4 = 6 because r1c6 = 2", ["r1c4 = 6"]),
    ("r1c4 = 2 or 6", []),
    ("r1c4: 2, 6", []),
    ("row 1 has a 5", []),
    ("r10c4 = 6 and r1c4 = 12", []),
    ("Hidden Single: R1C4: 6 in block", ["r1c4 = 6"]),
    ("Pointing: Cells R1C4,R2C4: 6 in block and column", []),
    ("Cell Forcing Chains: R2C2.3 on ==> R1C4.6 off", ["r1c4 <> 6"]),
    ("Locked Candidates Type 1 (Pointing): 6 in b2 => r1c13,r2c1<>6", ["r1c1 <> 6", "r1c3 <> 6", "r2c1 <> 6"]),
    ("Discontinuous Nice Loop: 6 r1c4 =6= r1c6 -6- r2c6 => r1c4<>6", ["r1c4 <> 6"]),
    ("r1c4 => 6", ["r1c4 = 6"]),
    ("r12c4 = 6", []),
    ("", []),
]


@pytest.mark.parametrize(("text", "claims"), SAID)
def test_what_a_line_claims(text: str, claims: list[str]) -> None:
    """Notations of other people; hypotheses and alternatives claim nothing."""
    assert [claim.text(GEOMETRY) for claim in read_line(text, GEOMETRY).claims] == claims


def test_placements_are_those_of_the_grammar() -> None:
    """Every line of a trace by placements is one claim, and they are the open cells."""
    lines = tasks.trace(PUZZLE, "placements").lines
    claims = [read_line(text, GEOMETRY).claims for text in lines]
    assert all(len(found) == 1 and found[0].kind == PLACE for found in claims)
    assert {found[0].cell for found in claims} == {cell for cell in range(81) if PUZZLE[cell] == "."}


def test_what_has_no_trace() -> None:
    """Puzzles without one solution say why; text without claims is not right; other input is refused."""
    assert tasks.trace("." * 81).why == "the puzzle has more than one solution"
    assert tasks.trace("11" + "." * 79, "reasons").why == "the puzzle has no solution"
    assert tasks.trace(solve(PUZZLE).solutions[0]).complete
    for text in ("", "I think so.", "if r1c3 = 4"):
        checked = tasks.check_trace(PUZZLE, text)
        assert (checked.right, checked.word) == (False, "empty")
    with pytest.raises(UnknownName):
        tasks.trace(PUZZLE, "verse")
    with pytest.raises(WrongInput):
        tasks.check_trace(PUZZLE, 5)  # type: ignore[arg-type]
