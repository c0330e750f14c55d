"""Words that sentences are made of: cells in groups, digits, lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cpsudoku.constraints.cell_names import in_groups

EITHER = "either way"
"""Ends an argument from two possibilities."""
RUN = 4
"""Digits in a row from which on the first and the last are named."""


def listed(words: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    found = list(words)
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} {last} {found[-1]}" if found else ""


def alternatives(digits: Sequence[int]) -> str:
    """`2`, `2 or 3`, `1 to 5`; the digits ascend."""
    if len(digits) >= RUN and digits[-1] - digits[0] == len(digits) - 1:
        return f"{digits[0]} to {digits[-1]}"
    return listed(map(str, digits), "or")


def located(name: str) -> str:
    """`in row 3`, `on the main diagonal`: the place of a house or rule by its name."""
    return f"on the {name}" if name.endswith("diagonal") else f"in {name}"


def called_together(names: Iterable[str]) -> list[str]:
    """Rules of a kind by their places together: `the whispers from r1c2 and r7c2`."""
    by_kind: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        head, word, place = name.partition(" from ") if " from " in name else name.partition(" at ")
        by_kind.setdefault(f"{head}|{word}", []).append(place)
    found = []
    for key, places in by_kind.items():
        head, word = key.split("|")
        plural = "" if len(places) == 1 else "es" if head.endswith("x") else "s"
        found.append(f"{head}{plural}{word}{listed(places)}")
    return found


def together(names: Iterable[str]) -> str:
    """`row 1`; `rows 1 and 3`; `column 3 and boxes 2 and 4`: numbers grouped by the word before them."""
    return listed(by_words(names))


def by_words(names: Iterable[str]) -> list[str]:
    """The same as a list: `column 3`, `boxes 2 and 4`."""
    by_word: dict[str, list[str]] = {}
    for name in names:
        word, _, number = name.rpartition(" ")
        by_word.setdefault(word if number.isdigit() else name, []).append(number)
    found: list[str] = []
    for word, numbers in by_word.items():
        if not numbers[0].isdigit():
            found.append(word)
        elif len(numbers) == 1:
            found.append(f"{word} {numbers[0]}")
        else:
            found.append(f"{word}{'es' if word.endswith('x') else 's'} {listed(numbers)}")
    return found


def listed_cells(cells: Iterable[int], columns: int) -> str:
    """`r1c34 and r2c1`."""
    return listed(in_groups(cells, columns))
