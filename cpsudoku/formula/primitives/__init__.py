"""How the primitives of rules become clauses: one file a primitive, its ways by name in `ways.py`."""
