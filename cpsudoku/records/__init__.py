"""What programs read: one schema for every record that `--jsonl` and the page write.

`vocabulary` has every key, with one meaning wherever it stands; `kinds` which record has which, and its verdicts;
`published` makes the JSON Schema and the page of the reference from both. A record begins with `schema`, its kind and
that kind's version: `verify/1`. A key that does not apply is absent.
"""

from cpsudoku.records.kinds import KINDS, Kind, stamped, tag
from cpsudoku.records.vocabulary import KEYS, clue, rule_texts

__all__ = ["KEYS", "KINDS", "Kind", "clue", "rule_texts", "stamped", "tag"]
