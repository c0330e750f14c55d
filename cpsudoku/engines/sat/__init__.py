"""Engine `sat`: PySAT's solvers behind one door."""
