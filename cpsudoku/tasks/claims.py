"""Reads what a line of a solving trace claims: digits placed, candidates removed, and the technique it names.

Written for texts of others: placements `r1c4 = 6`, `(1, 4): 6`, `row 1, column 4 is 6`, `place 6 in r1c4`; removals
`r1c7 <> 2 4`, `r1c7-24`, `no 2 or 4 in r1c7 and r3c7`, `remove 2 from r1c7`; candidates `r1c4 = {2 6}`, `r1c4 is 2 or
6`. What follows "if", "suppose" and the like is a hypothesis, up to the next conclusion ("so", "therefore", a colon);
what stands before an arrow (`=>`) is a pattern; what follows "because" is a reason. None of these is a claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from cpsudoku.board.geometry import Cell, Digit, Geometry
from cpsudoku.numerals import number_of
from cpsudoku.tasks.techniques import named

PLACE, REMOVE = "place", "remove"
MOST = 4_000
"""Characters of a line that are read."""

_CELL = r"r\d{1,9}c\d{1,9}"
_CELLS = rf"{_CELL}(?: ?(?:,|/|and|or|&)? ?{_CELL}){{0,30}}+"
_DIGITS = r"\d{1,9}(?:\s*(?:,|/|and|or|&|to|\s)\s*\d{1,9}(?!c)\b)*+"
_CLAIM = re.compile(
    rf"(?P<left>{_CELL})\s*(?:=|:|in|∈)?\s*\{{(?P<among>[\d\s,]{{1,120}})\}}"
    rf"|(?P<some>{_CELL}(?: and {_CELL})?) (?:is|are|must be) (?:either )?"
    rf"(?P<ways>\d{{1,2}}(?:(?:,| or|, or) \d{{1,2}}\b)+|\d{{1,2}} to \d{{1,2}}\b)"
    rf"|(?P<node>{_CELL})\.(?P<of_node>\d{{1,2}}) (?P<on>on|off)\b"
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
    r"\b(?:if|or else|suppose|supposing|assume|assuming|either(?! way)|would|could|might|may|maybe|perhaps|whether|try|"
    r"trying|guess|say|let's say|candidates?|possible|options?|possibilit\w+)\b"
)
_CONCLUSION = re.compile(
    r"\b(?:so|therefore|thus|hence|consequently|conclude|conclusion|contradiction|either way)\b|[⇒∴]|=>|: |; so\b"
)
_ARROW = re.compile(r"={1,2}>(?! ?\d{1,2} ?(?:[.,;]|$))|⇒")
"""Between a pattern and its conclusion; `r1c4 => 6` is none."""
_LISTED = re.compile(rf"(?:{_CELL} ?(?:,|/|and|&)? ?|\bcells )$")
"""Before the last cell of a list: `cells r1c1, r1c2: 5` places nothing."""
_PHRASE = re.compile(r"(?<!digit )(?<!value )(?<!number )\b(?:at|from) $")
"""Before the cells of a rule: in `the sum of the cage at r1c1 is 5` the cell does not have the 5."""
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
    text = " ".join(text.split())
    technique = named(text)
    text = text[max((arrow.end() for arrow in _ARROW.finditer(text)), default=0) :]
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
        if "or else" not in text:  # `r1c1 is 1, or else r2c1 is 6`: both sides are hypotheses
            yield text[: hypothesis.start()]
        conclusions = [*_CONCLUSION.finditer(text, hypothesis.end())]
        if not conclusions:
            return
        text = text[conclusions[-1].end() :]


def _claims(text: str, geometry: Geometry) -> Iterator[Claim]:
    for match in _CLAIM.finditer(text):
        part = match.groupdict()
        if _PHRASE.search(text, max(0, match.start() - 30), match.start()) and " = " not in match.group():
            continue
        if cells := part["left"] or part["some"]:
            kept = set(_digits(part["among"] or part["ways"], geometry, together=False))
            gone = [digit for digit in range(geometry.lo, geometry.hi + 1) if digit not in kept]
            yield from _each(REMOVE, cells, gone, geometry)
        elif part["node"]:
            kind = PLACE if part["on"] == "on" else REMOVE
            yield from _each(kind, part["node"], [int(part["of_node"])], geometry)
        elif placed := part["place"] or part["cell"] or part["home"]:
            digit = part["value"] or part["digit"] or part["fits"]
            found = list(_each(PLACE, placed, [int(digit)], geometry))
            listed = part["place"] and _LISTED.search(text, max(0, match.start() - 30), match.start())
            if len(found) == 1 and not listed:
                yield found[0]
        else:
            cells = part["lost"] or part["minus"] or part["there"] or part["where"]
            digits = part["of"] or part["gone"] or part["none"] or part["taken"]
            yield from _each(REMOVE, cells, _digits(digits, geometry), geometry)


def _each(kind: str, cells: str, digits: list[Digit], geometry: Geometry) -> Iterator[Claim]:
    """Claims of every cell and digit; on boards up to 9x9, r12c3 is two cells."""
    small = max(geometry.rows, geometry.columns) <= 9
    for row, column in re.findall(r"r(\d{1,9})c(\d{1,9})", cells):
        places = [*product(row if small else [row], column if small else [column])]
        if not all(0 < number_of(r) <= geometry.rows and 0 < number_of(c) <= geometry.columns for r, c in places):
            continue
        for r, c in places:
            cell = (int(r) - 1) * geometry.columns + int(c) - 1
            for digit in digits:
                if geometry.lo <= digit <= geometry.hi:
                    yield Claim(kind, cell, digit)


def _digits(text: str, geometry: Geometry, together: bool = True) -> list[Digit]:
    """`2 or 4`, `24` (on boards whose digits are single characters), `1 to 5`."""
    span = re.fullmatch(r"(\d{1,2}) to (\d{1,2})", text)
    if span:
        return list(range(int(span[1]), min(int(span[2]), geometry.hi) + 1))
    numbers = re.findall(r"\d+", text)
    if geometry.hi <= 9 and together:
        numbers = list("".join(numbers))
    return [int(number) for number in numbers if len(number) < 3]
