"""`cpsudoku doctor`: checks your installation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.cli import codes, output
from cpsudoku.cli.options import Bundle, bundled, flag

if TYPE_CHECKING:
    from cpsudoku.health.checkup import Checkup, Library

EXAMPLES = ["cpsudoku doctor", "cpsudoku doctor --json"]


class Options(Bundle):
    """The options of the command."""

    jsonl: bool = flag("--json --jsonl", "One record for programs.")


@bundled
def command(options: Options) -> int:
    """Check this installation: compiled files, processor instructions, installed libraries.

    Engines, ratings, rules, generation and proofs then answer questions with known answers, which takes about two
    seconds. Exit code 0: no fault (a missing extra is none). 1: a fault; each is printed with its remedy.
    """
    from cpsudoku.health import examine

    found = examine()
    with output.row_writer(None, (), output.JSONL if options.jsonl else output.TEXT, "doctor") as write:
        write(found.to_dict(), [report(found)])
    return codes.OK if found.well else codes.FINDING


def report(found: Checkup) -> str:
    """The same for people."""
    built = found.kernels - len(found.unbuilt)
    lines = [
        f"cpsudoku {found.version}  {found.python}  {found.machine}",
        f"in {found.place}",
        f"kernels: {built} of {found.kernels} compiled; the 9x9 search runs on {WORDS[found.instructions]}",
        "",
        *(_line(library) for library in found.libraries if not library.extra),
        *_extras(found.libraries),
        "",
    ]
    for check in found.checks:
        sign = {True: "ok", False: "WRONG", None: "?"}[check.well]
        lines.append(f"{sign:<6}{check.name:<16}{check.words}  ({check.seconds:.2f} s)")
    lines += ["", *(f"fault: {fault}" for fault in found.faults)] if found.faults else ["", "all is well"]
    return "\n".join(lines)


WORDS = {
    "avx512": "AVX-512",
    "avx2": "AVX2",
    "neon": "NEON",
    "scalar": "scalar code (no vector instructions for this processor)",
    "python": "plain Python, some 100 times slower",
}
"""What `kernels.search.instructions` says -> for people."""


def _line(library: Library) -> str:
    fault = library.fault
    return f"{library.name} {library.version}" if fault is None else f"{library.name}: {fault}"


def _extras(libraries: tuple[Library, ...]) -> list[str]:
    """A line an extra: what is there, or the command that brings what is missing."""
    lines = []
    for extra in dict.fromkeys(library.extra for library in libraries if library.extra):
        inside = [library for library in libraries if library.extra == extra]
        words = ", ".join(map(_line, inside))
        mend = f"  (pip install 'cpsudoku[{extra}]')" if any(library.fault for library in inside) else ""
        lines.append(f"extra {extra}: {words}{mend}")
    return lines
