"""Canonical values: what is one value however it is written, and what is none."""

import time
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import pairwise
from unicodedata import combining, normalize

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from graph.errors import InvalidArgument
from graph.model.values.canonical import canonical, comparable
from graph.model.values.numbers import format_number, parse_number, to_decimal
from graph.model.values.units import parse_unit
from graph.validation import name_key, text_form
from graph.vocabulary import ValueType

NUMBER, QUANTITY = ValueType.NUMBER, ValueType.QUANTITY
DATE, BOOLEAN, TEXT = ValueType.DATE, ValueType.BOOLEAN, ValueType.TEXT


def form(value: str, kind: ValueType, measured_in: str | None = None) -> str:
    return canonical(value, kind, field="value", measured_in=measured_in)[0]


def typed(value: str, kind: ValueType, measured_in: str | None = None) -> object:
    return canonical(value, kind, field="value", measured_in=measured_in)[1]


def refused(value: str, kind: ValueType, measured_in: str | None = None) -> InvalidArgument:
    with pytest.raises(InvalidArgument) as found:
        form(value, kind, measured_in)
    assert found.value.field == "value"
    assert found.value.hint
    return found.value


SAME_QUANTITY = [
    ("3000 meter", ["3 km", "3km", "3 KM", "3000 m", "3,000 metres", "3 000 m", "3.0 Kilometres"]),
    ("293.15 kelvin", ["20 °C", "20 C", "20 ℃", "20 degrees Celsius", "68 °F", "68F", "293.15 K"]),
    ("268.15 kelvin", ["-5 °C", "−5 °C", "23 °F"]),
    ("1 meter/second", ["3.6 km/h", "3.6 kilometres per hour", "3.6 kmh", "1 m/s"]),
    ("1.8034 meter", ["5 ft 11 in", "5 feet 11 inches", "5'11\"", "5′11″", "180.34 cm", "71 in"]),
    ("5400 second", ["1 h 30 min", "1h30m", "90 min", "1.5 hours", "5400 s"]),
    ("10 meter**2", ["10 m²", "10 m2", "10 m^2", "10 square metres", "10 sqm", "10 sq m"]),
    ("0.5", ["50%", "50 percent", "0.5"]),
    ("128000000000 bit", ["16 GB", "16gb", "16 gigabytes"]),
    ("80 kilogram", ["80 kg", "80 kilos", "80 Kgs", "80,000 g", "0.08 t"]),
    ("631152000 second", ["2 decades", "20 years", "1 decade 10 years", "0.2 centuries"]),
    ("20 meter/second", ["6311520 km/decade", "72 km/h", "20 m per s"]),
    ("100000000 bit/second", ["100 Mb/s", "100 Mbit/s", "100 Mbps", "100 mb/s", "0.1 Gb/s"]),
    ("800000000 bit/second", ["100 MB/s", "100 MBps", "100 megabytes per second", "800 Mb/s"]),
    ("8192 bit", ["1 KiB", "8 Kib", "1024 bytes"]),
    ("3 db", ["3 dB", "3 db"]),
    ("50000 usd", ["$50,000", "50000 USD", "usd 50 000", "50,000 dollars"]),
    ("50 eur/month", ["€50/month", "50 EUR per month", "50 euros / month"]),
    ("3 cats", ["3 cats", "3 CATS", "3  cats"]),
    ("4", ["4", "4.0", "+4"]),
]


@pytest.mark.parametrize(("wanted", "said"), SAME_QUANTITY, ids=[a for a, _ in SAME_QUANTITY])
def test_a_quantity_has_one_form_however_it_is_written(wanted: str, said: list[str]):
    assert {form(one, QUANTITY) for one in (*said, wanted)} == {wanted}


def test_different_quantities_stay_apart():
    said = [
        "3 km",
        "3 kg",
        "3 cats",
        "3 dogs",
        "3 USD",
        "3 EUR",
        "3",
        "3 C",
        "3 am",
        "3 MB",
        "3 Mbit",
        "3 MB/s",
        "3 Mb/s",
        "3 decades",
        "3 years",
        "3 quarters",
        "3 dB",
        "3 byte",
    ]

    assert len({form(one, QUANTITY) for one in said}) == len(said)


