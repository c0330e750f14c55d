"""Notebooks: every answer about a puzzle is a picture with its words; Python hands grids and steps out as arrays."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import cpsudoku
from cpsudoku import Geometry, Puzzle, Solution, draw, verify
from cpsudoku.board.hooks import painter
from cpsudoku.errors import WrongInput
from cpsudoku.results import Deduction, Mistake, Step

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL = EASY[:60] + "." * 21
CLASH = "55" + EASY[2:]
PUZZLE = Puzzle.parse(EASY)
SOLUTION = verify(PUZZLE).solution  # type: ignore[union-attr]

SHOWN = {
    "Puzzle": lambda: PUZZLE,
    "Solution": lambda: SOLUTION,
    "Picture": lambda: draw(EASY),
    "Unique": lambda: verify(EASY),
    "Multiple": lambda: verify(SEVERAL),
    "Impossible": lambda: verify(CLASH),
    "Solved": lambda: cpsudoku.solve(SEVERAL, limit=2),
    "SolvedByLogic": lambda: cpsudoku.solve_by_logic(EASY),
    "Rating": lambda: cpsudoku.rate(EASY),
    "Unrated": lambda: cpsudoku.rate(SEVERAL),
    "Step": lambda: cpsudoku.hint(EASY),
    "Mistake": lambda: cpsudoku.hint(EASY, entries={2: 1}),
    "Explanation": lambda: cpsudoku.explain(EASY),
    "Deduction": lambda: cpsudoku.next_deduction(EASY),
    "Sound": lambda: cpsudoku.diagnose(EASY),
    "Broken": lambda: cpsudoku.diagnose(CLASH),
    "Ambiguous": lambda: cpsudoku.diagnose(SEVERAL),
    "Reduced": lambda: cpsudoku.reduce(EASY, seed=1),
    "Generated": lambda: cpsudoku.generate(seed=1),
    "CanonicalForm": lambda: cpsudoku.canonical_form(EASY),
    "TrueCandidates": lambda: cpsudoku.candidates(EASY),
    "Fewest": lambda: cpsudoku.fewest(SOLUTION, at_most=25),
}
OTHERS = {
    "Audit": "a report with plots of its own",
    "Table": "a table",
    "Summary": "a part of it",
    "Count": "a number",
    "Unknown": "no grid: its puzzle is the one asked about",
    "Certificate": "a text",
    "Invalid": "made of a row that could not be read; shown as the verdicts are",
    "Reason": "a part of a deduction",
    "Run": "a row of a table",
}
"""Answers that have a record and no board."""


@pytest.mark.parametrize("name", SHOWN)
def test_answers_are_pictures(name: str) -> None:
    """One SVG with the grid, or HTML with it and words that are not empty."""
    thing = SHOWN[name]()
    assert type(thing).__name__ == name
    svg, html = thing._repr_svg_(), thing._repr_html_()
    assert "<svg" in (html or svg)
    assert "<rect" in (html or svg)
    if html:
        words = re.sub(r"<svg.*?</svg>", "", html, flags=re.S)
        assert len(re.sub(r"<[^>]+>", "", words).strip()) > 3
    assert "<svg" not in repr(thing)


def test_every_answer_is_known_here() -> None:
    """Whatever is public and has a record is shown above, or is named with the reason why not."""
    public = {
        name
        for name in cpsudoku.__all__
        if isinstance(getattr(cpsudoku, name), type) and hasattr(getattr(cpsudoku, name), "to_dict")
    }
    assert public <= set(SHOWN) | set(OTHERS)


def test_what_is_wrong_is_marked() -> None:
    """Conflicts are shaded, cells that differ too, and a player's mistake is struck."""
    assert SHOWN["Broken"]()._repr_html_().count('class="conflict"') == 2
    assert "r1c1=5 r1c2=5" in SHOWN["Broken"]()._repr_html_()
    assert SHOWN["Ambiguous"]()._repr_html_().count('class="differs"') > 5
    mistake = SHOWN["Mistake"]()
    assert isinstance(mistake, Mistake)
    assert 'class="strike"' in mistake._repr_html_()
    assert "r1c3 = 1 cannot be" in mistake._repr_html_()


