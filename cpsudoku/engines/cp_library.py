"""OR-Tools, in one file: models, domains, solutions, one solve that Ctrl-C stops.

OR-Tools takes half a second to import and is imported when something is first asked of it. Two versions are served:
9.15, and 9.12, the last that works on musl, whose parameters and answers are messages of protobuf.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any, NamedTuple

from cpsudoku.budget import Budget
from cpsudoku.errors import EnginesDisagree, ExtraMissing
from cpsudoku.interrupts import IN_BROWSER, run_beside


def _module(name: str) -> Any:
    """A module of OR-Tools. Raises ExtraMissing."""
    try:
        return import_module(f"ortools.{name}")
    except ImportError:
        instead = (
            "there is none for browsers; engine 'sat' gives the same answers" if IN_BROWSER else "pip install ortools"
        )
        raise ExtraMissing(f"CP-SAT needs OR-Tools, which is not installed: {instead}") from None


def helper() -> Any:
    """OR-Tools' compiled layer: an object less a call than `CpSolver`."""
    cp_model_helper = _module("sat.python.cp_model_helper")
    return cp_model_helper if hasattr(cp_model_helper, "SatParameters") else _with_messages(cp_model_helper)


@lru_cache
def _with_messages(layer: Any) -> Any:
    """The names of 9.15 for the layer of 9.12, which leaves parameters and the words for an answer to protobuf."""
    answers = _module("sat.cp_model_pb2")
    return SimpleNamespace(
        SatParameters=_module("sat.sat_parameters_pb2").SatParameters,
        SolveWrapper=layer.SolveWrapper,
        SolutionCallback=layer.SolutionCallback,
        OPTIMAL=answers.OPTIMAL,
        FEASIBLE=answers.FEASIBLE,
        INFEASIBLE=answers.INFEASIBLE,
    )


class Answer(NamedTuple):
    """`status`: "optimal", "feasible", "infeasible" or "unknown"; `values`: of all variables, without a callback."""

    status: str
    values: Sequence[int]
    counters: dict[str, float]


def solve(cp: Any, parameters: Mapping[str, Any], budget: Budget, seed: int, callback: Any = None) -> Answer:
    """CP-SAT's answer. In the main thread Ctrl-C stops the search: signals reach Python while another thread solves.

    What CP-SAT itself does about Ctrl-C holds for the whole process and stays behind when it ends: a later Ctrl-C
    killed Python unheard, and reached the wrong thread.
    """
    library = helper()
    wrapper, settings = library.SolveWrapper(), library.SatParameters()
    left = budget.left()
    bounds = {"max_time_in_seconds": left.seconds, "max_number_of_conflicts": left.conflicts}
    for name, value in {**parameters, **bounds, "random_seed": seed, "catch_sigint_signal": False}.items():
        if value is not None:
            setattr(settings, name, value)
    wrapper.set_parameters(settings)
    if callback is not None:
        wrapper.add_solution_callback(callback)
    try:
        response = run_beside(lambda: wrapper.solve(cp.proto), wrapper.stop_search)
    finally:
        if callback is not None:
            wrapper.clear_solution_callback(callback)
    words = {library.OPTIMAL: "optimal", library.FEASIBLE: "feasible", library.INFEASIBLE: "infeasible"}
    counters = {
        "conflicts": response.num_conflicts,
        "decisions": response.num_branches,
        "propagations": response.num_binary_propagations + response.num_integer_propagations,
    }
    values = list(response.solution) if callback is None else ()
    return Answer(words.get(response.status, "unknown"), values, counters)


def empty_model() -> Any:
    """A CP-SAT model without variables."""
    return _module("sat.python.cp_model").CpModel()


def domain(values: Iterable[int]) -> Any:
    """CP-SAT's domain of these values."""
    return _module("sat.python.cp_model").Domain.from_values(list(values))


class LinearProgram:
    """The least sum of shares of *size* things, 0 to 1 each, such that those of every set come to 1 at least.

    Solved again and again with some shares fixed, each time from the solution before. Raises EnginesDisagree where
    Glop gives up.
    """

    def __init__(self, size: int, sets: Sequence[Sequence[int]]):
        pywraplp = _module("linear_solver.pywraplp")
        self._solver = pywraplp.Solver.CreateSolver("GLOP")
        self._optimal = pywraplp.Solver.OPTIMAL
        self._shares = [self._solver.NumVar(0, 1, "") for _ in range(size)]
        self._rows = [self._solver.Add(sum(self._shares[thing] for thing in members) >= 1) for members in sets]
        self._solver.Minimize(sum(self._shares))

    def solved(self, ones: Container[int], zeros: Container[int]) -> tuple[list[float], list[float]]:
        """(shares, dual value of each set) with the shares of *ones* fixed at 1 and of *zeros* at 0.

        Every set has a thing that is not among *zeros*.
        """
        for thing, share in enumerate(self._shares):
            share.SetBounds(float(thing in ones), float(thing not in zeros))
        if self._solver.Solve() != self._optimal:
            raise EnginesDisagree("a linear program that has solutions was given up")
        return [share.solution_value() for share in self._shares], [row.dual_value() for row in self._rows]
