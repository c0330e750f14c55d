# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The ladder: every technique of the scale, its base rating and its place in the search order.

The order of the search is the order of the rungs; it is not sorted by rating, and the first deduction found is applied
even where a later rung would rate lower. Numbers and order are those of Sudoku Explainer 1.2.1 (Nicolas Juillerat,
2006), the program behind the community's "SE rating".

A technique is its file in `techniques` and its line here; rows, rungs and everything that goes by technique follow.
"""

from typing import NamedTuple

MOST_RUNGS = 31
"""Rungs are bits 1 to 31 of a word."""
MOST_ROWS = 64
"""Rows are numbered in six bits of `rater.describe`."""
SPECIAL = 4096
"""Added there for a technique under a name of its own: row + MOST_ROWS * variant + SPECIAL."""


class Technique(NamedTuple):
    """A line of the ladder.

    `key` is the word of the interface, `rating` the base on the scale, `rung` the place in the search order.
    `family` groups techniques for masks: single, direct, locking, set, fish, wing, uniqueness, exclusion, chain. `file`
    is the module beside this one that holds it. With more than one of `levels` it takes as many rungs.
    """

    key: str
    name: str
    rating: float
    family: str
    file: str
    levels: int = 1
    rung: int = 0

    @property
    def rungs(self) -> range:
        """All its rungs: one a level."""
        return range(self.rung, self.rung + self.levels)


LADDER = (
    [
        Technique("last-cell", "hidden single", 1.0, "single", "singles"),
        Technique("hidden-single-box", "hidden single", 1.2, "single", "singles"),
        Technique("hidden-single-line", "hidden single", 1.5, "single", "singles"),
    ],
    [
        Technique("direct-pointing", "direct pointing", 1.7, "direct", "locking"),
        Technique("direct-claiming", "direct claiming", 1.9, "direct", "locking"),
    ],
    [Technique("direct-hidden-pair", "direct hidden pair", 2.0, "direct", "sets")],
    [Technique("naked-single", "naked single", 2.3, "single", "singles")],
    [Technique("direct-hidden-triplet", "direct hidden triplet", 2.5, "direct", "sets")],
    [
        Technique("pointing", "pointing", 2.6, "locking", "locking"),
        Technique("claiming", "claiming", 2.8, "locking", "locking"),
    ],
    [Technique("naked-pair", "naked pair", 3.0, "set", "sets")],
    [Technique("x-wing", "X-wing", 3.2, "fish", "fish")],
    [Technique("hidden-pair", "hidden pair", 3.4, "set", "sets")],
    [Technique("naked-triplet", "naked triplet", 3.6, "set", "sets")],
    [Technique("swordfish", "swordfish", 3.8, "fish", "fish")],
    [Technique("hidden-triplet", "hidden triplet", 4.0, "set", "sets")],
    [Technique("xy-wing", "XY-wing", 4.2, "wing", "wing")],
    [Technique("xyz-wing", "XYZ-wing", 4.4, "wing", "wing")],
    [Technique("unique-loop", "unique rectangle or loop", 4.5, "uniqueness", "unique_loop")],
    [Technique("naked-quad", "naked quad", 5.0, "set", "sets")],
    [Technique("jellyfish", "jellyfish", 5.2, "fish", "fish")],
    [Technique("hidden-quad", "hidden quad", 5.4, "set", "sets")],
    [Technique("bug", "BUG", 5.6, "uniqueness", "bug")],
    [Technique("aligned-pair", "aligned pair exclusion", 6.2, "exclusion", "aligned_exclusion")],
    [
        Technique("x-cycle", "bidirectional X-cycle", 6.5, "chain", "forcing_chains"),
        Technique("y-cycle", "bidirectional Y-cycle", 6.5, "chain", "forcing_chains"),
        Technique("cycle", "bidirectional cycle", 7.0, "chain", "forcing_chains"),
        Technique("x-chain", "forcing X-chain", 6.6, "chain", "forcing_chains"),
        Technique("forcing-chain", "forcing chain", 7.0, "chain", "forcing_chains"),
    ],
    [Technique("aligned-triplet", "aligned triplet exclusion", 7.5, "exclusion", "aligned_exclusion")],
    [Technique("nishio", "nishio forcing chains", 7.5, "chain", "forcing_chains")],
    [
        Technique("cell-chains", "cell forcing chains", 8.0, "chain", "forcing_chains"),
        Technique("region-chains", "region forcing chains", 8.0, "chain", "forcing_chains"),
    ],
    [
        Technique("dynamic-cell-chains", "dynamic cell forcing chains", 8.5, "chain", "forcing_chains", levels=6),
        Technique("dynamic-region-chains", "dynamic region forcing chains", 8.5, "chain", "forcing_chains", levels=6),
        Technique(
            "dynamic-contradiction", "dynamic contradiction forcing chains", 8.5, "chain", "forcing_chains", levels=6
        ),
        Technique("dynamic-double-chains", "dynamic double forcing chains", 8.5, "chain", "forcing_chains", levels=6),
    ],
)
"""The rungs in the order of the search, each with the techniques that are searched for together there."""


def _numbered() -> tuple[Technique, ...]:
    found: list[Technique] = []
    rung = 1
    for lines in LADDER:
        found += [line._replace(rung=rung) for line in lines]
        rung += lines[0].levels
    return tuple(found)


TECHNIQUES = _numbered()
"""Row number = `Hint.technique`. Dynamic chains of level n use the same rows on rung + n, with n in `variant`."""

NESTED_RATINGS = (8.5, 9.0, 9.5, 10.0, 10.5, 11.0)
"""Base rating of dynamic chains by level."""

LAST_RUNG = max(rung for technique in TECHNIQUES for rung in technique.rungs)
ALL_RUNGS = (2 << LAST_RUNG) - 2
"""Bit r = rung r of the ladder may be used."""

if LAST_RUNG > MOST_RUNGS or len(TECHNIQUES) > MOST_ROWS:
    raise ValueError(
        f"the ladder has {LAST_RUNG} rungs and {len(TECHNIQUES)} rows; at most {MOST_RUNGS} and {MOST_ROWS}"
    )

_ROWS = {technique.key: row for row, technique in enumerate(TECHNIQUES)}


def row(key: str) -> int:
    """Row of a technique: what compiled files call it."""
    return _ROWS[key]


def rung_of(key: str) -> int:
    """Its (first) rung."""
    return TECHNIQUES[_ROWS[key]].rung


RATING = [technique.rating for technique in TECHNIQUES] + [0.0] * (MOST_ROWS - len(TECHNIQUES))
"""Row -> base rating."""
