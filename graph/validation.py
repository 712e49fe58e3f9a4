"""Checks for everything that comes from outside: text, names, numbers, times and ids."""

from __future__ import annotations

import math
import re
import unicodedata
from datetime import datetime, timedelta

from graph.clock import to_utc
from graph.errors import (
    BadCharacters,
    BadId,
    Empty,
    InvertedInterval,
    NaiveTime,
    OutOfRange,
    TooLarge,
)

# Of a canonical form: an index holds it with the tenant's name, an attribute's and a time.
KEY_BYTES_MAX = 7_000
# What one character may become in it: U+FDFA, 18 characters of up to 3 bytes.
_KEY_BYTES_A_CHARACTER = 54

_INVERTED_HINT = "intervals are [start, end): the start comes first; are the two exchanged?"
_EMPTY_HINT = (
    "an end is the first moment at which it is over: what held for one year, month or day ends with"
    " the next, 1920 with 1921"
)

_ID = re.compile(r"[a-z]{1,3}_[0-9a-z]{8,64}")
_ALLOWED_CONTROLS = frozenset("\t\n\r")
# Shown as nothing, or as a blank, though no format characters: joiners, fillers, variation marks.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff]"
)
_DOT_ABOVE = "\u0307"
# After i or j, with no more than a mark below between them.
_SECOND_DOT = re.compile("(?:(?<=[ij])|(?<=[ij][\u0316-\u0333]))\u0307+")
_MEANINGFUL = frozenset("LNS")
_TENANT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_PERIOD = re.compile(r"[0-9]{4}(?:-[0-9]{2})?")
_LEAP_SECOND = re.compile(r"([0-9-]+[T ][0-9]{2}:[0-9]{2}:)60((?:[.,][0-9]+)?(?:Z|[+-][0-9:]+)?)")


def text(value: str, length_max: int, *, field: str) -> str:
    """Return the text as it is, if it is not empty, not too long, and free of control characters.

    Raises:
        Empty: nothing but white space.
        TooLarge: more than ``length_max`` characters.
        BadCharacters: control characters (other than tab and line ends) or lone surrogates.
    """
    if len(value) > length_max:
        raise TooLarge(
            f"{len(value):,} characters, at most {length_max:,} are taken",
            field=field,
            hint="split it",
        )
    if not value.strip():
        raise Empty("no text", field=field, hint="write something here")
    return characters(value, field=field)


def characters(value: str, *, field: str) -> str:
    """Return the text as it is, if it is free of control characters; it may be empty.

    Raises:
        BadCharacters: control characters (other than tab and line ends) or lone surrogates.
    """
    if value.isprintable():
        return value
    for position, character in enumerate(value):
        category = unicodedata.category(character)
        if category == "Cs" or (category == "Cc" and character not in _ALLOWED_CONTROLS):
            raise BadCharacters(
                f"character U+{ord(character):04X} at position {position}",
                field=field,
                hint="remove control characters",
            )
    return value


