"""Steps that are read as one line: those of one technique that belong together and lead to the same digit.

They belong together by their rule, the kind of their rules, the digits that they take away, or the region in which they
do. A step moves up to an earlier one where it gives as much there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from cpsudoku.questions.explanation.few_reasons import MOST
from cpsudoku.questions.explanation.sentence import says_all
from cpsudoku.questions.explanation.step import Deduction
from cpsudoku.questions.explanation.wording import clauses_together
from cpsudoku.techniques.reasons.ladder import ROWS
from cpsudoku.techniques.reasons.setting import Setting
from cpsudoku.techniques.reasons.walk import Replay, Shown
from cpsudoku.techniques.reasons.words import called_together, listed

MOST_STEPS = 6
"""Steps in a line."""
ONLY = " can only "
VERBS = (ONLY, " has ", " cannot ", " is ")
"""Words after what a rule is called; it need not be called again."""
BEFORE = (" at ", " from ")
"""Words between what a rule is called and its place."""


def grouped_steps(walk: Iterable[Shown], setting: Setting) -> Iterator[list[Shown]]:
    """The steps of a walk in groups that may become lines; what writes digits is alone."""
    waiting: list[Shown] = []
    for shown in walk:
        if shown.step.placed is None:
            waiting.append(shown)
            continue
        yield from _groups(waiting, setting)
        waiting = []
        yield [shown]
    yield from _groups(waiting, setting)


def _groups(waiting: list[Shown], setting: Setting) -> Iterator[list[Shown]]:
    masks = list(waiting[0].before) if waiting else []
    while waiting:
        group: list[Shown] = []
        for shown in list(waiting):
            if group and not _together(group, shown, setting):
                continue
            moved = _moved(shown, setting, masks, not group)
            if moved is None:
                if not group:
                    waiting.remove(shown)  # what stood before gives all of it
                continue
            waiting.remove(shown)
            group.append(moved)
            for cell, mask in moved.removed.items():
                masks[cell] &= ~mask
            if len(group) >= MOST_STEPS or not _joins(moved):
                break
        if group:
            yield group


def _joins(shown: Shown) -> bool:
    return shown.step.rung.key in ROWS and not shown.step.clears


def _together(group: Sequence[Shown], shown: Shown, setting: Setting) -> bool:
    """Whether a step belongs to a group: by its rule, the kind of its rule, its digits, or its region."""
    if not _joins(shown):
        return False
    rules = _rules(shown)
    if rules and any(rules == _rules(one) for one in group):
        return True
    if shown.step.rung is not group[0].step.rung:
        return False
    kinds = {setting.puzzle.constraints[rule].word for rule in rules}
    digits = _digits(shown)
    cells = sum(1 << cell for cell in shown.removed)
    for one in group:
        if kinds and kinds == {setting.puzzle.constraints[rule].word for rule in _rules(one)}:
            return True
        if _digits(one) == digits or not cells & ~sum(1 << cell for cell in one.step.reads):
            return True
        both = cells | sum(1 << cell for cell in one.removed)
        if any(not both & ~region.cover for region in setting.regions):
            return True
    return False


def _rules(shown: Shown) -> tuple[int, ...]:
    """The numbers of the rules that a step rests on."""
    return tuple(reason.constraint for reason in shown.step.tell().reasons if reason.constraint is not None)


def _digits(shown: Shown) -> int:
    found = 0
    for mask in shown.removed.values():
        found |= mask
    return found


def _moved(shown: Shown, setting: Setting, masks: Sequence[int], first: bool) -> Shown | None:
    """The step at these masks; None where it gives less there than in its place, or for the *first* nothing."""
    step = Replay(setting, masks).told(shown.step)
    if step is None:
        return None
    removed = {cell: mask & masks[cell] for cell, mask in step.removed.items() if mask & masks[cell]}
    less = any(mask & masks[cell] & ~removed.get(cell, 0) for cell, mask in shown.removed.items())
    if not removed or (less and not first):
        return None
    return shown._replace(step=step, removed=removed, before=tuple(masks))


def lines(steps: Sequence[Deduction]) -> Iterator[Deduction]:
    """The steps of a group, joined where a sentence can say it."""
    joined: list[Deduction] = []
    for step in steps:
        if joined:
            both = _joined([*joined, step])
            said = {one.argument for one in (*joined, step)}
            supposes = len(said) > 1 and any(one.startswith("if ") or one.endswith("either way") for one in said)
            if both.size <= MOST and not supposes and says_all(both):
                joined.append(step)
                continue
            yield _joined(joined)
        joined = [step]
    if joined:
        yield _joined(joined)


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


def _arguments(said: Sequence[str]) -> str:
    """`by the black dots at r1c34 and r12c2`: arguments of a kind together."""
    said = list(dict.fromkeys(said))
    if len(said) == 1:
        return said[0]
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
