"""Filling, digging, aiming; one file a method."""
