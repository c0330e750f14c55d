"""Write docs/reference/rules.md and its pictures from the kinds themselves: python docs/rules_page.py"""

from __future__ import annotations

import dataclasses
import inspect
import json
from pathlib import Path

from cpsudoku import Geometry, Puzzle, draw
from cpsudoku.board.geometry import CLASSIC
from cpsudoku.constraints import ALIASES, FAMILIES, KINDS, kind, parse
from cpsudoku.drawing.svg import to_svg

HERE = Path(__file__).parent / "reference"
BOARD = Geometry(2, 3)
WIDTH = 230

EXAMPLES = {
    "all_different": "all-different r1c1 r2c3 r3c5",
    "and": "and { thermo r1c1-r1c4 ; even r3c3 }",
    "anti_king": "anti-king",
    "anti_knight": "anti-knight",
    "anti_taxicab": "anti-taxicab",
    "arrow": "arrow r2c2 / r2c3 r2c4 r3c5",
    "between": "between r2c2-r2c5 r4c5",
    "cage": "cage 9 r1c1 r1c2 r2c1",
    "candidates": "candidates 1,3 r2c2 r2c3",
    "clone": "clone r1c1 r1c2 / r5c4 r5c5",
    "connected": "connected 1,2,3,4,5",
    "contains": "contains 1,6 r2c2-r2c4",
    "count_distinct": "count-distinct r2c2 / r3c2-r3c5",
    "counting_circles": "counting-circles r1c1 r2c3 r4c4 r6c5",
    "diagonal": "diagonal +",
    "difference": "difference r2c2 r2c3",
    "disjoint_groups": "disjoint-groups",
    "double_arrow": "double-arrow r2c2-r2c5",
    "doublers": "doublers { cage 9 r1c1 r1c2 }",
    "dutch_flatmates": "dutch-flatmates",
    "entropic": "entropic r2c2-r2c5 r4c5",
    "equal_sum": "equal-sum r1c1-r1c3 / r3c1 r3c2 / r5c2 r5c3 r5c4",
    "equality_cage": "equality-cage r2c2 r2c3 r3c2 r3c3",
    "even": "even r2c2 r4c5",
    "extra_region": "extra-region r2c2-r2c4 r3c2-r3c4",
    "full_rank": "full-rank 3 r2c1-r2c6",
    "global_entropy": "global-entropy",
    "global_mod": "global-mod",
    "greater": "greater r2c2 r2c3",
    "hidden_skyscraper": "hidden-skyscraper 3 r2c1-r2c6",
    "indexing": "indexing col r1c3-r6c3",
    "little_killer": "little-killer 12 r1c2-r5c6",
    "lockout": "lockout r2c1-r2c4",
    "look_and_say": "look-and-say 2-1,1-3 r2c2-r2c4 r3c2",
    "lunchbox": "lunchbox 4 r2c2-r2c5",
    "maximum": "maximum r3c3",
    "minimum": "minimum r3c3",
    "modular": "modular r2c2-r2c5 r4c5",
    "nabner": "nabner r2c2-r2c4",
    "negative": "negative xv",
    "non_consecutive": "non-consecutive",
    "not": "not { diagonal + }",
    "numbered_room": "numbered-room 4 r2c1-r2c6",
    "odd": "odd r2c2 r4c5",
    "or": "or { thermo r1c1-r1c4 | thermo r3c4-r3c1 }",
    "pairwise": "pairwise 1-2,2-3,3-4 r2c2-r2c4",
    "palindrome": "palindrome r1c2 r2c3 r3c4 r4c5",
    "quadruple": "quadruple 1,2,6 r2c2 r2c3 r3c2 r3c3",
    "ratio": "ratio r2c2 r2c3",
    "regex": "regex [1-3]+[4-6]+ r2c1-r2c6",
    "region_sum_line": "region-sum-line r1c2 r2c3 r2c4 r3c5",
    "rellik_cage": "rellik-cage 7 r2c2 r2c3 r3c2",
    "renban": "renban r2c2-r2c5",
    "same_values": "same-values r1c1 r1c2 / r5c4 r5c5",
    "sandwich": "sandwich 7 r2c1-r2c6",
    "skyscraper": "skyscraper 3 r2c1-r2c6",
    "slow_thermo": "slow-thermo r2c2-r2c5",
    "sum": "sum 12 r2c2 r3c3 r4c4",
    "sum_line": "sum-line 7 r2c2-r2c5",
    "thermo": "thermo r2c2-r2c5 r4c5",
    "value_indexing": "value-indexing r1c1 r2c2 r3c3 r4c4",
    "whisper": "whisper r2c2-r2c5 r4c5",
    "windoku": "windoku r2c2-r2c4 r3c2-r3c4",
    "x_sum": "x-sum 12 r2c1-r2c6",
    "xv": "xv 10 r2c2 r2c3",
    "zipper": "zipper r2c2-r2c6",
}
"""An example of every kind on a 6x6 board with boxes of 2x3."""

