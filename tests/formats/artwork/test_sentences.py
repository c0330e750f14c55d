"""Sentences of rules in prose and the kinds that they speak of."""

from __future__ import annotations

import pytest

from cpsudoku.formats.artwork.sentences import read, unread

USUAL = (
    "Normal sudoku rules apply.",
    "Normal 6x6 sudoku rules apply",
    "Normal sudoku rules apply: place the digits 1-9 once each in every row, column and box.",
    "Every row, column and 3x3 box must contain the digits from 1 to 9.",
    "Not all possible dots are necessarily given.",
    "(No negative constraint.)",
    "Digits may repeat along an arrow.",
    "And that's it!",
    "(No negative constraint - other pairs of digits may also be consecutive or have a 2:1 ratio.)",
    "Cells without a dot may or may not contain consecutive numbers.",
    "Digits may repeat along an arrow if they follow sudoku rules.",
    "Digits can repeat on a line and don't have to be in any particular order.",
    "Place a digit from 1-9 into each cell such that no digits repeat in rows, columns, or thickly outlined regions.",
    "Place a number from 1-9 into each empty cell so that every row, column and region contains each number once.",
    "Place the digits 1-9 in each column, row and region.",
    "(For example: ?????7534 (19) would be a valid fill.)",
    "Also, normal sudoku rules apply, and that's it.",
    "(December 3, 2022)",
    "No rules provided for this puzzle. Please check the related video or website for rules.",
)
SPEAKS = {
    "Digits along thermometers must strictly increase from the bulb end": ("thermo",),
    "Along green lines, digits differ from their neighbours by at least 5": ("whisper",),
    "Digits along a purple line form a set of consecutive, non-repeating digits": ("renban",),
    "Cells separated by a knight's move (in chess) cannot contain the same digit": ("anti_knight",),
    "Digits in a white circle may NOT appear in the four cells surrounding that circle": (),
    "Digits along lines lie between the digits in the circles at the ends": ("between",),
    "X-sums": ("x_sum",),
    "Clues outside indicate the sum of the nearest X numbers, where X is the nearest of those": ("x_sum",),
    "Clues outside the grid give the sum of digits between 1 and 9 in that row or column": ("sandwich",),
    "The digits between 1 and 9 that are placed outside sum to 10": (),
    "Killer, odd, even": ("cage", "even", "odd"),
    "All white dots are given": ("negative",),
}


@pytest.mark.parametrize("text", USUAL)
def test_usual_sentences(text: str) -> None:
    """What every Sudoku says, and reassurances, are no further rules."""
    assert read(text) == []


@pytest.mark.parametrize("text", SPEAKS)
def test_what_a_sentence_speaks_of(text: str) -> None:
    """A sentence is about the kinds that people mean by it."""
    (said,) = read(text)
    assert tuple(sorted(said.words)) == SPEAKS[text]


@pytest.mark.parametrize(
    "text",
    [
        "Pairs without a dot may or may not be consecutive, but never differ by 2.",
        "Circled digits may or may not be even; all the others must be odd.",
        "Digits may repeat along an arrow if they differ by 3",
        "Place a digit from 1-9 into each cell such that no digits repeat in rows, columns, regions or diagonals.",
        "Place the digits 1-9 in each column, row and diagonal.",
        "Digits along each thermo must increase CONSECUTIVELY, not 3 4 6:1",
    ],
)
def test_more_than_usual(text: str) -> None:
    """A sentence that permits something and demands something else besides is not passed over."""
    assert read(text)


def test_unread() -> None:
    """Sentences about kinds that were not read are left."""
    said = read("Thermos increase from the bulb. Adjacent digits on a line differ by at least 5.")
    assert unread(said, ["thermo"]) == ["Adjacent digits on a line differ by at least 5"]


def test_and_also() -> None:
    """A usual sentence with a rule behind it is not usual."""
    (said,) = read("Every row, column, box and diagonal contains the digits 1 to 9.")
    assert "diagonal" in said.words
    assert read("Every row, column and box contains the digits 1 to 9 and diagonals sum to 45.")
