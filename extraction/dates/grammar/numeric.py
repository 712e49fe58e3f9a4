"""Dates in digits: ISO, with slashes, dots or dashes, the month as a number or by its name.

A spelling that could be either 5 June or 6 May is found and marked, not guessed (the store
refuses such a value too). Two digits of a year are the nearest such year up to twenty ahead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime

from extraction import periods
from extraction.date_items import Item, Seen, dated, yearly
from extraction.date_words import MONTHS
from extraction.periods import MONTHS_IN_YEAR, Period

_Match = re.Match[str]
YEARS_AHEAD = 20
YEARS_SPANNED = 30
_END = r"(?![\w/]|[.,:-]\d)"
_BEGIN = r"(?<![\w/$£€#.,:-])"
_Y = r"(?P<y>(?:1[5-9]|20)\d\d)"
_DAY_AND_CLOCK = (
    r"(?:-(?P<d>\d\d)(?P<clock>[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)?)?)?"
)
_LED = r"(?:\b(?:on|by|since|until|till|from|to|before|after|through|for|between|and|of)\s+)"
_NO_SCORE = r"(?<!with )(?<!got )(?<!scored )(?<!rated )(?<!about )"
_NAME = rf"(?P<name>(?:{'|'.join(MONTHS)})[a-z]*)"


def short_year(number: int, said_at: datetime) -> int:
    """The year that two digits stand for: '98 said in 2024 is 1998, '27 is 2027."""
    latest = said_at.year + YEARS_AHEAD
    return latest - (latest - number) % 100


def _iso(match: _Match, seen: Seen) -> Item | None:
    zone = seen.said_at.tzinfo
    if match["clock"] is not None:
        try:
            when = datetime.fromisoformat(match["x"].replace(" ", "T"))
        except ValueError:
            return dated(None)
        return dated(periods.instant(when if when.tzinfo else when.replace(tzinfo=zone)))
    year, number = int(match["y"]), int(match["m"])
    if match["d"] is None and not 1 <= number <= MONTHS_IN_YEAR:
        return _two_years(year, number, seen)
    if match["d"] is None:
        return dated(periods.month(year, number, zone))
    return dated(periods.day(year, number, int(match["d"]), zone))


def _two_years(year: int, short: int, seen: Seen) -> Item | None:
    """ "2015-16", "2018-20": from one year to another."""
    last = year // 100 * 100 + short
    if not year < last <= year + YEARS_SPANNED:
        return None
    near, far = (periods.year(one, seen.said_at.tzinfo) for one in (year, last))
    return Item("RANGE", period=near, until=far)


def _three(match: _Match, seen: Seen) -> Item | None:
    """ "13/5/2021", "13.5.2015", "9-18-15"."""
    said = match["y"]
    year = short_year(int(said), seen.said_at) if len(said) == 2 else int(said)
    return dated(_either(int(match["a"]), int(match["b"]), year, seen))


def _either(first: int, second: int, year: int, seen: Seen) -> Period | None:
    if max(first, second) <= MONTHS_IN_YEAR and first != second:
        return None
    number, day = (first, second) if first <= MONTHS_IN_YEAR else (second, first)
    return periods.day(year, number, day, seen.said_at.tzinfo)


def _year_first(match: _Match, seen: Seen) -> Item | None:
    return dated(
        periods.day(int(match["y"]), int(match["m"]), int(match["d"]), seen.said_at.tzinfo)
    )


def _year_name(match: _Match, seen: Seen) -> Item | None:
    month = MONTHS.index(match["name"][:3].casefold()) + 1
    return dated(periods.day(int(match["y"]), month, int(match["d"]), seen.said_at.tzinfo))


def _year_month(match: _Match, seen: Seen) -> Item | None:
    year, number = int(match["y"]), int(match["m"])
    following = {str(year + 1)[-len(match["m"]) :], str(year + 1)[-2:]}
    if match["m"] in following:
        # "2010/11", "2005-6": a season over two years as likely as a month.
        return None
    return dated(periods.month(year, number, seen.said_at.tzinfo))


def _two(match: _Match, seen: Seen) -> Item | None:
    """ "4/22": a day of the year, if one of the numbers can only be the day."""
    first, second, zone = int(match["a"]), int(match["b"]), seen.said_at.tzinfo
    if not (1 <= first <= 31 and 1 <= second <= 31):
        return None
    if max(first, second) <= MONTHS_IN_YEAR and first != second:
        return dated(None, sure=False)
    if min(first, second) > MONTHS_IN_YEAR:
        return None
    number, day = (first, second) if first <= MONTHS_IN_YEAR else (second, first)
    return yearly(lambda year: periods.day(year, number, day, zone), word="day")


_FORMATS: tuple[tuple[str, Callable[[_Match, Seen], Item | None]], ...] = (
    (rf"(?<![\d-])(?P<x>(?P<y>(?:1\d|20)\d\d)-(?P<m>\d\d){_DAY_AND_CLOCK})(?![\d-])", _iso),
    (rf"{_BEGIN}(?P<x>(?P<a>\d\d?)/(?P<b>\d\d?)/(?P<y>(?:1[5-9]|20)?\d\d)){_END}", _three),
    (rf"{_BEGIN}(?P<x>(?P<a>\d\d?)\.(?P<b>\d\d?)\.(?P<y>(?:1[5-9]|20)\d\d)){_END}", _three),
    (rf"{_BEGIN}(?P<x>(?P<a>\d\d?)-(?P<b>\d\d?)-(?P<y>(?:1[5-9]|20)?\d\d)){_END}", _three),
    (rf"{_BEGIN}(?P<x>{_Y}(?P<s>[/.-])(?P<m>\d\d?)(?P=s)(?P<d>\d\d?)){_END}", _year_first),
    (rf"(?i){_BEGIN}(?P<x>{_Y}[/ .-]{_NAME}[/ .-](?P<d>\d\d?)){_END}", _year_name),
    (rf"{_BEGIN}(?P<x>{_Y}\s?/\s?(?P<m>1[0-2]|0?[1-9])){_END}", _year_month),
    (rf"{_BEGIN}(?P<x>{_Y}\s?-\s?(?P<m>1[0-2]|0?[1-9])){_END}(?!\s*[\w%])", _year_month),
    (rf"{_BEGIN}(?P<x>(?P<m>1[0-2]|0?[1-9])\s?[/-]\s?{_Y}){_END}", _year_month),
    # A fraction, a score, "24/7" and the like are kept out: the month first, or a word before.
    (
        rf"{_BEGIN}{_NO_SCORE}(?P<x>(?P<a>1[0-2]|0?[1-9])/(?P<b>(?!16)(?:1[3-9]|[23]\d))){_END}",
        _two,
    ),
    (rf"{_BEGIN}(?P<x>(?P<a>1[3-9]|2\d|3[01])/(?P<b>0[1-9]|1[0-2])){_END}", _two),
    (rf"{_LED}(?P<x>(?P<a>\d\d?)/(?P<b>\d\d?)){_END}(?!\s*(?:of|in|inch|cups?)\b)", _two),
    (rf"{_LED}(?P<x>(?P<a>1[0-2]|0?[1-9])-(?P<b>1[3-9]|[23]\d)){_END}(?!\s*\w)", _two),
)
_COMPILED = tuple((re.compile(pattern), make) for pattern, make in _FORMATS)


def formats_in(text: str, said_at: datetime) -> Iterator[tuple[int, int, Item]]:
    """Every date in digits: where it stands, and the piece that it is."""
    seen = Seen(said_at, ahead=False)
    for pattern, make in _COMPILED:
        for match in pattern.finditer(text):
            item = make(match, seen)
            if item is not None:
                yield *match.span("x"), item
