"""The tags that make a memory a rule: how something is to be done, or is never to be done."""

from __future__ import annotations

from collections.abc import Collection

RULES = ("constraint", "convention")


def rule_of(tags: Collection[str]) -> str | None:
    """Return the rule that a memory with these tags is; a constraint, if it is both."""
    return next((rule for rule in RULES if rule in tags), None)
