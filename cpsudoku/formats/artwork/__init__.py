"""Drawings and rules in prose, understood as people understand them: always a guess, and always said to be one."""
