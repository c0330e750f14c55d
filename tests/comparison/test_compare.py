"""A comparison from puzzles to figures."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from cpsudoku.board.geometry import CLASSIC, boxes
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.budget import NO_LIMITS, Limits
from cpsudoku.comparison import runs as runs_module
from cpsudoku.comparison.contestant import Contestant, line_up
from cpsudoku.comparison.report import write
from cpsudoku.comparison.runs import Run, SetUp
from cpsudoku.comparison.side_by_side import compare, drawn
from cpsudoku.comparison.summary import duration, figure, percentile, summary
from cpsudoku.comparison.table import Table
from cpsudoku.constraints import parse
from cpsudoku.engines.engine import Engine, Outcome
from cpsudoku.errors import EnginesDisagree, UnknownName, UsageError
from cpsudoku.formula.catalog import load

PUZZLES = Path(__file__).resolve().parents[1] / "puzzles"


def lines(name: str, count: int) -> list[str]:
    return (PUZZLES / f"{name}.txt").read_text().split()[:count]


@pytest.fixture(scope="module")
def small() -> Table:
    sets = {"easy": lines("kaggle", 4), "17 clues": lines("17_clue", 4), "none": lines("invalid_no_solution", 2)}
    return compare(
        sets, engines=["bitmask", "sat", "dlx"], encodings=["extended"], simplify=["singles"], timeout=20, seed=3
    )


def test_line_up_crosses_engines_with_their_encodings() -> None:
    """An encoding goes to the engines of its target; an engine without encodings takes part once."""
    labels = [
        c.label for c in line_up(["sat", "sat:glucose4", "cp-sat", "dlx"], ["extended", "triad", "cp-alldifferent"])
    ]
    assert labels == [
        "sat extended",
        "sat triad",
        "sat:glucose4 extended",
        "sat:glucose4 triad",
        "cp-sat cp-alldifferent",
        "dlx",
    ]


def test_line_up_with_simplifications() -> None:
    """Without encodings each stage is a contestant; beside encodings "singles" is one more."""
    assert [c.label for c in line_up(["sat", "dlx"], [], ["singles", "none"])] == ["sat singles", "sat none", "dlx"]
    assert [c.label for c in line_up(["sat"], ["triad"], ["singles"])] == ["sat triad", "sat singles"]


def test_line_up_refuses() -> None:
    """An encoding for none of the engines, an unknown one, nobody at all: each is an error that says so."""
    with pytest.raises(UsageError, match="cp-alldifferent"):
        line_up(["sat"], ["cp-alldifferent"])
    with pytest.raises(UnknownName, match="nonsense"):
        line_up(["sat"], ["nonsense"])
    with pytest.raises(UsageError, match="no engine"):
        line_up([])


def test_every_engine_meets_every_puzzle(small: Table) -> None:
    """Every contestant runs on every puzzle, and all solve all."""
    assert [row.label for row in small.rows] == ["bitmask", "sat extended", "sat singles", "dlx"] * 3
    assert [row.puzzles for row in small.rows] == [4] * 8 + [2] * 4
    assert all(row.solved == row.puzzles and row.wrong == row.timeouts == 0 for row in small.rows)
    assert {run.answer for run in small.runs if run.group == "none"} == {"impossible"}
    assert {run.answer for run in small.runs if run.group != "none"} == {"unique"}


def test_turns_rotate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each block begins with another engine, so that a slow spell of the machine meets all."""
    monkeypatch.setattr(runs_module, "BLOCK", 2)
    table = compare(lines("kaggle", 6), engines=["bitmask", "sat", "dlx"])
    order = [(run.row, run.contestant.label) for run in table.runs]
    assert order[:6] == [(1, "bitmask"), (2, "bitmask"), (1, "sat"), (2, "sat"), (1, "dlx"), (2, "dlx")]
    assert [label for _, label in order[6::2]] == ["sat", "dlx", "bitmask", "dlx", "bitmask", "sat"]


def test_figures() -> None:
    """Median, mean, nearest-rank percentile, worst, PAR-2 and rate of known times."""
    contestant = Contestant("dlx")
    times = [float(k) for k in range(1, 20)] + [50.0]
    results = [
        Run("s", k, "9x9", 0.3, contestant, "unique" if t < 50 else "unknown", t, {"nodes": k})
        for k, t in enumerate(times)
    ]
    row = summary(results, timeout=50)
    assert (row.puzzles, row.solved, row.timeouts) == (20, 19, 1)
    assert (row.median, row.mean, row.p95, row.worst) == (10.5, 12.0, 19.0, 50.0)
    assert row.par2 == (sum(times) - 50 + 100) / 20
    assert row.per_second == 19 / sum(times)
    assert row.counters == {"nodes": 9.5}


@pytest.mark.parametrize(("share", "expected"), [(0.0, 1), (0.5, 2), (0.51, 3), (0.95, 4), (1.0, 4)])
def test_percentile(share: float, expected: float) -> None:
    """The nearest rank, of any order of the values."""
    assert percentile([3, 1, 4, 2], share) == expected


