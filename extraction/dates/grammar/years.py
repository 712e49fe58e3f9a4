"""Semantic actions for years and their parts: quarters, halves, seasons, decades, holidays.

As in ``calendar``, each function is the action of rules in ``rules``.
"""

from __future__ import annotations

from datetime import datetime

from extraction.dates.grammar import periods
from extraction.dates.grammar.items import Item, part_item, period_item, yearly
from extraction.dates.grammar.numeric import short_year
from graph.vocabulary import Precision

WEEK_MAX = 53


def _number(item: Item) -> int:
    return int(item.number)


def season(said_at: datetime, name: Item) -> Item:
    """ "Summer": the season of some year."""
    zone = said_at.tzinfo
    return yearly(lambda year: periods.season(name.word, year, zone), word="season", sure=False)


def numbered_quarter(said_at: datetime, number: Item) -> Item | None:
    """ "Q3"."""
    zone, which = said_at.tzinfo, _number(number)
    if not 1 <= which <= 4 or number.word == "amount":
        return None
    return yearly(lambda year: periods.quarter(which, year, zone), word="quarter")


def numbered_half(said_at: datetime, number: Item) -> Item | None:
    """ "H1 2016"."""
    zone, which = said_at.tzinfo, _number(number)
    if not 1 <= which <= 2:
        return None
    return yearly(lambda year: periods.half(which, year, zone), word="half", sure=False)


def spoken_quarter(said_at: datetime, number: Item) -> Item | None:
    """Read "The third quarter", fiscal ones too: a fiscal year is taken to be the calendar year."""
    item = numbered_quarter(said_at, number)
    return None if item is None else as_uncertain(item)


def spoken_half(said_at: datetime, number: Item) -> Item | None:
    """Read "The first half" of some year."""
    return numbered_half(said_at, number)


def as_uncertain(item: Item) -> Item:
    """Return the same item, marked as a date only in company."""
    assert item.yearly is not None
    return yearly(item.yearly, word=item.word, sure=False)


def iso_week(said_at: datetime, number: Item) -> Item | None:
    """ "Week 31", as ISO 8601 counts them."""
    zone, which = said_at.tzinfo, _number(number)
    if not 1 <= which <= WEEK_MAX or number.word in ("amount", "spelled"):
        return None
    return yearly(lambda year: periods.iso_week(which, year, zone), word="week", sure=False)


def whole_year(said_at: datetime, year: Item) -> Item:
    """ "2019", "nineteen ninety-six"."""
    return period_item(periods.year(_number(year), said_at.tzinfo), sure=year.sure)


def part(said_at: datetime, number: Item, *, third: int) -> Item | None:
    """Read "The end of the year 2020"."""
    whole = named_year(said_at, number)
    return None if whole is None else part_item(whole.period, third)


def named_year(said_at: datetime, year: Item) -> Item | None:
    """Read "The year 800"; "year 3" counts in something else."""
    number = _number(year)
    return period_item(periods.year(number, said_at.tzinfo)) if number >= 100 else None


def fiscal_year(said_at: datetime, year: Item) -> Item | None:
    """ "Fiscal 1989", "FY19": a fiscal year is taken to be the calendar year."""
    number = _number(year)
    if year.word in ("amount", "spelled") or number < 10:
        return None
    if number < 100:
        number = short_year(number, said_at)
    return named_year(said_at, Item("YEAR", number=number))


def short(said_at: datetime, year: Item) -> Item:
    """ "'98"."""
    return period_item(periods.year(short_year(_number(year), said_at), said_at.tzinfo), sure=False)


def decade(said_at: datetime, number: Item) -> Item | None:
    """Read "The 1970s", "the '90s"."""
    first = _number(number)
    if first % 10 or (number.kind == "NUM" and len(number.word) not in (2, 4)):
        return None
    return _decade_item(said_at, first, sure=first >= 1_000)


def decade_in_words(said_at: datetime, tens: Item) -> Item | None:
    """Read "The seventies", "nineteen seventies"."""
    return _decade_item(said_at, _number(tens), sure=tens.word == "century")


def the_decade(said_at: datetime, number: Item) -> Item | None:
    """Return a decade after "the": certain without further context."""
    item = decade_in_words(said_at, number) if number.kind == "TENS" else decade(said_at, number)
    return None if item is None else period_item(item.period)


def _decade_item(said_at: datetime, first: int, *, sure: bool) -> Item:
    if first < 100:
        first += 1900 if first >= 20 else 2000
    return period_item(periods.decade(first, said_at.tzinfo), sure=sure)


def century(said_at: datetime, number: Item) -> Item | None:
    """Read "The 21st century", from its round year: 2000."""
    first = 100 * (_number(number) - 1)
    whole = periods.months(first, 1, 1_200, said_at.tzinfo, Precision.DECADE)
    return None if whole is None else period_item(whole)


def on_holiday(_said_at: datetime, day: Item) -> Item:
    """Return a holiday without a year."""
    assert day.yearly is not None
    return yearly(day.yearly, word="feast", sure=False)
