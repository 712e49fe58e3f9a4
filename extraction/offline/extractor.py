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
from extraction.model.facts import Facts, Proposer
from extraction.offline.ages import with_birth_years
from extraction.offline.clauses.draft import candidate
from extraction.offline.patterns.table import TABLE
from extraction.offline.relation_names import NAMES_FILE
from extraction.offline.turn import drafts, propose_facts

VERSION = "1"
TRUST = 0.85


class OfflineExtractor:
    """Reads turns without any network; one instance may serve many readers."""

    def __init__(self, trust: float = TRUST, proposer: Proposer | None = None) -> None:
        self._trust = trust
        self._proposer = proposer

    @property
    def name(self) -> str:
        """``offline``."""
        return "offline"

    @property
    def version(self) -> str:
        """The version of the rules, with the tables' own digest: whoever edits one changes both.

        It names the model that proposes facts, if there is one.
        """
        return version(self._proposer)

    @property
    def trust(self) -> float:
        """How far his word goes."""
        return self._trust

    async def extract(self, window: Window) -> Extraction:
        """Propose what the window's new turn says; parsing runs beside the event loop."""
        return await asyncio.to_thread(extract, window, self._proposer)

    def extract_further(self, window: Window, facts: Facts) -> Extraction:
        """Return what facts that another model proposes add to what ``extract`` finds."""
        return extract_further(window, facts, self._proposer)


def version(proposer: Proposer | None = None) -> str:
    """Return the version of the rules and their tables, and of who proposes facts to them."""
    rules = f"offline-{VERSION}+{_digest()}"
    return rules if proposer is None else f"{rules} with {proposer.name}"


def extract(window: Window, proposer: Proposer | None = None) -> Extraction:
    """Return what the window's new turn says; how much of it is kept is decided later.

    ``proposer`` is a model that proposes facts beside the rules, which judge them.
    """
    facts = _facts(window, proposer)
    told = with_birth_years(drafts(window, parse, facts), window.turn)
    found = [candidate(draft, window.turn) for draft in told]
    return _extraction(found, window, PROPOSALS_MAX, version(proposer))


def extract_further(window: Window, facts: Facts, proposer: Proposer | None = None) -> Extraction:
    """Return what the window's new turn says by facts that a model proposes, beyond what
    ``extract`` does.

    Both together are at most as many as one reading gives.
    """
    read_by = version(proposer)
    if not any(facts.values()):
        return Extraction(candidates=(), extractor=read_by)
    first = _facts(window, proposer)
    before = {draft.key for draft in drafts(window, parse, first)} if first else set[object]()
    found = drafts(window, parse, _joined(first, facts))
    new = [draft for draft in found if draft.proposed and draft.key not in before]
    room = max(PROPOSALS_MAX - (len(found) - len(new)), 0)
    further = with_birth_years(new, window.turn)
    return _extraction([candidate(draft, window.turn) for draft in further], window, room, read_by)


def _facts(window: Window, proposer: Proposer | None) -> Facts:
    return {} if proposer is None else propose_facts(window, parse, proposer)


def _joined(first: Facts, further: Facts) -> Facts:
    """Return the facts of two models, those of the first before those of the other."""
    sentences = {**first, **further}
    return {at: [*first.get(at, ()), *further.get(at, ())] for at in sentences}


def _extraction(candidates: list[Candidate], window: Window, most: int, read_by: str) -> Extraction:
    kept = sorted(candidates, key=weight)[len(candidates) - min(most, len(candidates)) :]
    proposals = [_confirming(each, window) or each for each in candidates if each in kept]
    return Extraction(candidates=tuple(proposals), extractor=read_by)


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