def test_shares_of_phases() -> None:
    """Encoding, loading and search as shares of the whole time, set-up included."""
    stats = {"encode_seconds": 1.0, "search_seconds": 3.0}
    runs = [Run("s", 1, "9x9", 0.3, Contestant("dlx"), "unique", 4.0, stats)]
    assert summary(runs, None).shares == {"encode": 0.25, "load": 0.0, "search": 0.75}
    assert summary(runs, None, SetUp(3.0, 1.0)).shares == {"encode": 0.5, "load": 0.125, "search": 0.375}


def test_set_up_is_not_part_of_the_times(small: Table) -> None:
    """What an engine encodes once has its share, and is in no puzzle's time."""
    full = next(row for row in small.rows if row.label == "sat extended")
    assert small.setups["sat extended", "9x9"].encode > 0
    assert full.shares["encode"] > 0
    assert sum(full.shares.values()) == pytest.approx(1)


def test_what_people_see(small: Table) -> None:
    """The text names sets, engines and figures, machine, versions and seed, and cuts nothing off."""
    text = str(small)
    for word in ("17 clues", "sat", "extended", "PAR-2", "puzzles/s", "seed 3", "timeout 20 s", "python-sat", "cores"):
        assert word in text
    assert "…" not in text
    html = small._repr_html_()
    assert html.count("<tr>") == 1 + len(small.rows)


def test_files(small: Table, tmp_path: Path) -> None:
    """CSV and JSON hold the same figures, and every single run."""
    small.to_csv(tmp_path / "results.csv")
    small.runs_to_csv(tmp_path / "runs.csv")
    small.to_json(tmp_path / "results.json")
    rows = list(csv.DictReader((tmp_path / "results.csv").open()))
    assert [(row["set"], float(row["median"])) for row in rows] == [(row.group, row.median) for row in small.rows]
    results = json.loads((tmp_path / "results.json").read_text())
    assert results["about"]["seed"] == 3
    assert len(results["runs"]) == len(small.runs) == len(list(csv.DictReader((tmp_path / "runs.csv").open())))


class _Liar(Engine):
    """An engine that finds no solution in anything."""

    name = "liar"
    geometry = CLASSIC

    def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
        return Outcome((), True)


def test_a_wrong_answer_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disagreement raises, and the message names set, row and puzzle."""
    results = Contestant.make

    def make(self: Contestant, puzzle: Puzzle, seed: int) -> object:
        return _Liar(CLASSIC) if self.engine == "dlx" else results(self, puzzle, seed)

    monkeypatch.setattr(runs_module.Contestant, "make", make)
    puzzle = lines("kaggle", 1)[0]
    with pytest.raises(EnginesDisagree, match=f"mine, row 1: {puzzle.replace('.', '[.]')}"):
        compare({"mine": [puzzle]}, engines=["bitmask", "dlx"])


RULES = tuple(parse(text).on(boxes(2, 2)) for text in ("cage 5 r1c1 r2c1", "thermo r2c1-r2c4", "sandwich 2 r1c1-r1c4"))
VARIANT = Puzzle(bytes([4, *[0] * 15]), boxes(2, 2), RULES)
OPEN_VARIANT = Puzzle(bytes(16), boxes(2, 2), RULES[:1])


@pytest.fixture(scope="module")
def variants() -> Table:
    shelved = load("extended")
    ways = [replace(shelved, name=name, sums=name.split()[0], automata=name.split()[1]) for name in WAYS]
    sets = {"rules": [VARIANT, OPEN_VARIANT], "mixed": [lines("kaggle", 1)[0], VARIANT]}
    engines = ["sat", "sat:glucose4", "cp-sat", "recursive", "bitmask", "dlx", "logic"]
    return compare(sets, engines=engines, encodings=ways, simplify=["singles"], timeout=20)


WAYS = ("states layered", "chain edges", "tree forward")


def test_variants_of_engines_and_ways(variants: Table) -> None:
    """Puzzles with constraints: engines and ways of sums and automata answer alike, each for every puzzle."""
    ways = (f"{name} {way}" for name in ("sat", "sat:glucose4") for way in WAYS)
    serving = {"cp-sat singles", "recursive", "sat singles", *ways}
    answers: dict[tuple[str, int], set[str]] = {}
    for run in variants.runs:
        answers.setdefault((run.group, run.row), set()).update({run.answer} if run.solved else ())
    assert answers == {
        ("rules", 1): {"impossible"},
        ("rules", 2): {"multiple"},
        ("mixed", 1): {"unique"},
        ("mixed", 2): {"impossible"},
    }
    served = {run.contestant.label for run in variants.runs if run.group == "rules" and run.solved}
    assert served == serving
    sizes = {run.stats.get("clauses") for run in variants.runs if run.contestant.engine == "sat" and run.stats}
    assert len(sizes) > 2


@pytest.mark.long
def test_refusals_are_rows(variants: Table, tmp_path: Path) -> None:
    """An engine that does not serve a rule has a row that says so, and counts in no figure, file or plot."""
    refusing = {row.label: row for row in variants.rows if row.group == "rules" and row.refused}
    assert set(refusing) == {"bitmask", "dlx", "logic", "sat:glucose4 singles"}
    assert all((row.solved, row.timeouts, row.median) == (0, 0, None) for row in refusing.values())
    mixed = {row.label: (row.solved, row.refused) for row in variants.rows if row.group == "mixed"}
    assert mixed["bitmask"] == (1, 1)
    assert mixed["recursive"] == (2, 0)
    text = str(variants)
    assert "dlx refused 3: engine 'dlx'" in text
    assert "cage 5 at r1c1 r2c1" in text
    paths = write(variants, tmp_path)
    assert {path.name for path in paths} >= {"results.csv", "runs.csv", "results.json", "report.html"}
    refused = [record for kind, record in variants.records() if kind == "run" and record["verdict"] == "refused"]
    assert all("cannot serve" in record["message"] or "simplify" in record["message"] for record in refused)
    assert len(refused) == 12


def test_nobody_serves_the_rules() -> None:
    """Where every engine refuses every puzzle there is nothing to compare: an error says why."""
    with pytest.raises(UsageError, match=r"'dlx' .*cage 5"):
        compare([VARIANT], engines=["dlx", "bitmask"])


def test_a_grid_that_breaks_a_rule_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A grid that keeps the houses but not a constraint is found out by the constraint's definition."""
    grid = bytes([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])

    class Careless(Engine):
        name = "careless"
        geometry = OPEN_VARIANT.geometry

        def search(self, cells: bytes, limit: int = 2, limits: Limits = NO_LIMITS) -> Outcome:
            return Outcome((grid,), True)

    monkeypatch.setattr(runs_module.Contestant, "make", lambda self, puzzle, seed: Careless(puzzle.geometry))
    with pytest.raises(EnginesDisagree, match=r"mine, row 1: \.{16}: sat gave .*breaks cage 5 at r1c1 r2c1"):
        compare({"mine": [OPEN_VARIANT]}, engines=["sat"])