HEAD = """# Rules beyond houses

<!-- Written by `python docs/rules_page.py`; edit the kinds in `cpsudoku/constraints/` instead. -->

Each kind of rule has three forms: a text for the command line (`--rule`), a class for Python
(`from cpsudoku.constraints import Cage`) and a record in JSON. A cell is written `r1c2`, a straight run of cells
`r1c1-r1c5`; `/` separates lists of cells. The examples are on a 6x6 board with boxes of 2x3.
[Set puzzles with other rules](../how-to/setters.md) shows how to use them.

"""


def example(word: str) -> Puzzle:
    """An empty board with the example of a kind; flatmates are for digits 1 to 9."""
    board = CLASSIC if word == "dutch_flatmates" else BOARD
    return Puzzle(bytes(board.size), board, constraints=[parse(EXAMPLES[word])])


def section(word: str) -> str:
    """What the page says of a kind: its picture, meaning, parts, text form and record."""
    cls = kind(word)
    key = word.replace("_", "-")
    rule = parse(EXAMPLES[word])
    parts = [f"`{field.name}`: {_type(field)}" for field in dataclasses.fields(cls)]
    also = [name.replace("_", "-") for name, other in ALIASES.items() if other == word]
    lines = [
        f"## {key}",
        "",
        f"![{key}](rules/{key}.svg)",
        "",
        " ".join((inspect.getdoc(cls) or "").split()),
        "",
        f"- Text: `{rule.text}`" if len(rule.text) < 110 else f"- Text: `{EXAMPLES[word]}`",
        f"- Class: `{cls.__name__}`" + (f", parts {', '.join(parts)}" if parts else ", without parts"),
        f"- Record: `{json.dumps(rule.to_dict())}`",
    ]
    return "\n".join([*lines, f"- Also: {', '.join(f'`{name}`' for name in also)}"] if also else lines) + "\n"


def _type(field: dataclasses.Field[object]) -> str:
    given = str(field.type).replace('"', "'").replace("forms.", "")
    return given.replace("|", "or") + ("" if field.default is dataclasses.MISSING else f" = {field.default!r}")


def files() -> dict[Path, str]:
    """Every file the script writes, with its text."""
    families = [
        f"| {name} | {', '.join(word.replace('_', '-') for word in words)} |" for name, words in FAMILIES.items()
    ]
    table = "\n".join(
        ["Three names stand for several kinds (`diagnose --class`):", "", "| family | kinds |", "|---|---|", *families]
    )
    found = {HERE / "rules.md": "\n".join([HEAD, table, "", *map(section, KINDS)]).rstrip() + "\n"}
    for word in KINDS:
        picture = draw(example(word))
        found[HERE / "rules" / f"{word.replace('_', '-')}.svg"] = to_svg(picture, width=WIDTH)
    return found


def main() -> None:
    """Write them."""
    (HERE / "rules").mkdir(exist_ok=True)
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
