"""Malformed texts through every reader: only NotationError, or BadRow in a stream; never a crash, never a hang.

CPSUDOKU_FUZZ sets how many texts all readers together are given (100,000 by default).
"""

from __future__ import annotations

import os
import random
from urllib.parse import quote, unquote

import pytest

from cpsudoku.board.formats import FORMATS, BadRow, Record, lz_string, read_one, read_records, write_records
from cpsudoku.board.geometry import CLASSIC, Geometry, square
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.errors import CpSudokuError, NotationError

TOTAL = int(os.environ.get("CPSUDOKU_FUZZ", "100000"))
LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FULL = bytes(int(c) for c in "534678912672195348198342567859761423426853791713924856961537284287419635345286179")
ALPHABET = "0123456789.-*_xX?+|=:;,#\"'[]{}()<>/\\ \t\r\n\0ABGPZabuR\xe9\u2502\u2014\u3000\ud800%&"
SPICE = [
    "1e99999",
    '{"puzzle":',
    "<!DOCTYPE x>",
    "NaN",
    "[" * 50,
    "null",
    "-1",
    "999999999999",
    "puzzle,solution\n",
    "\x00",
]


LINKS = {"f-puzzles": "load=", "sudokupad": "/scl"}
"""What stands before the packed part; their readers are slower and get a quarter of the texts."""


def seeds(name: str) -> list[str]:
    """Good texts in the format, to be spoilt."""
    rng = random.Random(name)
    written = [Record(Puzzle.parse(LINE), solution=FULL, rest="ED=1.2/1.2/1.2")]
    if 16 in FORMATS[name].sides:
        cells = bytes(rng.choice((0, 0, 1, 4, 15, 16)) for _ in range(256))
        written += [Record(Puzzle(cells, square(16))), Record(Puzzle(b"\1\2\3\4" + bytes(12), square(4)))]
    if "extras" in FORMATS[name].holds:
        written.append(Record(Puzzle(CLASSIC.size * b"\0", Geometry(3, 3, extras=("diagonals",)))))
    count = 1 if name in LINKS else len(written)
    return ["".join(write_records(written[k : k + count], name)) for k in range(len(written))]


def spoilt(text: str, rng: random.Random) -> str:
    """*text* after one to four small accidents."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        size = len(text) + 1
        at, to = sorted((rng.randrange(size), rng.randrange(size)))
        match rng.randrange(9):
            case 0:
                text = text[:at] + text[at + 1 :]
            case 1 | 2:
                text = text[:at] + rng.choice(ALPHABET) + text[at + 1 :]
            case 3:
                text = text[:at] + rng.choice(ALPHABET) * rng.choice((1, 2, 9, 81)) + text[at:]
            case 4:
                text = text[:at] + text[at : at + 5] + text[at:]
            case 5:
                text = text[:at] if rng.random() < 0.3 else text[:at] + text[min(to, at + 20) :]
            case 6:
                text = text[:at] + rng.choice(SPICE) + text[at:]
            case 7:
                lines = text.splitlines(keepends=True) or [""]
                del lines[rng.randrange(len(lines))]
                text = "".join(lines)
            case _:
                text = "".join(rng.choice(ALPHABET) for _ in range(rng.randrange(120)))
    return text


def spoilt_inside(link: str, name: str, rng: random.Random) -> str:
    """A link whose packed text has had the accidents."""
    before, mark, packed = link.strip().partition(LINKS[name])
    text = spoilt(lz_string.unpack(unquote(packed)), rng).encode("utf-8", "replace").decode()
    return before + mark + quote(lz_string.pack(text), safe="")


@pytest.mark.parametrize("name", [*FORMATS, "auto"])
def test_malformed_texts_raise_only_the_documented_error(name: str) -> None:
    """Whatever is thrown at a reader, the answer is records, bad rows, or a NotationError that can be printed."""
    rng = random.Random(f"fuzz {name}")
    good = [text for other in ([name] if name != "auto" else list(FORMATS)) for text in seeds(other)]
    refused = 0
    shares = len(FORMATS) + 1 - len(LINKS) * 3 / 4
    for turn in range(int(TOTAL / shares / (4 if name in LINKS else 1)) + 1):
        text = rng.choice(good)
        text = spoilt_inside(text, name, rng) if name in LINKS and turn % 3 else spoilt(text, rng)
        try:
            if turn % 2:
                record = read_one(text, format=name, lossy=turn % 4 == 1)
                check(record)
            else:
                lines = text.splitlines(keepends=True) if turn % 4 else [text.encode("utf-8", "surrogatepass")]
                for item in read_records(lines, format=name):
                    if isinstance(item, BadRow):
                        assert isinstance(item.error, NotationError)
                        assert str(item.error)
                        refused += 1
                    else:
                        check(item)
        except NotationError as error:
            refused += bool(str(error))
        except CpSudokuError:
            raise
        except Exception as error:
            raise AssertionError(f"{text!r} made {error!r}") from error
    assert refused > 0


def check(record: Record) -> None:
    """A record that was read is a puzzle."""
    board = record.puzzle.geometry
    assert len(record.puzzle.cells) == board.size
    assert max(record.puzzle.cells) <= board.side
    assert record.solution is None or (len(record.solution) == board.size and min(record.solution) > 0)