# Units that a library cannot compute with, and texts that are to make it do something else.
ODD_UNITS = (
    "decade octave dB dBm neper bel cologarithm pH degC delta_degC °C degF °F degR degC/km °C**2 "
    "km/decade decade**2 kilodecade millidegC percent %/decade ppm radian dimensionless count "
    "quarter century/decade m**99 m**-4 m**0.5 1/s //s **2 *m m* m/0 m% % π ∞ nan inf NaN "
    "__import__('os') ().__class__ lambda:0 {0} %s $1 ${x} 1e5 e5 µm Å ㎞ ℃ m² m⁻¹ ²m"
)


def test_no_unit_however_odd_ends_in_an_error_that_is_none_of_ours():
    amounts = ("2", "0", "-3.5", "1e300", "1e-300", "1e999", "9" * 40, "٣", "1,000")
    units = [
        *ODD_UNITS.split(),
        "x" * 2_000,
        "m*" * 900 + "m",
        "(" * 1_500,
        "5 ft " * 400,
        "a b " * 400,
    ]
    began = time.monotonic()
    for unit in units:
        for kind, measured_in in (
            (QUANTITY, None),
            (QUANTITY, unit),
            (NUMBER, unit),
            (NUMBER, "m"),
        ):
            for amount in amounts:
                for said in (f"{amount} {unit}", f"{amount}{unit}", amount):
                    with suppress(InvalidArgument):
                        form(said, kind, measured_in)
    assert time.monotonic() - began < 60


def test_a_quantity_is_shown_as_it_was_said():
    assert typed("3,000 Metres", QUANTITY) == {"quantity": 3000, "unit": "Metres"}
    assert typed("2.5 KG", QUANTITY) == {"quantity": 2.5, "unit": "KG"}
    assert typed("€50", QUANTITY) == {"quantity": 50, "unit": "€"}
    assert typed("5 ft 11 in", QUANTITY) == {"quantity": 71, "unit": "in"}


def test_what_is_no_quantity_is_refused():
    said = ["", "km", "about 3 km", "5-10 km", "1 km 3 kg", "5 ft 11", "1/2 cup", "½ cup", "3 5"]
    for one in said:
        assert "3 km" in (refused(one, QUANTITY).hint or "")


def test_a_bare_number_takes_the_attributes_unit():
    assert form("3", QUANTITY, "km") == form("3 km", QUANTITY)
    assert typed("3", QUANTITY, "km") == {"quantity": 3, "unit": "km"}
    assert form("2 mi", QUANTITY, "km") == form("3.218688 km", QUANTITY)
    assert form("50", QUANTITY, "EUR") == form("€50", QUANTITY)


def test_an_amount_of_another_kind_than_the_attributes_is_refused():
    for said, measured_in in (("3 kg", "km"), ("3 cats", "km"), ("5 USD", "EUR"), ("5 km", "cats")):
        error = refused(said, QUANTITY, measured_in)
        assert measured_in in (error.hint or "")
    assert comparable("km", "mi")
    assert comparable(None, "%")
    assert not comparable("km", "kg")
    assert not comparable("EUR", "USD")


def test_a_number_with_a_unit_is_told_in_that_unit():
    assert form("180", NUMBER, "cm") == form("1.8 m", NUMBER, "cm") == "180"
    assert typed("1.8 m", NUMBER, "cm") == 180
    assert "cm" in (refused("3 kg", NUMBER, "cm").hint or "")
    refused("12 km", NUMBER)


def test_a_number_has_one_form_however_it_is_written():
    said = [
        "1,000",
        "1000",
        "1000.0",
        "1 000",
        "1'000",
        "1_000",
        "+1000",
        "1e3",
        "１０００",
        "1000.",
    ]

    assert {form(one, NUMBER) for one in said} == {"1000"}
    assert form("-0", NUMBER) == form("0.000", NUMBER) == "0"
    assert form("٤٢", NUMBER) == form("42", NUMBER) == form("42", TEXT)
    assert form("1,000", TEXT) == "1,000"
    assert (typed("42", NUMBER), typed("0.5", NUMBER)) == (42, 0.5)


def test_every_digit_of_a_number_counts():
    long = "1234567890123456789012345678901234567890.1"

    assert form(long, NUMBER) == long
    assert form(long, NUMBER) != form(long[:-1] + "2", NUMBER)


def test_what_is_no_number_is_refused():
    for one in (
        "",
        "abc",
        "1,5",
        "12,34",
        "1,0000",
        "1,000 000",
        "1 2",
        "e5",
        "NaN",
        "inf",
        "0x10",
    ):
        refused(one, NUMBER)


