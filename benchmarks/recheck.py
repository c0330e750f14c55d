"""Steps of explanations proved again by solvers that know nothing of the kernel that found them.

`Stated`: CP-SAT, from the definitions of houses and the statements of constraints alone. `smaller`: every set of fewer
reasons is asked of a fresh SAT solver, but for those that a filling it gave before shows not to do. `certificate`: each
set of reasons that was said to be needed in part is shown to be by a filling, and CP-SAT counts what meets all of them.
`needless`: each reason of a step is left out, and CP-SAT asked whether the others still give all conclusions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cpsudoku import Geometry, Puzzle
from cpsudoku.budget import NO_LIMITS, Budget, Limits
from cpsudoku.constraints.primitives import Different, negation
from cpsudoku.engines.cp_library import empty_model, solve
from cpsudoku.engines.cp_rules import RuleModel
from cpsudoku.engines.sat.pysat_solvers import Incremental
from cpsudoku.questions.explanation import Deduction, Reason
from cpsudoku.questions.explanation.reasons import sorted_clauses

SECONDS = 5.0
"""For a step, of CP-SAT."""
ENUMERATED = 3
"""Steps of so many reasons at most have all smaller sets tried: those of two and one."""


class Stated(RuleModel):
    """CP-SAT's model of a step's state and reasons, and of nothing else: a cell may be empty unless one fills it."""

    def __init__(self, step: Deduction, reasons: Iterable[Reason]) -> None:
        geometry = step.geometry
        self.houses = geometry.houses
        geometry = Geometry.shaped(geometry.rows, geometry.columns, geometry.lo, geometry.hi, (), False)
        self.geometry, self.cp = geometry, empty_model()
        self.digits = range(geometry.lo, geometry.hi + 1)
        self.cells = [self.cp.new_int_var(geometry.lo, geometry.hi, "") for _ in range(geometry.size)]
        self.at = [[self.cp.new_bool_var("") for _ in self.digits] for _ in range(geometry.size)]
        for cell, row in enumerate(self.at):
            self.cp.add_at_most_one(row)
            for digit, x in enumerate(row):
                self.cp.add(self.cells[cell] == digit + geometry.lo).only_enforce_if(x)
                if not step.before[cell] >> digit & 1:
                    self.cp.add_bool_or([~x])
            if step.grid[cell]:
                self._filled((cell,))
        for reason in reasons:
            self._reason(step, reason)

    def _filled(self, cells: Iterable[int]) -> None:
        for cell in cells:
            self.cp.add_bool_or(self.at[cell])

    def _reason(self, step: Deduction, reason: Reason) -> None:
        inside = () if reason.house is None else self.houses[reason.house].cells
        places = [] if reason.digit is None else [self.at[c][reason.digit - self.geometry.lo] for c in inside]
        match reason.kind:
            case "cell" if reason.cell is not None:
                self._filled((reason.cell,))
            case "clue" if reason.cell is not None and reason.digit is not None:
                self.cp.add_bool_or([self.at[reason.cell][reason.digit - self.geometry.lo]])
            case "has":
                self.cp.add_bool_or(places)
            case "once":
                self.cp.add_at_most_one(places)
            case "total":
                self._filled(inside)
                self._each_once(inside)
            case "fact" if reason.fact is not None:
                self._filled(reason.fact.cells)
                self.statement(reason.fact.statement, (), {})
            case "constraint" if reason.constraint is not None:
                rule = step.puzzle.constraints[reason.constraint]
                self._filled(rule.scope)
                self.statement(rule.statement(), (), {})
                for part in rule.statement():
                    if isinstance(part, Different):
                        self._each_once(part.cells)

    def _each_once(self, cells: Sequence[int]) -> None:
        """Cells that differ, digit by digit; as many as digits have each once and add up, which CP-SAT sees late."""
        whole = len(cells) == len(self.digits)
        for places in zip(*(self.at[cell] for cell in cells)):
            if whole:
                self.cp.add_exactly_one(places)
            else:
                self.cp.add_at_most_one(places)
        if whole:
            self.cp.add(sum(self.cells[cell] for cell in cells) == sum(self.digits))

    def denied(self, step: Deduction) -> bool | None:
        """Whether some filling keeps all of that and denies a conclusion; None where `SECONDS` did not tell.

        Of a step without conclusions, the end of a case: whether any filling keeps all of that.
        """
        lo = self.geometry.lo
        denials = [self.at[cell][digit - lo] for cell, digit in step.removals]
        denials += [~self.at[cell][digit - lo] for cell, digit in step.placements]
        for fact in step.facts:
            broken = self.cp.new_bool_var("")
            self._filled(fact.cells)
            self.statement(negation(fact.statement, tuple(self.digits)), (broken,), {})
            denials.append(broken)
        self.cp.add_bool_or(denials or [self.cp.new_constant(1)])
        status = solve(self.cp, {"num_workers": 1}, Budget(Limits(seconds=SECONDS)), 0).status
        return None if status == "unknown" else status != "infeasible"


def unproven(step: Deduction) -> list[str]:
    """What of a step, and of the steps of its case, CP-SAT does not prove from the stated reasons alone."""
    found = [text for inner in step.inner for text in unproven(inner)]
    if step.inner:
        cell, digit = step.removals[0]
        supposed = tuple(
            1 << digit - step.geometry.lo if other == cell else mask for other, mask in enumerate(step.before)
        )
        if step.inner[0].before != supposed or step.inner[-1].placements or step.inner[-1].removals:
            found.append(f"no case: {step}")
    denied = Stated(step, step.reasons).denied(step)
    if denied is not False:
        found.append(f"{'open' if denied is None else 'does not follow'}: {step}")
    return found


class Clauses:
    """A fresh SAT solver on the clauses under their reasons."""

    def __init__(self, puzzle: Puzzle) -> None:
        clauses = sorted_clauses(puzzle)
        self.n, self.last, self.reasons = puzzle.geometry.side, clauses.variables, clauses.reasons
        starts, literals = clauses.starts.tolist(), clauses.literals.tolist()
        self._live = Incremental(
            "minisat22",
            [
                literals[starts[i] : starts[i + 1]] + [-(self.last + 1 + reason) for reason in clauses.sets[group]]
                for i, group in enumerate(clauses.groups.tolist())
            ]
            + [list(clause) for clause in self._implied(puzzle)],
        )

        every = [self.last + 1 + reason for reason in range(len(self.reasons))]
        clues: list[int] = [cell * self.n + digit for cell, digit in puzzle.clues]
        answer: Any = self._live.solve([*clues, *every])
        self._live.prefer(answer.model)  # fillings near the solution break little

    def _implied(self, puzzle: Puzzle) -> Iterator[tuple[int, ...]]:
        """A constraint's cells have digits; a house with a total has each of its digits once, beside sums or not."""
        for number, reason in enumerate(self.reasons, self.last + 1):
            if reason.constraint is not None:
                for cell in puzzle.constraints[reason.constraint].scope:
                    yield (*range(cell * self.n + 1, cell * self.n + self.n + 1), -number)
            if reason.kind == "total" and reason.house is not None:
                cells = puzzle.geometry.houses[reason.house].cells
                for digit in range(1, self.n + 1):
                    places = [cell * self.n + digit for cell in cells]
                    yield from ((-x, -y, -number) for k, x in enumerate(places) for y in places[:k])
                    if len(places) == self.n:
                        yield (*places, -number)

    def facts(self, step: Deduction) -> list[int]:
        """What the board shows before the step, and its first conclusion denied."""
        n, lo = self.n, step.geometry.lo
        found = [cell * n + digit for cell, digit in enumerate(step.grid) if digit]
        for cell, mask in enumerate(step.before):
            found += [-(cell * n + d + 1) for d in range(n) if not mask >> d & 1]
        cell, digit = step.placements[0] if step.placements else step.removals[0]
        x = cell * n + digit - lo + 1
        return [*found, -x if step.placements else x]

    def broken(self, facts: Sequence[int], reasons: Iterable[int]) -> tuple[int, ...] | None:
        """The reasons that a filling breaks which keeps *reasons*, few; None where no filling keeps them."""
        kept = list(reasons)
        left = self._asked(facts, kept)
        if left is None:
            return None
        kept += [reason for reason in range(len(self.reasons)) if reason not in left]
        final: list[int] = []
        while left:
            reason = left.pop()
            again = self._asked(facts, [*kept, reason])
            if again is None:
                final.append(reason)
            else:
                kept += [reason, *(other for other in left if other not in again)]
                left = [other for other in left if other in again]
        return tuple(sorted(final))

    def _asked(self, facts: Sequence[int], reasons: Iterable[int]) -> list[int] | None:
        answer: Any = self._live.solve([*facts, *(self.last + 1 + reason for reason in reasons)])
        if not hasattr(answer, "model"):
            return None
        return [reason for reason in range(len(self.reasons)) if answer.model[self.last + reason] < 0]

    def smaller(self, step: Deduction) -> tuple[Reason, ...] | None:
        """Fewer reasons than the step's that give its first conclusion; None where no such set does."""
        facts, room = self.facts(step), step.size - 1
        known: list[tuple[int, ...]] = []

        def tried(chosen: tuple[int, ...], barred: frozenset[int]) -> tuple[int, ...] | None:
            """A set that does, with *chosen* and without *barred*."""
            missed = min((one for one in known if not set(one) & set(chosen)), key=len, default=None)
            if missed is None:
                missed = self.broken(facts, chosen)
                if missed is None:
                    return chosen
                known.append(missed)
            if len(chosen) == room:
                return None
            for reason in missed:
                if reason not in barred:
                    found = tried((*chosen, reason), barred)
                    if found is not None:
                        return found
                    barred |= {reason}
            return None

        found = tried((), frozenset())
        return None if found is None else tuple(self.reasons[reason] for reason in found)

    def certificate(self, step: Deduction, met: Sequence[Sequence[int]]) -> bool:
        """Whether all reasons but those of a set of *met* never suffice, and fewer than the step's do not meet all."""
        facts, every = self.facts(step), range(len(self.reasons))
        if any(self.broken(facts, [reason for reason in every if reason not in one]) is None for one in met):
            return False
        return fewest_meeting(met) >= step.size

    def close(self) -> None:
        """Free the solver's memory."""
        self._live.close()


