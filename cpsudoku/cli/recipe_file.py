"""`generate --recipe FILE` and `--write-recipe FILE`: the options of `generate` as a TOML file.

A key is an option without its dashes (`clues = "24..26"`, `minimal = false`, `requires = ["swordfish"]`); what the
command line states wins. A written recipe states every option that decides what comes out, with the seed and the
version, so that running it again gives the same bytes; not where that goes, nor how it is run (`PLACES`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

import typer

from cpsudoku.cli.options import Bundle, options_of
from cpsudoku.cli.reading import MOST_TOML, TOML_WORDS, read_text, toml_of
from cpsudoku.cli.terminal import say
from cpsudoku.errors import UsageError, file_errors, unknown
from cpsudoku.version import __version__

VERSION = "version"
OWN = ("recipe", "write-recipe")
"""The options that no recipe holds: they are about recipes."""
PLACES = ("output", "resume", "plot", "jobs", "dask", "quiet", "verbose")
"""The options that a written recipe leaves out: where the output goes, and how the run is done and shown."""
NUMERIC = (
    "clues", "rating", "pearl", "diamond", "within", "sizes", "number", "constraints", "largest", "total",
)  # fmt: skip
"""Options that are texts, such as a range, and may be given as a plain number."""
SEVERAL = ("requires", "only", "extra", "with", "step")
"""Options that may be given as a list of texts."""


class Key(NamedTuple):
    """An option: its attribute, what a value is, its group of the help, and the check of its range."""

    parameter: str
    kind: type
    panel: str | None
    check: Callable[[Any], Any] | None


def keys_of(bundle: type[Bundle]) -> dict[str, Key]:
    """The options of a command by their long names without dashes."""
    found: dict[str, Key] = {}
    hints = get_type_hints(bundle)
    for attribute, (settings, _, name) in options_of(bundle).items():
        kind = hints[attribute]
        kinds = [part for part in get_args(kind) or (kind,) if part is not type(None)]
        key = name.partition("/")[0][2:]
        if key not in OWN:
            found[key] = Key(attribute, kinds[0], settings.rich_help_panel, settings.callback)
    return found


def read(path: Path, options: type[Bundle]) -> dict[str, Any]:
    """Parameter -> value. Raises UsageError, naming the file, the line and what would have been accepted."""
    text = read_text(f"--recipe {path}", path, MOST_TOML)
    table = toml_of(path, text)
    keys = keys_of(options)
    found: dict[str, Any] = {}
    for word, value in table.items():
        where = f"{path}, line {_line_of(word, text)}"
        if word == VERSION:
            _compare(path, where, value)
        elif word in keys:
            found[keys[word].parameter] = _checked(where, word, keys[word], value)
        else:
            raise UsageError(f"{where}: {_unknown(word, [*keys, VERSION])}")
    return found


def is_stated(context: typer.Context, parameter: str) -> bool:
    """True where the command line, not a recipe or a default, says what this parameter is."""
    source = context.get_parameter_source(parameter)
    return source is not None and source.name == "COMMANDLINE"


def _line_of(word: str, text: str) -> int:
    """The line that begins with the key (a table: with its bracket); tables and dotted keys are no keys of ours."""
    begins = re.compile(rf"""\s*\[*\s*["']?{re.escape(word)}["']?\s*[]=.]""")
    return next((number for number, line in enumerate(text.splitlines(), 1) if begins.match(line)), 1)


def _unknown(word: str, known: list[str]) -> str:
    if word in OWN:
        return f"{word} is for the command line"
    return unknown("key", word, known)


def _compare(path: Path, where: str, value: object) -> None:
    if not isinstance(value, str):
        raise UsageError(f"{where}: {VERSION} = {value!r}: a text such as {__version__!r}")
    if value != __version__:
        say(f"warning: {path} is of cpsudoku {value}, this is {__version__}: its puzzles may be others")


def _checked(where: str, word: str, key: Key, value: Any) -> Any:
    """The value as the option takes it. Raises UsageError."""
    wrong = UsageError(f"{where}: {word} = {json.dumps(value, default=str)}: {_accepted(word, key)}")
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if key.kind is bool:
        fits = isinstance(value, bool)
    elif key.kind is int:
        fits = number and isinstance(value, int)
    elif key.kind is float:
        fits = number
    elif word in SEVERAL and isinstance(value, list):
        fits = all(isinstance(part, str) for part in value)
        value = value if get_origin(key.kind) is list or not fits else ",".join(value)
    elif word in NUMERIC and number:
        fits, value = True, str(value)
    else:
        fits = isinstance(value, str)
        value = [value] if get_origin(key.kind) is list else value
    if not fits:
        raise wrong
    if key.check is not None:
        try:
            key.check(value)
        except typer.BadParameter as problem:
            raise UsageError(f"{where}: {word}: {problem.message}") from None
    return value


def _accepted(word: str, key: Key) -> str:
    if word in NUMERIC:
        return "a text or a number"
    return TOML_WORDS[list if word in SEVERAL else key.kind if key.kind in TOML_WORDS else str]


def written(options: type[Bundle], values: Mapping[str, Any]) -> str:
    """The recipe with these values (parameter -> value, None: left out), in the groups of the help."""
    lines = [
        "# A recipe of cpsudoku: cpsudoku generate --recipe FILE",
        f"{VERSION} = {json.dumps(__version__)}",
    ]
    keys = keys_of(options)
    panels = list(dict.fromkeys(key.panel for key in keys.values()))
    for panel in panels:
        part = [
            f"{word} = {_toml(values[key.parameter])}"
            for word, key in keys.items()
            if key.panel == panel and word not in PLACES and values.get(key.parameter) not in (None, [], ())
        ]
        lines += ["", f"# {panel or 'Puzzles'}", *part] if part else []
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    """A value in TOML; of the kinds of values options have, all but texts are written as in JSON."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, bool | int | float):
        return json.dumps(value)
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def write(path: Path, text: str) -> None:
    """The recipe into a file. Raises UsageError."""
    try:
        with file_errors(f"--write-recipe {path}"):
            path.write_text(text, encoding="utf-8", newline="\n")
    except UnicodeEncodeError:
        raise UsageError(f"--write-recipe {path}: an option holds what is no text, such as an odd path") from None
