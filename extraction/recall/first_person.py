"""Read the first person of a question as the name of who asks: "my sister" → "Mike's sister". Pure.

Only the words change that stand for the one who asks. The verb stays as it is ("Where do Mike
live?"): neither the words nor the vector of a question depend on its form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from extraction.language.kin_words import kin_word

_WORD = re.compile(r"[\w&@#]+(?:['\u2019-]\w+)*")
# Quoted words have a first person of their own. A single mark counts where it is no apostrophe.
_QUOTED = re.compile(
    r"\"[^\"]*\"|\u201c[^\u201d]*\u201d|\u00ab[^\u00bb]*\u00bb"
    r"|(?<!\w)['\u2018](?=\S)(?:[^'\u2018\u2019]|['\u2019](?=\w)){0,200}['\u2019](?!\w)"
)
_CODE = re.compile(r"[./\\]\w")
_KIN = re.compile(r"\s((?:step[- ])?\w+(?:-in-law)?)\b")
_SELF = frozenset({"i", "me", "myself", "we", "us", "ourselves"})
_OWN = frozenset({"my", "our", "ours"})
_SHORT = {"i'm": " is", "we're": " is"} | {
    f"{who}'{verb}": f" {whole}"
    for who in ("i", "we")
    for verb, whole in (("ll", "will"), ("ve", "has"), ("d", "would"))
}
# After these, "mine" is what the one who asks has; after others ("the mine") it is a pit.
_BEFORE_MINE = frozenset(
    {"and", "as", "be", "been", "are", "for", "from", "is", "like", "not", "of", "or", "than"}
    | {"to", "was", "were", "with"}
)
# After a capitalised word "I" is a number ("When did World War I begin?") unless one of these
# follows.
_VERBS = frozenset(
    {"am", "can", "could", "did", "do", "had", "have", "should", "was", "will", "would"}
)


def in_the_name_of(question: str, name: str) -> str:
    """Return the question with the name in place of its first person."""
    parts: list[str] = []
    done = 0
    for start, end, ending in _first_person(question):
        parts += [question[done:start], name, ending]
        done = end
        if ending == "'s" and (kin := _KIN.match(question, end)):
            # Under whichever word they are known.
            parts.append(f" {kin_word(kin[1])}")
            done = kin.end()
    return "".join([*parts, question[done:]])


def has_first_person(question: str) -> bool:
    """Whether a question asks about the one who asks."""
    return any(_first_person(question))


def _first_person(question: str) -> Iterator[tuple[int, int, str]]:
    """Yield where the first person stands, and what follows the name there."""
    quoted = [match.span() for match in _QUOTED.finditer(question)]
    words = list(_WORD.finditer(question))
    for place, word in enumerate(words):
        start, end = word.span()
        if any(begin <= start < finish for begin, finish in quoted):
            continue
        ending = _ending(words, place)
        if ending is not None and not _in_a_code(question, start, end):
            yield start, end, ending


def _ending(words: list[re.Match[str]], place: int) -> str | None:
    """Return what follows the name that a word is replaced by; None if it is no first person."""
    word = words[place][0]
    low = word.casefold().replace("\u2019", "'")
    # "US" and "ME" are no pronouns.
    if len(word) > 1 and word.isupper():
        return None
    if low in _SELF:
        return None if _is_number(words, place) else ""
    if low == "mine":
        return "'s" if _is_owned(words, place) else None
    return "'s" if low in _OWN else _SHORT.get(low)


def _is_owned(words: list[re.Match[str]], place: int) -> bool:
    """Whether "mine" is a pronoun: after a preposition or a verb, or in "Is the bicycle mine?"."""
    if place == 0 or words[place - 1][0].casefold() in _BEFORE_MINE:
        return True
    return place + 1 == len(words) and words[0][0].casefold() in _BEFORE_MINE


def _is_number(words: list[re.Match[str]], place: int) -> bool:
    if words[place][0] != "I" or place < 1:
        return False
    before, text = words[place - 1], words[place].string
    low = before[0].casefold().replace("\u2019", "'")
    # A sentence begins with a capital, whatever its first word is.
    begins = place == 1 or text[: before.start()].rstrip().endswith((".", "!", "?"))
    pronoun = low in _SELF or low in _OWN or low in _SHORT
    if begins or pronoun or not before[0][0].isupper() or before.end() + 1 != words[place].start():
        return False
    return place + 1 == len(words) or words[place + 1][0] not in _VERBS


def _in_a_code(question: str, start: int, end: int) -> bool:
    """Whether a word is a part of something written without blanks: "i.e.", "I/O", "me@home"."""
    before, after = question[max(0, start - 2) : start], question[end : end + 2]
    return _CODE.fullmatch(before[::-1]) is not None or _CODE.fullmatch(after) is not None
