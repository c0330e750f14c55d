"""Puzzles to order: what was asked for is what comes, checked from outside."""

from __future__ import annotations

from typing import Any

import pytest

from cpsudoku import Limits, generate, generate_many, rate
from cpsudoku.board.geometry import CLASSIC, boxes
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.board.symmetry import is_symmetric
from cpsudoku.engines.registry import engine
from cpsudoku.errors import UnknownName, UsageError
from cpsudoku.generation.aiming import search
from cpsudoku.generation.aiming.ascent import Climb
from cpsudoku.generation.aiming.search import UNRATED, Draft, Judge, Search, needed, solves
from cpsudoku.generation.aiming.targets import ALL_KINDS, METHODS, Aim, kinds_of, parse_band
from cpsudoku.generation.recipe import Generated, Recipe, stream_of
from cpsudoku.kernels.randomness import Stream
from cpsudoku.rating.numbers import HIGHEST, LEVELS, LOWEST, in_tenths
from cpsudoku.rating.rater import Rater
from cpsudoku.rating.scale import hint
from cpsudoku.results import Rating
from cpsudoku.techniques.ladder import SPECIAL, TECHNIQUES


def test_the_first_sample_that_meets_the_aim_is_taken() -> None:
    """Method sampling gives the first of a puzzle's samples whose rating is in the band, and counts those before it."""
    for index, band in enumerate([(1.0, 7.9), (3.0, 3.9), (4.0, 4.6), (2.6, 2.6), (6.6, 7.2)]):
        word = stream_of(3, index).word()
        every = (generate(seed=word, index=number, confirm="none") for number in range(256))
        rated = ((made.puzzle, rate(made.puzzle)) for made in every)
        tries, puzzle = next((k, made) for k, (made, found) in enumerate(rated, 1) if band[0] <= found.er <= band[1])
        record = generate(seed=3, index=index, rating=band)
        assert (record.puzzle, record.tries, record.method) == (puzzle, tries, "sampling")


def rated(record: Generated) -> Rating:
    """The puzzle's rating; it is unique for an engine that had no part in it, and minimal as the record says."""
    assert record.puzzle is not None
    assert record.solution is not None
    other = engine("dlx", record.puzzle.geometry)
    cells = record.puzzle.cells
    assert other.search(cells, 2).solutions == (record.solution.cells,)
    spare = [
        cell
        for cell, _ in record.puzzle.clues
        if len(other.search(cells[:cell] + b"\0" + cells[cell + 1 :], 2).solutions) == 1
    ]
    assert record.minimal == (not spare)
    rating = rate(record.puzzle)
    assert isinstance(rating, Rating)
    assert (rating.er, rating.ep, rating.ed) == record.rating
    return rating


@pytest.mark.parametrize("low", range(10, 85, 5))
def test_every_band_is_hit(low: int) -> None:
    """A minimal puzzle of each half point of ER from 1.0 to 8.4."""
    record = generate(rating=(low / 10, (low + 4) / 10), seed=1, minimal=True)
    assert low / 10 <= rated(record).er <= (low + 4) / 10
    assert record.minimal
    assert not record.missed
    assert record.tries > 0
    assert record.seed == 1


@pytest.mark.parametrize("method", [name for name in METHODS if name != "auto"])
def test_methods(method: str) -> None:
    """Each method finds easy puzzles, and says that it did."""
    record = generate(rating=(1.5, 2.3), method=method, minimal=False if method == "steering" else None, seed=4)
    assert 1.5 <= rated(record).er <= 2.3
    assert record.method in (method, "sampling")


def test_the_vicinity_climbs() -> None:
    """From samples that are too easy to ER 9.0 and more, which samples seldom have."""
    record = generate(rating=(9.0, HIGHEST), method="vicinity", seed=2)
    assert rated(record).er >= 9.0
    assert record.method == "vicinity"


@pytest.mark.long
def test_the_ascent_goes_beyond_the_samples() -> None:
    """Targets from ER 9.5 on: what resists trial and error is rated, the best is above all samples; again the same."""
    options: dict[str, Any] = {"rating": (9.5, HIGHEST), "seed": 6}
    sampled = generate(attempts=512, **options)
    climbed = generate(attempts=600, **options)
    assert climbed.method == "vicinity"
    assert rated(climbed).er > rated(sampled).er
    assert generate(attempts=600, **options).to_dict() == climbed.to_dict()


