"""Bad input is refused with a code, the field and what to do."""

import math
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as some

from graph import validation
from graph.clock import END_OF_TIME, START_OF_TIME, outward, to_utc, zone_of
from graph.errors import (
    BadCharacters,
    BadId,
    DoxaError,
    Empty,
    Incorrect,
    InvalidArgument,
    InvertedInterval,
    NaiveTime,
    OutOfRange,
    TooLarge,
)
from graph.model.commands import Assertion, EntityRef

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
offsets = some.integers(-23 * 60, 23 * 60).map(lambda m: timezone(timedelta(minutes=m)))
moments = some.datetimes(datetime(2, 1, 1), datetime(9997, 1, 1), timezones=offsets)


@given(moments)
def test_a_time_keeps_its_instant_and_loses_its_offset(moment):
    there = to_utc(moment, field="at")

    assert there == moment
    assert there.tzinfo is UTC


@given(some.datetimes())
def test_a_time_without_an_offset_is_refused(moment):
    with pytest.raises(NaiveTime) as refused:
        to_utc(moment, field="input.validFrom")
    assert refused.value.field == "input.validFrom"
    assert refused.value.hint


@pytest.mark.parametrize(
    "moment",
    [
        END_OF_TIME,
        datetime(9999, 12, 31, 23, 59, 59, tzinfo=timezone(-timedelta(hours=2))),
        datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=2))),
    ],
)
def test_a_time_outside_the_years_that_can_be_told_is_refused(moment):
    with pytest.raises(OutOfRange):
        to_utc(moment, field="at")


def test_the_first_and_last_moments_are_taken():
    last = END_OF_TIME - timedelta(microseconds=1)

    assert to_utc(START_OF_TIME, field="at") == START_OF_TIME
    assert to_utc(last, field="at") == last


def test_an_open_end_is_shown_as_none():
    assert outward(END_OF_TIME) is None
    assert outward(NOON) == NOON


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", Empty),
        (" \t\n", Empty),
        ("x" * 11, TooLarge),
        ("a\x00b", BadCharacters),
        ("a\x1bb", BadCharacters),
        ("a\x85b", BadCharacters),
        ("a\ud800b", BadCharacters),
    ],
)
def test_bad_text_is_refused(text, error):
    with pytest.raises(error) as refused:
        validation.text(text, 10, field="input.text")
    assert refused.value.field == "input.text"
    assert refused.value.hint


@pytest.mark.parametrize("text", ["a\tb\nc\r", "naïve — “quoted”", "北京", "👩‍💻"])
def test_text_of_any_script_stays_as_it_is(text):
    assert validation.text(text, 20, field="text") == text


def test_a_name_is_one_line():
    assert validation.name_text("  Ada \n Lovelace ", 20, field="name") == "Ada Lovelace"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("\u200b", Empty),
        ("\u200d \u2800", Empty),
        ("\u3164\u00ad", Empty),
        ("?!", BadCharacters),
        ("…", BadCharacters),
        ("- \u200b_", BadCharacters),
        ("\u0301", BadCharacters),
    ],
)
def test_a_name_without_a_letter_digit_or_symbol_is_refused(text, error):
    for check in (validation.meaning, validation.name):
        with pytest.raises(error):
            check(text, 10, field="name")


@pytest.mark.parametrize("text", ["x" * 2_000, "北" * 2_000, "\U0001f600" * 1_750, "\ufdfa" * 212])
def test_what_an_index_can_hold_in_canonical_form_is_taken(text):
    assert validation.meaning(text, 2_000, field="value") == text


@pytest.mark.parametrize("text", ["\U0001f600" * 1_751, "\ufdfa" * 213])
def test_what_no_index_can_hold_in_canonical_form_is_refused(text):
    with pytest.raises(TooLarge) as refused:
        validation.meaning(text, 2_000, field="value")
    assert refused.value.field == "value"


@pytest.mark.parametrize("text", ["7", "C++", "🙂", "👩‍💻", "€", "北京", "-1", "ß", "♥️"])
def test_a_letter_a_digit_or_a_symbol_is_a_name(text):
    assert validation.name(text, 10, field="name") == text


def test_a_time_may_be_ahead_by_what_clocks_differ():
    margin = timedelta(minutes=5)

    validation.not_ahead(NOON + margin, NOON, margin, field="said_at")
    validation.not_ahead(None, NOON, margin, field="said_at")
    with pytest.raises(OutOfRange):
        validation.not_ahead(NOON + margin * 1.01, NOON, margin, field="said_at")


@pytest.mark.parametrize("score", [-0.01, 1.01, math.nan, math.inf, -math.inf])
def test_a_score_outside_its_bounds_is_refused(score):
    with pytest.raises(OutOfRange):
        validation.score(score, field="input.confidence")


@pytest.mark.parametrize("score", [0, 0.0, 0.4, 1])
def test_a_score_within_its_bounds_is_a_float(score):
    assert validation.score(score, field="confidence") == score
    assert type(validation.score(score, field="confidence")) is float


@pytest.mark.parametrize(
    "ident", ["", "m_", "m_1", "M_abcdefgh", "m_abcdefg!", "m_" + "a" * 65, "x"]
)
def test_a_string_that_cannot_be_an_id_is_refused(ident):
    with pytest.raises(BadId):
        validation.ident(ident, field="id")


