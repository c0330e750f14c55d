"""Kernels of the classic 9x9 board."""
