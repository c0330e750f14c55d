# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Clues as assumptions of a CaDiCaL of PySAT, by the solver's own C++ methods.

One solver holds the rules and forbids a solution as long as an activation literal is assumed; each cell has the literal
of its digit there. `feed` gives clauses to a solver's own `add(literal)`, one call a literal, 0 at the end of a clause.
Methods' addresses are trusted: `engines.sat.bulk` checks them. Compiled only.
"""

from array import array

import cython

from cpsudoku.kernels import zeros

COMPILED = cython.compiled
"""Whether there is a function to call by its address at all."""
SATISFIABLE = 10
UNSATISFIABLE = 20
"""What the solver answers; 0 where its conflicts are spent."""


def feed(method: cython.size_t, solver: cython.size_t, literals, first: cython.int, last: cython.int) -> None:
    """Call the method at that address of the solver at that address with literals *first* .. *last* - 1."""
    cython.declare(k=cython.int)
    row: cython.int[::1] = literals
    if not cython.compiled or not method or not solver or not 0 <= first <= last <= len(row):
        raise ValueError("feed: no address, a range beyond the literals, or kernels that are not compiled")
    if cython.compiled:
        add: Assume = cython.cast(Assume, method)
        this: cython.p_void = cython.cast(cython.p_void, solver)
        with cython.nogil:
            for k in range(first, last):
                add(this, row[k])


@cython.cclass
class Assuming:
    """The solver of a capsule and its methods; for one thread, and only while that solver lives.

    *methods*: the addresses of assume, limit, solve, failed and val. `answer`: the last one.
    """

    def __init__(self, methods: tuple, capsule: object):
        if not cython.compiled or len(methods) != 5:
            raise ValueError("Assuming: not five addresses, or kernels that are not compiled")
        if cython.compiled:
            self.assume = cython.cast(Assume, cython.cast(cython.size_t, methods[0]))
            self.limit = cython.cast(Limit, cython.cast(cython.size_t, methods[1]))
            self.solve = cython.cast(Solve, cython.cast(cython.size_t, methods[2]))
            self.failed = cython.cast(Failed, cython.cast(cython.size_t, methods[3]))
            self.value = cython.cast(Value, cython.cast(cython.size_t, methods[4]))
            self.solver = PyCapsule_GetPointer(capsule, cython.NULL)
        self.active = self.answer = 0
        self.literals = array("i")
        self.room = array("i")

    def about(self, literals: cython.const[cython.int][::1], active: cython.int) -> None:
        """From now on the cells' literals are these, and *active* is assumed with them."""
        cython.declare(k=cython.Py_ssize_t)
        for k in range(len(literals)):
            if literals[k] == 0:
                raise ValueError(f"cell {k} has no literal")
        if active == 0:
            raise ValueError("no activation literal")
        self.literals = literals
        self.active = active
        self.answer = 0
        if len(self.room) != len(literals):
            self.room = zeros("i", len(literals))

    def end(self) -> None:
        """The solver is about to be deleted: no more queries."""
        self.literals = array("i")
        self.answer = 0
        if cython.compiled:
            self.solver = cython.NULL

    def ask(self, cells: list, conflicts: cython.int) -> int:
        """Assume the clues of these cells: SATISFIABLE, UNSATISFIABLE, or 0 after so many conflicts, and for no cells.

        Releases the GIL. Raises ValueError for what is no cell.
        """
        cython.declare(k=cython.Py_ssize_t)
        found: cython.int = 0
        count: cython.Py_ssize_t = len(cells)
        size: cython.Py_ssize_t = len(self.literals)
        if count > size:
            raise ValueError(f"{count} cells of {size}")
        for k in range(count):
            cell: cython.int = cells[k]
            if not 0 <= cell < size:
                raise ValueError(f"cell {cell} of {size}")
            self.room[k] = cell
        if cython.compiled and count:
            with cython.nogil:
                found = self.solve_cells(cython.address(self.room[0]), cython.cast(cython.int, count), conflicts)
        return found

    def core(self, cells: list) -> tuple:
        """After UNSATISFIABLE: those of the queried *cells* that suffice. Raises ValueError after other answers."""
        if self.answer != UNSATISFIABLE or max(cells) >= len(self.literals) or min(cells) < 0:
            raise ValueError(f"a core of {cells} after {self.answer}, with {len(self.literals)} cells")
        return tuple([cell for cell in cells if self.needs(cell)])

    def rival(self) -> tuple:
        """After SATISFIABLE: the cells in which the model has another digit. Raises ValueError after other answers."""
        if self.answer != SATISFIABLE:
            raise ValueError(f"a rival after {self.answer}")
        return tuple([cell for cell in range(len(self.literals)) if self.differs(cell)])

    @cython.locals(k=cython.int, size=cython.int)
    def solve_cells(self, cells: cython.p_int, count: cython.int, conflicts: cython.int) -> cython.int:
        """`ask`, for compiled code: cells of the board; 0 also after `end`."""
        self.answer = 0
        if self.solver == cython.NULL:
            return 0
        self.limit(self.solver, b"conflicts", conflicts)
        self.assume(self.solver, self.active)
        for k in range(count):
            self.assume(self.solver, self.literals[cells[k]])
        self.answer = self.solve(self.solver)
        return self.answer

    def needs(self, cell: cython.int) -> cython.bint:
        """After UNSATISFIABLE: whether the answer rests on the clue in *cell*."""
        return self.failed(self.solver, self.literals[cell]) != 0

    def differs(self, cell: cython.int) -> cython.bint:
        """After SATISFIABLE: whether the model has another digit in *cell*."""
        return self.value(self.solver, self.literals[cell]) < 0
