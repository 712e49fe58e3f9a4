"""Mention detection: pronouns, names and nouns that refer to people in a parsed sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from extraction.language import person_words as words
from extraction.language.sentence import Sentence, Word
from graph.kernel.entities.given_names import Sex, is_given, sex_of


class MentionType(Enum):
    """Type of a mention."""

    FIRST = auto()
    FIRST_PLURAL = auto()
    SECOND = auto()
    SECOND_PLURAL = auto()
    THIRD = auto()
    PLURAL = auto()
    NAME = auto()
    NOUN = auto()


@dataclass(frozen=True, slots=True)
class Mention:
    """A span of words that refers to a person; ``word`` is its head.

    ``start`` and ``end`` are character offsets in the message. ``vocative``: it addresses the
    listener.
    """

    sort: MentionType
    word: Word
    start: int
    end: int
    text: str
    sex: Sex | None = None
    plural: bool = False
    vocative: bool = False


_PRONOUNS: tuple[tuple[frozenset[str], MentionType], ...] = (
    (words.FIRST, MentionType.FIRST),
    (words.FIRST_PLURAL, MentionType.FIRST_PLURAL),
    (words.SECOND, MentionType.SECOND),
    (words.SECOND_PLURAL, MentionType.SECOND_PLURAL),
    (words.FEMALE | words.MALE, MentionType.THIRD),
    (words.PLURAL, MentionType.PLURAL),
)
_NOT_PEOPLE = frozenset(
    {"GPE", "LOC", "FAC", "DATE", "TIME", "NORP", "LANGUAGE", "EVENT", "MONEY", "ORG", "PRODUCT"}
    | {"WORK_OF_ART", "LAW", "CARDINAL", "ORDINAL", "QUANTITY", "PERCENT"}
)
# Before a name, these leave it one that is called out: "Hey Ross,", "thanks, Mon!".
_VOCATIVE_CUES = frozenset(
    {"hey", "hi", "hello", "oh", "okay", "ok", "thanks", "well", "yeah", "yes", "no", "bye", "ah"}
    | {
        "goodbye",
        "sorry",
        "please",
        "so",
        "look",
        "listen",
        "and",
        "but",
        "come",
        "uh",
        "um",
        "wow",
    }
    | {"god", "morning", "night", "now", "right", "congratulations", "you", "dear", "my"}
)
_PUNCTUATION = frozenset(
    {",", ".", "!", "?", "...", "-", "--", "\u2026", ";", ":", "\u2014", "\u2013"}
)
_NAME_TAGS = ("NNP", "NNPS")


def mentions(
    sentence: Sentence, names: frozenset[str] = frozenset(), others: frozenset[str] = frozenset()
) -> Iterator[Mention]:
    """Yield the mentions of people in a sentence, in order.

    ``names`` are words of certain personal names, ``others`` names of what is no person, both in
    lower case.
    """
    row = sentence.words
    at = 0
    while at < len(row):
        word = row[at]
        if sort := _pronoun(word):
            yield _make_mention(sort, row, at, at + 1, words.pronoun_sex(word.low))
            at += 1
            continue
        end = _name_end(row, at, names)
        if end > at:
            named = _make_name(row, at, end)
            if named.text.casefold() not in others:
                yield named
            at = end
            continue
        if (noun := _noun(word)) is not None:
            plural = word.tag in ("NNS", "NNPS")
            yield _make_mention(
                MentionType.NOUN, row, at, at + 1, words.noun_sex(noun), plural=plural
            )
        at += 1


def _pronoun(word: Word) -> MentionType | None:
    low = word.low.replace("\u2019", "'")
    if low == "'s" and word.tag == "PRP":
        return MentionType.FIRST_PLURAL
    return next((sort for pronouns, sort in _PRONOUNS if low in pronouns), None)


def _make_mention(
    sort: MentionType,
    row: Sequence[Word],
    at: int,
    end: int,
    sex: Sex | None,
    *,
    plural: bool = False,
) -> Mention:
    head = row[end - 1]
    first = row[at]
    text = " ".join(word.text for word in row[at:end])
    vocative = sort in (MentionType.NAME, MentionType.NOUN) and _is_vocative(row, at, end, sort)
    return Mention(sort, head, first.start, head.end, text, sex, plural, vocative)


def _make_name(row: Sequence[Word], at: int, end: int) -> Mention:
    title = row[at].low.rstrip(".")
    if title in words.FEMALE_TITLES and end - at > 1:
        sex: Sex | None = "female"
    elif title in words.MALE_TITLES and end - at > 1:
        sex = "male"
    else:
        given = next((w for w in row[at:end] if w.low.rstrip(".") not in words.TITLES), row[at])
        sex = sex_of(given.text)
    return _make_mention(MentionType.NAME, row, at, end, sex)


def _name_end(row: Sequence[Word], at: int, names: frozenset[str]) -> int:
    """Find the end of the personal name that begins here; ``at`` if none does."""
    end = at
    while end < len(row) and _name_word(row[end], names):
        end += 1
    if end == at or all(word.low.rstrip(".") in words.TITLES for word in row[at:end]):
        return at
    return end if _is_person(row, at, end, names) else at


def _name_word(word: Word, names: frozenset[str]) -> bool:
    if word.low in names and word.capital:
        return True
    if not word.text[:1].isupper() or word.low in _VOCATIVE_CUES:
        return False
    if word.tag in _NAME_TAGS:
        return True
    return word.tag != "MD" and (is_given(word.text) or _is_short_form(word.low, names))


def _is_short_form(low: str, names: frozenset[str]) -> bool:
    """Check whether a word is a prefix of a known name, perhaps with an s: "Phoebs"."""
    stem = low.rstrip("s")
    return len(stem) > 3 and any(name.startswith(stem) for name in names)


def _is_person(row: Sequence[Word], at: int, end: int, names: frozenset[str]) -> bool:
    run = row[at:end]
    if any(word.low in names or _is_short_form(word.low, names) for word in run):
        return True
    if run[0].low.rstrip(".") in words.TITLES:
        return True
    kinds = {word.entity for word in run}
    if run[0].text.isupper() and len(run[0].text) > 1 and len(run) == 1:
        return False
    if "PERSON" in kinds:
        return True
    if is_given(run[0].text):
        return not kinds & _NOT_PEOPLE or len(run) > 1 or not kinds & {"DATE", "FAC", "ORG"}
    return False


def _noun(word: Word) -> str | None:
    """Return the noun for a person, singular and in lower case."""
    if not word.tag.startswith("NN") or (word.dep == "compound" and word.head.tag == "NN"):
        return None
    for form in (word.low, word.lemma.casefold()):
        if words.is_person_noun(form):
            return form
    return None


def _is_vocative(row: Sequence[Word], at: int, end: int, sort: MentionType) -> bool:
    """Check whether the words between two punctuation marks address the listener."""
    head = row[end - 1]
    if sort is MentionType.NOUN and head.low not in words.TO_THE_FACE:
        return False
    if (
        head.dep in ("appos", "conj")
        and head.head.index < head.index
        and head.head.tag in _NAME_TAGS
    ):
        return False
    after = row[end] if end < len(row) else None
    if (
        after is not None
        and after.text[:1] not in ",.!?;:-\u2026\u2014\u2013"
        and after.tag != "UH"
    ):
        return False
    before = row[at - 1] if at else None
    if before is None or before.text in _PUNCTUATION:
        return True
    if before.tag == "UH" or before.low in _VOCATIVE_CUES:
        return _is_called_out(before, head)
    # "Are you okay Rach?": loose at the sentence's end.
    return head.dep in ("npadvmod", "intj", "dep") and sort is MentionType.NAME


def _is_called_out(before: Word, head: Word) -> bool:
    """Check whether a word after an interjection or the like addresses the listener."""
    if before.low == "my" and head.dep in ("pobj", "dobj", "attr", "dative"):
        # "Ideas for my dad?"
        return False
    return head.head is not before or before.low in _VOCATIVE_CUES
