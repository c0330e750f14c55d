"""What a TOML file says of a program: how it is started, what it reads and writes, what it may use.

    [engine]
    name = "kissat"
    speaks = "dimacs"                      # dimacs, opb, minizinc or lines
    command = ["kissat", "-q", "{puzzle}"] # {puzzle}: a file; without it the program reads standard input
    encoding = "extended"                  # an encoding's name or path; not with `lines`
    memory = "2 GB"                        # of address space
    start = "counted"                      # or "subtracted": what the program takes for nothing is taken off its times
    version = ["kissat", "--version"]      # its first line stands in the results

    [counters]                             # its counters; the first group is the number
    conflicts = 'conflicts:\\s+(\\d+)'

    [lines]                                # what a program that reads puzzle lines writes
    empty = "."                            # how an empty cell is written
    grid = '([1-9]{81})'                   # every match's first group is a solution
    number = '^(\\d+) solution'             # or the number of solutions, counted up to `most`
    most = 2
    none = 'no solution'                   # there is none

`{answer}` in the command is a file the program writes its answer to, `{seconds}` the time limit in whole seconds,
`{limit}` the number of solutions asked for (`lines` only; 0: all).
"""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from cpsudoku.errors import UsageError, unknown

PLACES = ("puzzle", "answer", "seconds", "limit")
"""What may stand in braces in a command."""
STARTS = ("counted", "subtracted")
UNITS = {"kB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000}


@dataclass(frozen=True)
class Lines:
    """How a program that reads puzzle lines writes its answer; see the module."""

    empty: str = "."
    grid: str = ""
    number: str = ""
    most: int = 0
    none: str = ""


@dataclass(frozen=True)
class Description:
    """A program; the fields are the file's keys, see the module. `memory` in bytes, None: no limit."""

    path: Path
    name: str
    speaks: str
    command: tuple[str, ...]
    encoding: str | None = None
    memory: int | None = None
    start: str = "counted"
    version: tuple[str, ...] = ()
    counters: Mapping[str, str] = field(default_factory=dict, hash=False)
    lines: Lines = field(default_factory=Lines)


@lru_cache(maxsize=64)
def description(path: str, languages: tuple[str, ...]) -> Description:
    """The program that the file *path* describes, which speaks one of *languages*. Raises UsageError, saying what is
    wrong.
    """
    file = Path(path)
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}; give a TOML file that describes a program") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: no TOML: {error}") from None
    return _Reader(path, data, languages).description()


class _Reader:
    """Reads one file's data key by key; unknown keys are refused."""

    def __init__(self, path: str, data: dict[str, Any], languages: tuple[str, ...]) -> None:
        self.path, self.data, self.languages = path, data, languages

    def description(self) -> Description:
        self.known(self.data, "top level", {"engine", "counters", "lines"})
        engine = self.table("engine")
        wanted = {"name", "speaks", "command", "encoding", "memory", "start", "version"}
        self.known(engine, "[engine]", wanted)
        speaks = self.word(engine, "speaks", self.languages)
        if speaks == "lines" and "encoding" in engine:
            raise self.wrong("[engine] encoding", engine["encoding"], "nothing: a program that reads lines has none")
        if speaks != "lines" and "lines" in self.data:
            raise self.wrong("[lines]", "a table", f'nothing: the program speaks "{speaks}"')
        command = self.command(engine, "command")
        self.places(command)
        if shutil.which(command[0]) is None:
            raise UsageError(f"{self.path}: {command[0]!r} is no program that can be run; install it, or give its path")
        return Description(
            path=Path(self.path),
            name=self.text(engine, "name", Path(self.path).stem),
            speaks=speaks,
            command=command,
            encoding=self.text(engine, "encoding", "") or None,
            memory=self.memory(engine.get("memory")),
            start=self.word(engine, "start", STARTS, "counted"),
            version=self.command(engine, "version") if "version" in engine else (),
            counters={key: self.pattern("counters", key, value) for key, value in self.table("counters", {}).items()},
            lines=self.lines() if speaks == "lines" else Lines(),
        )

    def lines(self) -> Lines:
        found = self.table("lines")
        self.known(found, "[lines]", {"empty", "grid", "number", "most", "none"})
        empty = self.text(found, "empty", ".")
        if len(empty) != 1:
            raise self.wrong("[lines] empty", empty, "one character")
        most = found.get("most", 0)
        if isinstance(most, bool) or not isinstance(most, int) or most < 0:
            raise self.wrong("[lines] most", most, "a whole number from 0")
        patterns = {key: self.pattern("lines", key, found[key]) for key in ("grid", "number") if key in found}
        if not patterns:
            raise UsageError(f"{self.path}: [lines] needs `grid` or `number`: how a solution, or their number, looks")
        none = self.pattern("lines", "none", found["none"], groups=0) if "none" in found else ""
        return Lines(empty, patterns.get("grid", ""), patterns.get("number", ""), most, none)

    def table(self, key: str, default: dict[str, Any] | None = None) -> dict[str, Any]:
        found = self.data.get(key, default)
        if not isinstance(found, dict):
            raise UsageError(
                f"{self.path}: [{key}] is missing" if found is None else f"{self.path}: [{key}] is no table"
            )
        return found

    def known(self, table: dict[str, Any], where: str, keys: set[str]) -> None:
        for key in table:
            if key not in keys:
                raise UsageError(f"{self.path}, {where}: {unknown('key', key, sorted(keys))}")

    def text(self, table: dict[str, Any], key: str, default: str) -> str:
        found = table.get(key, default)
        if not isinstance(found, str):
            raise self.wrong(key, found, "text in quotes")
        return found

    def word(self, table: dict[str, Any], key: str, words: tuple[str, ...], default: str | None = None) -> str:
        found = table.get(key, default)
        if found not in words:
            raise self.wrong(f"[engine] {key}", found, "one of " + ", ".join(words))
        return str(found)

    def command(self, table: dict[str, Any], key: str) -> tuple[str, ...]:
        found = table.get(key)
        if not isinstance(found, list) or not found or not all(isinstance(word, str) and word for word in found):
            raise self.wrong(f"[engine] {key}", found, 'a list of words, such as ["kissat", "-q", "{puzzle}"]')
        return tuple(found)

    def places(self, command: tuple[str, ...]) -> None:
        for name in re.findall(r"\{(\w*)\}", " ".join(command)):
            if name not in PLACES:
                raise self.wrong("[engine] command", "{" + name + "}", ", ".join("{" + place + "}" for place in PLACES))

    def memory(self, given: Any) -> int | None:
        if given is None:
            return None
        if isinstance(given, int) and not isinstance(given, bool) and given > 0:
            return given
        number, _, unit = given.partition(" ") if isinstance(given, str) else ("", "", "")
        if unit in UNITS and re.fullmatch(r"\d+(\.\d+)?", number) and float(number) > 0:
            return int(float(number) * UNITS[unit])
        raise self.wrong("[engine] memory", given, 'bytes, or text such as "2 GB" or "500 MB"')

    def pattern(self, table: str, key: str, given: Any, groups: int = 1) -> str:
        try:
            compiled = re.compile(given, re.MULTILINE) if isinstance(given, str) else None
        except re.error as error:
            raise UsageError(f"{self.path}: [{table}] {key} {given!r}: no regular expression: {error}") from None
        if compiled is None or compiled.groups < groups:
            raise self.wrong(f"[{table}] {key}", given, "a regular expression with a group in parentheses")
        return compiled.pattern

    def wrong(self, key: str, given: Any, wanted: str) -> UsageError:
        return UsageError(f"{self.path}: {key} {given!r}: give {wanted}")
