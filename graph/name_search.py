"""Searches in the full-text index of names, in the index's own language.

The index keeps words: what stands between blanks, parted again at most punctuation, in folded case
and without accents. Every search begins with the tenant's name, so that no other tenant's names
are gone through.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from graph.called import Called, Make, plain
from graph.given_names import full_forms, short_forms

_SPECIAL = re.compile(r'([+\-!(){}\[\]^"~*?:\\/&|])')
_RUN = re.compile(r"\w+")
# From here on, scripts are written without blanks and the index takes each letter for a word.
_UNSPACED = "\u2e80"


def beginning(tenant: str, words: str) -> str:
    """Names that have these words, the last of them perhaps only begun; ``words`` is canonical.

    It finds whatever has them, and more: punctuation is not looked at.
    """
    *whole, last = words.split(" ")
    clauses = [_phrase(word) for word in whole if _RUN.search(word)]
    begun = _RUN.search(last)
    if begun is not None:
        start = plain(begun[0])
        start = start[0] if start[:1] >= _UNSPACED else start
        clauses.append(f"key:{_escaped(start)}*")
    return _search(tenant, " ".join(f"+{clause}" for clause in clauses))


def like(tenant: str, names: Iterable[Called]) -> str:
    """Names that may be another name of who bears these: any of their words, and their forms."""
    clauses: set[str] = set()
    for name in names:
        clauses |= {_phrase(form) for word in name.words for form in _forms(word)}
        if name.make is Make.PERSON and name.given and name.surname:
            given, last = name.given[0], "".join(name.surname)
            clauses |= {f"key:{_escaped(given)}.*", f"key:{_escaped(given + last)}*"}
            clauses.add(f"key:{_escaped(given[0] + last)}*")
        if name.make in (Make.EMAIL, Make.HANDLE):
            clauses.add(f"key:{_escaped(''.join(name.words))}*")
        if name.make is Make.THING and len(name.words) > 2:
            clauses.add(_phrase("".join(word[0] for word in name.words)))
    some = " ".join(sorted(clause for clause in clauses if len(clause) > len("key:**")))
    return _search(tenant, f"+({some})" if some else "")


def _forms(word: str) -> set[str]:
    wholes = full_forms(word)
    return {word} | wholes | {form for whole in wholes for form in short_forms(whole)}


def _search(tenant: str, clauses: str) -> str:
    return f'+tenant:"{tenant}" {clauses}'.strip()


def _phrase(word: str) -> str:
    return f'key:"{_escaped(word)}"'


def _escaped(word: str) -> str:
    return _SPECIAL.sub(r"\\\1", word)
