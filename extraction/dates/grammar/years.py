"""What the words for years and their parts come to: quarters, halves, seasons, decades, holidays.

As in ``date_calendar``, each function is the right-hand side of rules in ``date_rules``.
"""

from __future__ import annotations

from datetime import datetime

from extraction import periods
from extraction.date_formats import short_year
from extraction.date_items import Item, dated, yearly
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
    """ "The third quarter", fiscal ones too: a fiscal year is the calendar's if none is known."""
    made = numbered_quarter(said_at, number)
    return None if made is None else yearly_again(made)


def spoken_half(said_at: datetime, number: Item) -> Item | None:
    """ "The first half" of some year."""
    return numbered_half(said_at, number)


def yearly_again(made: Item) -> Item:
    """The same, but a date only in company."""
    assert made.yearly is not None
    return yearly(made.yearly, word=made.word, sure=False)


def iso_week(said_at: datetime, number: Item) -> Item | None:
    """ "Week 31", as ISO 8601 counts them."""
    zone, which = said_at.tzinfo, _number(number)
    if not 1 <= which <= WEEK_MAX or number.word in ("amount", "spelled"):
        return None
    return yearly(lambda year: periods.iso_week(which, year, zone), word="week", sure=False)


def whole_year(said_at: datetime, year: Item) -> Item:
    """ "2019", "nineteen ninety-six"; ``fiscal_year`` where a word says that it is a year."""
    return dated(periods.year(_number(year), said_at.tzinfo), sure=year.sure)


def named_year(said_at: datetime, year: Item) -> Item | None:
    """ "The year 800"; "year 3" counts in something else."""
    number = _number(year)
    return dated(periods.year(number, said_at.tzinfo)) if number >= 100 else None


def fiscal_year(said_at: datetime, year: Item) -> Item | None:
    """ "Fiscal 1989", "FY19": a fiscal year is the calendar's if no other is known."""
    number = _number(year)
    if year.word in ("amount", "spelled") or number < 10:
        return None
    if number < 100:
        number = short_year(number, said_at)
    return named_year(said_at, Item("YEAR", number=number))


def short(said_at: datetime, year: Item) -> Item:
    """ "'98"."""
    return dated(periods.year(short_year(_number(year), said_at), said_at.tzinfo), sure=False)


def decade(said_at: datetime, number: Item) -> Item | None:
    """ "The 1970s", "the '90s"."""
    first = _number(number)
    if first % 10 or (number.kind == "NUM" and len(number.word) not in (2, 4)):
        return None
    return _decade(said_at, first, sure=first >= 1_000)


def decade_in_words(said_at: datetime, tens: Item) -> Item | None:
    """ "The seventies", "nineteen seventies"."""
    return _decade(said_at, _number(tens), sure=tens.word == "century")


def the_decade(said_at: datetime, number: Item) -> Item | None:
    """A decade after "the": nothing more is needed to tell it."""
    made = decade_in_words(said_at, number) if number.kind == "TENS" else decade(said_at, number)
    return None if made is None else dated(made.period)


def _decade(said_at: datetime, first: int, *, sure: bool) -> Item:
    if first < 100:
        first += 1900 if first >= 20 else 2000
    return dated(periods.decade(first, said_at.tzinfo), sure=sure)


def century(said_at: datetime, number: Item) -> Item | None:
    """ "The 21st century", from its round year: 2000."""
    first = 100 * (_number(number) - 1)
    whole = periods.months(first, 1, 1_200, said_at.tzinfo, Precision.DECADE)
    return None if whole is None else dated(whole)


def on_holiday(_said_at: datetime, day: Item) -> Item:
    """A holiday said without a year."""
    assert day.yearly is not None
    return yearly(day.yearly, word="feast", sure=False)