def test_texts_are_escaped() -> None:
    """Words of a user's in an answer are text in the page, not markup."""
    rule = cpsudoku.Puzzle.parse(EASY)
    html = painter().html_of(cpsudoku.results.Unrated(rule, "multiple", "<script>alert(1)</script>"))
    assert "<script>" not in (html or "")


def test_the_repr_of_a_picture_is_short() -> None:
    """Size and title, not hundreds of shapes."""
    assert repr(draw(EASY, title="Sunday")).startswith("Picture(width=436.0, height=454.0, title='Sunday'")


def test_grids_as_arrays() -> None:
    """Out and in again the same; of the type asked for; never shared."""
    array = np.asarray(PUZZLE)
    assert (array.shape, int(array.sum())) == ((9, 9), sum(map(int, EASY.replace(".", "0"))))
    assert array.tolist() == PUZZLE.to_list() == PUZZLE.to_array().tolist()
    for given in (array, PUZZLE.to_list(), array.astype(float), array.astype(np.uint8), np.array(PUZZLE, dtype=object)):
        assert Puzzle.of(given) == PUZZLE
    assert Solution.of(np.asarray(SOLUTION)) == Solution.of(SOLUTION.to_list()) == SOLUTION
    assert np.asarray(PUZZLE, dtype=np.float32).dtype == np.float32
    array[0, 0] = 9
    assert PUZZLE.to_array()[0, 0] == 5
    with pytest.raises(ValueError, match="copy"):
        PUZZLE.__array__(copy=False)


def test_boards_of_other_shapes_as_arrays() -> None:
    """Rows, columns and digits as the board has them; one less than the lowest digit is empty."""
    from cpsudoku.cli.rules import shaped

    board = shaped("2x3", "0..5", None)
    cells = bytes([0, 1, 2, 3, 4, 6])
    assert Puzzle(cells, board).to_list() == [[-1, 0, 1], [2, 3, 5]]
    assert Puzzle(bytes(36), Geometry(2, 3)).to_array().shape == (6, 6)


def test_frames_go_in() -> None:
    """A data frame with nan for empty is a puzzle; text in it is told where."""
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(np.asarray(PUZZLE)).replace(0, np.nan)
    assert Puzzle.of(frame) == PUZZLE
    assert pandas.Series([PUZZLE, PUZZLE])[1] == PUZZLE
    frame = frame.astype(object)
    frame.iloc[3, 4] = "x?"
    with pytest.raises(WrongInput, match="r4c5"):
        Puzzle.of(frame)


def test_steps_as_arrays() -> None:
    """A hint's cell and digit; the board, its candidates, what is placed and removed, as arrays of one shape."""
    found: Any = cpsudoku.hint(EASY)
    assert isinstance(found, Step)
    arrays = found.arrays()
    assert arrays["grid"].tolist() == PUZZLE.to_list()
    assert arrays["candidates"].shape == arrays["placed"].shape == arrays["removed"].shape == (9, 9, 9)
    assert found.cell is not None
    assert found.digit is not None
    assert np.argwhere(arrays["placed"]).tolist() == [[*divmod(found.cell, 9), found.digit - 1]]
    assert arrays["candidates"][divmod(found.cell, 9)][found.digit - 1]
    for step in cpsudoku.rate(
        "..2..4......8..3..3.5..2.4.4.........8..15..6..7...519...4..6......7...1.....6.5."
    ).steps[:40]:  # type: ignore[union-attr]
        made = step.arrays()
        assert (step.cell is None) == (not made["placed"].any())
        assert not (made["removed"] & ~made["candidates"]).any()
        assert int(made["removed"].sum()) == len(step.removals)
    deduction: Any = cpsudoku.next_deduction(EASY)
    assert isinstance(deduction, Deduction)
    made = deduction.arrays()
    assert np.argwhere(made["placed"])[0].tolist() == [*divmod(deduction.cell, 9), deduction.digit - 1]
    assert made["grid"].tolist() == PUZZLE.to_list()


def test_true_candidates_as_an_array() -> None:
    """True where the cell has the digit in some solution."""
    array = cpsudoku.candidates(EASY).to_array()
    assert array.shape == (9, 9, 9)
    assert (array.argmax(axis=2) + 1).tolist() == SOLUTION.to_list()
    assert int(array.sum()) == 81
