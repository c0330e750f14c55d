"""What programs read and write: the protocol of a language, its answers, and the languages by name.

For each further solution the program is run again, with the known ones forbidden.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from cpsudoku.board.geometry import Geometry
from cpsudoku.board.puzzle import Puzzle
from cpsudoku.engines.external.description import Description
from cpsudoku.errors import UsageError
from cpsudoku.formula import catalog, exporters
from cpsudoku.formula.clauses import Formula, formula
from cpsudoku.formula.primitives.to_clauses import Lowering
from cpsudoku.formula.reduced import stated_for
from cpsudoku.kernels.clauses.literals import digits_of_model, literals_of_digits

if TYPE_CHECKING:
    from cpsudoku.constraints.base import Constraint
    from cpsudoku.formula.definition import Encoding


@dataclass(frozen=True, slots=True)
class ProgramAnswer:
    """An answer that was read.

    `grids`: solutions it shows, a byte a cell, unchecked. `none`: it says there are no (further) ones.
    `number`: how many it says there are, where it says so. `why`: what of its answer cannot be used; then nothing of
    it is.
    """

    grids: tuple[bytes, ...] = ()
    none: bool = False
    number: int | None = None
    why: str = ""


NONE, UNDECIDED = ProgramAnswer(none=True), ProgramAnswer(why="it says it does not know")


class Language(ABC):
    """Puzzles of one board, and the same rules, in a program's words."""

    suffix: ClassVar[str]
    """Of the file it is given."""
    trivial: ClassVar[str]
    """A question without work: what a program takes for it is its start-up."""
    one_by_one: ClassVar[bool] = True
    serves_constraints: ClassVar[bool] = False

    @abstractmethod
    def __init__(self, program: Description, geometry: Geometry, constraints: tuple[Constraint, ...]) -> None:
        """Raises what the encoding raises that does not suit."""

    @abstractmethod
    def question(self, cells: bytes, known: Sequence[bytes]) -> str:
        """The puzzle with these clues (a byte a cell, 0 = empty), the solutions *known* forbidden."""

    @abstractmethod
    def answer(self, text: str) -> ProgramAnswer:
        """The answer in what the program wrote."""


def excerpt(text: str) -> str:
    """The beginning of what was written, for a message."""
    words = " ".join(text.split())
    return repr(words[:60] + "..." * (len(words) > 60)) if words else "nothing"


class BooleanLanguage(Language):
    """Variables that are true or false, answers as the competitions have them: lines that begin with `s` and `v`.

    The variables are those of `formula`, or, where there is none, one a cell and digit: cell * side + digit.
    """

    words: ClassVar[str]
    """The language's name in messages."""
    geometry: Geometry
    formula: Formula | Lowering | None

    def literals(self, cells: bytes) -> list[int]:
        """Those that together say what the cells hold (a byte a cell, 0 = empty)."""
        return (
            literals_of_digits(cells, self.geometry.side, 1)
            if self.formula is None
            else self.formula.assumptions(cells)
        )

    def grid(self, literals: Iterable[int]) -> bytes:
        """The cells of a model in any order; what it does not mention is false."""
        model = sorted(set(literals))
        if self.formula is None:
            return digits_of_model(model, self.geometry.size, self.geometry.side)
        return self.formula.decode(model)

    def status(self, text: str) -> tuple[str, list[str]]:
        """(status, words of the values). The status is in capitals; empty where there is none, or two that differ."""
        states: set[str] = set()
        values: list[str] = []
        for line in text.splitlines():
            if line.startswith("s "):
                states.add(" ".join(line[2:].split()).upper())
            elif line.startswith("v ") or line == "v":
                values += line[2:].split()
        return (states.pop() if len(states) == 1 else ""), values

    def answer(self, text: str) -> ProgramAnswer:
        """See `Language.answer`. A variable that is not mentioned counts as false."""
        status, values = self.status(text)
        if status == "UNSATISFIABLE":
            return NONE
        if status == "UNKNOWN":
            return UNDECIDED
        if status not in ("SATISFIABLE", "OPTIMUM FOUND"):
            return ProgramAnswer(why=f"its answer is no {self.words} answer: {excerpt(text)}")
        literals = []
        for word in values:
            sign, name = self.sign_and_number(word)
            if not (name.isascii() and name.isdecimal()):
                return ProgramAnswer(why=f"its model holds what is no literal: {word!r}")
            literals.append(sign * int(name))
        return ProgramAnswer((self.grid(literals),))

    def sign_and_number(self, word: str) -> tuple[int, str]:
        """A literal's sign, and its number as it is written."""
        return (-1, word[1:]) if word.startswith("-") else (1, word)


