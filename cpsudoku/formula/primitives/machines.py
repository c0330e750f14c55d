"""A layered automaton as clauses, in three ways.

`layered`: a variable a state; a state and a digit give the next state, the next state and the digit one of those
before, and every state is fed and goes on. `edges`: a variable a transition too, so that unit propagation finds
every digit without support (generalised arc consistency; Quimper and Walsh, CP 2007). `forward`: states and the
step forward alone: the fewest clauses, the weakest propagation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from cpsudoku.formula.primitives.sheet import Sheet

FEW = 12
"""States of a layer up to which they are said to exclude each other, though that follows."""
Rows = Sequence[tuple[int, int, int]]
"""(state, label, next state) of one layer; state 0 is the only one of the first layer."""
Labels = Mapping[int, int]
"""Label -> literal; exactly one of the literals is true."""


def layered(sheet: Sheet, layers: Sequence[Rows], labels: Sequence[Labels]) -> None:
    states: dict[int, int] = {0: 0}  # 0 stands for "true": a layer of one state
    for rows, label in zip(layers, labels):
        after = _states(sheet, rows)
        goes: dict[tuple[int, int], int] = {}
        comes: dict[tuple[int, int], list[int]] = defaultdict(list)
        feeds: dict[int, list[int]] = defaultdict(list)
        out: dict[int, list[int]] = defaultdict(list)
        fed: dict[int, list[int]] = defaultdict(list)
        between: dict[tuple[int, int], list[int]] = defaultdict(list)
        for state, name, to in rows:
            goes[state, name] = to
            comes[to, name].append(state)
            feeds[name].append(state)
            out[state].append(name)
            fed[to].append(state)
            between[state, to].append(name)
        for name, literal in label.items():
            for state in states:
                if (state, name) in goes:
                    _clause(sheet, [(states[state], False)], [-literal], [(after[goes[state, name]], True)])
                else:
                    _clause(sheet, [(states[state], False)], [-literal], [])
            for to in after:
                before = comes.get((to, name))
                if before:
                    if len(before) < len(states):
                        _clause(sheet, [(after[to], False)], [-literal], [(states[s], True) for s in before])
                else:
                    _clause(sheet, [(after[to], False)], [-literal], [])
        for state, names in out.items():
            if len(names) < len(label):
                _clause(sheet, [(states[state], False)], [label[name] for name in names], [])
        for to, before in fed.items():
            if len(set(before)) < len(states):
                _clause(sheet, [(after[to], False)], [], [(states[s], True) for s in dict.fromkeys(before)])
            for state in dict.fromkeys(before):
                names = between[state, to]
                if len(names) < len(label):
                    ends = [(states[state], False), (after[to], False)]
                    _clause(sheet, ends, [label[name] for name in names], [])
        _one_of(sheet, after)
        states = after


def edges(sheet: Sheet, layers: Sequence[Rows], labels: Sequence[Labels]) -> None:
    states: dict[int, int] = {0: 0}
    for rows, label in zip(layers, labels):
        after = _states(sheet, rows)
        single = len(states) == 1 == len(after)
        out: dict[int, list[int]] = defaultdict(list)
        fed: dict[int, list[int]] = defaultdict(list)
        by: dict[int, list[int]] = defaultdict(list)
        for state, name, to in rows:
            if single or len(states) == 1:
                edge = label[name]  # the label alone says which transition it is
            else:
                edge = sheet.new()
                sheet.add(-edge, label[name])
            if states[state]:
                sheet.add(-edge, states[state])
            if after[to]:
                sheet.add(-edge, after[to])
            out[state].append(edge)
            fed[to].append(edge)
            by[name].append(edge)
        for state, leaving in out.items():
            _clause(sheet, [(states[state], False)], leaving, [])
        for to, coming in fed.items():
            _clause(sheet, [(after[to], False)], coming, [])
        for name, literal in label.items():
            if by[name] != [literal]:
                sheet.add(-literal, *by[name])
        _one_of(sheet, after)
        if 1 < len(after) <= FEW:
            sheet.at_most_one(list(after.values()))
        states = after


def forward(sheet: Sheet, layers: Sequence[Rows], labels: Sequence[Labels]) -> None:
    states: dict[int, int] = {0: 0}
    for rows, label in zip(layers, labels):
        after = _states(sheet, rows)
        goes = {(state, name): to for state, name, to in rows}
        for state in states:
            for name, literal in label.items():
                to = goes.get((state, name))
                ends = [] if to is None else [(after[to], True)]
                _clause(sheet, [(states[state], False)], [-literal], ends)
        states = after


MACHINES: dict[str, Callable[[Sheet, Sequence[Rows], Sequence[Labels]], None]] = {
    "edges": edges,
    "forward": forward,
    "layered": layered,
}
"""Ways of an automaton, by the word of an encoding."""


def _states(sheet: Sheet, rows: Rows) -> dict[int, int]:
    """A variable for each state that *rows* lead to; 0 where there is one only."""
    targets = sorted({to for _, _, to in rows})
    return {targets[0]: 0} if len(targets) == 1 else {to: sheet.new() for to in targets}


def _one_of(sheet: Sheet, states: Mapping[int, int]) -> None:
    if len(states) > 1:
        sheet.add(*states.values())


def _clause(
    sheet: Sheet, first: Sequence[tuple[int, bool]], literals: Sequence[int], last: Sequence[tuple[int, bool]]
) -> None:
    """A clause of states (variable 0: always true) and literals; none where it is true anyway."""
    clause: list[int] = []
    for variable, positive in first:
        if variable:
            clause.append(variable if positive else -variable)
        elif positive:
            return
    clause += literals
    for variable, positive in last:
        if variable:
            clause.append(variable if positive else -variable)
        elif positive:
            return
    sheet.clauses.append(clause)
