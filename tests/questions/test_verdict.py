"""Verdicts: right on every kind of board, with evidence that the rules themselves confirm."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from cpsudoku import Impossible, Limits, Multiple, Puzzle, Solution, Unique, Unknown, verify
from cpsudoku.board.geometry import CLASSIC, Geometry, boxes
from cpsudoku.board.puzzle import MISSING
from cpsudoku.budget import NO_LIMITS
from cpsudoku.constraints import parse
from cpsudoku.engines.block import Answers, Status
from cpsudoku.engines.engine import Engine, Outcome
from cpsudoku.errors import EncodingError, EnginesDisagree, NotationError, UnknownName, UsageError
from cpsudoku.formula import catalog
from cpsudoku.questions.verdict import Question, Verdict, agree, answered, conflict, remark, verdict_of
from tests.rules import all_solutions, is_solution
from tests.selection import long_after

PUZZLES = Path(__file__).resolve().parents[1] / "puzzles"
BOARDS = {
    "4x4": boxes(2, 2),
    "2x3": boxes(2, 3),
    "4x4 with diagonals": Geometry(2, 2, extras=("diagonals",)),
    "jigsaw 5x5": Geometry.jigsaw("AAABBACCBBACCDBEECDDEEEDD"),
}
EXPECTED = {
    "17_clue": Unique,
    "kaggle": Unique,
    "random_minimal": Unique,
    "magictour_top1465": Unique,
    "hardest_1106": Unique,
    "hardest_1905_11plus": Unique,
    "serg_benchmark": Multiple,
    "invalid_no_solution": Impossible,
    "invalid_conflict": Impossible,
}
SOLVERS = (
    "cadical153",
    "glucose3",
    "glucose4",
    "minisat22",
    "minisatgh",
    "minicard",
    "maplechrono",
    "lingeling",
    "kissat404",
)


def lines(file: str, number: int | None = None) -> list[str]:
    """The first puzzles of a file."""
    return (PUZZLES / f"{file}.txt").read_text().split()[:number]


def assert_evidence(puzzle: Puzzle, verdict: object) -> None:
    """What a verdict shows is checked by the rules alone."""
    geometry = puzzle.geometry
    match verdict:
        case Unique(solution):
            assert is_solution(geometry, solution.cells, puzzle.cells)
        case Multiple(first, second):
            assert first != second
            assert is_solution(geometry, first.cells, puzzle.cells)
            assert is_solution(geometry, second.cells, puzzle.cells)
        case Impossible(core):
            assert all(puzzle.cells[cell] for cell in core)


@pytest.mark.parametrize("file", EXPECTED)
def test_published_puzzles(file: str) -> None:
    """Every sample of the published sets gets the verdict its list promises."""
    for line in lines(file):
        puzzle = Puzzle.parse(line)
        verdict = verify(puzzle)
        assert isinstance(verdict, EXPECTED[file])
        assert_evidence(puzzle, verdict)


@pytest.mark.parametrize("encoding", long_after(6, catalog.names("cnf")))
def test_every_encoding(encoding: str) -> None:
    """With the full formula of any encoding of the catalog the verdicts are the same."""
    for file, kind in EXPECTED.items():
        for line in lines(file, 2 if encoding in ("log", "order", "minimal", "natural") else 4):
            puzzle = Puzzle.parse(line)
            verdict = verify(puzzle, encoding=encoding)
            assert isinstance(verdict, kind)
            assert_evidence(puzzle, verdict)


@pytest.mark.parametrize("simplify", ["singles", "none"])
@pytest.mark.parametrize("solver", SOLVERS)
def test_many_solvers(solver: str, simplify: str) -> None:
    """Any SAT solver that PySAT ships gives the same verdicts, on what singles leave and on the full formula."""
    for file, kind in EXPECTED.items():
        for line in lines(file, 2):
            puzzle = Puzzle.parse(line)
            verdict = verify(puzzle, engine=f"sat:{solver}", simplify=simplify)
            assert isinstance(verdict, kind)
            assert_evidence(puzzle, verdict)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("simplify", ["singles", "none"])
def test_equals_enumeration(name: str, simplify: str) -> None:
    """On small boards of every kind the verdict is what plain enumeration says, whatever the clues."""
    geometry, rng = BOARDS[name], random.Random(3)
    seen = set()
    for trial in range(80):
        cells = bytearray(geometry.size)
        for cell in rng.sample(range(geometry.size), 2 + trial % (geometry.size // 2)):
            cells[cell] = rng.randint(1, geometry.side) if trial % 4 == 0 else 0
            free = set(range(1, geometry.side + 1)) - {cells[peer] for peer in geometry.peers[cell]}
            if trial % 4 and free:
                cells[cell] = rng.choice(sorted(free))
        puzzle = Puzzle(bytes(cells), geometry)
        found = [grid for grid, _ in zip(all_solutions(geometry, puzzle.cells), range(2))]
        verdict = verify(puzzle, simplify=simplify)
        assert isinstance(verdict, (Impossible, Unique, Multiple)[len(found)])
        assert_evidence(puzzle, verdict)
        seen.add(type(verdict))
    assert len(seen) == 3


def test_a_retired_blocking_clause_does_not_linger() -> None:
    """One incremental solver asked for the same puzzle twice, and for puzzles of the same grid, stays right."""
    from cpsudoku.engines.registry import engine

    solver = engine("sat:cadical153", CLASSIC, simplify="none")
    puzzle = Puzzle.parse(lines("17_clue")[0])
    solution = solver.search(puzzle.cells).solutions[0]
    for _ in range(3):
        assert solver.search(puzzle.cells).solutions == (solution,)
        assert len(solver.search(puzzle.cells[:40] + bytes(41)).solutions) == 2
        assert solver.search(solution).solutions == (solution,)


def test_components_are_deadly() -> None:
    """Swapping one component alone gives another solution; together they are all cells that differ."""
    for line in lines("serg_benchmark"):
        puzzle = Puzzle.parse(line)
        verdict = verify(puzzle)
        assert isinstance(verdict, Multiple)
        parts = verdict.components
        assert tuple(sorted(cell for part in parts for cell in part)) == verdict.first.difference(verdict.second)
        for part in parts:
            swapped = bytearray(verdict.first.cells)
            for cell in part:
                swapped[cell] = verdict.second.cells[cell]
            assert is_solution(CLASSIC, bytes(swapped), puzzle.cells)


def test_conflict_is_one() -> None:
    """The clues an Impossible names have no solution by themselves."""
    for file in ("invalid_no_solution", "invalid_conflict"):
        for line in lines(file, 12):
            puzzle = Puzzle.parse(line)
            core = conflict(puzzle)
            assert len(core) <= puzzle.clue_count
            assert isinstance(verify(puzzle.only(core)), Impossible)
    with pytest.raises(ValueError, match="has a solution"):
        conflict(Puzzle.parse(lines("kaggle")[0]))


def test_limits_give_unknown_and_nothing_else() -> None:
    """A budget that runs out is Unknown with a reason; a sufficient one changes nothing."""
    hard = lines("hardest_1905_11plus", 3)
    for line in hard:
        tight = verify(line, limits=Limits(conflicts=1))
        assert isinstance(tight, Unknown)
        assert "1 conflicts" in tight.why
        assert verify(line, limits=Limits(conflicts=1)) == tight
        assert isinstance(verify(line, limits=Limits(seconds=60, conflicts=10**6)), Unique)
    assert isinstance(verify(lines("kaggle")[0], limits=Limits(conflicts=1)), Unique)


@pytest.mark.parametrize(
    ("name", "kind"), [("kaggle", Unique), ("serg_benchmark", Multiple), ("invalid_conflict", Impossible)]
)
def test_only_unique_verdicts_are_true(name: str, kind: type[Verdict]) -> None:
    """And say so."""
    verdict = verify(lines(name)[0])
    assert isinstance(verdict, kind)
    assert verdict.unique is bool(verdict) is (kind is Unique)


@pytest.mark.parametrize("rules", [[], ["thermo r1c1 r1c2"]])
def test_several_solutions_as_an_expression(rules: list[str]) -> None:
    """The repr makes an equal verdict, which knows whether rules beyond houses hold."""
    verdict = verify(Puzzle(bytes(16), boxes(2, 2)).under(map(parse, rules)))
    again = eval(repr(verdict))
    assert isinstance(again, Multiple)
    assert again == verdict
    assert again.has_variant_rules == bool(rules)


def test_fewer_than_17_clues() -> None:
    """With fewer than 17 clues on the classic board the remark cites the proof, and two solutions are still shown."""
    puzzle = Puzzle.parse(lines("17_clue")[0])
    fewer = puzzle.only([cell for cell, _ in puzzle.clues[1:]])
    assert fewer.clue_count == 16
    assert "McGuire" in remark(fewer)
    assert remark(puzzle) == remark(Puzzle.parse(lines("kaggle")[0])) == ""
    assert remark(Puzzle(bytes(81), CLASSIC).with_rules_read(MISSING)) == remark(Puzzle(bytes(16), boxes(2, 2))) == ""
    assert isinstance(verify(fewer), Multiple)
    assert isinstance(verify(Puzzle(bytes(81))), Multiple)


@pytest.mark.parametrize("solver", ["lingeling", "kissat404"])
def test_solvers_without_limits_say_so(solver: str) -> None:
    """A solver that knows no budget refuses limits by name instead of ignoring them."""
    with pytest.raises(UsageError, match=f"{solver}.*no limits"):
        verify(lines("17_clue")[1], engine=f"sat:{solver}", simplify="none", limits=Limits(conflicts=10))


class Saying(Engine):
    """An engine that says the same of every puzzle."""

    def __init__(self, name: str, says: Outcome) -> None:
        self.name, self.geometry, self.says = name, CLASSIC, says

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        return self.says


def confirmed_verdict(puzzle: Puzzle, engine: Engine, checker: Engine | None = None) -> Verdict:
    """The verdict by these engines."""
    return verdict_of(answered(Question(), engine, checker, puzzle, puzzle.cells), 0, puzzle)


def test_cross_check() -> None:
    """A second engine that agrees changes nothing; one that differs is an error that names the puzzle."""
    for file, kind in EXPECTED.items():
        assert isinstance(verify(lines(file)[0], cross_check="bitmask"), kind)

    puzzle = Puzzle.parse(lines("kaggle")[0])
    found = verify(puzzle)
    assert isinstance(found, Unique)
    with pytest.raises(EnginesDisagree, match=r"liar finds no solution.*" + puzzle.line()):
        confirmed_verdict(puzzle, Saying("sat", Outcome((found.cells,), True)), Saying("liar", Outcome((), True)))


def test_engines_that_differ_are_reported_with_the_puzzle_of_the_block() -> None:
    """The error names the first puzzle of which both are certain and differ, wherever it stands, and both answers."""
    texts = lines("kaggle", 3)
    cells = b"".join(Puzzle.parse(text).cells for text in texts)
    right = Status.UNIQUE
    for at, text in enumerate(texts):
        other = [right] * 3
        other[at] = Status.IMPOSSIBLE
        first, second = (Answers(bytes(statuses), b"") for statuses in ([right] * 3, other))
        words = (
            f"^one finds one solution, two finds no solution, for the puzzle {re.escape(Puzzle.parse(text).line())}$"
        )
        with pytest.raises(EnginesDisagree, match=words):
            agree(Puzzle(bytes(81)), cells, ("one", first), ("two", second))
        other[at] = Status.UNKNOWN
        agree(Puzzle(bytes(81)), cells, ("one", first), ("two", Answers(bytes(other), b"")))


def test_an_impossible_names_rules_only_where_they_are_part_of_the_conflict() -> None:
    """Its data has the key `conflict_rules` with their texts then, and lacks it where clues conflict alone."""
    clues = verify("11" + "." * 14).to_dict()
    assert clues["verdict"] == "impossible"
    assert len(clues["conflict"]) == 2
    assert "conflict_rules" not in clues
    ruled = verify(Puzzle.parse("1...............").under([parse("cage 3 r1c1 r1c2"), parse("even r1c1")])).to_dict()
    assert ruled["verdict"] == "impossible"
    assert ruled["conflict_rules"] == ["even r1c1"]


def test_two_solutions_count_under_limits() -> None:
    """Two solutions are certain even where a limit stopped the search: they disagree with "one solution"."""
    puzzle = Puzzle(bytes(81))
    found = verify(puzzle)
    assert isinstance(found, Multiple)
    two = Outcome((found.cells, found.second_cells), False, "gave up after 1 conflicts")
    one = Outcome((found.cells,), True)
    nothing = Outcome((found.cells,), False, "gave up after 1 conflicts")

    for mine, theirs in ((two, one), (one, two)):
        with pytest.raises(EnginesDisagree, match="more than one solution"):
            confirmed_verdict(puzzle, Saying("first", mine), Saying("second", theirs))
    for mine, theirs in ((two, two), (nothing, one), (one, nothing), (two, nothing)):
        confirmed_verdict(puzzle, Saying("first", mine), Saying("second", theirs))


def test_wrong_witness_is_refused() -> None:
    """A grid that breaks a rule or a clue never becomes a verdict."""
    puzzle = Puzzle.parse(lines("kaggle")[0])
    with pytest.raises(EnginesDisagree):
        confirmed_verdict(puzzle, Saying("liar", Outcome((bytes([1] * 81),), True)))
    found = verify(puzzle)
    assert isinstance(found, Unique)
    with pytest.raises(EnginesDisagree):
        confirmed_verdict(puzzle, Saying("liar", Outcome((found.cells, found.cells), False)))


def test_verdicts_are_values() -> None:
    """Equal by value, hashable, and shown as an expression of their parts."""
    line = lines("kaggle")[0]
    one, two = verify(line), verify(line, simplify="none")
    assert one == two
    assert hash(one) == hash(two)
    assert one != verify(lines("serg_benchmark")[0])
    assert isinstance(one, Unique)
    assert eval(repr(one.solution), {"Solution": Solution}) == one.solution
    assert repr(one) == f"Unique({one.solution!r})"


def test_accepted_forms() -> None:
    """A puzzle may come as text in any detectable form, as a Puzzle, or as a Solution."""
    found = verify(lines("kaggle")[0])
    assert isinstance(found, Unique)
    assert verify(found.solution) == found
    assert verify(str(Puzzle.parse(lines("kaggle")[0]))) == found


def test_wrong_use() -> None:
    """Texts, names and options that cannot be are refused with the errors documented."""
    with pytest.raises(NotationError):
        verify("12345")
    with pytest.raises(UnknownName, match="known: "):
        verify(lines("kaggle")[0], engine="abacus")
    with pytest.raises(UnknownName, match="cadical153"):
        verify(lines("kaggle")[0], engine="sat:abacus")
    with pytest.raises(UsageError, match="full formula"):
        verify(lines("kaggle")[0], encoding="triad", simplify="singles")
    with pytest.raises((UnknownName, EncodingError)):
        verify(lines("kaggle")[0], encoding="no-such")
    with pytest.raises(EncodingError):
        verify(lines("kaggle")[0], encoding="cp-exactly-one")


def test_the_former_name_of_has_variant_rules() -> None:
    """`Multiple.whole` answers as `has_variant_rules` does, with a DeprecationWarning."""
    board = boxes(2, 2)
    for rules, expected in (((), False), ((parse("even r1c1"),), True)):
        verdict = verify(Puzzle(bytes(16), board, rules))
        assert isinstance(verdict, Multiple)
        assert verdict.has_variant_rules is expected
        with pytest.warns(DeprecationWarning, match="has_variant_rules"):
            assert verdict.whole is expected


@pytest.mark.parametrize(("text", "number"), [("1234341221434321", 1), ("." * 16, 2), ("11" + "." * 14, 0)])
def test_unique_is_a_fact_or_unknown(text: str, number: int) -> None:
    """True of one solution, False of several (two are known) or none, None of a verdict that a limit left open."""
    verdict = verify(text)
    assert verdict.unique is (number == 1)
    assert len(verdict.solutions) == number
    assert verdict.solution == (verdict.solutions[0] if number else None)
    assert Unknown("a limit").unique is None