class Dimacs(BooleanLanguage):
    """DIMACS CNF, which SAT solvers read. Clues are unit clauses; constraints become clauses as for the engine `sat`.

    Both ways to answer are understood: the competitions', and MiniSat's (`SAT`, then the literals).
    """

    words = "DIMACS"
    suffix = ".cnf"
    trivial = "p cnf 1 1\n1 0\n"
    serves_constraints = True

    def __init__(self, program: Description, geometry: Geometry, constraints: tuple[Constraint, ...]) -> None:
        plain = not constraints and geometry.layout is None
        encoding = catalog.load(program.encoding or "extended") if plain or program.encoding else None
        self.geometry, self._reduced = geometry, None
        if plain and encoding is not None:
            self.formula = formula(encoding, geometry)
            self._clauses = _text_of(encoding, geometry)
            self._reduced = encoding if encoding.givens == "reduce" else None
        else:
            self.formula = Lowering(geometry, encoding, constraints=constraints)
            self._clauses = " ".join(map(str, self.formula.clauses.flat())).replace(" 0 ", " 0\n") + "\n"
        if self.formula.atmosts:
            raise UsageError(f"{program.encoding}: it has at-most constraints of its own, which DIMACS lacks")
        self._size = self.formula.variables, len(self.formula.clauses)

    def question(self, cells: bytes, known: Sequence[bytes]) -> str:
        """See `Language.question`."""
        text, (last, count) = self._clauses, self._size
        if self._reduced is not None:  # numbered as the whole formula, so that answers are read alike
            stated, last = stated_for(self._reduced, self.geometry, cells)
            text, count = exporters.clause_lines(stated), len(stated)
        added = [[x] for x in self.literals(cells)] + [[-x for x in self.literals(grid)] for grid in known]
        return f"p cnf {last} {count + len(added)}\n{text}{exporters.clause_lines(added)}"

    def status(self, text: str) -> tuple[str, list[str]]:
        """See `BooleanLanguage.status`; MiniSat's words, too."""
        status, values = super().status(text)
        if status:
            return status, values
        words = text.split() or [""]
        spelled = {"SAT": "SATISFIABLE", "UNSAT": "UNSATISFIABLE", "INDET": "UNKNOWN"}
        return spelled.get(words[0], ""), words[1:]


@lru_cache(maxsize=4)
def _text_of(encoding: Encoding, geometry: Geometry) -> str:
    """The clauses of a formula as lines; some 6 MB at 25x25."""
    return exporters.clause_lines(formula(encoding, geometry).clauses)


class Opb(BooleanLanguage):
    """OPB, the language of the pseudo-Boolean competitions. Encodings with one variable a cell and digit.

    Rows that say "exactly one", as the default encoding has, are linear already.
    """

    words = "OPB"
    suffix = ".opb"
    trivial = "* #variable= 1 #constraint= 1\n+1 x1 >= 1 ;\n"

    def __init__(self, program: Description, geometry: Geometry, constraints: tuple[Constraint, ...]) -> None:
        encoding = catalog.load(program.encoding or "cp-exactly-one")
        if encoding.givens == "reduce":
            raise UsageError(f'{encoding.name}: programs that read OPB are not given formulas with givens = "reduce"')
        empty = Puzzle.trusted(bytes(geometry.size), geometry)
        lines = exporters.opb_lines(encoding, empty)
        head, *stated = [line for line in lines if not line.startswith("* ") or "#" in line[:4]]
        self._rows = "\n".join(stated)
        self._variables, self._count = int(head.split()[2]), len(stated)
        self.geometry = geometry
        self.formula = formula(encoding, geometry) if encoding.target == "cnf" else None

    def question(self, cells: bytes, known: Sequence[bytes]) -> str:
        """See `Language.question`."""
        rows = [exporters.at_least([x], 1) for x in self.literals(cells)]
        rows += [exporters.at_least([-x for x in self.literals(grid)], 1) for grid in known]
        head = f"* #variable= {self._variables} #constraint= {self._count + len(rows)}"
        return "\n".join([head, self._rows, *rows, ""])

    def sign_and_number(self, word: str) -> tuple[int, str]:
        """See `BooleanLanguage.sign_and_number`; names begin with x."""
        sign, name = super().sign_and_number(word)
        return sign, name[1:] if name.startswith("x") else ""


