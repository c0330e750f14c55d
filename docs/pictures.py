"""Write the pictures of the README and the pages into docs/pictures, by the package itself: python docs/pictures.py"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cpsudoku import Geometry, Puzzle, candidates, draw, generate, rate, verify, why
from cpsudoku.constraints import Cage, Thermometer
from cpsudoku.drawing.book import Book, Entry
from cpsudoku.drawing.picture import Picture
from cpsudoku.drawing.svg import to_svg
from cpsudoku.questions.explanation.step import Deduction
from cpsudoku.rating.answers import Rating

HERE = Path(__file__).parent / "pictures"
WIDTH = 420
CHAIN = ".3.......84.3.19......2...59..4.8.2....1.3..9......1....76.....58...7...6..9..4.."
RULES = ".Cage~3~R1C1~R1C2.Thermo~R4C1~R5C1~R6C2~R6C3.Arrow~R1C9~R2C8~R3C8.Whisper~5~R8C2~R9C3~R9C4~R8C5.AntiKnight"


def chain() -> Picture:
    """The hardest step of a puzzle of ER 6.6."""
    rating = rate(CHAIN)
    assert isinstance(rating, Rating)
    return draw(max(rating.steps, key=lambda step: step.rating))


def several() -> Picture:
    """A puzzle with several solutions: the cells where two of them differ are shaded."""
    return draw(verify("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6........................8"))


def conflict() -> Picture:
    """A puzzle without a solution: clues that contradict each other are shaded."""
    return draw(verify("....9..5.........3.96.........84....8.....32.52..6...1..3...2..61.47......7.1..9."))


def jigsaw() -> Picture:
    """A jigsaw of 6x6."""
    return draw(generate(geometry=Geometry.jigsaw("111222113322133332455556445566444666"), seed=1).puzzle)


def made() -> Picture:
    """A puzzle with 24 to 26 clues in rotational symmetry."""
    return draw(generate(rating=(7.0, 7.4), clues=(24, 26), symmetry="rot180", seed=7).puzzle)


def killer() -> Picture:
    """A killer without a clue, made from nothing."""
    return draw(generate(makers="killer", clues=0, seed=5).puzzle)


def true_candidates() -> str:
    """What can still go where under a cage and a thermometer."""
    rules = [Cage("r1c1 r1c2", 3), Thermometer("r2c3 r1c3")]
    return candidates(Puzzle(bytes(16), Geometry(2, 2), constraints=rules))._repr_svg_() or ""


def reasons() -> Picture:
    """Why a digit is forced under rules."""
    rules = [Cage("r1c1 r1c2", 3), Thermometer("r4c4-r4c1")]
    step = why(Puzzle(bytes([0, 0, 4, *5 * [0], 2, *7 * [0]]), Geometry(2, 2), constraints=rules), "r1c2")
    assert isinstance(step, Deduction)
    return draw(step)


def drawn_rules() -> Picture:
    """A puzzle of a text of Interactive Sudoku Solver."""
    return draw(Puzzle(RULES))


def book() -> Picture:
    """A page of a book: six puzzles with their ratings."""
    records = [generate(level=level, seed=seed) for level in ("easy", "hard") for seed in (1, 2, 3)]
    entries = [Entry(record.puzzle, f"ER {record.rating.er}") for record in records if record.rating]
    return next(Book(per_page=6, title="Sunday", paper="A5", footer="Volume two").pages(entries))


PICTURES: dict[str, Callable[[], Picture | str]] = {
    f"{function.__name__.replace('_', '-')}.svg": function
    for function in (chain, several, conflict, jigsaw, made, killer, true_candidates, reasons, drawn_rules, book)
}
"""File -> what draws it."""


def files() -> dict[Path, str]:
    """Every file and its text."""
    drawn = {HERE / name: picture() for name, picture in PICTURES.items()}
    return {path: shown if isinstance(shown, str) else to_svg(shown, width=WIDTH) for path, shown in drawn.items()}


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
