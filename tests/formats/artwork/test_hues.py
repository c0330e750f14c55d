"""Colours get the names that people give them."""

from __future__ import annotations

import pytest

from cpsudoku.formats.artwork.figures import hue, hues_named


@pytest.mark.parametrize(
    ("colour", "name"),
    [
        ("#67F067", "green"),
        ("#F067F0FF", "purple"),
        ("#E6E6FA", "purple"),
        ("#CFCFCF", "grey"),
        ("rgba(207, 207, 207, 0.95)", "grey"),
        ("#2ECBFF", "blue"),
        ("#FFCCAA", "orange"),
        ("#fe6", "yellow"),
        ("#F00", "red"),
        ("#ffffff", "white"),
        ("black", "black"),
        ("#12345600", ""),
        ("rgba(1,2,3,0)", ""),
        ("plaid", ""),
        (None, ""),
        (7, ""),
    ],
)
def test_hue(colour: object, name: str) -> None:
    """Hexadecimal, rgb() and a few words; what cannot be seen or read has no name."""
    assert hue(colour) == name


def test_hues_named() -> None:
    """The colours in a sentence."""
    assert hues_named("digits on pink or gold lines") == {"purple", "red", "yellow", "orange"}
    assert hues_named("digits on a line") == set()
