"""Engines side by side: runs, tables, plots."""
