# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""SAT solvers of PySAT, called by the addresses of their own C++ methods. Compiled only.

`Assuming`: clues as assumptions of a CaDiCaL. One solver holds the rules and forbids a solution as long as an
activation literal is assumed; each cell has the literal of its digit there. `feed` gives clauses to a solver's own
`add(literal)`, one call a literal, 0 at the end of a clause.

`Rows`: rows of which exactly one holds, in a Minicard. A literal there is 2 * variable, plus 1 where it is negative; a
vector is where its elements are, how many there are, and for how many there is room.

Methods' addresses are trusted: `engines.sat.bulk` checks them.
"""

from array import array

import cython

from cpsudoku.kernels import zeros

COMPILED = cython.compiled
"""Whether there is a function to call by its address at all."""
GIVEN_UP = 0
SATISFIABLE = 10
UNSATISFIABLE = 20
"""What CaDiCaL answers; 0 where its conflicts are spent."""
LITERAL_BOOLEANS = (SATISFIABLE, UNSATISFIABLE, GIVEN_UP)
"""What Minicard's answers mean."""
MODEL = 8
"""Bytes from the beginning of a Minicard to its model, behind the table of its virtual methods."""
NOT_MIXED = b""
"""For rows without negative literals: the true variables identify a model."""


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


@cython.cclass
class Rows:
    """The solver of a capsule and its methods; for one thread, and only while that solver lives.

    *methods*: the addresses of newVar, addClause_, addAtMost_, solve_ and addClauseWarm.
    """

    def __init__(self, methods: tuple, capsule: object):
        if not cython.compiled or len(methods) != 5:
            raise ValueError("Rows: not five addresses, or kernels that are not compiled")
        if cython.compiled:
            self.new_variable = cython.cast(NewVariable, cython.cast(cython.size_t, methods[0]))
            self.add_clause = cython.cast(AddClause, cython.cast(cython.size_t, methods[1]))
            self.add_at_most = cython.cast(AddAtMost, cython.cast(cython.size_t, methods[2]))
            self.ask = cython.cast(SolveRows, cython.cast(cython.size_t, methods[3]))
            self.add_where_it_stands = cython.cast(AddClause, cython.cast(cython.size_t, methods[4]))
            self.solver = cython.cast(cython.size_t, PyCapsule_GetPointer(capsule, cython.NULL))
        self.model_at = self.solver + MODEL
        self.variables = -1

    def bare(self) -> bool:
        """Whether the model's place holds an empty vector, as in a fresh solver."""
        if cython.compiled:
            model: cython.pointer(Vector) = cython.cast(cython.pointer(Vector), self.model_at)
            return model.data == cython.NULL and model.size == 0 and model.room == 0
        return False

    def load(
        self,
        rows: cython.const[cython.int][::1],
        variables: cython.int,
        mixed: cython.const[cython.uchar][::1] = NOT_MIXED,
        paired: cython.int = 0,
    ) -> None:
        """Exactly one of each row, over variables 1 .. *variables*; a 0 after each row. Once, in a fresh solver.

        *mixed*: a byte for each variable from 0 on, 1 where its false value, too, identifies a model.
        At most one is said natively, in rows of up to *paired* by clauses of two.
        Raises ValueError for other numbers, a row longer than there are variables, or a second time.
        """
        cython.declare(k=cython.Py_ssize_t)
        first: cython.Py_ssize_t = 0
        for k in range(len(rows)):
            if rows[k] == 0:
                first = k + 1
            elif not -variables <= rows[k] <= variables or k - first >= variables:
                raise ValueError(f"row entry {rows[k]}; variables are 1 to {variables}, once in a row")
        if first != len(rows) or self.variables >= 0 or variables < 0:
            raise ValueError("Rows: loaded twice, or the last row has no end")
        if len(mixed) and len(mixed) != variables + 1:
            raise ValueError(f"Rows: {len(mixed)} bytes for {variables} variables from 0 on")
        self.variables = variables
        self.mixed = mixed
        self.room = zeros("i", variables + 1)
        if cython.compiled:
            with cython.nogil:
                self._load(rows, paired)

    @cython.locals(k=cython.Py_ssize_t, at=cython.int)
    def _load(self, rows: cython.const[cython.int][::1], paired: cython.int) -> cython.void:
        this: cython.p_void = cython.cast(cython.p_void, self.solver)
        first: cython.Py_ssize_t = 0
        for at in range(self.variables + 1):  # PySAT's variables begin with 1, the solver's with 0
            self.new_variable(this, 1, 1)
        for k in range(len(rows)):
            if rows[k] == 0:
                self._take(rows, first, k)
                self.add_clause(this, cython.address(self.clause))
                if k - first <= paired:
                    self._pair(rows, first, k)
                else:
                    self._take(rows, first, k)
                    self.add_at_most(this, cython.address(self.clause), 1)
                first = k + 1

    @cython.locals(k=cython.Py_ssize_t, i=cython.Py_ssize_t)
    def _pair(self, rows, first, end) -> cython.void:
        """Not two of a row."""
        for k in range(first, end):
            for i in range(first, k):
                self.clause.data = cython.address(self.room[0])
                self.clause.size = self.clause.room = 2
                self.room[0] = _negated(rows[i])
                self.room[1] = _negated(rows[k])
                self.add_clause(cython.cast(cython.p_void, self.solver), cython.address(self.clause))

    @cython.locals(k=cython.Py_ssize_t)
    def _take(self, rows, first, end) -> cython.void:
        """A row into the clause that is handed over; the solver sorts and shortens it."""
        for k in range(first, end):
            self.room[k - first] = _negated(rows[k]) ^ 1
        self.clause.data = cython.address(self.room[0])
        self.clause.size = self.clause.room = cython.cast(cython.int, end - first)

    def solve(self) -> int:
        """SATISFIABLE, UNSATISFIABLE, or GIVEN_UP where the solver's budget is spent; without the GIL."""
        found: cython.int = 2
        if self.variables < 0:
            raise ValueError("Rows: nothing is loaded")
        if cython.compiled:
            with cython.nogil:
                found = self.ask(cython.cast(cython.p_void, self.solver))
        return LITERAL_BOOLEANS[found]

    def model(self) -> list:
        """The literals that identify the model, after SATISFIABLE. Raises ValueError where there is none.

        They are the variables that are true and, with a minus, the mixed ones that are false.
        """
        cython.declare(v=cython.int)
        found: list = []
        either: cython.bint = len(self.mixed) > 0
        if cython.compiled:
            model: cython.pointer(Vector) = cython.cast(cython.pointer(Vector), self.model_at)
            false: cython.p_uchar = cython.cast(cython.p_uchar, model.data)
            if model.size != self.variables + 1 or model.data == cython.NULL:
                raise ValueError(f"Rows: a model of {model.size} values for {self.variables} variables")
            for v in range(1, self.variables + 1):
                if false[v] == 0:
                    found.append(v)
                elif either and self.mixed[v]:
                    found.append(-v)
        return found

    def block(self, model: list) -> None:
        """From now on not all of these literals. Raises ValueError for one of a variable that was not loaded.

        A solver that starts warm keeps where it stands, as far as the clause allows.
        """
        cython.declare(k=cython.int, v=cython.int)
        if len(model) > self.variables:
            raise ValueError(f"Rows: {len(model)} of {self.variables} variables")
        for k in range(len(model)):
            v = model[k]
            if not 0 < abs(v) <= self.variables:
                raise ValueError(f"literal {v}; variables loaded are 1 to {self.variables}")
            self.room[k] = _negated(v)
        if cython.compiled:
            self.clause.data = cython.address(self.room[0])
            self.clause.size = self.clause.room = len(model)
            self.add_where_it_stands(cython.cast(cython.p_void, self.solver), cython.address(self.clause))


def _negated(literal: cython.int) -> cython.int:
    """The solver's name of the opposite of a literal."""
    return 2 * literal + 1 if literal > 0 else -2 * literal