@pytest.mark.parametrize("tenant", ["", ".", "-a", "a b", "a/b", "é", "a" * 101, "a\n"])
def test_a_string_that_cannot_name_a_tenant_is_refused(tenant):
    with pytest.raises(BadId):
        validation.tenant_name(tenant)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("2024-05-01", NaiveTime),
        ("2024-05-01T09:00:00", NaiveTime),
        ("tomorrow", OutOfRange),
        ("2024-13-01T09:00:00Z", OutOfRange),
        ("9999-01-01T00:00:00Z", OutOfRange),
    ],
)
def test_text_that_is_no_instant_is_refused(text, error):
    with pytest.raises(error):
        validation.instant_text(text, field="at")


def test_the_forms_of_rfc_3339_are_taken_and_a_leap_second_is_the_next_second():
    for text, instant in (
        ("2024-05-01t12:00:00z", NOON),
        ("2024-05-01T11:59:60Z", NOON),
        ("2024-05-01 13:59:60+02:00", NOON),
        ("2024-05-01t11:59:60.25z", NOON + timedelta(seconds=0.25)),
    ):
        assert validation.instant_text(text, field="at") == instant, text
    for text in ("2024-05-01T11:59:61Z", "2024-05-01T11:60:00Z", "2024-05-01T24:00:60Z"):
        with pytest.raises(OutOfRange):
            validation.instant_text(text, field="at")
    with pytest.raises(NaiveTime):
        validation.instant_text("2016-12-31T23:59:60", field="at")


def test_an_instant_is_read_from_text():
    assert validation.instant_text(" 2024-05-01T14:00:00+02:00 ", field="at") == NOON


@pytest.mark.parametrize("end", [NOON, NOON - timedelta(microseconds=1)])
def test_an_interval_that_does_not_go_forward_is_refused(end):
    with pytest.raises(InvertedInterval):
        validation.interval(NOON, end, field="input.validTo")


@pytest.mark.parametrize(("start", "end"), [(None, NOON), (NOON, None), (None, None)])
def test_an_open_interval_is_taken(start, end):
    validation.interval(start, end, field="validTo")


ADA = EntityRef(name="Ada")


@pytest.mark.parametrize(
    ("assertion", "code", "field"),
    [
        (Assertion(EntityRef(), "lives_in", value="x"), "INVALID_ARGUMENT", "entity"),
        (
            Assertion(EntityRef(id="e_" + "a" * 26, name="A"), "lives_in", value="x"),
            "INVALID_ARGUMENT",
            "entity",
        ),
        (Assertion(EntityRef(id="nonsense"), "lives_in", value="x"), "BAD_ID", "entity"),
        (Assertion(ADA, " ", value="x"), "EMPTY", "attribute"),
        (Assertion(ADA, "lives_in"), "INVALID_ARGUMENT", "value"),
        (
            Assertion(ADA, "lives_in", value="x", target=EntityRef(name="y")),
            "INVALID_ARGUMENT",
            "value",
        ),
        (Assertion(ADA, "lives_in", value="x" * 2001), "TOO_LARGE", "value"),
        (Assertion(ADA, "lives_in", value="a\x00"), "BAD_CHARACTERS", "value"),
        (Assertion(ADA, "is", value="x", confidence=math.nan), "OUT_OF_RANGE", "confidence"),
        (Assertion(ADA, "is", value="x", importance=1.5), "OUT_OF_RANGE", "importance"),
        (
            Assertion(ADA, "is", value="x", valid_from=NOON.replace(tzinfo=None)),
            "NAIVE_TIME",
            "valid_from",
        ),
        (
            Assertion(ADA, "is", value="x", valid_from=NOON, valid_to=NOON),
            "INVERTED_INTERVAL",
            "valid_to",
        ),
        (
            Assertion(ADA, "is", value="x", valid_from=NOON, vouched_until=NOON - timedelta(1)),
            "INVERTED_INTERVAL",
            "vouched_until",
        ),
    ],
)
def test_a_bad_assertion_is_refused_with_its_field(assertion, code, field):
    with pytest.raises(Incorrect) as refused:
        assertion.checked()
    assert (refused.value.code, refused.value.field) == (code, field)
    assert refused.value.hint


def test_a_good_assertion_comes_out_in_its_one_form():
    checked = Assertion(
        EntityRef(name=" Ada  Lovelace"),
        "Lives-In",
        value="London",
        valid_from=datetime(2024, 5, 1, 14, tzinfo=timezone(timedelta(hours=2))),
    ).checked()

    assert checked.entity.name == "Ada Lovelace"
    assert checked.attribute == "lives_in"
    assert checked.valid_from == NOON
    assert checked.valid_from.tzinfo is UTC


def kinds(of):
    yield of
    for kind in of.__subclasses__():
        yield from kinds(kind)


def test_every_error_has_a_code_an_exit_code_and_a_sentence():
    for kind in kinds(DoxaError):
        assert kind.code.isupper()
        assert kind.exit_code in (2, 70, 75)
        assert kind.__doc__


def test_an_error_can_be_seen_from_further_out():
    error = Empty("no text", field="text")

    assert error.within("input").field == "input.text"
    assert Empty("nothing").within("input").field == "input"


@pytest.mark.parametrize(
    "name", ["Europe/Atlantis", "", "localtime", "Europe", "../../etc/passwd", "+99:00", "x\x00"]
)
def test_a_time_zone_that_there_is_not_is_refused(name):
    with pytest.raises(InvalidArgument) as refused:
        zone_of(name, field="timeZone")

    assert refused.value.field == "timeZone"
    assert "Europe/Berlin" in refused.value.hint


@pytest.mark.parametrize("name", ["Europe/Berlin", "+01:00", "+0100"])
def test_a_time_zone_is_a_name_or_an_offset(name):
    assert zone_of(name, field="timeZone").utcoffset(datetime(2026, 1, 1)) == timedelta(hours=1)
