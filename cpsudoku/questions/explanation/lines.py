"""Steps that are read as one line: those of one technique that belong together and lead to the same digit.

They belong together by their rule, the kind of their rules, the digits that they take away, or the region in which they
do. A step moves up to an earlier one where it gives as much there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from cpsudoku.budget import BudgetSpent
from cpsudoku.questions.explanation.few_reasons import FEW, MOST
from cpsudoku.questions.explanation.sentence import says_all
from cpsudoku.questions.explanation.step import Deduction
from cpsudoku.questions.explanation.wording import clauses_together, grouped
from cpsudoku.techniques.reasons import locked
from cpsudoku.techniques.reasons.ladder import ROWS
from cpsudoku.techniques.reasons.position import Step
from cpsudoku.techniques.reasons.setting import Setting
from cpsudoku.techniques.reasons.walk import Replay, Shown
from cpsudoku.techniques.reasons.words import EITHER, called_together, listed

MOST_STEPS = 6
"""Steps in a line."""
AHEAD = 40
"""Steps among which others are looked for that belong to a line."""
ONLY = " can only "
ONLY_IN = f"{ONLY}be in "
SET = re.compile(r"(?P<cells>.+) are a (?P<set>\S+ (pair|triple|quad))")
VERBS = (ONLY, " has ", " cannot ", " is ")
"""Words after what a rule is called; it need not be called again."""
ALONE = "it cannot be "
"""How arguments begin that are not part of others."""
BEFORE = (" at ", " from ")
"""Words between what a rule is called and its place."""


class Grouping:
    """The steps of a walk in groups that may become lines; what writes digits is alone.

    *fits* tells whether steps are one line. With it, such a line also takes steps from after the next digits.
    """

    def __init__(self, setting: Setting, fits: Callable[[Sequence[Shown]], bool] | None = None) -> None:
        self._setting, self._fits = setting, fits
        self._known: dict[Step, tuple[int, ...]] = {}

    def groups(self, walk: Iterable[Shown]) -> Iterator[list[Shown]]:
        """The groups in order."""
        waiting: list[Shown] = []
        spent = None
        try:
            for shown in walk:
                waiting.append(shown)
                if self._fits is None and shown.step.placed is not None:
                    yield from self._grouped(waiting)
                    waiting = []
        except BudgetSpent as problem:
            spent = problem
        yield from self._grouped(waiting)
        if spent is not None:
            raise spent

    def _grouped(self, waiting: list[Shown]) -> Iterator[list[Shown]]:
        masks = list(waiting[0].before) if waiting else []
        while waiting:
            group: list[Shown] = []
            later, taken = False, set()
            for number, shown in enumerate(waiting[:AHEAD]):
                later = later or shown.step.placed is not None
                if group:
                    if shown.step.inner or len(group) >= MOST_STEPS:
                        break  # a case starts from the board as it is shown
                    if not self._together(group, shown, later) or (later and self._fits is None):
                        continue
                moved = _moved(shown, self._setting, masks, not group)
                if moved is not None and group and self._fits is not None:
                    moved = moved if self._fits([*group, moved]) else None
                if moved is None:
                    if not group:
                        taken.add(number)  # what stood before gives all of it
                    continue
                taken.add(number)
                group.append(moved)
                for cell, mask in moved.removed.items():
                    masks[cell] &= ~mask
                if not _joins(moved):
                    break
            waiting = [shown for number, shown in enumerate(waiting) if number not in taken]
            if group:
                yield group

    def _together(self, group: Sequence[Shown], shown: Shown, later: bool) -> bool:
        """Whether a step belongs to a group: by its rule, the kind of its rule, its digits, or its region.

        Locked candidates before the same digit do anyhow.
        """
        if not _joins(shown):
            return False
        rules, of_group = self._rules(shown), [self._rules(one) for one in group]
        if rules and rules in of_group:
            return True
        if shown.step.rung is not group[0].step.rung:
            return False
        if shown.step.rung is locked.RUNG and not later:
            return True
        constraints = self._setting.puzzle.constraints
        kinds = {constraints[rule].word for rule in rules}
        if kinds and any(kinds == {constraints[rule].word for rule in others} for others in of_group):
            return True
        digits = _digits(shown)
        cells = sum(1 << cell for cell in shown.removed)
        for one in group:
            if _digits(one) == digits or not cells & ~sum(1 << cell for cell in one.step.reads):
                return True
            both = cells | sum(1 << cell for cell in one.removed)
            if any(not both & ~region.cover for region in self._setting.regions):
                return True
        return False

    def _rules(self, shown: Shown) -> tuple[int, ...]:
        """The numbers of the rules that a step rests on."""
        found = self._known.get(shown.step)
        if found is None:
            reasons = shown.step.tell().reasons
            found = tuple(reason.constraint for reason in reasons if reason.constraint is not None)
            self._known[shown.step] = found
        return found


def _joins(shown: Shown) -> bool:
    step = shown.step
    return (step.rung is FEW or step.rung.key in ROWS) and not step.clears and step.placed is None


def _digits(shown: Shown) -> int:
    found = 0
    for mask in shown.removed.values():
        found |= mask
    return found


def _moved(shown: Shown, setting: Setting, masks: Sequence[int], first: bool) -> Shown | None:
    """The step at these masks; None where it gives less there than in its place, or for the *first* nothing."""
    step = Replay(setting, masks).told(shown.step) if _joins(shown) else shown.step
    if step is None:
        return None
    removed = {cell: mask & masks[cell] for cell, mask in step.removed.items() if mask & masks[cell]}
    less = any(mask & masks[cell] & ~removed.get(cell, 0) for cell, mask in shown.removed.items())
    if (not removed and step.placed is None) or (less and not first):
        return None
    return shown._replace(step=step, removed=removed, before=tuple(masks))


def lines(steps: Sequence[Deduction]) -> Iterator[Deduction]:
    """The steps of a group, joined where a sentence can say it."""
    joined: list[Deduction] = []
    for step in steps:
        if joined:
            if are_one_line([*joined, step]):
                joined.append(step)
                continue
            yield _joined(joined)
        joined = [step]
    if joined:
        yield _joined(joined)


def are_one_line(steps: Sequence[Deduction]) -> bool:
    """Whether a sentence can say them, of reasons that people follow."""
    both, said = _joined(steps), {one.argument for one in steps}
    if both.size > MOST:
        return False
    if len(said) > 1 and any(one.startswith(ALONE) or one.endswith(EITHER) for one in said):
        return False
    if len({one.startswith("by ") for one in said}) > 1:
        return False
    if len(said) > 1 and any(one.startswith("if ") for one in said):
        constraints = both.puzzle.constraints
        rules = [{r.constraint for r in one.reasons if r.constraint is not None} for one in steps]
        kinds = [sorted({constraints[rule].word for rule in found}) for found in rules]
        if not all(one.argument.startswith("if ") and kind and kind == kinds[0] for one, kind in zip(steps, kinds)):
            return False
        if all(found == rules[0] for found in rules):
            return True
        digits = [{digit for _, digit in one.removals} for one in steps]
        if any(found != digits[0] for found in digits):
            return False  # nobody would see what is alike
    return says_all(both)


def _joined(steps: Sequence[Deduction]) -> Deduction:
    first = steps[0]
    if len(steps) == 1:
        return first
    removals = dict.fromkeys(pair for step in steps for pair in step.removals)
    return replace(
        first,
        removals=tuple(sorted(removals)),
        reasons=tuple(dict.fromkeys(reason for step in steps for reason in step.reasons)),
        smallest=False,
        argument=_arguments([step.argument for step in steps]),
        facts=tuple(dict.fromkeys(fact for step in steps for fact in step.facts)),
    )


def _places(said: Sequence[str]) -> str:
    """`in row 1, 2 and 5 can only be in r1c12 and in row 3, 7 in r3c45`."""
    by_place: dict[tuple[str, str], list[str]] = {}
    for one in said:
        start, _, cells = one.partition(ONLY_IN)
        house, _, digits = start.partition(", ")
        by_place.setdefault((house, cells), []).extend(re.findall(r"\d+", digits))
    parts: list[str] = []
    before, same = "", ""
    for (house, cells), found in by_place.items():
        these = listed(sorted(found, key=int))
        what = f"{house}, {these}" if parts else f"{house}, {these} can only be"
        parts.append(f"{these if house == before else house if these == same else what} in {cells}")
        before, same = house, these
    return clauses_together(parts)


def _sets(found: Iterable[re.Match[str]]) -> str:
    """`r1c12 are a 25 pair, as are r34c1, and r56c7 are a 79 pair`."""
    by_set = grouped((one["set"], one["cells"]) for one in found)
    return clauses_together(
        [f"{first} are a {name}{f', as are {listed(rest)}' if rest else ''}" for name, (first, *rest) in by_set.items()]
    )


def _arguments(said: Sequence[str]) -> str:
    """`by the black dots at r1c34 and r12c2`: arguments of a kind together."""
    said = list(dict.fromkeys(said))
    if len(said) == 1 or said[0].startswith("if "):
        return said[0]
    if all(ONLY_IN in one for one in said):
        return _places(said)
    sets = [SET.fullmatch(one) for one in said]
    if all(sets):
        return _sets(filter(None, sets))
    for word in BEFORE:
        parts = [one.rpartition(word) for one in said]
        if parts[0][0] and all(head == parts[0][0] and " " not in tail for head, _, tail in parts):
            return f"{parts[0][0]}s{word}{listed(tail for _, _, tail in parts)}"
    if all(one.startswith("by ") for one in said):
        return f"by {clauses_together([one.removeprefix('by ') for one in said])}"
    first, *rest = said
    for verb in VERBS:
        name = first.partition(verb)[0]
        if name != first and all(one.startswith(f"{name} ") for one in rest):
            return clauses_together([first, *(one.removeprefix(f"{name} ") for one in rest)])
        same = [one.removesuffix(first.removeprefix(name)) for one in said]
        if name != first and verb == ONLY and not any(part == one for part, one in zip(same, said)):
            return f"{listed(called_together(same))}{first.removeprefix(name)}"  # several cages that can only be 12
    return clauses_together(said)