@pytest.mark.long
def test_the_ascent_keeps_a_symmetry_and_the_number_of_clues() -> None:
    """The climb goes on within the wishes."""
    limits = Limits(seconds=2)
    record = generate(rating=(10.0, HIGHEST), symmetry="rot180", clues=(22, 26), seed=1, attempts=0, limits=limits)
    assert record.puzzle is not None
    assert 22 <= record.clues <= 26
    assert is_symmetric({cell for cell, _ in record.puzzle.clues}, CLASSIC, "rot180")


def test_a_climb_goes_up_and_rates_its_highest() -> None:
    """From a known puzzle: the best is unique, rated, and not easy; from a full grid none leads up."""
    start = bytes(map(int, "800000000003600000070090200050007000000045700000100030001000068008500010090000400"))
    grid = engine("dlx", CLASSIC).search(start, 2).solutions[0]
    search = Search(Recipe(aim=Aim(rating=(11.9, HIGHEST))), Stream(1))
    climb = Climb(search, search.groups)
    first = list(climb.around(Draft(start, grid), 1000).items())
    found = climb.best(first, 5, 930)
    assert found is not None
    assert found.rated
    assert search.tries > 0
    assert {draft.cells for draft, _ in first} < climb.seen
    assert engine("dlx", CLASSIC).search(found.draft.cells, 2).solutions == (found.draft.solution,)
    rating = rate(Puzzle.trusted(found.draft.cells, CLASSIC))
    assert isinstance(rating, Rating)
    assert rating.er >= 9.5
    assert climb.best([(Draft(found.draft.solution, found.draft.solution), 0)], 1, 0) is None


def test_wishes_combine() -> None:
    """Rating, number of clues, symmetry and minimality at once."""
    for record in generate_many(2, seed=2, rating=(6.6, 7.6), clues=(24, 27), symmetry="rot180", minimal=True):
        assert 6.6 <= rated(record).er <= 7.6
        assert 24 <= record.clues <= 27
        assert record.minimal
        assert record.puzzle is not None
        assert is_symmetric({cell for cell, _ in record.puzzle.clues}, CLASSIC, "rot180")


def test_patterns() -> None:
    """Clues on a checkerboard, rated."""
    pattern = [cell for cell in range(81) if cell % 2 == 0]
    record = generate(rating=(1.2, 1.5), pattern=pattern, seed=1, attempts=200)
    assert 1.2 <= rated(record).er <= 1.5
    assert record.puzzle is not None
    assert [cell for cell, _ in record.puzzle.clues] == pattern


def test_pearls_and_diamonds() -> None:
    """Bands of EP and ED."""
    record = generate(pearl=(2.0, 4.0), diamond=(1.5, 2.0), seed=3)
    rating = rated(record)
    assert 2.0 <= rating.ep <= 4.0
    assert 1.5 <= rating.ed <= 2.0


def test_levels_are_words_for_bands() -> None:
    """Each level's word leads to its band; medium is moderate."""
    lowest = 1.0
    for highest, word in LEVELS[:4]:
        assert lowest <= rated(generate(level=word, seed=5)).er <= highest
        lowest = highest
    assert Aim(level="medium").band == Aim(level="moderate").band


@pytest.mark.parametrize(
    "name", ["x-wing", "swordfish", "xy-wing", "unique-rectangle", "bug", "aligned-pair", "forcing-chain"]
)
def test_required_techniques_are_needed(name: str) -> None:
    """With the ladder cut at the puzzle's ER it solves with the technique, and stalls without."""
    record = generate(requires=name, seed=6)
    er = rated(record).er
    assert record.puzzle is not None
    cells = record.puzzle.cells
    assert solves(cells, ALL_KINDS, in_tenths(er))
    assert not solves(cells, ALL_KINDS - kinds_of(name), in_tenths(er))
    if name != "unique-rectangle":
        family = {TECHNIQUES[kind % SPECIAL].key for kind in kinds_of(name)}
        beyond = {t.key for t in TECHNIQUES if t.rating > er}
        stalled = rate(record.puzzle, without=family | beyond)
        assert isinstance(stalled, Rating)
        assert stalled.end == "stuck" or stalled.er > er


