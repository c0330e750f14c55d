"""The script that writes the page of rules, loaded from the documentation."""

from __future__ import annotations

from tests.scripts import script

PAGE = script("docs/rules_page.py")
