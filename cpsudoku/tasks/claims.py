"""Reads what a line of a solving trace claims: digits placed, candidates removed, and the technique it names.

Written for texts of others: placements `r1c4 = 6`, `(1, 4): 6`, `row 1, column 4 is 6`, `place 6 in r1c4`; removals
`r1c7 <> 2 4`, `r1c7-24`, `no 2 or 4 in r1c7 and r3c7`, `remove 2 from r1c7`; candidates `r1c4 = {2 6}`. What follows
"if", "suppose" and the like is a hypothesis, up to the next conclusion ("so", "therefore", a colon); what follows
"because" is a reason. Neither is a claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from cpsudoku.board.geometry import Cell, Digit, Geometry
from cpsudoku.tasks.techniques import named

PLACE, REMOVE, LEFT = "place", "remove", "left"
MOST = 4_000
"""Characters of a line that are read."""

_CELL = r"r\d{1,2}c\d{1,2}"
_CELLS = rf"{_CELL}(?:\s*(?:,|/|and|or|&)?\s*{_CELL})*+"
_DIGITS = r"\d{1,9}(?:\s*(?:,|/|and|or|&|to|\s)\s*\d{1,9}(?!c)\b)*+"
_CLAIM = re.compile(
    rf"(?P<left>{_CELL})\s*(?:=|:|in|∈)?\s*\{{(?P<among>[\d\s,]{{1,120}})\}}"
    rf"|(?P<lost>{_CELLS})\s*(?:<>|≠|!=|/=|(?:is|are) not|can ?not (?:be|hold)|can't be|loses?)\s*(?P<of>{_DIGITS})"
    rf"|(?P<minus>{_CELL})\s?-\s?(?P<gone>\d{{1,9}}(?:,\d{{1,2}})*+)\b"
    rf"|\bno (?P<none>{_DIGITS}) (?:in|at|for) (?P<there>{_CELLS})"
    rf"|\b(?:remov\w*|eliminat\w*|exclud\w*|delet\w*|discard\w*) (?:the )?(?:candidates?|digits?|values?|numbers?)? ?"
    rf"(?P<taken>{_DIGITS}) (?:from|in|at) (?:cells? )?(?P<where>{_CELLS})"
    rf"|\b(?:plac\w+|put\w*|enter\w*|writ\w+|set\w*|fill\w*(?: in)?) (?:an? |the )?(?:digit |number |value )?"
    rf"(?P<digit>\d{{1,2}}) (?:in|into|at|to) (?:cell )?(?P<cell>{_CELL})\b"
    rf"|\b(?P<fits>\d{{1,2}}) (?:goes|belongs|must go|must be|can only (?:go|be)|fits only) (?:in|into|at|to) "
    rf"(?:cell )?(?P<home>{_CELL})\b"
    rf"|(?P<place>{_CELL})\s*(?:={{1,2}}|:=?|←|<-|→|[-=]>|is|must be|becomes|gets)\s*(?:an? )?(?P<value>\d{{1,2}})\b"
    rf"(?!\s?(?:,|/|or|and)\s?\d+(?!\s?[).])\b(?!\s*(?:in|at|goes)\b))"
)
_HYPOTHESIS = re.compile(
    r"\b(?:if|suppose|supposing|assume|assuming|either|would|could|might|may|maybe|perhaps|whether|try|trying|guess|"
    r"say|let's say|candidates?|possible|options?|possibilit\w+)\b"
)
_CONCLUSION = re.compile(
    r"\b(?:so|therefore|thus|hence|consequently|conclude|conclusion|contradiction)\b|[⇒∴]|=>|: |; so\b"
)
_REASONS = re.compile(r"\bbecause\b|\bsince\b(?!.*,)")
_NUMBER = re.compile(r"^\s*(?:[-*•]\s+)?(?:step\s*)?\d{0,4}\s*[.):]\s+")
_SPELLED = re.compile(r"\brow (\d{1,2})\s?,? (?:and )?col(?:umn)? (\d{1,2})\b|\(\s?r?(\d{1,2})\s?,\s?c?(\d{1,2})\s?\)")


class Claim(NamedTuple):
    """A digit placed in a cell (`place`), or a candidate removed from it (`remove`)."""

    kind: str
    cell: Cell
    digit: Digit

    def text(self, geometry: Geometry) -> str:
        """`r1c4 = 6`, `r1c4 <> 6`."""
        return f"{geometry.name_of(self.cell)} {'=' if self.kind == PLACE else '<>'} {self.digit}"


class Line(NamedTuple):
    """The claims of a line in order, and the keys of the technique it names (empty: none that is known)."""

    claims: tuple[Claim, ...]
    techniques: tuple[str, ...]


def read_line(text: str, geometry: Geometry) -> Line:
    """What a line claims."""
    text = text[:MOST].lower().replace("**", "").replace("`", "").replace("$", "")
    text = _SPELLED.sub(lambda match: "r{}c{}".format(*(part for part in match.groups() if part)), text)
    text = _NUMBER.sub("", text)
    technique = named(text)
    found: dict[Claim, None] = {}
    for part in _stated(text):
        found.update(dict.fromkeys(_claims(part, geometry)))
    return Line(tuple(found), technique)


def _stated(text: str) -> Iterator[str]:
    """The parts of a line that state something as a fact."""
    reasons = _REASONS.search(text)
    text = text[: reasons.start()] if reasons else text
    while True:
        hypothesis = _HYPOTHESIS.search(text)
        if hypothesis is None:
            yield text
            return
        yield text[: hypothesis.start()]
        conclusions = [*_CONCLUSION.finditer(text, hypothesis.end())]
        if not conclusions:
            return
        text = text[conclusions[-1].end() :]


def _claims(text: str, geometry: Geometry) -> Iterator[Claim]:
    for match in _CLAIM.finditer(text):
        part = match.groupdict()
        if part["left"]:
            kept = set(_digits(part["among"], geometry, together=False))
            gone = [digit for digit in range(geometry.lo, geometry.hi + 1) if digit not in kept]
            yield from _each(REMOVE, part["left"], gone, geometry)
        elif placed := part["place"] or part["cell"] or part["home"]:
            digit = part["value"] or part["digit"] or part["fits"]
            yield from _each(PLACE, placed, [int(digit)], geometry)
        else:
            cells = part["lost"] or part["minus"] or part["there"] or part["where"]
            digits = part["of"] or part["gone"] or part["none"] or part["taken"]
            yield from _each(REMOVE, cells, _digits(digits, geometry), geometry)


def _each(kind: str, cells: str, digits: list[Digit], geometry: Geometry) -> Iterator[Claim]:
    for row, column in re.findall(r"r(\d{1,2})c(\d{1,2})", cells):
        r, c = int(row) - 1, int(column) - 1
        if 0 <= r < geometry.rows and 0 <= c < geometry.columns:
            for digit in digits:
                if geometry.lo <= digit <= geometry.hi:
                    yield Claim(kind, r * geometry.columns + c, digit)


def _digits(text: str, geometry: Geometry, together: bool = True) -> list[Digit]:
    """`2 or 4`, `24` (on boards whose digits are single characters), `1 to 5`."""
    span = re.fullmatch(r"(\d{1,2}) to (\d{1,2})", text)
    if span:
        return list(range(int(span[1]), min(int(span[2]), geometry.hi) + 1))
    numbers = re.findall(r"\d+", text)
    if geometry.hi <= 9 and together:
        numbers = list("".join(numbers))
    return [int(number) for number in numbers if len(number) < 3]