def test_needed_is_not_merely_used() -> None:
    """A technique the path uses is not needed where others do as well."""
    for record in generate_many(40, seed=8, rating=(3.0, 4.5)):
        assert record.puzzle is not None
        assert record.rating is not None
        used = {step.technique for step in rated(record).steps}
        for key in ("pointing", "claiming", "naked-pair", "hidden-pair", "x-wing"):
            if needed(record.puzzle.cells, kinds_of(key), in_tenths(record.rating.er)):
                assert key in used
                return
    raise AssertionError("no technique was needed")


def test_nothing_harder_and_nothing_else() -> None:
    """`hardest`: no step of a higher base; `only`: solved while every other technique is forbidden."""
    record = generate(requires="swordfish", hardest="swordfish", seed=1)
    assert rated(record).er == 3.8
    record = generate(only=("hidden-single", "locking"), rating=(2.6, 2.8), seed=1)
    assert record.puzzle is not None
    others = {t.key for t in TECHNIQUES if t.rung not in (1, 6)}
    alone = rate(record.puzzle, without=others)
    assert isinstance(alone, Rating)
    assert alone.solved


def test_solving_with_a_part_of_a_rung() -> None:
    """Techniques that share a rung are told apart: pointing without claiming; nothing solves without singles."""
    for record in generate_many(30, seed=3, rating=(2.6, 2.8)):
        assert record.puzzle is not None
        steps = {step.technique for step in rated(record).steps}
        cells = record.puzzle.cells
        assert solves(cells, ALL_KINDS)
        assert not solves(cells, ALL_KINDS - kinds_of("single"))
        if "claiming" not in steps:
            assert solves(cells, ALL_KINDS - kinds_of("claiming"), 28)
            return
    raise AssertionError("claiming everywhere")


@pytest.mark.long
def test_jobs_do_not_matter() -> None:
    """Same seed, same puzzles and tries, for one process and for two, and by index."""
    options: dict[str, Any] = {"seed": 11, "rating": (5.0, 6.0)}
    one = [r.to_dict() for r in generate_many(4, **options)]
    assert [r.to_dict() for r in generate_many(4, jobs=2, **options)] == one
    assert generate(index=2, **options).to_dict() == one[2]


def test_what_is_missed_is_said() -> None:
    """At the end of the attempts or of the time there is the best puzzle, rated and marked."""
    record = generate(rating=(11.0, 11.9), seed=1, attempts=40)
    assert record.missed.startswith("not ER 11.0..11.9 within 40 tries; best is ER ")
    assert record.tries == 40
    best = rated(record).er
    assert record.to_dict()["er"] == best
    assert all(generate(rating=(11.0, 11.9), seed=1, attempts=n).rating.er <= best for n in (1, 10))  # type: ignore[union-attr]
    timed = generate(rating=(11.9, 11.9), seed=1, attempts=0, limits=Limits(seconds=0.05))
    assert "within 0.05 s" in timed.missed


def test_other_boards() -> None:
    """A rating by the techniques that carry over; wishes about techniques are for the classic board."""
    record = generate(geometry=boxes(2, 3), rating=(2.0, 2.3), seed=1)
    rating = rated(record)
    assert 2.0 <= rating.er <= 2.3
    assert rating.scale == "not SE scale"
    with pytest.raises(UsageError, match="9x9"):
        generate(geometry=boxes(2, 3), requires="x-wing")


