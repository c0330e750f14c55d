"""One file an engine, behind one small protocol."""
