"""The offline extractor: claims by grammar and table, with spaCy's small English model, no network.

It reads a turn sentence by sentence: what the speaker does with the sentence, the clauses in it,
the patterns of the table that they fit, the times that belong to them. It would rather find nothing
than something wrong: what it does not understand it leaves out.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache
from hashlib import blake2b

from extraction.language.parsing import parse
from extraction.model.candidates import (
    PROPOSALS_MAX,
    Candidate,
    Confirmation,
    Extraction,
    Proposal,
    RecentMemory,
    Window,
    weight,
)
from extraction.model.facts import Facts
from extraction.offline.ages import with_birth_years
from extraction.offline.clauses.draft import candidate
from extraction.offline.patterns.table import TABLE
from extraction.offline.relation_names import NAMES_FILE
from extraction.offline.turn import drafts

VERSION = "1"
TRUST = 0.85


class OfflineExtractor:
    """Reads turns without any network; one instance may serve many readers."""

    def __init__(self, trust: float = TRUST) -> None:
        self._trust = trust

    @property
    def name(self) -> str:
        """``offline``."""
        return "offline"

    @property
    def version(self) -> str:
        """The version of the rules, with the tables' own digest: whoever edits one changes both."""
        return version()

    @property
    def trust(self) -> float:
        """How far his word goes."""
        return self._trust

    async def extract(self, window: Window) -> Extraction:
        """Propose what the window's new turn says; parsing runs beside the event loop."""
        return await asyncio.to_thread(extract, window)


def version() -> str:
    """Return the version of the rules and their tables."""
    return f"offline-{VERSION}+{_digest()}"


def extract(window: Window) -> Extraction:
    """Return what the window's new turn says; how much of it is kept is decided later."""
    told = with_birth_years(drafts(window, parse), window.turn)
    found = [candidate(draft, window.turn) for draft in told]
    return _extraction(found, window, PROPOSALS_MAX)


def extract_further(window: Window, facts: Facts) -> Extraction:
    """Return what the window's new turn says by facts that a model proposes, beyond what
    ``extract`` does.

    Both together are at most as many as one reading gives.
    """
    if not any(facts.values()):
        return Extraction(candidates=(), extractor=version())
    found = drafts(window, parse, facts)
    further = list(with_birth_years((d for d in found if d.proposed), window.turn))
    room = max(PROPOSALS_MAX - sum(not draft.proposed for draft in found), 0)
    return _extraction([candidate(draft, window.turn) for draft in further], window, room)


def _extraction(candidates: list[Candidate], window: Window, most: int) -> Extraction:
    kept = sorted(candidates, key=weight)[len(candidates) - min(most, len(candidates)) :]
    proposals = [_confirming(each, window) or each for each in candidates if each in kept]
    return Extraction(candidates=tuple(proposals), extractor=version())


def _confirming(proposed: Candidate, window: Window) -> Proposal | None:
    """Return the proposal as a confirmation, if a held memory says just that."""
    plain = not (proposed.negative or proposed.corrects or proposed.end)
    held = next((m for m in window.memories if plain and _same(m, proposed)), None)
    if held is None:
        return None
    return Confirmation(confirms=held.id, span=proposed.span, turn=proposed.turn)


def _same(memory: RecentMemory, proposed: Candidate) -> bool:
    return memory.text.casefold().strip(" .") == proposed.text.casefold().strip(" .")


@lru_cache(maxsize=1)
def _digest() -> str:
    read = TABLE.read_bytes() + NAMES_FILE.read_bytes()
    return blake2b(read, digest_size=4).hexdigest()
