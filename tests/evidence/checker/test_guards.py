"""Every guard of the checker is needed: each has a forgery that only it stops."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Any

import pytest

from cpsudoku.evidence import checker
from tests.selection import long_after

from .forgeries.certificates import FORGERIES
from .forgeries.honest import GRID, bound, forged, honest, unique
from .forgeries.on_disk import ON_DISK
from .forgeries.rules import RULED, ruled
from .forgeries.trees import TREES, by_tree, nodes
from .guards import FOLDER, Guard, checker_without, guards, modules
from .toys import Unequal

ELSEWHERE = ("rating", "work")
"""Folders and files whose guards are tried beside their own tests."""
GUARDS = [
    guard
    for module, path in modules().items()
    if module.split(".")[0] not in ELSEWHERE
    for guard in guards(module, path)
]
ALL = {**FORGERIES, **RULED, **TREES, **ON_DISK}


def examined(package: Any, forgery: Any) -> None:
    """Nothing where *package*, a copy of the checker, accepts the forgery; raises what it raises."""
    package.kinds.KINDS["unequal"] = Unequal.read
    if isinstance(forgery, Path):
        for _, load in package.files.certificates(forgery, frozenset()):
            package.check_certificate(load())
    else:
        package.check_certificate(*(forgery if isinstance(forgery, tuple) else (forgery,)))


def forgery_of(name: str, folder: Path) -> Any:
    folder = folder / name.replace(" ", "-")
    folder.mkdir(exist_ok=True)
    make: Any = ALL[name][1]
    return make(folder) if name in ON_DISK else make()


@pytest.fixture(scope="module")
def stopped_at(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[tuple[Path, int]]]:
    """Forgery -> the lines of the checker that were being run when it was refused."""
    found = {}
    for name in ALL:
        with checker_without(None) as package:
            try:
                examined(package, forgery_of(name, tmp_path_factory.mktemp("forgery")))
            except package.Rejected as why:
                frames = traceback.extract_tb(why.__traceback__)
                context = why.__context__
                if context is not None:
                    frames += traceback.extract_tb(context.__traceback__)
                found[name] = {(Path(frame.filename), frame.lineno or 0) for frame in frames}
    return found


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long) if name.startswith("too ") else name for name in ALL]
)
def test_forgeries_are_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the guard that is meant to, in its words."""
    monkeypatch.setattr(checker.kinds, "KINDS", dict(checker.kinds.KINDS))  # `examined` adds one
    with pytest.raises(checker.Rejected, match=ALL[name][0]):
        examined(checker, forgery_of(name, tmp_path))


def test_what_they_are_forged_from_is_accepted() -> None:
    """Honest certificates pass, also those whose formula the tests write down."""
    with checker_without(None) as package:
        package.kinds.KINDS["unequal"] = Unequal.read
        for data in (
            unique(),
            bound(),
            forged("unique", GRID, GRID),
            honest("." * 16),
            honest("11" + "." * 14),
            ruled(),
            by_tree(nodes(3)),
        ):
            assert package.check_certificate(data)


@pytest.mark.parametrize("guard", long_after(0, GUARDS), ids=str)
def test_removing_a_guard_is_noticed(guard: Guard, stopped_at: dict[str, Any], tmp_path: Path) -> None:
    """Without it some forgery is accepted, or ends in a traceback."""
    path = modules()[guard.module]
    lines = range(guard.first, guard.last + 1)
    meant = [name for name, places in stopped_at.items() if any((path, line) in places for line in lines)]
    for name in meant or ALL:
        with checker_without(guard) as package:
            try:
                examined(package, forgery_of(name, tmp_path))
            except package.Rejected:
                continue
            except Exception:
                return
            return
    raise AssertionError(f"without {guard} the forgeries {meant or 'all'} are refused all the same")


def test_guards_are_found() -> None:
    """As many as there were when this was written, or more; in every file that refuses anything."""
    assert len(GUARDS) > 60
    assert {guard.module for guard in GUARDS} >= {"board", "certificate", "files", "formula", "proof"}
    assert {guard.module for guard in GUARDS} >= {"parts", "kinds.base", "kinds.sums", "kinds.within"}
    assert {guard.module for guard in GUARDS} >= {"kinds", "kinds.existing", "kinds.expressions"}
    assert FOLDER.name == "checker"
