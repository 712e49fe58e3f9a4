"""The form of a value by which rejections are found: what looks the same is the same.

It is coarser than the canonical form, which decides what is one value. A value that shares this
form with a rejected one is not believed until a person has answered; nothing else rests on it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from itertools import groupby
from pathlib import Path

from graph.validation import is_entity_id, text_form

# Written by ``tools/look_alikes.py``.
TABLE = Path(__file__).with_name("look_alikes.txt")

# Punctuation that belongs to what it stands at the end of: C#, 50 %, @home.
_KEPT = frozenset("#%&@\u2030\u2031")
# What parts letters: J.P. Morgan is JP Morgan, and O'Brien OBrien.
_PARTING = frozenset(".,'\u00b7")
_MARKS = ("\u0300", "\u036f")
_GREEK = ("\u0370", "\u03ff")


def claimed_forms(canonical: str) -> frozenset[str]:
    """Return every form that a claimed value may look like: its own, and that of its capitals.

    Case is folded, so "Βerlin" with a Greek beta has lost what made it look like Berlin; what the
    capital looks like is tried as well.
    """
    own = rejection_form(canonical)
    if canonical.isascii():
        return frozenset([own])
    capitals = _looks(capitals=True)
    read = "".join(capitals.get(c, c) for c in unicodedata.normalize("NFD", canonical))
    return frozenset([own, rejection_form(read)])


def rejection_form(canonical: str) -> str:
    """Return what a canonical value looks like to a reader.

    Of texts: the skeleton of Unicode's Technical Standard 39, whatever the case, without accents on
    Latin, Greek and Cyrillic letters, without punctuation and blanks at the ends, and without what
    parts letters: blanks, dashes, underscores, dots, commas, apostrophes. Between digits these
    count: forms of numbers, dates and quantities differ where these do. The id of an entity is its
    own form.
    """
    if is_entity_id(canonical):
        return canonical
    text = text_form(canonical)
    sign = "-" if text and _is_gap(text[0]) and text[1:2].isdecimal() else ""
    if not any(character.isalpha() for character in text):
        # Digits of other scripts are digits here, and not the letters that they look like.
        text = "".join(map(_digit, text))
    seen = without_marks("".join(_looks().get(c, c) for c in _decomposed(_joined(text))))
    return sign + (_trimmed(text_form(seen)) or text)


def _joined(text: str) -> str:
    """Return the text trimmed, without blanks and such unless they stand between two digits."""
    parts = ["".join(part) for _, part in groupby(_trimmed(text), _parts)]
    for at in range(1, len(parts) - 1):
        before, after = parts[at - 1][-1:], parts[at + 1][0]
        beside = before.isalnum() and after.isalnum()
        if _parts(parts[at][0]) and beside and not (before.isdecimal() and after.isdecimal()):
            parts[at] = ""
    return "".join(parts)


def _parts(character: str) -> bool:
    """Whether it parts words or letters, and is no part of what they say."""
    return character.isspace() or _looks().get(character, character) in _PARTING


def _trimmed(text: str) -> str:
    """Return the text without punctuation at its ends, runs of blanks and dashes as single
    blanks.
    """
    spaced = " ".join("".join(" " if _is_gap(c) else c for c in text).split())
    start, end = 0, len(spaced)
    while start < end and _at_the_end(spaced[start]):
        start += 1
    while start < end and _at_the_end(spaced[end - 1]):
        end -= 1
    return spaced[start:end]


def _is_gap(character: str) -> bool:
    """Whether it is a dash, or stands for one or for a blank."""
    return character in "_\u2043\u2212" or unicodedata.category(character) == "Pd"


def _at_the_end(character: str) -> bool:
    if character.isspace():
        return True
    category = unicodedata.category(character)
    return (category[0] == "P" or category == "Sk") and character not in _KEPT


def _decomposed(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFD", text)


def without_marks(text: str) -> str:
    """Return the text without the accents that do not make another letter."""
    if text.isascii():
        return text
    kept: list[str] = []
    bare = False
    for character in unicodedata.normalize("NFD", text):
        if _MARKS[0] <= character <= _MARKS[1]:
            if bare:
                continue
        else:
            bare = character.isascii() or _GREEK[0] <= character <= _GREEK[1]
        kept.append(character)
    return unicodedata.normalize("NFC", "".join(kept))


def _digit(character: str) -> str:
    return str(unicodedata.decimal(character, character))


@cache
def _looks(*, capitals: bool = False) -> Mapping[str, str]:
    """Return what characters look like, by character; or their capitals, where that is another
    look.
    """
    found: dict[str, str] = {}
    for line in TABLE.read_text(encoding="ascii").splitlines():
        if not line.startswith("#") and line.startswith("^") == capitals:
            seen, _, those = line.removeprefix("^").partition(":")
            found.update(dict.fromkeys(_text(those), _text(seen)))
    return found


def _text(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())