def fewest_meeting(sets: Sequence[Sequence[int]]) -> int:
    """How many elements it takes to meet every set."""
    cp = empty_model()
    there = {element: cp.new_bool_var("") for one in sets for element in one}
    for one in sets:
        cp.add_bool_or([there[element] for element in one])
    cp.minimize(sum(there.values()))
    answer = solve(cp, {"num_workers": 1}, Budget(NO_LIMITS), 0)
    if answer.status not in ("optimal", "feasible"):
        raise ValueError("CP-SAT gave up on the sets")
    return sum(answer.values[variable.index] for variable in there.values())


def needless(step: Deduction) -> tuple[list[Reason], int]:
    """(reasons each of which could be left out by itself, reasons of which CP-SAT did not tell in time)."""
    found, left_open = [], 0
    for reason in step.reasons:
        denied = Stated(step, [other for other in step.reasons if other is not reason]).denied(step)
        if denied is None:
            left_open += 1
        elif not denied:
            found.append(reason)
    return found, left_open


def problems(steps: Iterable[tuple[Deduction, Sequence[Sequence[int]]]]) -> Iterator[str]:
    """What is wrong with proven steps (each with the sets it must meet); steps of one puzzle come together."""
    clauses: Clauses | None = None
    last: Puzzle | None = None
    for step, met in steps:
        if clauses is None or step.puzzle is not last:
            if clauses is not None:
                clauses.close()
            clauses, last = Clauses(step.puzzle), step.puzzle
        denied = Stated(step, step.reasons).denied(step)
        if denied is not False:
            yield f"{'open' if denied is None else 'does not follow'}: {step}"
        if not step.smallest or step.size == 1:
            continue
        if step.size <= ENUMERATED:
            found = clauses.smaller(step)
            if found is not None:
                yield f"fewer do: {step}: {[reason.name for reason in found]}"
        elif not clauses.certificate(step, met):
            yield f"certificate does not prove: {step}"
    if clauses is not None:
        clauses.close()