SAME_DATE = [
    (
        "2024-05-03",
        "3 May 2024; 3rd of May 2024; May 3, 2024; May 3rd 2024; 3-May-2024; 2024/05/03",
    ),
    ("2024-05-03", "2024.5.3; 20240503; 2024-05-03T00:00:00Z; Friday, 3 May 2024; Fri 3 May 2024"),
    ("2024-04-13", "13/04/2024; 04/13/2024; 13.4.2024"),
    ("2024-05-05", "05/05/2024; 5 May 2024"),
    ("2024-05", "May 2024; 2024/05; may, 2024; 2024 May"),
    ("2024-05-03T08:00:00Z", "2024-05-03T10:00:00+02:00; 2024-05-03 08:00Z"),
]


@pytest.mark.parametrize(("wanted", "said"), SAME_DATE)
def test_a_date_has_one_form_however_it_is_written(wanted: str, said: str):
    assert {form(one, DATE) for one in (*said.split("; "), wanted)} == {wanted}


def test_how_exact_a_date_is_belongs_to_it():
    assert len({form(one, DATE) for one in ("2024", "2024-01", "2024-01-01")}) == 3


def test_a_date_that_could_be_two_days_is_refused_with_both():
    hint = refused("03/04/2024", DATE).hint or ""

    assert "2024-03-04" in hint
    assert "2024-04-03" in hint


def test_what_is_no_date_is_refused():
    said = "tomorrow; 3 May; 30 Feb 2024; 2024-13; 9999-01-01; 0000; Monday, 3 May 2024; 24; May"
    for one in said.split("; "):
        refused(one, DATE)
    assert "offset" in (refused("2024-05-03T10:00", DATE).hint or "")


def test_a_truth_has_one_form_however_it_is_written():
    assert {form(one, BOOLEAN) for one in ("Yes", "TRUE", "on", "1", " y ")} == {"true"}
    assert {form(one, BOOLEAN) for one in ("no", "False", "off", "0")} == {"false"}
    assert typed("Yes", BOOLEAN) is True
    refused("perhaps", BOOLEAN)


UNITS = [
    "km",
    "m",
    "ft",
    "°C",
    "°F",
    "K",
    "kg",
    "lb",
    "h",
    "GB",
    "%",
    "EUR",
    "cats",
    "km/h",
    "m²",
    "",
]
AMOUNTS = st.decimals(
    allow_nan=False, allow_infinity=False, places=6, min_value=-(10**9), max_value=10**9
)


@given(AMOUNTS, st.sampled_from(UNITS), st.sampled_from([None, *UNITS]))
def test_the_canonical_form_of_a_quantity_is_its_own(number: Decimal, said: str, measured_in):
    measured_in = measured_in or None
    if measured_in is not None and said and not comparable(said, measured_in):
        return
    once = form(f"{number} {said}", QUANTITY, measured_in)

    if " " in once or measured_in is None:
        assert form(once, QUANTITY, measured_in) == once


@given(
    AMOUNTS,
    st.sampled_from([("km", "m", 1000), ("h", "min", 60), ("kg", "g", 1000), ("ft", "in", 12)]),
)
def test_a_quantity_equals_itself_in_another_unit(number: Decimal, units):
    large, small, factor = units

    assert form(f"{number} {large}", QUANTITY) == form(f"{number * factor} {small}", QUANTITY)


@given(AMOUNTS, AMOUNTS)
def test_degrees_are_equal_exactly_where_the_temperatures_are(one: Decimal, other: Decimal):
    fahrenheit = format_number(to_decimal(Fraction(one) * Fraction(9, 5) + 32))

    assert form(f"{one} °C", QUANTITY) == form(f"{fahrenheit} °F", QUANTITY)
    assert (form(f"{one} °C", QUANTITY) == form(f"{other} °C", QUANTITY)) == (one == other)


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_numbers_are_one_exactly_where_they_are_equal(number: Decimal):
    text = format(number, "f") if abs(number.adjusted()) < 500 else "0"
    once = form(text, NUMBER)

    assert form(once, NUMBER) == once
    assert parse_number(once) == Decimal(text)
    assert form("0" + text.removeprefix("-"), NUMBER) == once.removeprefix("-")


@given(st.fractions())
def test_a_fraction_is_kept_to_the_last_digit_or_to_34(number: Fraction):
    kept = Fraction(to_decimal(number))

    assert kept == Fraction(to_decimal(kept))
    assert abs(kept - number) <= abs(number) / 10**33


