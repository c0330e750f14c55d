"""What a step of a certificate says, read and typed; nothing of it is believed yet."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..errors import Rejected, require, shown
from .board import Candidate, cell_of, house_of

MOST = 20000
"""Statements a chain may have; more than any step needs, and enough to bound the work."""


class Node(NamedTuple):
    """A statement: the cell is the digit (`on`), or is not; `by` what, from which statements (`parents`).

    Of a pattern `houses`, `cover`, `digits`; of a chain inside its number `inner`, and `besides` what it rests on too.
    """

    cell: int
    digit: int
    on: bool
    by: str
    parents: tuple[int, ...]
    houses: tuple[int, ...]
    cover: tuple[int, ...]
    digits: frozenset[int]
    inner: int
    besides: tuple[int, ...]

    @property
    def says(self) -> tuple[int, int, bool]:
        """The statement without its reason."""
        return self.cell, self.digit, self.on


class Chain(NamedTuple):
    """A chain step or a chain inside one."""

    technique: str
    houses: tuple[int, ...]
    nodes: tuple[Node, ...]
    targets: tuple[int, ...]
    inner: tuple[Chain, ...]


class Claim(NamedTuple):
    """One step: its number in tenths, its technique, its conclusion and its pattern."""

    tenths: int
    technique: str
    place: Candidate | None
    removals: frozenset[Candidate]
    houses: tuple[int, ...]
    cover: tuple[int, ...]
    cells: tuple[int, ...]
    digits: frozenset[int]
    extra: frozenset[int]
    type: int
    level: int
    chain: Chain


class Deduction(NamedTuple):
    """What a pattern is worth and what follows from it, by its definition."""

    tenths: int
    place: Candidate | None
    removals: frozenset[Candidate]


STEP = {"rating", "technique", "place", "remove"}
STEP_MORE = {"houses", "cover", "cells", "digits", "extra", "type", "level", "nodes", "targets", "inner"}
NODE_MORE = {"from", "houses", "cover", "digits", "inner", "besides"}


def claim_of(step: Any) -> Claim:
    """Read a step. Raises Rejected where it is not in the format."""
    require(isinstance(step, dict) and STEP <= set(step) <= STEP | STEP_MORE, f"not a step: {shown(step)}")
    value = step["rating"]
    require(type(value) in (int, float) and 1 <= value <= 20, f"rating {shown(value)}")
    require(round(value * 10) / 10 == value, f"rating {shown(value)}")
    require(isinstance(step["technique"], str), f"technique {shown(step['technique'])}")
    return Claim(
        round(value * 10),
        step["technique"],
        _placed(step["place"]),
        _removed(step["remove"]),
        _houses(step.get("houses", [])),
        _houses(step.get("cover", [])),
        tuple(cell_of(cell) for cell in _list(step.get("cells", []))),
        _digits(step.get("digits", [])),
        _digits(step.get("extra", [])),
        _number(step.get("type", 0)),
        _number(step.get("level", 0)),
        _chain(step, step["technique"], 0),
    )


def _chain(stated: dict[str, Any], technique: str, depth: int) -> Chain:
    require(depth < 3, "chains inside chains inside chains inside chains")
    nodes = _list(stated.get("nodes", []))
    require(len(nodes) <= MOST, f"{len(nodes)} statements in a chain")
    inner = []
    for found in _list(stated.get("inner", [])):
        known = {"technique", "houses", "nodes", "targets", "inner"}
        require(isinstance(found, dict) and {"technique", "nodes", "targets"} <= set(found) <= known, "a chain inside")
        require(isinstance(found["technique"], str), "a chain inside")
        inner.append(_chain(found, found["technique"], depth + 1))
    return Chain(
        technique,
        _houses(stated.get("houses", [])),
        tuple(_node(node, number) for number, node in enumerate(nodes)),
        tuple(_within(_list(stated.get("targets", [])), len(nodes))),
        tuple(inner),
    )


def _node(node: Any, number: int) -> Node:
    require(
        isinstance(node, dict) and {"is", "by"} <= set(node) <= {"is", "by"} | NODE_MORE, f"statement {shown(node)}"
    )
    text = node["is"]
    require(isinstance(text, str) and len(text) == 6 and text[4] in "=-", f"statement {shown(text)}")
    require(text[5] in "123456789" and isinstance(node["by"], str), f"statement {shown(text)} by {shown(node['by'])}")
    return Node(
        cell_of(text[:4]),
        int(text[5]),
        text[4] == "=",
        node["by"],
        tuple(_within(_list(node.get("from", [])), number)),
        _houses(node.get("houses", [])),
        _houses(node.get("cover", [])),
        _digits(node.get("digits", [])),
        _number(node.get("inner", -1), -1),
        tuple(_within(_list(node.get("besides", [])), number)),
    )


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise Rejected(f"{shown(value)} is no list")
    return value


def _within(numbers: list[Any], limit: int) -> list[int]:
    """Numbers of statements, each before *limit*, none twice."""
    require(all(type(k) is int and 0 <= k < limit for k in numbers), f"{shown(numbers)} are no earlier statements")
    require(len(set(numbers)) == len(numbers), f"{shown(numbers)}: a statement twice")
    return numbers


def _number(value: Any, least: int = 0) -> int:
    if type(value) is not int or value < least:
        raise Rejected(f"{shown(value)} is no number from {least}")
    return value


def _houses(value: Any) -> tuple[int, ...]:
    return tuple(house_of(house) for house in _list(value))


def _digits(value: Any) -> frozenset[int]:
    found = _list(value)
    require(all(type(d) is int and 1 <= d <= 9 for d in found), f"{shown(found)} are no digits")
    require(len(set(found)) == len(found), f"{shown(found)}: a digit twice")
    return frozenset(found)


def _placed(text: Any) -> Candidate | None:
    require(isinstance(text, str), f"place {shown(text)}")
    if not text:
        return None
    cell, _, digit = text.partition("=")
    require(len(digit) == 1 and digit in "123456789", f"place {shown(text)}")
    return cell_of(cell), int(digit)


def _removed(text: Any) -> frozenset[Candidate]:
    require(isinstance(text, str), f"remove {shown(text)}")
    found = []
    for word in text.split():
        cell, _, digits = word.partition("-")
        require(digits and set(digits) <= set("123456789"), f"remove {shown(text)}")
        found += [(cell_of(cell), int(digit)) for digit in digits]
    require(len(set(found)) == len(found), f"remove {shown(text)}: a candidate twice")
    return frozenset(found)