def text_form(value: str) -> str:
    """Return the canonical form of a text: NFKC, folded case, invisible characters gone, single
    blanks.

    Hashes that cannot be made anew rest on it, such as the ids of messages and what the ledger of
    erasures knows; so it stays as it is.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", value).casefold())
    if folded.isascii():
        return " ".join(folded.split())
    visible = "".join(c for c in folded if not is_unseen(c))
    key = " ".join(visible.split())
    # What was invisible may have kept apart what now is one letter.
    return key if key == value else text_form(key)


def name_key(name: str) -> str:
    """Return the canonical form of a name: that of a text, without a dot that only shows the case.

    A letter that has a dot of its own, i or j, may get a second one when its case is folded: İ of
    Turkish becomes i and a combining dot. It is dropped, for the small letter of İstanbul is the i
    of Istanbul. The dotless ı is a letter of its own, as Unicode folds it, and stays apart.
    """
    key = text_form(name)
    if _DOT_ABOVE not in key:
        return key
    bare = _SECOND_DOT.sub("", unicodedata.normalize("NFD", key))
    # Without the dot, two more marks may be one letter.
    return text_form(bare)


def dotted_forms(name: str) -> tuple[str, ...]:
    """Return the name as it is, and with its capitals I without dots and with them: İlker and
    Ilker.
    """
    bare = name.replace(f"I{_DOT_ABOVE}", "I").replace(f"i{_DOT_ABOVE}", "i").replace("İ", "I")
    return tuple(dict.fromkeys((name, bare, bare.replace("I", "İ"))))


def meaning(value: str, length_max: int, *, field: str) -> str:
    """Return the text as it is, if it is good text with a letter, digit or symbol of its own.

    Raises:
        Empty: there is nothing to be seen.
        BadCharacters: control characters, or punctuation alone.
        TooLarge: more than ``length_max`` characters, or too many bytes in canonical form.
    """
    good = indexable(text(value, length_max, field=field), field=field)
    if good.isalnum() and good.isascii():
        return good
    seen = [character for character in good if not (character.isspace() or is_unseen(character))]
    if not seen:
        raise Empty("no visible text", field=field, hint="say something that can be read")
    if not any(unicodedata.category(character)[0] in _MEANINGFUL for character in seen):
        raise BadCharacters(
            "no letter, digit or symbol, only punctuation",
            field=field,
            hint="say it in words, digits or symbols",
        )
    return good


def indexable(value: str, *, field: str) -> str:
    """Return the text as it is, if an index can hold its canonical form.

    Raises:
        TooLarge: that has more than ``KEY_BYTES_MAX`` bytes.
    """
    if len(value) * _KEY_BYTES_A_CHARACTER <= KEY_BYTES_MAX:
        return value
    size = len(text_form(value).encode())
    if size > KEY_BYTES_MAX:
        raise TooLarge(
            f"{size:,} bytes in canonical form, at most {KEY_BYTES_MAX:,} are taken",
            field=field,
            hint="shorten it",
        )
    return value


def name_text(value: str, length_max: int, *, field: str) -> str:
    """Return a one-line text with its white space reduced to single blanks."""
    return " ".join(text(value, length_max, field=field).split())


def name(value: str, length_max: int, *, field: str) -> str:
    """Return a one-line text that has a letter, digit or symbol of its own.

    Raises:
        Incorrect: as for ``meaning``.
    """
    return " ".join(meaning(value, length_max, field=field).split())


def not_ahead(value: datetime | None, now: datetime, margin: timedelta, *, field: str) -> None:
    """Refuse a time that lies more than the margin after the present system time.

    Raises:
        OutOfRange: it does.
    """
    if value is not None and value > now + margin:
        raise OutOfRange(
            f"{value.isoformat()} is yet to come",
            field=field,
            hint="give a time that has passed, or leave it out",
        )


def score(value: float, *, field: str) -> float:
    """Return the number, if it is between 0 and 1 (NaN is not)."""
    if not (math.isfinite(value) and 0.0 <= value <= 1.0):
        raise OutOfRange(f"{value} is not between 0 and 1", field=field, hint="give 0.0 to 1.0")
    return float(value)


def ident(value: str, *, field: str) -> str:
    """Return the string, if it can be an id of this service."""
    if not _ID.fullmatch(value):
        raise BadId(
            f"{value[:80]!r} is not an id", field=field, hint="use an id that this service gave"
        )
    return value


def is_entity_id(value: str) -> bool:
    """Whether the string can be the id of an entity, rather than its name."""
    return value.startswith("e_") and _ID.fullmatch(value) is not None


def tenant_name(value: str, *, field: str = "tenant") -> str:
    """Return the tenant's name, if it is one: letters, digits, dot, dash and underscore."""
    if not _TENANT.fullmatch(value):
        raise BadId(
            f"{value[:80]!r} cannot name a tenant",
            field=field,
            hint="use up to 100 letters, digits, dots, dashes and underscores",
        )
    return value


def instant(value: datetime | None, *, field: str) -> datetime | None:
    """Return the time in UTC, if there is one."""
    return None if value is None else to_utc(value, field=field)


_DAY_HINT = "write it like 2024-05-01T00:00:00Z"
_TIME_HINT = "write it like 2024-05-01T09:00:00Z"


def zoned_text(value: str, *, field: str, hint: str | None = None) -> datetime:
    """Return a time by RFC 3339 or ISO 8601, read from text, in the offset in which it was given.

    ``T`` and ``Z`` may be small letters. A leap second, ``:60``, is the second that follows it.
    What is refused has the ``hint``, if there is one.

    Raises:
        NaiveTime: it has no offset, or is a bare date.
        OutOfRange: it is no such time at all, or outside years 1 to 9998.
    """
    written = value.strip()
    if len(written) <= len("2024-05-31") and _is_date(written):
        raise NaiveTime(
            f"{value!r} has no time of day and no offset", field=field, hint=hint or _DAY_HINT
        )
    try:
        parsed = _parsed(written)
    except (ValueError, OverflowError) as error:
        raise OutOfRange(
            f"{value[:80]!r} is no ISO 8601 time", field=field, hint=hint or _TIME_HINT
        ) from error
    to_utc(parsed, field=field)
    return parsed


def instant_text(value: str, *, field: str) -> datetime:
    """Return the same in UTC.

    Raises:
        NaiveTime, OutOfRange: as ``zoned_text``.
    """
    return to_utc(zoned_text(value, field=field), field=field)


def _is_date(value: str) -> bool:
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return _PERIOD.fullmatch(value) is not None
    return True


def _parsed(value: str) -> datetime:
    upper = value.upper()
    leap = _LEAP_SECOND.fullmatch(upper)
    if leap is None:
        return datetime.fromisoformat(upper)
    return datetime.fromisoformat(f"{leap[1]}59{leap[2]}") + timedelta(seconds=1)


def interval(
    start: datetime | None, end: datetime | None, *, field: str, may_be_empty: bool = False
) -> None:
    """Refuse an interval whose start is not before its end."""
    if start is None or end is None:
        return
    if start > end or (start == end and not may_be_empty):
        raise InvertedInterval(
            f"{start.isoformat()} is not before {end.isoformat()}",
            field=field,
            hint=_EMPTY_HINT if start == end else _INVERTED_HINT,
        )


def is_unseen(character: str) -> bool:
    """Whether a character is invisible."""
    return unicodedata.category(character) == "Cf" or bool(_UNSEEN.match(character))
