"""Mutants of certificates: is one ever accepted with a claim that is not so?

    python benchmarks/forgeries.py [--certificates 300] [--mutants 10000] [--seed 1]

Certificates of every claim (unique, minimal, multiple, impossible, fewest, rated) on several boards, and of puzzles
with rules beyond houses; each mutant is one of them with a change: of clues, grids, the board, rules, the formula, a
proof, the steps of a rating, keys, values of other certificates, letters of its JSON. Many are made consistent again:
the formula is written anew for what is now claimed, so that the proof alone must tell. What the checker accepts is
judged by other means (the engines' own search and rules, the rater). Exit code 1 where a wrong claim was accepted, or
the checker raised anything but its refusal.
"""

from __future__ import annotations

import copy
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise, permutations
from random import Random
from typing import Any

from measuring import options_of

from cpsudoku import Geometry, Puzzle, Solution, certify, count, fewest, rate, reduce, samples, solve
from cpsudoku.board.geometry import CLASSIC, boxes
from cpsudoku.constraints import from_dict
from cpsudoku.errors import CpSudokuError
from cpsudoku.evidence.certificate import dimacs
from cpsudoku.evidence.checker import Rejected, TooCostly, check_certificate
from cpsudoku.evidence.checker.board import board_of, differing, grid_of
from cpsudoku.evidence.checker.files import _json
from cpsudoku.evidence.checker.formula import hitting, rules
from cpsudoku.results import Rating

Data = dict[str, Any]
BOARDS = [
    boxes(2, 2),
    boxes(2, 3),
    CLASSIC,
    Geometry.jigsaw("AAABABBBCCCCDDDD"),
    Geometry(2, 2, extras=("diagonals",)),
    Geometry(3, 3, extras=("diagonals",)),
    Geometry(3, 3, extras=("windoku",)),
    boxes(1, 5),
]


# ------------------------------------------------------------------ honest certificates


