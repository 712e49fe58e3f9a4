"""Build Lucene queries for the full-text index of names.

The index has words: text between blanks, split again at most punctuation, with folded case and
without accents. Every query requires the tenant's name, so that names of other tenants are not
scanned.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from graph.database.lucene import escape, of_tenant
from graph.kernel.entities.given_names import full_forms, short_forms
from graph.kernel.entities.name_parts import NameKind, ParsedName, fold

_RUN = re.compile(r"\w+")
# From here on, scripts are written without blanks, and the index makes each letter a word.
_UNSPACED = "\u2e80"


def prefix_query(tenant: str, words: str) -> str:
    """Build a query for names that have these words, the last of them as a prefix.

    ``words`` is canonical. The query ignores punctuation, so it may find more than the words.
    """
    *complete, last = words.split(" ")
    clauses = [_phrase(word) for word in complete if _RUN.search(word)]
    run = _RUN.search(last)
    if run is not None:
        start = fold(run[0])
        clauses.append(_prefix(start[0] if start[:1] >= _UNSPACED else start))
    return of_tenant(tenant, " ".join(f"+{clause}" for clause in clauses))


def similar_query(tenant: str, names: Iterable[ParsedName]) -> str:
    """Build a query for names that may belong to the bearer of these names.

    It finds any of their words, other forms of given names, and addresses made of the name.
    """
    clauses = {clause for name in names for clause in _similar_clauses(name)}
    selective = " ".join(sorted(clause for clause in clauses if len(clause) > len("key:**")))
    return of_tenant(tenant, f"+({selective})" if selective else "")


def _similar_clauses(name: ParsedName) -> set[str]:
    clauses = {_phrase(form) for word in name.words for form in _forms(word)}
    if name.kind is NameKind.PERSON and name.given and name.surname:
        given, last = name.given[0], "".join(name.surname)
        clauses |= {f"key:{escape(given)}.*", _prefix(given + last), _prefix(given[0] + last)}
    if name.kind in (NameKind.EMAIL, NameKind.HANDLE):
        clauses.add(_prefix("".join(name.words)))
    if name.kind is NameKind.THING and len(name.words) > 2:
        clauses.add(_phrase("".join(word[0] for word in name.words)))
    return clauses


def _forms(word: str) -> set[str]:
    full_names = full_forms(word)
    return {word} | full_names | {form for full in full_names for form in short_forms(full)}


def _phrase(word: str) -> str:
    return f'key:"{escape(word)}"'


def _prefix(text: str) -> str:
    return f"key:{escape(text)}*"
