"""OpenSudoku XML: `<game data="81 digits">` under folders (version 2) or under the root (version 1).

A document type or an entity declaration is refused, so that no entity is expanded and nothing outside the file is
read. A saved game whose data is the app's own board (`version: ...`) is an error.
"""

from __future__ import annotations

from html import escape

from cpsudoku.errors import NotationError
from cpsudoku.formats.candidate_text import row_record
from cpsudoku.formats.format import Format, Reading, Record, Rows, Source, shown, writer
from cpsudoku.formats.source import encoded

_BEGIN = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<opensudoku version="2">
<folder name="cpsudoku" created="0">
"""
"""Of a file of version 2 with one folder."""


def read(source: Source, reading: Reading) -> Rows:
    """A Record or BadRow for each game."""
    from xml.parsers import expat

    games: list[tuple[int, dict[str, str]]] = []
    root: list[str] = []
    parser = expat.ParserCreate("utf-8")

    def refused(*_: object) -> None:
        raise NotationError(
            "a document type declaration; accepted: plain XML without one", line=parser.CurrentLineNumber
        )

    def start(name: str, attributes: dict[str, str]) -> None:
        root.append(name)
        if name == "game":
            games.append((parser.CurrentLineNumber, attributes))

    parser.StartDoctypeDeclHandler = refused
    parser.EntityDeclHandler = refused
    parser.StartElementHandler = start
    failure: NotationError | None = None
    try:
        parser.Parse(encoded(source.text().strip()), True)
        if root[0] != "opensudoku":
            failure = NotationError(f"<{shown(root[0])}>; accepted: <opensudoku>", line=1)
    except expat.ExpatError as error:
        failure = NotationError(f"no XML ({expat.ErrorString(error.code)})", line=error.lineno, column=error.offset + 1)
    except NotationError as error:
        failure = error
    for number, attributes in games:
        data = attributes.get("data", "")
        try:
            if data.startswith("version"):
                raise NotationError("a game in progress in the app's own form; accepted: 81 digits, 0 for empty")
            record = row_record("".join(data.split()), reading, line=number, column=0)
        except NotationError as error:
            yield reading.bad(error, number, data)
            continue
        record.rest = attributes.get("note", "")
        yield record
    if failure is not None:
        yield reading.bad(failure)
    elif not games:
        yield reading.bad(NotationError("no <game> in this file"))


def sniff(head: list[str]) -> bool:
    """True for XML with the root element opensudoku."""
    return "<opensudoku" in "".join(head)[:4000] and head[0].lstrip("\ufeff \t").startswith("<")


def _text(record: Record) -> str:
    data = "".join(map(str, record.puzzle.cells))
    note = f' note="{escape(_clean(record.rest))}"' if record.rest else ""
    return f'<game created="0" state="0" time="0" last_played="0" data="{data}"{note}/>\n'


def _clean(text: str) -> str:
    """Without the control characters that XML cannot hold."""
    return "".join(c for c in " ".join(text.split()) if c.isprintable())


FORMAT = Format(
    name="opensudoku",
    summary="OpenSudoku's XML",
    extensions=(".opensudoku", ".xml"),
    sniff=sniff,
    read=read,
    write=writer(_text, before=_BEGIN, after="</folder>\n</opensudoku>\n"),
    holds=frozenset(["rest"]),
    sides=range(9, 10),
)
