"""From an encoding definition and a geometry to groups, then clauses."""
