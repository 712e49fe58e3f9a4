"""Holidays by name: a fixed day, the nth weekday of a month, or an offset from Easter.

The rules are those of the United States where countries differ (Thanksgiving, Labor Day), for
Mother's Day and Father's Day too. Holidays of observed calendars (Ramadan, Diwali) are not in the
table: their dates are announced, not computed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, timedelta, tzinfo

from dateutil.easter import easter
from dateutil.relativedelta import MO, SU, TH, relativedelta, weekday

from extraction.dates.grammar import periods
from extraction.dates.grammar.items import Item, Yearly
from extraction.dates.grammar.periods import Period
from extraction.dates.grammar.tokens import Token

EASTER_FIRST, EASTER_LAST = 1583, 4099
_Day = Callable[[int], date]


def _fixed(month: int, day: int) -> _Day:
    return lambda year: date(year, month, day)


def _nth(month: int, which: weekday, shift: int = 0) -> _Day:
    """Return the nth weekday of a month, counted from its end if negative: ``_nth(5, MO(-1))``."""
    at_end = which.n < 0
    return lambda year: (
        date(year, month, 1)
        + relativedelta(day=31 if at_end else 1, weekday=which)
        + timedelta(days=shift)
    )


def _easter(shift: int) -> _Day:
    return lambda year: easter(year) + timedelta(days=shift)


# Where one name begins another, the longer comes first.
_HOLIDAYS: dict[str, _Day] = {
    r"christmas eve|xmas eve": _fixed(12, 24),
    r"christmas(?: day)?|xmas(?: day)?": _fixed(12, 25),
    r"boxing day": _fixed(12, 26),
    r"new year'?s?'? eve": _fixed(12, 31),
    r"new year'?s'?(?: day)?|new year day": _fixed(1, 1),
    r"epiphany": _fixed(1, 6),
    r"groundhog day": _fixed(2, 2),
    r"(?:saint |st\.? )?valentine'?s?'?(?: day)?": _fixed(2, 14),
    r"(?:saint |st\.? )patrick'?s?'?(?: day)?": _fixed(3, 17),
    r"april fools?'?s?'?(?: day)?": _fixed(4, 1),
    r"earth day": _fixed(4, 22),
    r"may day": _fixed(5, 1),
    r"cinco de mayo": _fixed(5, 5),
    r"juneteenth": _fixed(6, 19),
    r"independence day|(?:the )?fourth of july": _fixed(7, 4),
    r"halloween|hallowe'en": _fixed(10, 31),
    r"all saints'? day": _fixed(11, 1),
    r"all souls'? day": _fixed(11, 2),
    r"guy fawkes(?: night| day)?|bonfire night": _fixed(11, 5),
    r"veterans'? day|armistice day|remembrance day": _fixed(11, 11),
    r"martin luther king(?:,? jr\.?)?(?:'s)?(?: birthday| day)|mlk day": _nth(1, MO(3)),
    r"president'?s'?(?: day)|washington'?s birthday": _nth(2, MO(3)),
    r"mother'?s?'?s? day": _nth(5, SU(2)),
    r"memorial day": _nth(5, MO(-1)),
    r"father'?s?'?s? day": _nth(6, SU(3)),
    r"labou?r day": _nth(9, MO(1)),
    r"columbus day|indigenous peoples'? day": _nth(10, MO(2)),
    r"thanks ?giving(?: day)?": _nth(11, TH(4)),
    r"black friday": _nth(11, TH(4), 1),
    r"cyber monday": _nth(11, TH(4), 4),
    r"mardi gras|shrove tuesday": _easter(-47),
    r"ash wednesday": _easter(-46),
    r"palm sunday": _easter(-7),
    r"maundy thursday": _easter(-3),
    r"good friday": _easter(-2),
    r"easter eve|holy saturday": _easter(-1),
    r"easter monday": _easter(1),
    r"easter(?: sunday| day)?": _easter(0),
    r"ascension day": _easter(39),
    r"pentecost|whit sunday": _easter(49),
    r"whit monday": _easter(50),
    r"corpus christi": _easter(60),
}
_NAMES = tuple(
    (re.compile(rf"(?:{names})\Z", re.IGNORECASE), day) for names, day in _HOLIDAYS.items()
)
ANY = re.compile(
    r"\b(?:" + "|".join(_HOLIDAYS) + r")(?!\w|'\w)",
    re.IGNORECASE,
)
FIRST_WORDS = frozenset(
    {
        "christmas",
        "xmas",
        "boxing",
        "new",
        "epiphany",
        "groundhog",
        "saint",
        "st",
        "st.",
        "valentine",
        "valentines",
        "patrick",
        "patricks",
        "april",
        "earth",
        "may",
        "cinco",
        "juneteenth",
        "independence",
        "fourth",
        "halloween",
        "hallowe",
        "all",
        "guy",
        "bonfire",
        "veterans",
        "veteran",
        "armistice",
        "remembrance",
        "martin",
        "mlk",
        "president",
        "presidents",
        "washington",
        "washingtons",
        "mother",
        "mothers",
        "memorial",
        "father",
        "fathers",
        "labor",
        "labour",
        "columbus",
        "indigenous",
        "thanks",
        "thanksgiving",
        "black",
        "cyber",
        "mardi",
        "shrove",
        "ash",
        "palm",
        "maundy",
        "good",
        "easter",
        "holy",
        "ascension",
        "pentecost",
        "whit",
        "corpus",
    }
)


def holiday(name: str) -> _Day | None:
    """Look up a holiday's rule by name: a function from year to date; raises as ``date`` does."""
    words = " ".join(name.split())
    return next((day for pattern, day in _NAMES if pattern.match(words)), None)


def in_year(day: _Day, year: int) -> date | None:
    """Return the holiday's date in a year; None outside 1583 to 4099, where Easter is not
    computed.
    """
    if not EASTER_FIRST <= year <= EASTER_LAST:
        return None
    return day(year)


def find_holidays(
    text: str, tokens: Sequence[Token], said_at: datetime
) -> Iterator[tuple[int, int, Item]]:
    """Find the holidays named in a text, each with its character offsets."""
    if not any(token.low in FIRST_WORDS for token in tokens):
        return
    for match in ANY.finditer(text):
        day = holiday(match[0])
        if day is not None:
            yield *match.span(), Item("HOLIDAY", yearly=_yearly(day, said_at.tzinfo))


def _yearly(day: _Day, zone: tzinfo | None) -> Yearly:
    def make(year: int) -> Period | None:
        date_ = in_year(day, year)
        return None if date_ is None else periods.day(date_.year, date_.month, date_.day, zone)

    return make
