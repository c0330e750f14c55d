"""The page of ten walks: `python docs/walks_page.py` writes `docs/explanation/walks.md` from puzzles of the tests."""

from __future__ import annotations

import json
from pathlib import Path

from cpsudoku import Puzzle, explain
from cpsudoku.formats import read_one
from cpsudoku.results import Explanation

HERE = Path(__file__).resolve().parent
PAGE = HERE / "explanation" / "walks.md"
PUZZLES = HERE.parent / "tests" / "puzzles" / "variants.jsonl"
WANTED = (
    ("Killer", {"cage"}),
    ("Arrows", {"arrow"}),
    ("Thermometers", {"thermo"}),
    ("Whispers", {"whisper"}),
    ("Renban lines", {"renban"}),
    ("Kropki dots", {"difference", "ratio"}),
    ("Little killers", {"little_killer"}),
    ("Sandwiches", {"sandwich"}),
    ("Anti-knight", {"anti_knight"}),
)
HEAD = """# Ten walks

These are whole walks of `explain`, a line a step, with singles in a row on one line (`explain(puzzle).story()`).
`r12c3` is r1c3 and r2c3. `python docs/walks_page.py` writes this page.
"""


def walks() -> list[tuple[str, Puzzle, Explanation]]:
    """A walk for each heading: the shortest that the rules of the kind alone give; the last one is mixed."""
    rows = [json.loads(line) for line in PUZZLES.read_text(encoding="utf-8").splitlines()]
    found: list[tuple[str, Puzzle, Explanation]] = []
    kinds = [{rule["type"] for rule in row["constraints"]} for row in rows]
    used: set[int] = set()

    def chosen(heading: str, fitting: list[int]) -> None:
        best: tuple[int, int, Puzzle, Explanation] | None = None
        for number in fitting:
            if number in used:
                continue
            puzzle = read_one(json.dumps(rows[number])).puzzle
            walk = explain(puzzle)
            if isinstance(walk, Explanation) and walk.complete and (best is None or len(walk.story()) < best[0]):
                best = len(walk.story()), number, puzzle, walk
        if best is not None:
            used.add(best[1])
            found.append((heading, best[2], best[3]))

    for heading, words in WANTED:
        alone = [k for k, named in enumerate(kinds) if named & words and named <= words]
        chosen(heading, (alone or [k for k, named in enumerate(kinds) if named & words])[:3])
    chosen("Mixed rules", [k for k, named in enumerate(kinds) if len(named) > 2][:4])
    return found


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for heading, puzzle, walk in walks():
        rules = "\n".join(rule.text for rule in puzzle.constraints)
        clues = puzzle.line().split("\n")[0]
        parts.append(f"## {heading}\n\n```text\n{clues}\n{rules}\n```\n")
        parts.append(f"{walk.opening}\n")
        for number, passage in enumerate(walk.passages(), start=1):
            first, *inner = passage.lines
            parts += [f"{number}. {first}", *(f"    - {line}" for line in inner)]
        parts.append("")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
