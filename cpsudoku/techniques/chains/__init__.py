"""Chains and nets: propagation over candidates, static and forcing chains, nested levels."""
