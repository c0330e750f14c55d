# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Rows of which exactly one holds, in a Minicard solver of PySAT, by the solver's own C++ methods.

Methods' addresses are trusted: `engines.sat.bulk` checks them. A literal there is
2 * variable, plus 1 where it is negative; a vector is where its elements are, how many there are, and for how many
there is room.
Compiled only.
"""

import cython

from cpsudoku.kernels import zeros

COMPILED = cython.compiled
"""Whether there is a function to call by its address at all."""
SATISFIABLE = 0
UNSATISFIABLE = 1
GIVEN_UP = 2
MODEL = 8
"""Bytes from the beginning of a solver to its model, behind the table of its virtual methods."""
NOT_MIXED = b""
"""For rows without negative literals: the true variables identify a model."""


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
            self.ask = cython.cast(Solve, cython.cast(cython.size_t, methods[3]))
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
        found: cython.int = GIVEN_UP
        if self.variables < 0:
            raise ValueError("Rows: nothing is loaded")
        if cython.compiled:
            with cython.nogil:
                found = self.ask(cython.cast(cython.p_void, self.solver))
        return found

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
