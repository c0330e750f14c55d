"""Walks as people read them: the steps of techniques as deductions, with facts named once they are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from cpsudoku.board.geometry import Cell, Digit
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.questions.explanation.few_reasons import BEYOND, FEW, FewReasons
from cpsudoku.questions.explanation.lines import Grouping, are_one_line, lines
from cpsudoku.questions.explanation.sentence import MOST_WORDS
from cpsudoku.questions.explanation.step import Deduction
from cpsudoku.questions.explanation.suppositions import Suppositions
from cpsudoku.questions.explanation.techniques import technique
from cpsudoku.techniques.reasons import case
from cpsudoku.techniques.reasons.ladder import CASE, SINGLES, Rung
from cpsudoku.techniques.reasons.position import Position, Step, Told
from cpsudoku.techniques.reasons.pruning import collected, pruned
from cpsudoku.techniques.reasons.reason import WEIGHTS, Fact, Reason
from cpsudoku.techniques.reasons.setting import Setting
from cpsudoku.techniques.reasons.walk import Finder, Shown, Walk, finders
from cpsudoku.techniques.reasons.words import by_words, called_together, listed

ONE_CONCLUSION = 5
"""Words that one candidate takes to say that it goes, ..."""
MANY_CONCLUSIONS = 10
"""... or several."""
FEW_RULES = 2
"""Rules up to which a summary names them."""


class GivenUp(Exception):
    """Cases do not lead to the end."""


def _given_up(position: Position, rung: Rung) -> Iterator[Step]:
    raise GivenUp


class Telling:
    """The walk of a puzzle to its *solution* (digit bytes); with *every* step that was found.

    A whole walk has small sets of reasons and cases where these lead to the end; else techniques and digits by search.
    """

    def __init__(self, puzzle: Puzzle, solution: bytes, every: bool = False) -> None:
        self._puzzle, self._every = puzzle, every
        self._setting = Setting(puzzle, solution)
        few = FewReasons(puzzle, self._setting, solution)
        more: list[tuple[Rung, Finder]] = [(FEW, few.find)]
        cases = partial(case.find, candidates=Suppositions(few, self._setting).groups, more=more)
        self._reasoned: list[tuple[Rung, Finder]] = [*finders(), *more, (CASE, cases)]
        self._beyond: tuple[Rung, Finder] = (BEYOND, few.beyond)
        self.walk = Walk(self._setting, [*self._reasoned, self._beyond], every)
        self._known: set[Fact] = set()
        self._numbers: list[int] = []

    def steps(
        self, known: Sequence[tuple[Cell, int]], marks: Sequence[int] | None = None, whole: bool = True
    ) -> Iterator[Deduction]:
        """The steps after *known* digits (bytes) and pencil *marks*; *whole*: those that the whole walk needs."""
        begin = [(cell, 1 << digit - 1) for cell, digit in known]
        if not (whole or self._every):
            yield from self._read(self.walk.steps(begin, marks), False)
            return
        try:
            yield from self._read(self._whole(begin, marks, [*self._reasoned, (BEYOND, _given_up)]))
        except GivenUp:
            yield from self._read(self._whole(begin, marks, [*finders(), self._beyond]))

    def _whole(
        self, begin: Sequence[tuple[int, int]], marks: Sequence[int] | None, ladder: Sequence[tuple[Rung, Finder]]
    ) -> Iterator[Shown]:
        """The steps of a walk by this ladder."""
        self.walk = Walk(self._setting, ladder, self._every)
        return collected(self.walk, begin, marks) if self._every else pruned(self.walk, begin, marks)

    def _read(self, walk: Iterator[Shown], whole: bool = True) -> Iterator[Deduction]:
        if not self._every:
            for group in Grouping(self._setting, self._are_one_line if whole else None).groups(walk):
                yield from lines([self._deduction(shown) for shown in group])
            return
        for shown in walk:
            self._numbers.append(-1 if shown.step.clears or shown.step.placed is not None else shown.number)
            yield self._deduction(shown)

    def _are_one_line(self, group: Sequence[Shown]) -> bool:
        known = set(self._known)
        return are_one_line([self._deduction(shown, known) for shown in group])

    @property
    def unused(self) -> frozenset[int]:
        """With *every*, at the end: which of the steps nothing later uses."""
        return frozenset(k for k, number in enumerate(self._numbers) if number not in {-1, *self.walk.needed})

    def argument(self, cell: Cell, digit: Digit, placed: bool) -> Deduction | None:
        """Why a cell has, or else cannot have, a (real) digit: from the clues alone, the steps in `inner`."""
        puzzle, setting = self._puzzle, self._setting
        known = {c: 1 << d - 1 for c, d in puzzle.clues}
        bit = 1 << digit - setting.lo
        found = self.walk.argue(list(known.items()), cell, setting.full & ~bit if placed else bit)
        if found is None:
            return None
        steps = [self._deduction(shown) for shown in found]
        reasons: dict[Reason, None] = {}
        for shown, step in zip(found, steps):
            for c in sorted(known.keys() & shown.step.rests_on(setting.full).keys()):
                shown_digit = known[c].bit_length() - 1 + setting.lo
                name = f"{setting.names[c]} = {shown_digit} is given"
                reasons[Reason("clue", name, cell=c, digit=shown_digit, cells=(c,))] = None
            facts = {fact for one in steps for fact in one.facts}
            reasons.update((r, None) for r in step.reasons if r.fact is None or r.fact not in facts)
        if placed and not (steps and steps[-1].placements):
            reasons[Reason("cell", f"{setting.names[cell]} has a digit", cell=cell, cells=(cell,))] = None
        shown_steps = [step for step in steps if not step.clears]
        one = shown_steps[0] if len(shown_steps) == 1 else None
        return Deduction(
            ((cell, digit),) if placed else (),
            () if placed else ((cell, digit),),
            tuple(sorted(reasons, key=lambda reason: list(WEIGHTS).index(reason.kind))),
            False,
            "argument" if one is None else one.technique,
            "" if one is None else one.name,
            puzzle,
            before=(setting.full,) * setting.size,
            grid=bytes(setting.size),
            argument=f"by {'these ' + str(len(shown_steps)) + ' steps' if shown_steps else 'the clues that it sees'}"
            if one is None
            else one.argument,
            inner=tuple(steps),
            cost=max((step.cost for step in shown_steps), default=0.0),
        )

    def _deduction(self, shown: Shown, known: set[Fact] | None = None) -> Deduction:
        known = self._known if known is None else known  # the facts told before
        step, setting = shown.step, self._setting
        statement = step.tell()
        reasons, argument, facts = statement.reasons, statement.argument, statement.facts
        for fact in facts:
            if fact in known:
                reasons = (Reason("fact", fact.name, fact=fact, cells=fact.cells), *statement.also)
                argument = fact.name
        many = sum([mask.bit_count() for mask in shown.removed.values()]) > 1
        room = MOST_WORDS - (MANY_CONCLUSIONS if many else ONE_CONCLUSION)
        if step.rung is BEYOND:
            argument = f"by a computer search with {len(reasons)} houses and rules"
        elif step.rung is FEW:
            argument = _with_reasons(statement, setting, room)
        elif statement.short and len(argument.split()) > room:
            argument = statement.short
        elif step.clears:
            argument = ""
        fresh = tuple(fact for fact in facts if fact not in known)
        known.update(fresh)
        placements: tuple[tuple[int, int], ...] = ()
        removed = dict(shown.removed)
        if step.placed is not None and step.placed[1]:
            cell, bit = step.placed
            placements = ((cell, bit.bit_length() - 1 + setting.lo),)
            removed.pop(cell, None)
        removals = tuple((cell, digit) for cell in sorted(removed) for digit in setting.digits(removed[cell]))
        if step.clears:
            key, name = "clears", ""
        elif statement.path or step.rung is BEYOND or step.rung.key in SINGLES:
            key, name = step.rung.key, step.rung.name
        else:
            key, name = technique(reasons, self._puzzle, shown.before, shown.removed)
            if not key and step.rung is not FEW:
                key, name = step.rung.key, step.rung.name
        return Deduction(
            placements,
            removals,
            reasons,
            sum(reason.weight for reason in reasons) == 1,
            key,
            name,
            self._puzzle,
            argument=argument,
            facts=fresh,
            inner=tuple(self._deduction(inner, known) for inner in step.inner),
            cost=step.rung.cost,
            before=shown.before,
            grid=shown.grid,
            path=statement.path,
        )


def _with_reasons(told: Told, setting: Setting, room: int) -> str:
    """The argument with the reasons that it does not name, by name where there is *room* for so many words."""
    reasons, houses = told.reasons, [house.name for house in setting.houses]
    called = [rule.called() for rule in setting.puzzle.constraints]
    named = dict.fromkeys(houses[reason.house] for reason in reasons if reason.house is not None)
    named = {house: None for house in named if f"{house} " not in f"{told.argument} "}
    rules = [called[r.constraint] for r in reasons if r.constraint is not None]
    rules = [rule for rule in rules if rule not in told.argument]
    where = by_words(named)
    what = called_together(rules)
    few, another = _counted(len(named), "house"), _counted(len(rules), "rule", bool(told.argument))
    ways = [[*where, *what], [*where, *another], [*few, *what], [*few, *another]]
    ways = ways if len(rules) <= FEW_RULES else ways[1::2]
    several = " together" if len(named) + len(rules) > 1 else ""
    said = []
    for argument in dict.fromkeys((told.argument, told.short or told.argument)):
        for way in ways if named or rules else ():
            said.append(f"{argument}, given {listed(way)}" if argument else f"by {listed(way)}{several}")
    return next((text for text in said if len(text.split()) <= room), said[-1] if said else told.argument)


def _counted(many: int, noun: str, more: bool = False) -> list[str]:
    """`3 houses`, `another rule`."""
    if many <= 1:
        return [f"{'another' if more else 'one'} {noun}"] * many
    return [f"{many} {'more ' if more else ''}{noun}s"]
