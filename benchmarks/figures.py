"""Measure the figures that the README and the documentation state, and write them there.

    python benchmarks/figures.py [--only verify,bitmask]
    python benchmarks/figures.py --pages

Runs the benchmark of each figure, writes docs/figures.json, and replaces every `<!--=KEY-->...<!--/-->` of the README
and of docs/. --pages only replaces, from the file as it is. Figures whose command is no benchmark of this folder, or
needs a program of yours, keep their values. Run it on a quiet machine: all figures are CPU times of one core.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from measuring import options_of, program

from cpsudoku.comparison.runs import description

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "docs" / "figures.json"
MARK = re.compile(r"<!--=([\w.-]+)-->(.*?)<!--/-->", re.S)


class Source(NamedTuple):
    """Where a figure comes from: a benchmark with its options, and the pattern of its output whose group is the figure.

    Figures have two digits that count. A *pattern* of None: `measure` leaves the figure alone.
    """

    command: str
    pattern: str | None


VERIFY = "benchmarks/speed.py verify"
BITMASK = "benchmarks/speed.py bitmask"
CANONICAL = "benchmarks/speed.py canonical"
GENERATE = "benchmarks/generate.py"
RATE = "benchmarks/rate.py tests/puzzles/se_ratings.csv"
BANDS = ("1.0", "1.5", "2.0", "2.5", "3.0", "4.0", "5.0", "6.0", "6.5", "7.0", "7.5", "8.0", "8.5", "9.0", "10.0")
TASKS = "benchmarks/tasks.py"
START = "benchmarks/start.py"
STARTS = {
    "python": "python alone",
    "import": "import cpsudoku, inside",
    "verdict": "first verdict, Python",
    "rating": "first rating, Python",
    "version": "cpsudoku --version",
    "help": "cpsudoku --help",
    "verify.help": "cpsudoku verify --help",
    "verify": "cpsudoku verify PUZZLE",
}
"""Key of a start -> its line in the table of that benchmark."""
SOURCES = {
    "verify.17-clue": Source(VERIFY, r"^17-clue\S* +\S+ +(\S+)"),
    "verify.17-clue.ratio": Source(VERIFY, r"^17-clue\S* +\S+ +\S+ +(\S+)"),
    "verify.17-clue.share": Source(VERIFY, r"^17-clue\S* +\S+ +\S+ +\S+ +(\d+)%"),
    "verify.17-clue.alone": Source(VERIFY, r"^17-clue\S* +\S+ +\S+ +\S+ +\S+ +(\S+)"),
    "verify.hardest": Source(VERIFY, r"^hardest\S* +\S+ +(\S+)"),
    "verify.hardest.ratio": Source(VERIFY, r"^hardest\S* +\S+ +\S+ +(\S+)"),
    "verify.hardest.alone": Source(VERIFY, r"^hardest\S* +\S+ +\S+ +\S+ +\S+ +(\S+)"),
    "bitmask.17-clue": Source(BITMASK, r"^17-clue\S* +(\S+)"),
    "bitmask.hardest": Source(BITMASK, r"^hardest\S* +(\S+)"),
    "generate.confirmed": Source(GENERATE, r"^bitmask, confirmed by SAT +(\S+)/s"),
    "generate.natural": Source(GENERATE, r"^rated, natural below 8 .*\((\S+)/min by CPU time"),
    "generate.flat": Source(GENERATE, r"^rated, flat over 1 to 7 .*\((\S+)/min by CPU time"),
    "generate": Source(GENERATE, r"^bitmask, --confirm none +(\S+)/s"),
    "generate.hybrid": Source(GENERATE, r"^hybrid, --confirm none +(\S+)/s"),
    "generate.sat": Source(GENERATE, r"^SAT alone, --confirm none +(\S+)/s"),
    "canonical.17-clue": Source(CANONICAL, None),
    "canonical.minimal": Source(CANONICAL, None),
    **{f"rate.{band}": Source(RATE, rf"^ +{re.escape(band)} +\S+ +(\S+)") for band in BANDS},
    **{f"start.{key}": Source(START, rf"^{re.escape(line)} +(\S+)") for key, line in STARTS.items()},
    "tasks.grade": Source(TASKS, r"^grade, right +(\S+)/s"),
    "tasks.wrong": Source(TASKS, r"^grade, one wrong +(\S+)/s"),
    "tasks.prose": Source(TASKS, r"^grade, in prose +(\S+)/s"),
    "tasks.move": Source(TASKS, r"^check_move +(\S+)/s"),
    "build.seconds": Source("time pip install .", None),
}
"""Key -> source."""


def rounded(number: str) -> str:
    """Two digits that count, with commas: 18423.7 becomes 18,000."""
    value = float(number.replace(",", ""))
    return f"{float(f'{value:.2g}'):,.10g}"


def measure(figures: dict[str, str], only: str) -> None:
    """Run the benchmarks of the keys that begin with a word of *only* (all if empty), each once.

    Raises CalledProcessError, and SystemExit if an output does not have its figure.
    """
    words = tuple(only.split(","))
    wanted = {key: source for key, source in SOURCES.items() if source.pattern and key.startswith(words)}
    for command in dict.fromkeys(source.command for source in wanted.values()):
        print(command, file=sys.stderr)
        _, output = program([sys.executable, *shlex.split(command)], cwd=ROOT)
        for key, source in wanted.items():
            if source.command == command and source.pattern:
                found = re.search(source.pattern, output, re.M)
                if found is None:
                    raise SystemExit(f"{command}: no line of its output has {key} ({source.pattern})")
                figures[key] = rounded(found[1])


def stated(text: str, figures: Mapping[str, str]) -> str:
    """The text with every marked figure as it is in *figures*. Raises KeyError for an unknown key."""
    return MARK.sub(lambda mark: f"<!--={mark[1]}-->{figures[mark[1]]}<!--/-->", text)


def pages() -> list[Path]:
    """The pages that state figures."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def recorded() -> dict[str, Any]:
    """What docs/figures.json has: the figures, and what they were last measured on."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def main() -> None:
    """Measure, write the file, write the pages."""
    options = options_of(__doc__, only="", pages=False)
    known = recorded()
    if not options.pages:
        measure(known["figures"], options.only)
        known["measured on"] = description()
        FILE.write_text(json.dumps(known, indent=2) + "\n", encoding="utf-8")
    for path in pages():
        text = path.read_text(encoding="utf-8")
        if (new := stated(text, known["figures"])) != text:
            path.write_text(new, encoding="utf-8")
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
