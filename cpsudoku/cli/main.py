"""Placeholder."""

def main() -> None:
    print("cpsudoku")
