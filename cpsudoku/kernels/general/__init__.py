"""Kernels of any board."""
