"""What a clause says that no pattern knows: its verb and preposition as attribute, all its object.

"I coach the under-12s" is ``coaches``, "my laptop is a Framework 13" is ``laptop``. Nothing here
knows what is said; the table lists which verbs tell of the moment only, and which nouns are of
talk. The whole noun phrase is the value: one that is cut may say something else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from extraction.offline.clauses.clause import Clause
from extraction.offline.clauses.pattern_matching import Match
from extraction.offline.clauses.value_phrases import Reading
from extraction.offline.open_clauses.actions import ability, deed, given_up, happening
from extraction.offline.open_clauses.copular import living, standing
from extraction.offline.open_clauses.declared_attributes import match_declared
from extraction.offline.open_clauses.habits import opening, routine
from extraction.offline.open_clauses.possessions import (
    built_noun,
    date_of_noun,
    had_by_noun,
    it_is,
    place_of_noun,
    said_of_noun,
    used_by_noun,
)
from extraction.offline.open_clauses.preferences import taste
from graph.vocabulary import SpeechAct

_READERS: tuple[Callable[[Clause, Reading], Iterator[Match]], ...] = (
    *(
        match_declared,
        standing,
        routine,
        opening,
        said_of_noun,
        place_of_noun,
        built_noun,
        used_by_noun,
        had_by_noun,
        it_is,
        date_of_noun,
    ),
    *(ability, taste, living, deed, given_up, happening),
)


def open_matches(clause: Clause, reading: Reading) -> Iterator[Match]:
    """Yield what a clause claims that no pattern fits, as matches of patterns of their own."""
    if clause.act is SpeechAct.ASSERTION and not clause.dated_only:
        for reader in _READERS:
            found = list(reader(clause, reading))
            yield from found
            if found:
                return
