"""What to aim at: bands of ER, EP and ED, and techniques that are needed, hardest, or the only ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property

from cpsudoku.errors import UnknownName, UsageError, unknown
from cpsudoku.rating.numbers import HIGHEST, LEVELS, LOWEST, band_of, in_tenths, tenths_of
from cpsudoku.techniques.ladder import SPECIAL, TECHNIQUES, rung_of

Band = tuple[float, float]
"""Lowest and highest rating, both included."""
Tenths = tuple[int, int]
"""The same in tenths, as the rater counts."""

ALIASES = {"aligned-pair-exclusion": "aligned-pair", "aligned-triplet-exclusion": "aligned-triplet"}
"""Names beside those of the ladder and its families."""
RUNGS = {
    "forcing-chain": rung_of("x-cycle"),
    "multiple-chains": rung_of("cell-chains"),
    "dynamic-chains": rung_of("dynamic-cell-chains"),
}
"""Chains that are searched together, the easiest of all being the step: cycles, X-chains and forcing chains; cell and
region chains; dynamic and nested chains."""
LEVEL_ALIASES = {"medium": "moderate"}
METHODS = ("auto", "sampling", "steering", "vicinity")
"""How to search; see `aiming.methods`."""
TOP = 119
"""No rating is above 11.9, in tenths."""
_UPPER = {"unique-loop": 50, "bug": 61}
"""Highest rating of the techniques below chains whose rating varies."""


def kinds_of(name: str) -> frozenset[int]:
    """The kinds of steps a technique's key, family or customary name means. Raises UnknownName."""
    word = name.strip().lower().replace(" ", "-").replace("_", "-")
    word = ALIASES.get(word, word)
    rows = {t.key: row for row, t in enumerate(TECHNIQUES)}
    if word == "unique-rectangle":
        return frozenset({rows["unique-loop"] + SPECIAL})
    if word in RUNGS:
        return _of_rungs({RUNGS[word]})
    if word == "turbot-fish":
        return frozenset({rows["x-chain"] + SPECIAL})
    if word == "hidden-single":
        return frozenset({rows["last-cell"], rows["hidden-single-box"], rows["hidden-single-line"]})
    found = {row for row, t in enumerate(TECHNIQUES) if word in (t.key, t.family)}
    if not found:
        families = sorted({t.family for t in TECHNIQUES})
        keys = [t.key for t in TECHNIQUES] + ["hidden-single", "unique-rectangle", "turbot-fish", *RUNGS]
        raise UnknownName(f"{unknown('technique', name, keys, families)}; families: {', '.join(families)}")
    return frozenset(found | {row + SPECIAL for row in found if TECHNIQUES[row].key in ("unique-loop", "x-chain")})


ALL_KINDS = frozenset(range(len(TECHNIQUES))) | kinds_of("unique-loop") | kinds_of("x-chain")


def _of_rungs(rungs: Collection[int]) -> frozenset[int]:
    """The kinds that stand on these rungs."""
    return frozenset(kind for kind in ALL_KINDS if TECHNIQUES[kind % SPECIAL].rung in rungs)


def base_of(kind: int) -> int:
    """The least rating, in tenths, of a kind of step."""
    return round(10 * TECHNIQUES[kind % SPECIAL].rating)


def top_of(kind: int) -> int:
    """The highest rating, in tenths, of a kind of step."""
    technique = TECHNIQUES[kind % SPECIAL]
    return TOP if technique.family == "chain" else _UPPER.get(technique.key, base_of(kind))


def rungs_of(kinds: Iterable[int]) -> int:
    """The rungs of the ladder these kinds of steps stand on, as bits."""
    rungs = 0
    for kind in kinds:
        for rung in TECHNIQUES[kind % SPECIAL].rungs:
            rungs |= 1 << rung
    return rungs


def level_words() -> list[str]:
    """Every level as the command line writes it."""
    return [*(name.replace(" ", "-") for _, name in LEVELS), *LEVEL_ALIASES]


def level_band(word: str) -> Tenths:
    """The ER, in tenths, of a level such as `easy`. Raises UnknownName."""
    found = band_of(LEVEL_ALIASES.get(word, word).replace("-", " "))
    if found is not None:
        return in_tenths(found[0]), in_tenths(found[1])
    raise UnknownName(unknown("level", word, level_words()))