class MiniZinc(Language):
    """MiniZinc, answered as its driver does: Gecode, Chuffed and others behind `minizinc`. An integer a cell."""

    suffix = ".mzn"
    trivial = 'var 1..1: x;\nsolve satisfy;\noutput ["x = [\\(x)];\\n"];\n'

    def __init__(self, program: Description, geometry: Geometry, constraints: tuple[Constraint, ...]) -> None:
        encoding = catalog.load(program.encoding or "cp-alldifferent")
        if encoding.variables != "integer":
            raise UsageError(f"{encoding.name}: programs that read MiniZinc take encodings with integer variables")
        self.geometry = geometry
        lines = exporters.minizinc_lines(encoding, Puzzle.trusted(bytes(geometry.size), geometry))
        self._model = "\n".join(line for line in lines if not line.startswith(("%", "solve")))

    def question(self, cells: bytes, known: Sequence[bytes]) -> str:
        """See `Language.question`."""
        stated = [f"constraint x[{cell + 1}] = {digit};" for cell, digit in enumerate(cells) if digit]
        for grid in known:
            differs = " \\/ ".join(f"x[{cell + 1}] != {digit}" for cell, digit in enumerate(grid) if not cells[cell])
            stated.append(f"constraint {differs or 'false'};")
        return "\n".join([self._model, *stated, "solve satisfy;", 'output ["x = \\(x);\\n"];', ""])

    def answer(self, text: str) -> ProgramAnswer:
        """See `Language.answer`."""
        if "=====UNSATISFIABLE=====" in text:
            return NONE
        if "=====UNKNOWN=====" in text:
            return UNDECIDED
        found = re.search(r"x = \[([\d, ]+)\]", text)
        if found is None or "----------" not in text:
            return ProgramAnswer(why=f"its answer is no MiniZinc answer: {excerpt(text)}")
        values = [int(word) for word in found[1].split(",")]
        size = self.geometry.size
        if len(values) != size or not all(0 <= value <= 255 for value in values):
            return ProgramAnswer(why=f"its answer has {len(values)} cells, the board {size}: {excerpt(text)}")
        return ProgramAnswer((bytes(values),))


class PuzzleLines(Language):
    """A puzzle a line; the description says how answers look. Boards whose digits are a character each."""

    suffix = ".txt"
    trivial = ""
    one_by_one = False

    def __init__(self, program: Description, geometry: Geometry, constraints: tuple[Constraint, ...]) -> None:
        if geometry.side > 9:
            raise UsageError(f"{program.path}: programs that read lines take digits 1 to 9; the board is {geometry}")
        self.geometry, self.lines = geometry, program.lines

    def question(self, cells: bytes, known: Sequence[bytes]) -> str:
        """See `Language.question`."""
        return "".join(str(digit) if digit else self.lines.empty for digit in cells) + "\n"

    def answer(self, text: str) -> ProgramAnswer:
        """See `Language.answer`."""
        lines, grids = self.lines, []
        for found in re.finditer(lines.grid, text, re.MULTILINE) if lines.grid else ():
            shown = "".join(found[1].split())
            if len(shown) != self.geometry.size or not (shown.isascii() and shown.isdecimal()):
                return ProgramAnswer(why=f"it shows what is no grid of the board: {excerpt(found[1])}")
            grid = bytes(map(int, shown))
            if grid not in grids:
                grids.append(grid)
        number = None
        if lines.number and (counted := re.search(lines.number, text, re.MULTILINE)):
            if not counted[1].isdecimal():
                return ProgramAnswer(why=f"its number of solutions is none: {excerpt(counted[1])}")
            number = int(counted[1])
        if lines.none and re.search(lines.none, text, re.MULTILINE):
            number = 0
        if number is None and not grids:
            return ProgramAnswer(why=f"its answer is not as [lines] says: {excerpt(text)}")
        if number is not None and number < len(grids):
            return ProgramAnswer(why=f"it says {number} solutions and shows {len(grids)}")
        return ProgramAnswer(tuple(grids), number == 0, number)


LANGUAGES: dict[str, type[Language]] = {"dimacs": Dimacs, "opb": Opb, "minizinc": MiniZinc, "lines": PuzzleLines}
"""By the word of a description."""
