"""Numeric dates: ISO, with slashes, dots or dashes, the month as a number or a name.

A spelling that is either 5 June or 6 May is found and marked, not guessed (the store refuses such a
value too). A two-digit year is the nearest such year up to twenty years ahead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime

from extraction.dates.grammar import periods
from extraction.dates.grammar.items import Item, ReferenceContext, period_item, yearly
from extraction.dates.grammar.lexicon import MONTHS
from extraction.dates.grammar.periods import MONTHS_IN_YEAR, Period

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
    """Expand a two-digit year: '98 in 2024 is 1998, '27 is 2027."""
    latest = said_at.year + YEARS_AHEAD
    return latest - (latest - number) % 100


def _iso(match: _Match, context: ReferenceContext) -> Item | None:
    zone = context.said_at.tzinfo
    if match["clock"] is not None:
        try:
            when = datetime.fromisoformat(match["x"].replace(" ", "T"))
        except ValueError:
            return period_item(None)
        return period_item(periods.instant(when if when.tzinfo else when.replace(tzinfo=zone)))
    year, number = int(match["y"]), int(match["m"])
    if match["d"] is None and not 1 <= number <= MONTHS_IN_YEAR:
        return _year_range(year, number, context)
    if match["d"] is None:
        return period_item(periods.month(year, number, zone))
    return period_item(periods.day(year, number, int(match["d"]), zone))


def _year_range(year: int, short: int, context: ReferenceContext) -> Item | None:
    """ "2015-16", "2018-20": a range of years."""
    last = year // 100 * 100 + short
    if not year < last <= year + YEARS_SPANNED:
        return None
    near, far = (periods.year(year_, context.said_at.tzinfo) for year_ in (year, last))
    return Item("RANGE", period=near, until=far)


def _full_date(match: _Match, context: ReferenceContext) -> Item | None:
    """ "13/5/2021", "13.5.2015", "9-18-15"."""
    said = match["y"]
    year = short_year(int(said), context.said_at) if len(said) == 2 else int(said)
    return period_item(_unambiguous_day(int(match["a"]), int(match["b"]), year, context))


def _unambiguous_day(
    first: int, second: int, year: int, context: ReferenceContext
) -> Period | None:
    if max(first, second) <= MONTHS_IN_YEAR and first != second:
        return None
    number, day = (first, second) if first <= MONTHS_IN_YEAR else (second, first)
    return periods.day(year, number, day, context.said_at.tzinfo)


def _year_first(match: _Match, context: ReferenceContext) -> Item | None:
    return period_item(
        periods.day(int(match["y"]), int(match["m"]), int(match["d"]), context.said_at.tzinfo)
    )


def _year_name(match: _Match, context: ReferenceContext) -> Item | None:
    month = MONTHS.index(match["name"][:3].casefold()) + 1
    return period_item(periods.day(int(match["y"]), month, int(match["d"]), context.said_at.tzinfo))


def _year_month(match: _Match, context: ReferenceContext) -> Item | None:
    year, number = int(match["y"]), int(match["m"])
    following = {str(year + 1)[-len(match["m"]) :], str(year + 1)[-2:]}
    if match["m"] in following:
        # "2010/11", "2005-6": a season over two years as likely as a month.
        return None
    return period_item(periods.month(year, number, context.said_at.tzinfo))


def _day_and_month(match: _Match, context: ReferenceContext) -> Item | None:
    """ "4/22": a day of the year, if only one of the numbers can be the month."""
    first, second, zone = int(match["a"]), int(match["b"]), context.said_at.tzinfo
    if not (1 <= first <= 31 and 1 <= second <= 31):
        return None
    if max(first, second) <= MONTHS_IN_YEAR and first != second:
        return period_item(None, sure=False)
    if min(first, second) > MONTHS_IN_YEAR:
        return None
    number, day = (first, second) if first <= MONTHS_IN_YEAR else (second, first)
    return yearly(lambda year: periods.day(year, number, day, zone), word="day")


_FORMATS: tuple[tuple[str, Callable[[_Match, ReferenceContext], Item | None]], ...] = (
    (rf"(?<![\d-])(?P<x>(?P<y>(?:1\d|20)\d\d)-(?P<m>\d\d){_DAY_AND_CLOCK})(?![\d-])", _iso),
    (rf"{_BEGIN}(?P<x>(?P<a>\d\d?)/(?P<b>\d\d?)/(?P<y>(?:1[5-9]|20)?\d\d)){_END}", _full_date),
    (rf"{_BEGIN}(?P<x>(?P<a>\d\d?)\.(?P<b>\d\d?)\.(?P<y>(?:1[5-9]|20)\d\d)){_END}", _full_date),
    (rf"{_BEGIN}(?P<x>(?P<a>\d\d?)-(?P<b>\d\d?)-(?P<y>(?:1[5-9]|20)?\d\d)){_END}", _full_date),
    (rf"{_BEGIN}(?P<x>{_Y}(?P<s>[/.-])(?P<m>\d\d?)(?P=s)(?P<d>\d\d?)){_END}", _year_first),
    (rf"(?i){_BEGIN}(?P<x>{_Y}[/ .-]{_NAME}[/ .-](?P<d>\d\d?)){_END}", _year_name),
    (rf"{_BEGIN}(?P<x>{_Y}\s?/\s?(?P<m>1[0-2]|0?[1-9])){_END}", _year_month),
    (rf"{_BEGIN}(?P<x>{_Y}\s?-\s?(?P<m>1[0-2]|0?[1-9])){_END}(?!\s*[\w%])", _year_month),
    (rf"{_BEGIN}(?P<x>(?P<m>1[0-2]|0?[1-9])\s?[/-]\s?{_Y}){_END}", _year_month),
    # A fraction, a score, "24/7" and the like are kept out: the month first, or a word before.
    (
        rf"{_BEGIN}{_NO_SCORE}(?P<x>(?P<a>1[0-2]|0?[1-9])/(?P<b>(?!16)(?:1[3-9]|[23]\d))){_END}",
        _day_and_month,
    ),
    (rf"{_BEGIN}(?P<x>(?P<a>1[3-9]|2\d|3[01])/(?P<b>0[1-9]|1[0-2])){_END}", _day_and_month),
    (rf"{_LED}(?P<x>(?P<a>\d\d?)/(?P<b>\d\d?)){_END}(?!\s*(?:of|in|inch|cups?)\b)", _day_and_month),
    (rf"{_LED}(?P<x>(?P<a>1[0-2]|0?[1-9])-(?P<b>1[3-9]|[23]\d)){_END}(?!\s*\w)", _day_and_month),
)
_PATTERNS = tuple((re.compile(pattern), make) for pattern, make in _FORMATS)


def find_numeric_dates(text: str, said_at: datetime) -> Iterator[tuple[int, int, Item]]:
    """Find the numeric dates of a text, each with its character offsets."""
    context = ReferenceContext(said_at, future=False)
    for pattern, make in _PATTERNS:
        for match in pattern.finditer(text):
            item = make(match, context)
            if item is not None:
                yield *match.span("x"), item