def test_variants_run_out_of_time() -> None:
    """A variant that takes too long is a timeout."""
    table = compare([VARIANT], engines=["recursive"], timeout=0.0)
    assert (table.rows[0].timeouts, table.rows[0].refused) == (1, 0)


def test_timeouts_are_unknown_and_penalised() -> None:
    """A puzzle that takes too long is a timeout, never a wrong answer, and counts twice the limit in PAR-2."""
    table = compare(lines("hardest_1106", 1), engines=["recursive"], timeout=0.0)
    (row,) = table.rows
    assert (row.solved, row.timeouts, row.wrong) == (0, 1, 0)
    assert row.par2 == 0.0
    assert table.runs[0].answer == "unknown"


def test_sample_is_drawn_by_seed() -> None:
    """The same seed draws the same puzzles, in their order; another draws others."""
    members = [(k, None) for k in range(1, 101)]
    one, again, other = (drawn(members, 10, seed) for seed in ("1/a", "1/a", "2/a"))  # type: ignore[arg-type]
    assert one == again != other
    assert one == sorted(one)
    assert drawn(members, 500, "1/a") == members  # type: ignore[arg-type]


def test_count() -> None:
    """Task count compares numbers of solutions."""
    puzzle = next(
        line for line in (PUZZLES / "multi_counts.csv").read_text().split()[1:] if int(line.split(",")[1]) < 50
    )
    line, count = puzzle.split(",")
    table = compare([line], engines=["bitmask", "sat", "cp-sat", "dlx"], task="count")
    assert {run.answer for run in table.runs} == {f"{count} solutions"}


def test_refusals() -> None:
    """Nothing to run on, no repetition, an unknown engine or task."""
    with pytest.raises(UsageError, match="no puzzle"):
        compare([])
    with pytest.raises(UsageError, match="repeat 0"):
        compare(lines("kaggle", 1), repeat=0)
    with pytest.raises(UnknownName, match="quantum"):
        compare(lines("kaggle", 1), engines=["quantum"])
    with pytest.raises(UsageError, match="guess"):
        compare(lines("kaggle", 1), task="guess")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (3.82e-5, "38.2 us"),
        (1.05e-3, "1.05 ms"),
        (12.34, "12.3 s"),
        (0.9999, "1.00 s"),
        (123.4, "123 s"),
        (9.999e-4, "1.00 ms"),
    ],
)
def test_durations(seconds: float, text: str) -> None:
    """Three digits and a unit."""
    assert duration(seconds) == text


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (3.14159, "3.14"), (42.0, "42"), (12345.6, "12,346"), (999.9, "1,000")]
)
def test_rates(value: float, text: str) -> None:
    """Three digits, whole from a thousand on."""
    assert figure(value) == text