@dataclass(frozen=True)
class Aim:
    """What a puzzle must be. Checked when it is built: UsageError, UnknownName.

    rating     band of ER: of the hardest step
    pearl      band of EP: of the hardest step up to the first placed digit
    diamond    band of ED: of the first step
    level      a word for a band of ER
    requires   each needed: without it, and with no step above the puzzle's ER, the puzzle stalls
    hardest    nothing of a higher base rating is needed: what is at most as hard solves the puzzle
    only       these techniques (and families) alone solve the puzzle
    method     how to search: "auto" or the name of a method
    """

    rating: Band | None = None
    pearl: Band | None = None
    diamond: Band | None = None
    level: str = ""
    requires: tuple[str, ...] = ()
    hardest: str = ""
    only: tuple[str, ...] = ()
    method: str = "auto"

    def __post_init__(self) -> None:
        for name, band in (("rating", self.rating), ("pearl", self.pearl), ("diamond", self.diamond)):
            if band is None:
                continue
            if not isinstance(band, tuple | list) or len(band) != 2:
                raise UsageError(f"{name} {band!r}: a number such as 7.2, or two such as (7.0, 7.4)")
            if tenths_of(band[0], name) > tenths_of(band[1], name):
                raise UsageError(f"{name} {band[0]}..{band[1]}: {LOWEST} <= lowest <= highest <= {HIGHEST}")
        if self.method not in METHODS:
            raise UsageError(f"method {self.method!r} does not aim; these do: {', '.join(METHODS)}")
        lowest, highest = self.band
        if lowest > highest:
            raise UsageError(
                f"{self}: these exclude each other (ER at least {lowest / 10:.1f}, at most {highest / 10:.1f})"
            )

    @cached_property
    def needed(self) -> tuple[frozenset[int], ...]:
        """The kinds of steps of each requirement."""
        found = []
        for name in self.requires:
            kinds = kinds_of(name)
            shared = {TECHNIQUES[kind % SPECIAL].rung for kind in kinds} & set(RUNGS.values())
            if not kinds >= _of_rungs(shared):
                raise UsageError(
                    f"requires {name!r}: chains that are searched together can only be required together: "
                    f"{', '.join(RUNGS)}"
                )
            found.append(kinds)
        return tuple(found)

    @cached_property
    def enough(self) -> tuple[frozenset[int], ...]:
        """Sets of kinds of steps each of which must solve the puzzle."""
        found = []
        if self.hardest:
            most = max(base_of(kind) for kind in kinds_of(self.hardest))
            found.append(frozenset(kind for kind in ALL_KINDS if base_of(kind) <= most))
        if self.only:
            found.append(frozenset().union(*(kinds_of(name) for name in self.only)))
        return tuple(found)

    @cached_property
    def band(self) -> Tenths:
        """What all demands together leave of ER, in tenths."""
        lowest, highest = _tenths(self.rating) if self.rating else (10, TOP)
        if self.level:
            from_level = level_band(self.level)
            lowest, highest = max(lowest, from_level[0]), min(highest, from_level[1])
        for kinds in self.needed:
            lowest = max(lowest, min(base_of(kind) for kind in kinds))
        for kinds in self.enough:
            highest = min(highest, max(top_of(kind) for kind in kinds))
        return lowest, highest

    @cached_property
    def sought(self) -> Tenths:
        """The band to search in, in tenths: a technique is seldom needed in puzzles much harder than itself."""
        lowest, highest = self.band
        if self.needed and self.rating is None and not self.level:
            highest = min(highest, max(lowest, max(max(map(base_of, kinds)) for kinds in self.needed) + 6))
        return lowest, highest

    def distance(self, er: int, ep: int, ed: int) -> int:
        """How far ratings are from the bands, in tenths."""
        far = gap(er, self.sought)
        if self.pearl is not None:
            far += gap(ep, _tenths(self.pearl))
        if self.diamond is not None:
            far += gap(ed, _tenths(self.diamond))
        return far

    def __str__(self) -> str:
        said = [
            f"{name} {band[0]:.1f}..{band[1]:.1f}"
            for name, band in (("ER", self.rating), ("EP", self.pearl), ("ED", self.diamond))
            if band is not None
        ]
        said += [f"level {self.level}"] if self.level else []
        said += [f"requires {name}" for name in self.requires]
        said += [f"hardest {self.hardest}"] if self.hardest else []
        said += [f"only {', '.join(self.only)}"] if self.only else []
        return ", ".join(said)


def _tenths(band: Band) -> Tenths:
    return in_tenths(band[0]), in_tenths(band[1])


def gap(value: int, band: Tenths) -> int:
    """How far *value* is from the band."""
    return max(band[0] - value, value - band[1], 0)


def parse_band(text: str) -> Band:
    """`7.0..7.4`, `7.2`, `7.0..` or `..2.5`. Raises UsageError."""
    first, dots, last = text.partition("..")
    try:
        lowest = float(first) if first.strip() or not dots else LOWEST
        highest = (float(last) if last.strip() else HIGHEST) if dots else lowest
    except ValueError:
        raise UsageError(f"rating {text!r}: a number such as 7.2, or a range such as 7.0..7.4") from None
    return lowest, highest