def certificates(number: int, seed: int) -> Iterator[Data]:
    """*number* of them, in turn of each claim and board."""
    rng = Random(seed)
    hard = samples.path_of("17-clue").read_text(encoding="utf-8").split()
    makers = [_unique, _unique, _minimal, _multiple, _impossible, _fewest, _rated, _ruled, _ruled, _ruled_widely]
    count = 0
    while count < number:
        found = makers[count % len(makers)](BOARDS[count // len(makers) % len(BOARDS)], rng, hard)
        if found is not None:
            count += 1
            yield found


def _grid(geometry: Geometry, rng: Random) -> Solution:
    row = bytes(rng.sample(range(1, geometry.side + 1), geometry.side))
    found = solve(Puzzle(row + bytes(geometry.size - geometry.side), geometry), limit=8, engine="bitmask").solutions
    return rng.choice(found) if found else _grid(geometry, rng)


def _dug(geometry: Geometry, rng: Random, wanted: int) -> Puzzle:
    """Cells of a grid emptied at random until it has *wanted* solutions (2: at least two)."""
    cells = bytearray(_grid(geometry, rng).cells)
    for cell in rng.sample(range(geometry.size), geometry.size):
        kept, cells[cell] = cells[cell], 0
        if int(count(Puzzle(bytes(cells), geometry), limit=2)) > 1:
            if wanted > 1:
                break
            if rng.random() < 0.9:
                cells[cell] = kept
                if rng.random() < 0.3:
                    break
            else:
                cells[cell] = kept
    return Puzzle(bytes(cells), geometry)


def _certified(puzzle: Puzzle, rng: Random, **options: Any) -> Data:
    return dict(certify(puzzle, lrat=rng.random() < 0.5, **options).data)  # type: ignore[union-attr]


def _unique(geometry: Geometry, rng: Random, hard: list[str]) -> Data:
    return _certified(_dug(geometry, rng, 1), rng)


def _minimal(geometry: Geometry, rng: Random, hard: list[str]) -> Data:
    return _certified(reduce(_dug(geometry, rng, 1), seed=rng.randrange(1000)).puzzle, rng)


def _multiple(geometry: Geometry, rng: Random, hard: list[str]) -> Data:
    return _certified(_dug(geometry, rng, 2), rng)


def _impossible(geometry: Geometry, rng: Random, hard: list[str]) -> Data:
    puzzle = _dug(geometry, rng, 1)
    while True:
        cells = bytearray(puzzle.cells)
        cells[rng.choice([cell for cell, _ in puzzle.clues])] = rng.randint(1, geometry.side)
        if not int(count(Puzzle(bytes(cells), geometry), limit=1)):
            return _certified(Puzzle(bytes(cells), geometry), rng)


def _fewest(geometry: Geometry, rng: Random, hard: list[str]) -> Data | None:
    found = fewest(_grid(geometry if geometry.side < 6 else boxes(2, 2), rng))
    return dict(found.certificate(lrat=rng.random() < 0.5).data) if found.rivals else None


def _rated(geometry: Geometry, rng: Random, hard: list[str]) -> Data:
    puzzle = rng.choice(hard) if hard and rng.random() < 0.5 else reduce(_dug(CLASSIC, rng, 1)).puzzle
    return _certified(Puzzle.parse(puzzle) if isinstance(puzzle, str) else puzzle, rng, rating=True)


def _ruled(geometry: Geometry, rng: Random, hard: list[str]) -> Data:
    """Rules that a grid keeps, and clues until they have one solution, or one clue fewer."""
    board = boxes(2, 2) if rng.random() < 0.7 else boxes(2, 3)
    grid = _grid(board, rng).cells
    return _clued(board, grid, [_rule(board, grid, rng) for _ in range(rng.randint(1, 5))], rng)


def _ruled_widely(geometry: Geometry, rng: Random, hard: list[str]) -> Data:
    """Likewise, with rules that say something exists."""
    board = boxes(2, 2)
    grid = _grid(board, rng).cells
    whole = [from_dict(rule) for rule in _whole(board, grid, rng)]
    return _clued(board, grid, [*rng.sample(whole, rng.randint(1, len(whole))), _rule(board, grid, rng)], rng)


def _clued(board: Geometry, grid: bytes, under: list[Any], rng: Random) -> Data:
    puzzle = Puzzle(bytes(board.size), board, tuple(under))
    cells, order = bytearray(board.size), rng.sample(range(board.size), board.size)
    while int(count(Puzzle(bytes(cells), board, puzzle.constraints), limit=2)) > 1:
        cells[order[0]] = grid[order[0]]
        order.pop(0)
    if rng.random() < 0.3 and any(cells):
        cells[rng.choice([cell for cell in range(board.size) if cells[cell]])] = rng.choice([0, 1, 2])
    return _certified(Puzzle(bytes(cells), board, puzzle.constraints), rng)


def _rule(board: Geometry, grid: bytes, rng: Random) -> Any:
    """A rule that the grid keeps."""
    n = board.side
    row = rng.randrange(n)
    line = [row * n + c for c in range(n)] if rng.random() < 0.5 else [r * n + row for r in range(n)]
    some = rng.sample(line, rng.randint(2, n))
    a, b = rng.choice(list(pairwise(line)))
    seen = [grid[cell] for cell in line]
    outer = sorted((seen.index(1), seen.index(n)))
    total = sum(grid[cell] for cell in some)
    pair = {"cells": [a, b]}
    rules: list[dict[str, Any]] = [
        {"type": "cage", "cells": some, "sum": total},
        {"type": "thermo", "cells": sorted(some, key=lambda cell: grid[cell])},
        {"type": "xv", **pair, "sum": grid[a] + grid[b]},
        {"type": "difference", **pair, "difference": abs(grid[a] - grid[b])},
        {"type": "greater", "cells": sorted((a, b), key=lambda cell: -grid[cell])},
        {"type": "sandwich", "cells": line, "sum": sum(seen[outer[0] + 1 : outer[1]])},
        {"type": "skyscraper", "cells": line, "count": sum(max(seen[: k + 1]) not in seen[:k] for k in range(n))},
        {"type": "x_sum", "cells": line, "sum": sum(seen[: seen[0]])},
        {"type": "numbered_room", "cells": line, "value": seen[seen[0] - 1]},
        {"type": "little_killer", "cells": [0, n + 1, 2 * n + 2], "sum": grid[0] + grid[n + 1] + grid[2 * n + 2]},
        {"type": "quadruple", "cells": [a, b], "values": [grid[a]]},
        {"type": "even" if grid[a] % 2 == 0 else "odd", "cells": [a]},
        {"type": "equal_sum", "segments": [some, some[::-1]]},
    ]
    kept = rng.choice(rules)
    false = {"type": "xv", **pair, "sum": grid[a] + grid[b] + 1}
    composed = {"type": "or", "options": [[kept], [false]]}, {"type": "not", "rule": [false]}
    return from_dict(rng.choice([kept, kept, kept, *composed]))


def _whole(board: Geometry, grid: bytes, rng: Random) -> Iterator[dict[str, Any]]:
    """A pattern of a row, digits whose cells hang together, and a sum with doubled digits where there can be one."""
    n = board.side
    row = rng.randrange(n)
    line = [row * n + c for c in range(n)]
    words = [rng.choice([str(grid[c]), ".", f"[{grid[c]}{rng.randint(1, n)}]", f"({grid[c]}|{n})"]) for c in line]
    yield {"type": "regex", "cells": line, "pattern": "".join(words[:-1]) + rng.choice([".*", words[-1] + "+"])}
    for size in range(1, n + 1):
        rule = {"type": "connected", "values": sorted(rng.sample(range(1, n + 1), size))}
        if from_dict(rule).on(board).holds(list(grid)):
            yield rule
            break
    rows = list(permutations(range(n)))
    for columns in rng.sample(rows, len(rows)):
        twice = {at * n + column for at, column in enumerate(columns)}
        if all(len(twice & set(house.cells)) == 1 for house in board.houses) and len({grid[c] for c in twice}) == n:
            total = sum(grid[cell] * (1 + (cell in twice)) for cell in line)
            yield {"type": "doublers", "rules": [{"type": rng.choice(["sum", "cage"]), "cells": line, "sum": total}]}
            break


# ------------------------------------------------------------------ mutants


def mutant(data: Data, rng: Random, pool: list[Data]) -> tuple[str, object]:
    """(what was changed, *data* with it changed: an object, or the bytes of a JSON text)."""
    forged = copy.deepcopy(data)
    kinds = [kind for kind, (key, _) in CHANGES.items() if not key or key in forged]
    kind = rng.choice(kinds)
    CHANGES[kind][1](forged, rng, pool)
    if kind in MEANING and rng.random() < 0.6 and consistent(forged, rng):
        kind += ", formula anew"
    if rng.random() < 0.05:
        text = bytearray(json.dumps(forged).encode())
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(text))
            text[at] = rng.choice(b'0123456789."{}[],:-ae \n')
        return "letters of the JSON", bytes(text)
    return kind, forged


def consistent(forged: Data, rng: Random) -> bool:
    """Write the formula for what is claimed now; where there is none, do nothing."""
    try:
        board = board_of(forged["board"])
        solution = grid_of(forged["solution"], board, False) if "solution" in forged else ()
        if forged["claim"] == "fewest":
            sets = [differing(solution, grid_of(rival, board, False)) for rival in forged["rivals"]]
            variables, clauses = hitting(sets, board.side**2, forged["clues"] - 1)
            listed = [*clauses]
        else:
            variables, clauses = rules(board)
            puzzle = grid_of(forged["puzzle"], board, False)
            listed = [*clauses, *((i * board.side + d,) for i, d in enumerate(puzzle) if d)]
            if solution:
                listed.append(tuple(sorted(-(i * board.side + d) for i, d in enumerate(solution))))
    except (Rejected, KeyError, TypeError):
        return False
    forged["cnf"] = dimacs(variables, list(dict.fromkeys(listed)))
    forged.setdefault("drat", "0\n")
    if rng.random() < 0.7:
        forged.pop("lrat", None)
    return True


def _symbols(forged: Data) -> str:
    return "123456789"[: round(len(forged["solution" if "solution" in forged else "puzzle"]) ** 0.5)]


def _letter(key: str, symbols: str = "") -> Any:
    def change(forged: Data, rng: Random, pool: list[Data]) -> None:
        text = forged[key]
        at = rng.randrange(len(text))
        forged[key] = text[:at] + rng.choice(_symbols(forged) + symbols) + text[at + 1 :]

    return change


def _clue_dropped(forged: Data, rng: Random, pool: list[Data]) -> None:
    text = forged["puzzle"]
    clues = [i for i, c in enumerate(text) if c != "."]
    if clues:
        at = rng.choice(clues)
        forged["puzzle"] = text[:at] + "." + text[at + 1 :]
        if rng.random() < 0.7 and "witnesses" in forged:
            n = round(len(text) ** 0.5)
            forged["witnesses"].pop(f"r{at // n + 1}c{at % n + 1}", None)


def _clue_from_solution(forged: Data, rng: Random, pool: list[Data]) -> None:
    at = rng.randrange(len(forged["puzzle"]))
    solution = forged.get("solution", forged["puzzle"])
    forged["puzzle"] = forged["puzzle"][:at] + solution[at] + forged["puzzle"][at + 1 :]


def _relabelled(text: str, rng: Random, symbols: str) -> str:
    a, b = rng.sample(symbols, 2) if len(symbols) > 1 else (symbols, symbols)
    return text.translate(str.maketrans(a + b, b + a))


def _digits_exchanged(key: str) -> Any:
    def change(forged: Data, rng: Random, pool: list[Data]) -> None:
        forged[key] = _relabelled(forged[key], rng, _symbols(forged))

    return change


def _everywhere(forged: Data, rng: Random, pool: list[Data]) -> None:
    """Two digits exchanged in every grid: mostly true again where the formula is written anew."""
    a, b = rng.sample(_symbols(forged), 2)
    table = str.maketrans(a + b, b + a)
    for key in ("puzzle", "solution", "second"):
        if key in forged:
            forged[key] = forged[key].translate(table)
    for name in forged.get("witnesses", {}):
        forged["witnesses"][name] = forged["witnesses"][name].translate(table)


def _witness(forged: Data, rng: Random, pool: list[Data]) -> None:
    if forged["witnesses"]:
        names = sorted(forged["witnesses"])
        a, b = rng.choice(names), rng.choice(names)
        way = rng.randrange(4)
        if way == 0:
            del forged["witnesses"][a]
        elif way == 1:
            forged["witnesses"][a] = forged["witnesses"][b]
        elif way == 2:
            forged["witnesses"][a] = forged["solution"]
        else:
            forged["witnesses"][a] = _relabelled(forged["witnesses"][a], rng, _symbols(forged))


def _witnesses_claimed(forged: Data, rng: Random, pool: list[Data]) -> None:
    """A puzzle called minimal: what witnesses there are, for the rest the solution in disguise."""
    if "puzzle" not in forged:
        return
    n = round(len(forged["puzzle"]) ** 0.5)
    names = [f"r{i // n + 1}c{i % n + 1}" for i, c in enumerate(forged["puzzle"]) if c != "."]
    have = forged.get("witnesses", {})
    forged["witnesses"] = {
        name: have.get(name, _relabelled(forged["solution"], rng, _symbols(forged))) for name in names
    }


def _rival(forged: Data, rng: Random, pool: list[Data]) -> None:
    at = rng.randrange(len(forged["rivals"]))
    way = rng.randrange(4)
    if way == 0:
        del forged["rivals"][at]
    elif way == 1:
        forged["rivals"][at] = forged["solution"]
    elif way == 2:
        forged["rivals"].append(_relabelled(forged["solution"], rng, _symbols(forged)))
    else:
        forged["rivals"][at] = _relabelled(forged["rivals"][at], rng, _symbols(forged))


def _more_clues(forged: Data, rng: Random, pool: list[Data]) -> None:
    forged["clues"] += rng.choice([-1, 1, 1, 2])


def _board(forged: Data, rng: Random, pool: list[Data]) -> None:
    board, way = forged["board"], rng.randrange(5)
    if way == 0 and "box" in board:
        board["box"].reverse()
    elif way == 1:
        board["extras"] = rng.sample(["diagonals", "windoku", "disjoint", "asterisk", "centre-dot"], rng.randint(0, 2))
    elif way == 2 and "extras" in board:
        del board["extras"]
    elif way == 3 and "regions" in board:
        a, b = rng.sample(range(len(board["regions"])), 2)
        board["regions"][a], board["regions"][b] = board["regions"][b], board["regions"][a]
    else:
        forged["board"] = copy.deepcopy(rng.choice(pool)["board"])


def _a_rule(forged: Data, rng: Random, pool: list[Data]) -> None:
    """A rule of the board: another, changed somewhere, dropped, twice, in another's place."""
    rules = forged["board"].get("constraints")
    lent = [rule for other in pool for rule in other["board"].get("constraints", [])]
    way = rng.randrange(6)
    if not rules or way == 0:
        forged["board"].setdefault("constraints", []).append(copy.deepcopy(rng.choice(lent)))
        return
    at = rng.randrange(len(rules))
    if way == 1:
        del rules[at]
        if "needed" in forged and rng.random() < 0.7:
            del forged["needed"][at : at + 1]
        if not rules and rng.random() < 0.5:
            del forged["board"]["constraints"]
    elif way == 2:
        rules[at]["type"] = rng.choice([rule["type"] for rule in lent])
    elif way == 3:
        rules[at] = copy.deepcopy(rng.choice(lent))
    elif way == 4:
        rules.insert(rng.randrange(len(rules)), rules[at])
    else:
        _bent(rules[at], rng)


def _bent(rule: Any, rng: Random) -> None:
    """A number, a cell, the order or a word of a rule."""
    keys: list[Any] = sorted(rule) if isinstance(rule, dict) else list(range(len(rule)))
    if not keys:
        return
    key = rng.choice(keys)
    inner = rule[key]
    if isinstance(inner, (dict, list)):
        if isinstance(inner, list) and rng.random() < 0.3:
            rng.choice([inner.reverse, inner.pop if inner else inner.clear])()
        else:
            _bent(inner, rng)
    elif isinstance(inner, bool):
        rule[key] = not inner
    elif isinstance(inner, int):
        rule[key] = inner + rng.choice([-1, 1])
    elif isinstance(inner, str) and inner[:1] == "r" and "c" in inner:
        rule[key] = f"r{rng.randint(1, 4)}c{rng.randint(1, 4)}"
    elif isinstance(inner, str):
        rule[key] = rng.choice(["even", "odd", "thermo", "and", "not", "or", "connected", inner + "x"])


def _needed(forged: Data, rng: Random, pool: list[Data]) -> None:
    """The grids that show rules to be needed, where there are any or not."""
    grids = forged.setdefault("needed", [forged["solution"]] * len(forged["board"].get("constraints", [])))
    if grids:
        at = rng.randrange(len(grids))
        grids[at] = rng.choice([forged["solution"], _relabelled(grids[at], rng, _symbols(forged)), grids[0], grids[-1]])


def _claim(forged: Data, rng: Random, pool: list[Data]) -> None:
    """Another claim, with the keys it needs from wherever they are to be had."""
    forged["claim"] = rng.choice(["unique", "multiple", "impossible", "fewest"])
    keys = {
        "unique": ["puzzle", "solution", "cnf", "drat"],
        "multiple": ["puzzle", "solution", "second"],
        "impossible": ["puzzle", "cnf", "drat"],
        "fewest": ["solution", "clues", "rivals", "cnf", "drat"],
    }[forged["claim"]]
    for key in set(forged) - {*keys, "format", "claim", "board"}:
        del forged[key]
    for key in keys:
        if key not in forged:
            lent = [other[key] for other in pool if key in other and other["board"] == forged["board"]]
            forged[key] = copy.deepcopy(rng.choice(lent)) if lent else forged.get("solution", forged.get("puzzle", ""))


def _exchanged(forged: Data, rng: Random, pool: list[Data]) -> None:
    other = rng.choice(pool)
    shared = sorted(set(forged) & set(other) - {"format"})
    for key in rng.sample(shared, min(len(shared), rng.randint(1, 2))):
        forged[key] = copy.deepcopy(other[key])


def _line(key: str) -> Any:
    def change(forged: Data, rng: Random, pool: list[Data]) -> None:
        lines = forged[key].split("\n")[:-1]
        way = rng.randrange(6)
        if not lines or way == 0:
            forged[key] = rng.choice(["", "0\n", "\n"])
            return
        at = rng.randrange(len(lines))
        if way == 1:
            del lines[at]
        elif way == 2:
            lines.insert(rng.randrange(len(lines)), lines[at])
        elif way == 3:
            rng.shuffle(lines)
        elif way == 4:
            words = lines[at].split()
            k = rng.randrange(len(words))
            old = int(words[k]) if words[k].lstrip("-").isdecimal() else 1
            words[k] = str(rng.choice([-old, old + 1, old - 1, rng.randrange(1, 700), -rng.randrange(1, 700)]))
            lines[at] = " ".join(words)
        else:
            lines.insert(at, f"{rng.randrange(1, 64) * rng.choice([-1, 1])} 0")
        forged[key] = "".join(line + "\n" for line in lines)

    return change


def _clause_added(forged: Data, rng: Random, pool: list[Data]) -> None:
    """With a header that counts it."""
    head, *lines = forged["cnf"].split("\n")[:-1]
    lines.append(" ".join(str(rng.randrange(1, 64) * rng.choice([-1, 1])) for _ in range(rng.randint(0, 2))) + " 0")
    forged["cnf"] = "".join(line + "\n" for line in [f"{' '.join(head.split()[:3])} {len(lines)}", *lines])


def _value(forged: Data, rng: Random, pool: list[Data]) -> None:
    """A value of another kind, somewhere; or a key more, or one less."""
    way = rng.randrange(3)
    key = rng.choice(sorted(forged))
    strange: list[Any] = [None, True, 0, -1, 1.5, "", "x", [], {}, [[]], "0" * 50, 10**30]
    if way == 0:
        del forged[key]
    elif way == 1:
        forged[rng.choice(["note", "lrat", "rating", "witnesses", "second"])] = rng.choice(strange)
    elif isinstance(forged[key], dict) and forged[key]:
        forged[key][rng.choice(sorted(forged[key]))] = rng.choice(strange)
    else:
        forged[key] = rng.choice(strange)


def _step(forged: Data, rng: Random, pool: list[Data]) -> None:
    """Something of the rating, wherever it is."""
    steps = forged["rating"]["steps"]
    way = rng.randrange(5)
    at = rng.randrange(len(steps))
    if way == 0:
        del steps[at]
    elif way == 1:
        other = rng.randrange(len(steps))
        steps[at], steps[other] = steps[other], steps[at]
    elif way == 2:
        forged["rating"][rng.choice(["er", "ep", "ed"])] = rng.randrange(10, 120) / 10
    elif way == 3:
        _altered(steps[at], rng, steps)
    else:  # easier than it is: the hardest steps under a lower number, er and the rest to match
        numbers = [step["rating"] for step in steps if "rating" in step]
        low = rng.choice(numbers)
        for step in steps:
            if step["rating"] > low:
                step["rating"] = low
                step["technique"] = rng.choice(steps)["technique"]
        first = next((k for k, step in enumerate(steps) if step.get("place")), 0)
        numbers = [step["rating"] for step in steps]
        forged["rating"] |= {"er": max(numbers), "ep": max(numbers[: first + 1]), "ed": numbers[0]}


def _altered(value: Any, rng: Random, steps: list[Any]) -> None:
    """One leaf of a step."""
    keys: list[Any] = sorted(value) if isinstance(value, dict) else list(range(len(value)))
    if not keys:
        return
    key = rng.choice(keys)
    inner = value[key]
    if isinstance(inner, (dict, list)) and inner and rng.random() < 0.8:
        _altered(inner, rng, steps)
    elif isinstance(inner, bool) or inner is None:
        value[key] = rng.choice([True, False, None, 1])
    elif isinstance(inner, float):
        value[key] = round(inner + rng.choice([-1, -0.1, 0.1, 1]), 1)
    elif isinstance(inner, int):
        value[key] = inner + rng.choice([-1, 1])
    elif isinstance(inner, str):
        lent = [step[key] for step in steps if isinstance(step, dict) and key in step]
        digits = [k for k, c in enumerate(inner) if c.isdecimal()]
        if lent and rng.random() < 0.4:
            value[key] = copy.deepcopy(rng.choice(lent))
        elif digits:
            k = rng.choice(digits)
            value[key] = inner[:k] + rng.choice("123456789") + inner[k + 1 :]
        else:
            value[key] = inner + "x"


CHANGES: dict[str, tuple[str, Callable[[Data, Random, list[Data]], None]]] = {
    "clue altered": ("puzzle", _letter("puzzle", ".")),
    "clue dropped": ("puzzle", _clue_dropped),
    "clue added": ("puzzle", _clue_from_solution),
    "digits exchanged in the puzzle": ("puzzle", _digits_exchanged("puzzle")),
    "solution altered": ("solution", _letter("solution")),
    "digits exchanged in the solution": ("solution", _digits_exchanged("solution")),
    "digits exchanged in the second": ("second", _digits_exchanged("second")),
    "digits exchanged everywhere": ("", _everywhere),
    "witness": ("witnesses", _witness),
    "called minimal": ("solution", _witnesses_claimed),
    "rival": ("rivals", _rival),
    "clues": ("clues", _more_clues),
    "board": ("board", _board),
    "rule": ("board", _a_rule),
    "rule, again": ("board", _a_rule),
    "needed": ("solution", _needed),
    "claim": ("claim", _claim),
    "values of another": ("", _exchanged),
    "clause": ("cnf", _line("cnf")),
    "clause added": ("cnf", _clause_added),
    "lemma": ("drat", _line("drat")),
    "LRAT step": ("lrat", _line("lrat")),
    "value": ("", _value),
    "step of the rating": ("rating", _step),
}
"""What is changed -> (a key the certificate must have, the change)."""
MEANING = {
    "clue altered", "clue dropped", "clue added", "digits exchanged in the puzzle", "solution altered",
    "digits exchanged in the solution", "digits exchanged everywhere", "called minimal", "rival", "clues", "board",
    "rule", "rule, again", "needed",
    "claim", "values of another",
}  # fmt: skip
"""Changes of what is claimed, after which the formula may be written anew."""


# ------------------------------------------------------------------ judgement


@cache
def _least(geometry: Geometry, grid: bytes) -> int:
    return fewest(Solution(grid, geometry)).at_least


@cache
def _rating(cells: bytes) -> tuple[float, float, float]:
    found = rate(Puzzle(cells, CLASSIC))
    assert isinstance(found, Rating)
    return found.er, found.ep, found.ed


def why_wrong(data: Data) -> str:
    """What is not so of what the certificate claims; empty where all is."""
    board = data["board"]
    extras = tuple(board.get("extras", ()))
    try:
        geometry = (
            Geometry(*board["box"], None, extras)
            if "box" in board
            else Geometry.jigsaw("".join(chr(65 + region) for region in board["regions"]), extras=extras)
        )
        grids = {key: Solution.parse(data[key], geometry) for key in ("solution", "second") if key in data}
        puzzle = Puzzle.parse(data["puzzle"], geometry) if "puzzle" in data else Puzzle(bytes(geometry.size), geometry)
        puzzle = puzzle.under(map(from_dict, board.get("constraints", [])))
    except CpSudokuError as error:
        return f"cannot be judged: {error}"
    for key, grid in grids.items():
        if any(grid.cells[cell] != digit for cell, digit in puzzle.clues):
            return f"{key} is no solution of the puzzle"
        if not Puzzle(bytes(geometry.size), geometry, puzzle.constraints).is_solved_by(grid.cells):
            return f"{key} breaks a rule"
    if data["claim"] == "fewest":
        if puzzle.constraints:
            return ""  # fewer clues are needed under more rules, so the plain bound says nothing: not judged
        least = _least(geometry, grids["solution"].cells)
        return "" if data["clues"] <= least else f"{least} clues do"
    number = min(int(count(puzzle, limit=2)), 2)
    if number != {"unique": 1, "multiple": 2, "impossible": 0}[data["claim"]]:
        return f"{number} solutions"
    if data["claim"] == "multiple" and grids["solution"] == grids["second"]:
        return "the solutions are one"
    if "witnesses" in data:
        kept = [cell for cell, _ in puzzle.clues]
        idle = [c for c in kept if int(count(puzzle.only([o for o in kept if o != c]), limit=2)) < 2]
        if idle:
            return f"not minimal: without {', '.join(map(geometry.name_of, idle))}"
    for k in range(len(puzzle.constraints) if "needed" in data else 0):
        left = puzzle.under([*puzzle.constraints[:k], *puzzle.constraints[k + 1 :]])
        if int(count(left, limit=2)) < 2:
            return f"constraint {k + 1} can go"
    if "rating" in data and data["format"] != "cpsudoku-certificate 1":
        stated = tuple(data["rating"][key] for key in ("er", "ep", "ed"))
        true = _rating(puzzle.cells)
        if any(low < high for low, high in zip(stated, true)):
            return f"rated {stated}, is {true}"
    return ""


def attacked(pool: list[Data], mutants: int, seed: int) -> tuple[Counter[str], list[str]]:
    """(what became of the mutants, by word; every wrong claim accepted and every stumble, in words)."""
    rng, said, bad = Random(seed), Counter[str](), list[str]()
    for k in range(mutants):
        original = rng.choice(pool)
        kind, forged = mutant(original, rng, pool)
        if forged == original:
            said["unchanged"] += 1
            continue
        try:
            data: Any = _json(forged) if isinstance(forged, bytes) else forged
            proven = check_certificate(data)
        except (Rejected, TooCostly):
            said["refused"] += 1
            continue
        except Exception as error:
            bad.append(f"mutant {k} ({kind}): {error!r}")
            continue
        why = why_wrong(data)
        said[f"accepted, still so ({kind})"] += not why
        if why:
            bad.append(f"mutant {k} ({kind}): accepted: {proven}: but {why}")
    return said, bad


def main() -> None:
    options = options_of(__doc__, certificates=300, mutants=10_000, seed=1)
    pool = list(certificates(options.certificates, options.seed))
    for data in pool:
        check_certificate(data)
        assert not why_wrong(data), data
    kinds = Counter(
        data["claim"] + ", minimal" * ("witnesses" in data) + ", rated" * ("rating" in data) for data in pool
    )
    print(f"{len(pool)} certificates: {dict(kinds)}", flush=True)
    said, bad = attacked(pool, options.mutants, options.seed)
    for word, number in said.most_common():
        print(f"{number:7,} {word}")
    print(f"{len(bad):7,} wrong", *bad, sep="\n  ")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
