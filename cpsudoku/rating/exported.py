"""A step as a certificate carries it: its pattern, its statements with their reasons, the chains inside its chains.

    rating, technique, place, remove     as in `Step`
    houses, cover, cells, digits, extra  the pattern, in the order the technique's file states; left out where empty
    type                                 of loops and BUG
    level                                of dynamic chains, 0 to 5; left out where 0
    nodes, targets, inner                of chains: statements, the numbers of those its branches end in, chains inside
                                         (technique, houses, nodes, targets, inner)

A statement: `is` ("r1c2=3" or "r1c2-3"), `by` (assumption, cell, box, row, column, a pattern, chain), `from` (the
numbers of the statements it follows from), and of a pattern `houses`, `cover`, `digits`, of a chain `inner` (its
number) and `besides` (what it rests on that the scale does not count). Rules other than boxes, rows and columns would
be further words of `by` and of the houses' names; a checker that does not know a word refuses the step.
"""

from __future__ import annotations

from typing import Any

from cpsudoku.techniques import words
from cpsudoku.techniques.step import CAUSES, Chain, Node, Step

TYPED = ("unique-loop", "bug")


def exported(step: Step) -> dict[str, Any]:
    """Plain data of a step of the classic board whose chain, if any, is spelled out."""
    typed = step.technique in TYPED
    found: dict[str, Any] = {
        "houses": [words.house(house) for house in step.houses],
        "cover": [words.house(house) for house in step.cover],
        "cells": [words.cell(cell) for cell in step.cells],
        "digits": words.digits_of(step.digits),
        "extra": words.digits_of(step.extra),
        "type": step.variant if typed else 0,
        "level": 0 if typed else step.variant,
    }
    stated = {"rating": step.rating, "technique": step.technique, "place": step.place, "remove": step.remove}
    return stated | {key: value for key, value in found.items() if value} | (_chain(step.chain) if step.chain else {})


def _chain(chain: Chain) -> dict[str, Any]:
    inner = [
        {"technique": nested.technique}
        | ({"houses": [words.house(house) for house in nested.houses]} if nested.houses else {})
        | _chain(nested.chain)
        for nested in chain.nested
    ]
    found: dict[str, Any] = {"nodes": [_node(node) for node in chain.nodes], "targets": list(chain.targets)}
    return found | ({"inner": inner} if inner else {})


def _node(node: Node) -> dict[str, Any]:
    found: dict[str, Any] = {
        "is": f"{words.cell(node.cell)}{'=' if node.on else '-'}{node.digit}",
        "by": node.rule.kind if node.rule else CAUSES[node.cause],
    }
    if node.parents:
        found["from"] = list(node.parents)
    if node.rule and node.rule.kind == "chain":
        found["inner"] = node.rule.nested
        if node.besides:
            found["besides"] = list(node.besides)
    elif node.rule:
        found["houses"] = [words.house(house) for house in node.rule.houses]
        if node.rule.cover:
            found["cover"] = [words.house(house) for house in node.rule.cover]
        found["digits"] = words.digits_of(node.rule.digits)
    return found
