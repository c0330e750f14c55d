"""One file a pattern."""
