"""An encoding definition: a TOML file, read and validated word by word.

The vocabulary is explained in `encodings/README.md`; the dicts and tuples below are its one list in code.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cpsudoku.errors import EncodingError, nearest
from cpsudoku.formula import variables
from cpsudoku.formula.at_most_one import AT_MOST_ONE, EXACTLY_ONE, NATIVE
from cpsudoku.formula.cell_kinds import CELL_KINDS
from cpsudoku.formula.primitives.sums import SUMS
from cpsudoku.formula.primitives.templates import MACHINES
from cpsudoku.formula.rules import HOUSES, PIECEWISE, SCOPES

TARGETS = ("cnf", "cp")
VARIABLES = {"cnf": tuple(variables.VARIABLES), "cp": ("direct", "integer")}
"""Kinds of cell variables each target has."""
WITHOUT_CELLS = tuple(word for word in variables.VARIABLES if word != "direct")
"""Kinds of cell variables that give each cell exactly one digit by themselves."""
KINDS = ("at-least-one", "at-most-one", "exactly-one", *CELL_KINDS)
"""What a rule states."""
DUPLICATES = ("keep", "drop")
GIVENS = ("keep", "reduce")
"""What becomes of the givens of a puzzle: unit clauses, or what they decide is left out."""
SIZES = ("variables", "clauses", "atmosts", "groups")
"""What an `[expect.*]` table may record."""

NEEDED = ("name", "summary", "source", "target", "variables", "rules")
"""The keys of [encoding] that every definition has."""
WORDS: dict[str, Iterable[str]] = {
    "target": TARGETS,
    "at_most_one": (*AT_MOST_ONE, NATIVE),
    "exactly_one": EXACTLY_ONE,
    "duplicates": DUPLICATES,
    "sums": SUMS,
    "automata": MACHINES,
    "givens": GIVENS,
}
"""Keys of [encoding] and the words they may have."""
CLAUSES_ONLY = ("at_most_one", "exactly_one", "sums", "automata")
"""The keys of target "cnf"."""


@dataclass(frozen=True)
class Rule:
    """`kind` holds for every member of `scope`, such as "at-least-one" for every "cell"."""

    scope: str
    kind: str

    def __str__(self) -> str:
        return f"{self.scope}: {self.kind}"


@dataclass(frozen=True)
class Encoding:
    """A validated definition. Two are equal where they state the same, whatever their `expect` tables say.

    `at_most_one` names a method of `AT_MOST_ONE`, or "native"; it is empty for target "cp".
    `exactly_one` names a method of `EXACTLY_ONE`; where empty, "exactly one" is a clause and at most one.
    `givens`: "reduce" where a puzzle has a formula of its own, without what its givens decide (see `formula.reduced`).
    `sums` and `automata` say how rules that are not houses become clauses; empty where left to the default.
    `expect` maps a board ("9x9") to the sizes recorded for it, as a tuple of (word, number).
    """

    name: str
    summary: str
    source: str
    target: str
    variables: str
    rules: tuple[Rule, ...]
    at_most_one: str = "pairwise"
    duplicates: str = "keep"
    expect: Mapping[str, tuple[tuple[str, int], ...]] = field(default_factory=dict, compare=False, hash=False)
    sums: str = ""
    automata: str = ""
    exactly_one: str = ""
    givens: str = "keep"

    @classmethod
    def read(cls, path: Path) -> Encoding:
        """The definition in the file *path*. Raises EncodingError."""
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as problem:
            raise EncodingError(f"{path}: cannot be read as UTF-8 text ({problem})") from None
        return cls.parse(text, file=str(path))

    @classmethod
    def parse(cls, text: str, *, file: str) -> Encoding:
        """The definition in a TOML *text*; *file* is what errors call it. Raises EncodingError."""
        try:
            table = tomllib.loads(text)
        except tomllib.TOMLDecodeError as problem:
            raise EncodingError(f"{file}: not TOML: {problem}") from None
        return _Reader(file).document(table)


EncodingLike = str | Path | Encoding
"""What `catalog.load` takes: a name of the catalog, the path of a file, or a definition."""


@dataclass(frozen=True)
class _Reader:
    """Turns a TOML table into an Encoding; every complaint names the file, the key and the allowed words."""

    file: str

    def document(self, tables: dict[str, Any]) -> Encoding:
        for key, table in tables.items():
            if key not in ("encoding", "expect"):
                raise self.error(key, "unknown table", ["encoding", "expect"], key)
            if not isinstance(table, dict):
                raise EncodingError(f"{self.file}: {key} must be a table, not {table!r}")
        if "encoding" not in tables:
            raise EncodingError(f"{self.file}: the table [encoding] is missing")
        sizes = {board: self.sizes(board, table) for board, table in tables.get("expect", {}).items()}
        return self.encoding(tables["encoding"], sizes)

    def encoding(self, table: dict[str, Any], expect: dict[str, tuple[tuple[str, int], ...]]) -> Encoding:
        keys = list(dict.fromkeys((*NEEDED, *WORDS)))
        for key, value in table.items():
            if key not in keys:
                raise self.error(key, "unknown key", keys, key)
            kind = list if key == "rules" else str
            if not isinstance(value, kind):
                raise EncodingError(f"{self.file}: {key} must be a {kind.__name__}, not {value!r}")
        for key in NEEDED:
            if not table.get(key):
                raise EncodingError(f"{self.file}: {key} is missing or empty; a definition has {', '.join(NEEDED)}")
        values = {key: value.strip() for key, value in table.items() if key != "rules"}
        for key in WORDS.keys() & values.keys():
            self.word(key, table[key], WORDS[key])
        target, cells = values["target"], self.word("variables", table["variables"], VARIABLES[values["target"]])
        rules = tuple(self.rule(text) for text in table["rules"])
        if len(set(rules)) < len(rules):
            raise EncodingError(f"{self.file}: rules: a rule is there twice")
        for key in CLAUSES_ONLY:
            if target == "cp" and key in values:
                raise EncodingError(f'{self.file}: {key}: target "cp" states its rules without clauses')
        for key, plain in (("exactly_one", ""), ("givens", "keep")):
            if values.get(key, plain) != plain and (target == "cp" or cells != "direct"):
                raise EncodingError(f'{self.file}: {key} needs target = "cnf" and variables = "direct"')
        if target == "cp":
            values["at_most_one"] = ""
        encoding = Encoding(**values, rules=rules, expect=expect)
        self.check_together(encoding)
        return encoding

    def rule(self, text: object) -> Rule:
        if not isinstance(text, str) or text.count(":") != 1:
            raise EncodingError(f'{self.file}: rules: {text!r} is no rule; a rule is "scope: kind"')
        scope, kind = (" ".join(part.split()) for part in text.split(":"))
        return Rule(self.word("rules", scope, SCOPES), self.word("rules", kind, KINDS))

    def sizes(self, board: str, sizes: object) -> tuple[tuple[str, int], ...]:
        key = f"expect.{board}"
        rows, _, columns = board.partition("x")
        if not (rows.isdecimal() and rows == columns):
            raise EncodingError(f"{self.file}: {key}: a board is written like 9x9")
        if not isinstance(sizes, dict):
            raise EncodingError(f"{self.file}: {key} must be a table, not {sizes!r}")
        for word, number in sizes.items():
            self.word(key, word, SIZES)
            if type(number) is not int:
                raise EncodingError(f"{self.file}: {key}.{word} must be an integer, not {number!r}")
        return tuple(sizes.items())

    def check_together(self, encoding: Encoding) -> None:
        """Refuses words that are each known but make no sense together."""
        for rule in encoding.rules:
            where = f"{self.file}: rules: {str(rule)!r}"
            if rule.kind in CELL_KINDS:
                needed = CELL_KINDS[rule.kind].variables
                if encoding.target != "cp" or encoding.variables != needed:
                    raise EncodingError(f'{where} needs target = "cp" and variables = "{needed}"')
                if rule.scope not in HOUSES:
                    raise EncodingError(f"{where}: {rule.kind} is stated for one of {', '.join(HOUSES)}")
            elif encoding.variables == "integer":
                words = [word for word, kind in CELL_KINDS.items() if kind.variables == "integer"]
                raise EncodingError(f'{where}: variables = "integer" take {", ".join(words)} only')
            elif encoding.variables in WITHOUT_CELLS and (rule.scope not in HOUSES or rule.kind != "at-most-one"):
                raise EncodingError(
                    f"{where}: {encoding.variables} variables give each cell one digit by themselves; "
                    f"their rules are at-most-one of {', '.join(HOUSES)}"
                )
            if rule.scope in PIECEWISE and encoding.variables != "direct":
                raise EncodingError(f'{where}: intersections need variables = "direct"')
        if encoding.variables in WITHOUT_CELLS and encoding.at_most_one != "pairwise":
            raise EncodingError(f'{self.file}: at_most_one: {encoding.variables} variables take "pairwise" only')

    def word(self, key: str, value: str, allowed: Iterable[str]) -> str:
        if value not in (words := list(allowed)):
            raise self.error(key, f"{value!r} is unknown", words, value)
        return value

    def error(self, key: str, problem: str, allowed: Collection[str], word: str = "") -> EncodingError:
        return EncodingError(f"{self.file}: {key}: {problem}{nearest(word, allowed)}; allowed: {', '.join(allowed)}")