@given(st.dates(max_value=date(9998, 12, 31)))
def test_the_spellings_of_a_day_are_one(day: date):
    iso = day.isoformat()
    month = "janfebmaraprmayjunjulaugsepoctnovdec"[3 * day.month - 3 : 3 * day.month]

    assert form(iso, DATE) == iso
    assert form(f"{day.day} {month} {day.year:04}", DATE) == iso
    assert form(f"{month.title()} {day.day}, {day.year:04}", DATE) == iso
    assert form(f"{iso}T00:00:00+00:00", DATE) == iso


@given(
    st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9997, 1, 1)),
    st.integers(-840, 840),
)
def test_an_instant_is_one_in_every_offset(naive: datetime, minutes: int):
    instant = naive.replace(tzinfo=UTC)
    once = form(instant.isoformat(), DATE)

    elsewhere = instant.astimezone(timezone(timedelta(minutes=minutes)))
    assert form(elsewhere.isoformat(), DATE) == once
    assert form(once, DATE) == once


@given(st.text(max_size=30))
def test_the_canonical_form_of_a_text_is_its_own(text: str):
    for key in (text_form, name_key):
        assert key(key(text)) == key(text)


# Letters of which the case is no matter of one letter for another, and marks that go with them.
CASED = "aiIjxZéïİßẞſςσΣŉǰΐᾳᾼﬁﬃÅǅǆ\u0301\u0307\u0323\u0328\u0345 "


def has_mark_behind_iota(name: str) -> bool:
    """Whether a letter has an iota below and more marks than any of Unicode's letters, as no word
    does: the iota becomes a letter of its own, and takes the marks that are left.
    """
    letters = normalize("NFC", name.lower())
    return any("\u0345" in normalize("NFD", a) and combining(b) for a, b in pairwise(letters))


@given(st.text(CASED, max_size=12) | st.text(st.characters(categories=["L"]), max_size=12))
def test_a_name_is_one_in_every_case_and_every_normal_form(name: str):
    # Capitals do not tell the dotless letter from the dotted; and the iota that is written below a
    # letter becomes one of its own in capitals, so that marks have to be in their order before.
    name = normalize("NFC", name.replace("ı", ""))
    assume(not has_mark_behind_iota(name))
    changes = [str.upper, str.lower, str.casefold, str.swapcase]
    changes += [partial(normalize, form) for form in ("NFC", "NFD", "NFKC", "NFKD")]
    assert {name_key(change(name)) for change in changes} == {name_key(name)}


def test_a_second_dot_is_no_letter_of_a_name():
    same = [
        ("İstanbul", "Istanbul", "istanbul", "İSTANBUL", "ISTANBUL", "I\u0307stanbul"),
        ("İzmir", "Izmir", "i\u0307zmir"),
        ("Şahin", "ŞAHİN"),
        ("Yiğit", "YİĞİT", "Yi\u0307ğit"),
        ("Straße", "STRASSE", "STRAẞE"),
        ("Οδυσσεύς", "ΟΔΥΣΣΕΎΣ"),
        ("Efﬁe", "EFFIE"),
        ("Jį", "J\u0307Į\u0307"),
    ]
    for names in same:
        assert len({name_key(one) for one in names}) == 1, names
    apart = [("Diyarbakır", "Diyarbakir"), ("Şener", "Sener"), ("São Paulo", "Sao Paulo")]
    apart += [("Żak", "Zak"), ("Ïda", "Ida"), ("ȧ", "a")]
    for one, other in apart:
        assert name_key(one) != name_key(other)


@given(st.text(alphabet="abcd mkgftin°²³/*%$€'\".-0123456789 CFKM", max_size=12))
def test_whatever_is_read_is_read_again_as_the_same(text: str):
    for kind in (NUMBER, QUANTITY, DATE, BOOLEAN):
        try:
            once = form(text, kind)
        except InvalidArgument:
            continue
        assert form(once, kind) == once


@given(st.text(max_size=12))
def test_the_base_of_a_unit_is_its_own_base(said: str):
    assert parse_unit(parse_unit(said).base).base == parse_unit(said).base


def test_letters_kept_apart_by_what_is_not_seen_are_one():
    assert name_key("e\u200d\u0301") == name_key("é")


@pytest.mark.parametrize("text", ["11e999", "1" * 1_001, "0." + "0" * 999 + "1"])
def test_a_number_that_its_canonical_form_cannot_say_is_refused(text):
    with pytest.raises(InvalidArgument):
        canonical(text, ValueType.NUMBER, field="value")
