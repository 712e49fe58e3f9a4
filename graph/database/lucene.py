"""Clauses of the query language of the full-text indexes.

An index serves all tenants, so each query requires the tenant's name, which stands in the index
with the words; the statement compares the tenant again.
"""

from __future__ import annotations

import re

_SPECIAL = re.compile(r'([+\-!(){}\[\]^"~*?:\\/&|])')
_RUN = re.compile(r"\w+")
# What the analyzers of the indexes leave out, so that requiring it would find nothing.
STOP_WORDS = frozenset(
    {
        "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into",
        "is", "it", "no", "not", "of", "on", "or", "such", "that", "the", "their", "then",
        "there", "these", "they", "this", "to", "was", "will", "with",
    }
)  # fmt: skip


def of_tenant(tenant: str, clauses: str) -> str:
    """Return a query for what a tenant has of these clauses; the tenant's name scores nothing."""
    words = {run.casefold() for run in _RUN.findall(tenant)}
    if words <= STOP_WORDS:
        return clauses
    return f'+tenant:"{escape(tenant)}"^0 {clauses}'.strip()


def escape(word: str) -> str:
    """Return a word with what has a meaning in the language escaped."""
    return _SPECIAL.sub(r"\\\1", word)
