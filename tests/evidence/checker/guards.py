"""The guards of the checker, found in its source; and copies of the checker that lack one.

A guard is a condition of a `require`, of an `if ...: raise`, a handler that raises (not of `Rejected`: it only says
where), or a call for its objections alone
(`check_drat(...)`). Of conditions joined by `and` (in `if`: by `or`), and of `a < b < c`, each is a guard by itself.
"""

from __future__ import annotations

import ast
import copy
import importlib.abc
import importlib.machinery
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import cpsudoku.evidence.checker

FOLDER = Path(cpsudoku.evidence.checker.__file__).parent


@dataclass(frozen=True)
class Guard:
    """`without`: the module's code with the guard gone. Lines are those of the statement, in the function `within`."""

    module: str
    within: str
    first: int
    last: int
    words: str
    without: CodeType

    def __str__(self) -> str:
        return f"{self.module}:{self.first}: {self.words}"


def modules() -> dict[str, Path]:
    """Name of each module of the checker (`board`, `rating.steps`; "" is the package) -> its file."""
    found = {}
    for path in sorted(FOLDER.rglob("*.py")):
        parts = path.relative_to(FOLDER).with_suffix("").parts
        found[".".join(part for part in parts if part != "__init__")] = path
    return found


def guards(module: str, path: Path) -> Iterator[Guard]:
    """Every guard of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imports = [alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names]
    own = {*imports, *(node.name for node in tree.body if isinstance(node, ast.FunctionDef))}
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for block in ast.walk(tree):
        for field in ("body", "orelse", "finalbody", "handlers"):
            statements = getattr(block, field, None)
            for at, statement in enumerate(statements if isinstance(statements, list) else ()):
                for words, weaker in _weaker(statement, own):
                    kept = statements[:]
                    statements[at : at + 1] = weaker
                    changed = ast.fix_missing_locations(copy.deepcopy(tree))
                    statements[:] = kept
                    code = compile(changed, str(path), "exec")
                    last = statement.end_lineno or statement.lineno
                    within = [f.name for f in functions if f.lineno <= statement.lineno <= (f.end_lineno or 0)]
                    yield Guard(module, ".".join(within), statement.lineno, last, words, code)


def _weaker(statement: ast.AST, own: set[str]) -> Iterator[tuple[str, list[Any]]]:
    """(the guard, the statements in place of *statement*) for each guard of it. *own*: functions of the checker."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        call = statement.value
        if not isinstance(call.func, ast.Name) or call.func.id not in own:
            return
        parts = _conjuncts(call.args[0]) if call.func.id == "require" else [call]
        for part in parts:
            rest = [other for other in parts if other is not part]
            args = [_joined(ast.And(), rest), *call.args[1:]] if rest else []
            weaker = ast.Expr(ast.Call(call.func, args, []), lineno=0) if rest else ast.Pass(lineno=0)
            yield ast.unparse(part), [weaker]
    elif isinstance(statement, ast.If) and isinstance(statement.body[-1], ast.Raise) and not statement.orelse:
        parts, negated = _disjuncts(statement.test)
        for part in parts:
            rest = [other for other in parts if other is not part]
            joined = _joined(ast.And() if negated else ast.Or(), rest or [part])
            test = ast.UnaryOp(ast.Not(), joined) if negated else joined
            yield ast.unparse(part), [ast.If(test, statement.body, [], lineno=0)] if rest else [ast.Pass(lineno=0)]
    elif isinstance(statement, ast.ExceptHandler) and isinstance(last := statement.body[-1], ast.Raise) and last.exc:
        if isinstance(statement.type, ast.Name) and statement.type.id == "Rejected":
            return
        never = ast.Tuple([], ast.Load())  # `except ():` catches nothing
        yield (
            f"except {ast.unparse(statement.type or never)}",
            [ast.ExceptHandler(never, None, statement.body, lineno=0)],
        )


def _joined(word: ast.boolop, parts: list[ast.expr]) -> ast.expr:
    return ast.BoolOp(word, parts) if len(parts) > 1 else parts[0]


def _conjuncts(test: ast.expr) -> list[ast.expr]:
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return [part for value in test.values for part in _conjuncts(value)]
    if isinstance(test, ast.Compare) and len(test.ops) > 1:
        left = [test.left, *test.comparators]
        return [ast.Compare(a, [op], [b]) for a, op, b in zip(left, test.ops, test.comparators)]
    return [test]


def _disjuncts(test: ast.expr) -> tuple[list[ast.expr], bool]:
    """(parts, whether they are conjuncts under a `not`)."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = _conjuncts(test.operand)
        return (inner, True) if len(inner) > 1 else ([test], False)
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
        return list(test.values), False
    return [test], False


class _Copy(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports a package `name` whose modules are the checker's, but for those given."""

    compiled: dict[str, CodeType] = {}  # noqa: RUF012 (shared: the code of unchanged modules)

    def __init__(self, name: str, changed: dict[str, CodeType]):
        self.name, self.changed = name, changed

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> Any:
        module = fullname.removeprefix(self.name).removeprefix(".")
        if not fullname.startswith(self.name) or module not in modules():
            return None
        package = modules()[module].name == "__init__.py"
        return importlib.machinery.ModuleSpec(fullname, self, is_package=package)

    def exec_module(self, module: ModuleType) -> None:
        inner = module.__name__.removeprefix(self.name).removeprefix(".")
        if inner not in self.compiled:
            path = modules()[inner]
            self.compiled[inner] = compile(path.read_text(encoding="utf-8"), str(path), "exec")
        exec(self.changed.get(inner, self.compiled[inner]), module.__dict__)


@contextmanager
def checker_without(guard: Guard | None) -> Iterator[Any]:
    """A copy of the checker, as its package; its classes are its own."""
    name = "copied_checker"
    finder = _Copy(name, {} if guard is None else {guard.module: guard.without})
    sys.meta_path.insert(0, finder)
    try:
        yield importlib.import_module(name)
    finally:
        sys.meta_path.remove(finder)
        for module in [module for module in sys.modules if module.split(".")[0] == name]:
            del sys.modules[module]