def test_steering_never_gets_harder() -> None:
    """Puzzles of ER at most 1.2 and few clues, by digging that refuses what would be harder."""
    record = generate(rating=(1.0, 1.2), clues=(24, 28), minimal=False, method="steering", seed=1)
    assert rated(record).er <= 1.2
    assert record.method == "steering"


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"rating": (8.0, 7.0)}, "lowest <= highest"),
        ({"rating": (0.7, 0.9)}, "from 1.0 to 11.9"),
        ({"rating": (70, 74)}, "the unit is a point of the scale, not its tenth: 7.0"),
        ({"rating": 42}, "4.2"),
        ({"rating": 7.25}, "one decimal"),
        ({"rating": True}, "a number"),
        ({"rating": (7.0, 7.4, 8.0)}, "or two such as"),
        ({"rating": "7.0"}, "or two such as"),
        ({"rating": (1.0, 1.2), "requires": "swordfish"}, "exclude each other"),
        ({"requires": "x-cycle"}, "forcing-chain"),
        ({"method": "vicinity"}, "aims at something"),
        ({"rating": (2.0, 3.0), "method": "vicinity", "minimal": False}, "to spare"),
        ({"rating": (2.0, 3.0), "dig": "per-box", "raw": True}, "not unique"),
    ],
)
def test_bad_wishes(options: dict[str, Any], named: str) -> None:
    """The message says what is accepted."""
    with pytest.raises(UsageError, match=named):
        generate(seed=1, **options)


def test_unknown_names() -> None:
    """Techniques and levels are listed."""
    with pytest.raises(UnknownName, match="x-wing"):
        Aim(requires=("y-wing-fish",))
    with pytest.raises(UnknownName, match="diabolical"):
        Aim(level="soft")


@pytest.mark.parametrize(
    ("text", "band"),
    [("7.2", (7.2, 7.2)), ("7.0..7.4", (7.0, 7.4)), ("8.5..", (8.5, HIGHEST)), ("..2.5", (LOWEST, 2.5))],
)
def test_bands_as_people_write_them(text: str, band: tuple[float, float]) -> None:
    """One number, two, or one end open."""
    assert parse_band(text) == band


@pytest.mark.parametrize("text", ["", "x", "1..y", "nan", "inf.."])
def test_unreadable_bands(text: str) -> None:
    """A UsageError that quotes it, never anything else."""
    with pytest.raises(UsageError):
        Aim(rating=parse_band(text))


def test_ratings_of_unaimed_puzzles() -> None:
    """`rated` states the rating of every puzzle, and changes none."""
    plain = list(generate_many(5, seed=4))
    with_ratings = list(generate_many(5, seed=4, rated=True))
    assert [r.puzzle for r in plain] == [r.puzzle for r in with_ratings]
    for record in with_ratings:
        rated(record)
    assert hint(plain[0].puzzle) is not None  # type: ignore[arg-type]


def test_cuts_are_exact_to_a_tenth() -> None:
    """A puzzle rated exactly at the cut is rated to its end; one a tenth above is left."""
    for record in generate_many(6, seed=3, rating=(2.6, 7.2), confirm="none"):
        assert record.puzzle is not None
        assert record.rating is not None
        er, cells = record.rating.er, record.puzzle.cells
        below = (in_tenths(er) - 1) / 10
        (exact,) = Judge(Aim(rating=(er, er)), CLASSIC).many([cells], 0)
        assert exact.distance == 0
        (above,) = Judge(Aim(rating=(below, below)), CLASSIC).many([cells], 0)
        assert above is UNRATED
        (near,) = Judge(Aim(rating=(below, below)), CLASSIC).many([cells], 1)
        assert near.distance == 1


def test_needed_is_cut_at_the_tenth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a kind of step is needed is asked with steps up to the puzzle's own ER, and none a tenth above."""
    seen: list[float] = []

    class Spy:
        """A rater, whose class takes no subclasses."""

        def __init__(self, *arguments: Any, **options: Any) -> None:
            vars(self)["rater"] = Rater(*arguments, **options)

        def __getattr__(self, name: str) -> Any:
            return getattr(vars(self)["rater"], name)

        def __setattr__(self, name: str, value: Any) -> None:
            setattr(vars(self)["rater"], name, value)

        def rate_chunk(self, cells: bytes) -> Any:
            seen.append(self.max_er)
            return vars(self)["rater"].rate_chunk(cells)

    monkeypatch.setattr(search, "Rater", Spy)
    search.needed(generate(seed=1).puzzle.cells, kinds_of("swordfish"), 38)  # type: ignore[union-attr]
    assert all(3.8 <= most < 3.9 for most in seen)
    assert seen
