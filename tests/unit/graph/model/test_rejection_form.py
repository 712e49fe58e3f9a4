"""What looks the same has one form; what a reader tells apart has not."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.ids import new_id
from graph.model.rejection_form import claimed_forms, rejection_form
from graph.model.slot_keys import rejection_key
from graph.model.values.canonical import canonical
from graph.model.values.numbers import format_number
from graph.vocabulary import ValueType

CYRILLIC = str.maketrans("aceopxyABCEHKMOPTXi", "асеорхуАВСЕНКМОРТХі")
GREEK = str.maketrans("ABEHIKMNOPTXY", "ΑΒΕΗΙΚΜΝΟΡΤΧΥ")
DEFAULT_IGNORABLE = "\u00ad\u034f\u061c\u115f\u180b\u180e\u200b\u200d\u202e\u2060\u3164\ufe0f\uffa0"
UNITS = ("m", "km", "kg", "min", "EUR", "%", "km/h", "degC")
TEXTS = st.text(min_size=1, max_size=12) | st.text(
    "aAbBiIlL1|oO0mrnéü.-_' ", min_size=1, max_size=8
)


def text(value: str) -> str:
    return canonical(value, ValueType.TEXT, field="value")[0]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Berlin", "Berlin."),
        ("Berlin", "“Berlin”"),
        ("Berlin", "…Berlin!?"),
        ("Berlin", "**Berlin**"),
        ("Berlin", "Веrlіn"),
        ("Berlin", "ВЕRLIN"),
        ("Berlin", "Berl\u0131n"),
        ("BERLIN", "BERLlN"),
        ("Berlin", "𝓑𝓮𝓻𝓵𝓲𝓷"),
        ("Berlin", "B\u200be\u2060r\u00adlin\u202e"),
        ("Москва", "MOCKBA"),
        ("ASR1605", "ASRI605"),
        ("ASR1605", "ASR16O5"),
        ("modern", "rnodern"),
        ("Zürich", "Zurich"),
        ("Zu\u0308rich", "ZÜRICH"),
        ("Łódź", "Lodz"),
        ("Ёлка", "елка"),
        ("Saint-Denis", "Saint – Denis"),
        ("Saint-Denis", "saint_denis"),
        ("O'Brien", "O’Brien"),
        ("٥٠", "50"),
        ("−5", "-5"),
        ("Acme Inc", "Acme  Inc."),
        ("Acme Inc", "Acme, Inc."),
        ("New York", "NewYork"),
        ("x-ray", "x ray"),
        ("x-ray", "xray"),
        ("JP Morgan", "J.P. Morgan"),
        ("JP Morgan", "J\u2024P\u2024 Morgan"),
        ("O'Brien", "OBrien"),
        ("ASR1605", "ASR-1605"),
        ("St Denis", "St. Denis"),
        ("5 km", "5km"),
    ],
)
def test_what_looks_the_same_has_one_form(one, other):
    assert rejection_form(text(one)) == rejection_form(text(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Berlin", "Bern"),
        ("Acme", "Acme Inc."),
        ("5", "-5"),
        ("10.00", "1,000"),
        ("1.5", "15"),
        ("v1.2", "v12"),
        ("1 000", "1000"),
        ("room 1, 2", "room 12"),
        ("I/O", "IO"),
        ("R&D", "RD"),
        ("+49", "49"),
        ("٥٠", "٥"),
        ("C", "C#"),
        ("C", "C++"),
        ("50", "50%"),
        ("$5", "€5"),
        ("мой", "мои"),
        ("か", "が"),
        ("กิน", "กัน"),
        ("2020-01", "2020-10"),
        ("x", "y"),
    ],
)
def test_what_a_reader_tells_apart_has_two(one, other):
    assert rejection_form(text(one)) != rejection_form(text(other))


@given(TEXTS | st.text("βηνυабв bhny", min_size=1))
def test_a_claim_looks_like_itself_and_at_most_in_one_other_way(value):
    forms = claimed_forms(value)

    assert rejection_form(value) in forms
    assert len(forms) <= 2


@given(st.text("aehikmoprtxy bn", min_size=1, max_size=12).filter(str.strip))
def test_no_greek_capital_makes_another(value):
    claimed = text(value.upper().translate(GREEK))

    assert rejection_form(value) in claimed_forms(claimed)


@pytest.mark.parametrize(
    ("rejected", "claimed"),
    [("Berlin", "Βerlin"), ("Nike", "Νike"), ("van", "νan"), ("Hyundai", "Ηyundai")],
)
def test_a_claim_is_read_as_capitals_too(rejected, claimed):
    assert rejection_form(text(rejected)) in claimed_forms(text(claimed))


@given(st.from_regex(r"[a-z0-9 .-]{1,12}", fullmatch=True), st.sampled_from("bcdw"))
def test_one_letter_more_makes_another(value, letter):
    assert rejection_form(value) not in claimed_forms(value + letter)


@given(st.sampled_from(DEFAULT_IGNORABLE), st.integers(0, 6))
def test_what_cannot_be_seen_makes_no_other(unseen, at):
    value = "Berlin"[:at] + unseen + "Berlin"[at:]

    assert rejection_form(value) == rejection_form("Berlin")


@given(st.lists(st.from_regex(r"[a-z]{1,5}", fullmatch=True), min_size=1), st.data())
def test_what_parts_letters_makes_no_other(words, data):
    parted = "".join(
        word + data.draw(st.sampled_from([" ", "-", ". ", "_", ", ", "\u2019", ""]))
        for word in words
    )

    assert rejection_form(parted) == rejection_form("".join(words))


@given(TEXTS)
def test_values_that_are_one_have_one_form(value):
    assert rejection_form(value) == rejection_form(text(value))
    assert rejection_form(value) == rejection_form(value.upper().lower())


@given(st.text("acdehkop txy", min_size=1, max_size=12).filter(str.strip))
def test_no_homoglyph_makes_another(value):
    assert rejection_form(value.translate(CYRILLIC)) == rejection_form(value)
    assert rejection_form(text(value.upper().translate(CYRILLIC))) == rejection_form(value)


@given(
    st.decimals(allow_nan=False, allow_infinity=False, places=3), st.decimals(-999, 999, places=1)
)
def test_forms_of_numbers_differ_where_the_numbers_do(one, other):
    first, second = (format_number(Decimal(number)) for number in (one, other))

    assert (rejection_form(first) == rejection_form(second)) == (first == second)


@given(*[st.tuples(st.integers(-999, 999), st.sampled_from(UNITS))] * 2)
def test_forms_of_quantities_differ_where_the_quantities_do(one, other):
    first, second = (
        canonical(f"{number} {unit}", ValueType.QUANTITY, field="value")[0]
        for number, unit in (one, other)
    )

    assert (rejection_form(first) == rejection_form(second)) == (first == second)


@given(*[st.dates(max_value=date(9998, 12, 31))] * 2)
def test_forms_of_dates_differ_where_the_dates_do(one, other):
    first, second = (
        canonical(date.isoformat(), ValueType.DATE, field="value")[0] for date in (one, other)
    )

    assert (rejection_form(first) == rejection_form(second)) == (first == second)


def test_an_entity_is_told_by_its_id_alone():
    one = new_id("e")

    assert rejection_form(one) == one


def test_a_key_is_of_a_slot_and_of_what_its_value_looks_like():
    assert rejection_key("p", "berlin") == rejection_key("p", "berlin.")
    assert rejection_key("p", "berlin") != rejection_key("q", "berlin")
