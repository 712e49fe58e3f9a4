"""Dates and intervals by EDTF: what each form means, what is refused, and what is written."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as some

from graph.edtf import (
    Dated,
    DatedInterval,
    correction_text,
    dated_text,
    edtf_text,
    interval_text,
    moment_text,
    next_text,
    refuse_beside,
)
from graph.errors import Incorrect, InvalidArgument, InvertedInterval, NaiveTime, OutOfRange
from graph.periods import period_end, period_start
from graph.vocabulary import Precision
from tests.support.profiles import examples

AT = "input.validFrom"
ALPHABET = "0123456789XYES?~%-/.[]{},TZ:+ x²\u0660"
# As EDTF has them: of weeks and hours there is none.
WRITTEN = [one for one in Precision if one not in (Precision.WEEK, Precision.HOUR)]
FIRST = datetime(1, 1, 1, tzinfo=UTC)
# So that the period after each is still a time.
LAST = datetime(9985, 1, 1, tzinfo=UTC)


def day(year, month=1, number=1):
    return datetime(year, month, number, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "start", "precision", "end"),
    [
        ("1984", day(1984), "YEAR", day(1985)),
        ("1984-06", day(1984, 6), "MONTH", day(1984, 7)),
        ("1984-06-02", day(1984, 6, 2), "DAY", day(1984, 6, 3)),
        (" 1984-12 ", day(1984, 12), "MONTH", day(1985)),
        ("156X", day(1560), "DECADE", day(1570)),
        ("156X-XX-XX", day(1560), "DECADE", day(1570)),
        ("2004-XX", day(2004), "YEAR", day(2005)),
        ("2004-XX-XX", day(2004), "YEAR", day(2005)),
        ("2004-06-XX", day(2004, 6), "MONTH", day(2004, 7)),
        ("2001-21", day(2001, 3), "SEASON", day(2001, 6)),
        ("2001-22", day(2001, 6), "SEASON", day(2001, 9)),
        ("2001-23", day(2001, 9), "SEASON", day(2001, 12)),
        ("2001-24", day(2001, 12), "SEASON", day(2002, 3)),
        ("2001-25", day(2001, 3), "SEASON", day(2001, 6)),
        ("2001-28", day(2001, 12), "SEASON", day(2002, 3)),
        ("2001-29", day(2001, 9), "SEASON", day(2001, 12)),
        ("2001-30", day(2001, 12), "SEASON", day(2002, 3)),
        ("2001-31", day(2001, 3), "SEASON", day(2001, 6)),
        ("2001-32", day(2001, 6), "SEASON", day(2001, 9)),
        ("2001-33", day(2001), "QUARTER", day(2001, 4)),
        ("2001-34", day(2001, 4), "QUARTER", day(2001, 7)),
        ("2001-35", day(2001, 7), "QUARTER", day(2001, 10)),
        ("2001-36", day(2001, 10), "QUARTER", day(2002)),
    ],
)
def test_a_date_is_a_period_and_as_an_interval_the_whole_of_it(text, start, precision, end):
    exactly = Precision[precision]

    assert dated_text(text, field=AT) == Dated(start, exactly)
    assert moment_text(text, field=AT) == start
    assert interval_text(text, field=AT) == DatedInterval(
        start, end, exactly, exactly, False, False
    )


@pytest.mark.parametrize(
    ("text", "start", "end", "unknown"),
    [
        ("1985/1990", day(1985), day(1991), (False, False)),
        ("1985 / 1990-05", day(1985), day(1990, 6), (False, False)),
        ("1985-04-12/1985-04-12", day(1985, 4, 12), day(1985, 4, 13), (False, False)),
        ("156X/2004-06-XX", day(1560), day(2004, 7), (False, False)),
        ("2001-21/2001-34", day(2001, 3), day(2001, 7), (False, False)),
        ("1985/..", day(1985), None, (False, False)),
        ("1985/", day(1985), None, (False, True)),
        ("/1985", None, day(1986), (True, False)),
        ("../1985", None, day(1986), (True, False)),
        ("/..", None, None, (True, False)),
        ("../..", None, None, (True, False)),
        ("/", None, None, (True, True)),
        ("../", None, None, (True, True)),
        # A time of day is a moment, with its offset, and has no end of its own.
        ("1985-04-12T23:20:30+02:00/1985-04-13", datetime(1985, 4, 12, 21, 20, 30, tzinfo=UTC),
         day(1985, 4, 14), (False, False)),
        ("1985-04-12/1985-04-13T00:30:00Z", day(1985, 4, 12),
         datetime(1985, 4, 13, 0, 30, tzinfo=UTC), (False, False)),
    ],
)  # fmt: skip
def test_an_interval_includes_its_last_period_and_may_lack_a_bound(text, start, end, unknown):
    found = interval_text(text, field="valid")

    assert (found.start, found.end) == (start, end)
    assert (found.start_unknown, found.end_unknown) == unknown


@pytest.mark.parametrize(
    ("text", "qualifier", "confidence"),
    [
        ("1984", None, 0.9),
        ("1984~", "~", 0.8),
        ("1984?", "?", 0.75),
        ("1984%", "%", 0.7),
        ("2004-06~-11", "~", 0.8),
        ("?2004-06-11", "?", 0.75),
        ("2004?-06-~11", "%", 0.7),
        ("1984?/1990", "?", 0.75),
        ("1984/1990?", "?", 0.75),
        ("1984~/1990?", "%", 0.7),
    ],
)
def test_a_qualifier_changes_how_sure_a_claim_is_and_not_when_it_holds(text, qualifier, confidence):
    found = interval_text(text, field="valid")
    bare = interval_text("".join(one for one in text if one not in "?~%"), field="valid")

    assert found.qualifier == qualifier
    assert found.confidence() == confidence
    assert found.confidence(0.55) == 0.55, "one that is given stands"
    assert (found.start, found.end, found.precision) == (bare.start, bare.end, bare.precision)


def test_what_is_said_at_an_uncertain_time_is_as_unsure_and_as_exact():
    said = dated_text("1984-06?", field="said_at")
    found = DatedInterval.of(None, None).spoken(said)

    assert (found.precision, found.confidence()) == (Precision.MONTH, 0.75)
    whole = interval_text("1980~", field="valid").spoken(said)
    assert (whole.precision, whole.confidence()) == (Precision.YEAR, 0.7)
    assert found.spoken(None) == found


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("15XX", InvalidArgument),
        ("XXXX", InvalidArgument),
        ("1X84", InvalidArgument),
        ("156X-12", InvalidArgument),
        ("2004-XX-23", InvalidArgument),
        ("2004-1X", InvalidArgument),
        ("2004-06-0X", InvalidArgument),
        ("2001-37", InvalidArgument),
        ("2001-41", InvalidArgument),
        ("[1667,1668]", InvalidArgument),
        ("[..1984]", InvalidArgument),
        ("{1667,1668}", InvalidArgument),
        ("1950S2", InvalidArgument),
        ("2004-01-01T10:00:00Z?", InvalidArgument),
        ("1984/1990/1999", InvalidArgument),
        ("Y12345", OutOfRange),
        ("Y-170000002", OutOfRange),
        ("Y17E8", OutOfRange),
        ("-0400", OutOfRange),
        ("-1950S2", OutOfRange),
        ("0000", OutOfRange),
        ("000X", OutOfRange),
        ("9999", OutOfRange),
        ("2001-13", OutOfRange),
        ("2001-20", OutOfRange),
        ("2001-42", OutOfRange),
        ("2001-21-05", OutOfRange),
        ("2001-02-29", OutOfRange),
        ("156x", OutOfRange),
        ("1984??", InvalidArgument),
        ("198", OutOfRange),
        ("٢٠٠٤", OutOfRange),
        ("2004-01-01T10:00:00", NaiveTime),
        ("20040101", NaiveTime),
    ],
)
def test_what_has_no_one_period_is_refused_by_name_and_with_a_way(text, error):
    for read in (dated_text, moment_text, interval_text):
        with pytest.raises(error) as refused:
            read(text, field=AT)
        assert type(refused.value) is error
        assert refused.value.field == AT
        assert refused.value.hint


def test_an_interval_is_no_date_and_a_moment_no_interval():
    for text in ("1984/1990", "1984/..", "/", ".."):
        with pytest.raises(InvalidArgument) as refused:
            dated_text(text, field=AT)
        assert "valid" in refused.value.hint
    for text in ("2004-01-01T10:00:00Z", "", "..", "1984/1985/1986"):
        with pytest.raises(InvalidArgument) as refused:
            interval_text(text, field="valid")
        assert "1984/.." in refused.value.hint


def test_an_interval_that_ends_before_it_begins_is_refused():
    for text in ("1990/1984", "1984-02/1984-01", "1984-01-01T10:00:00Z/1984-01-01T10:00:00Z"):
        with pytest.raises(InvertedInterval):
            interval_text(text, field="valid")
    with pytest.raises(OutOfRange):
        interval_text("1984/9998", field="valid")


def test_a_qualifier_is_refused_where_nothing_says_how_sure_it_is():
    for read in (moment_text, correction_text):
        with pytest.raises(InvalidArgument, match="not sure"):
            read("1984?", field=AT)
    with pytest.raises(InvalidArgument, match="not sure"):
        dated_text("1984~", field=AT, certain=True)


def test_a_correction_says_an_end_or_that_nobody_knows_it():
    assert correction_text("1984/1990", field="valid").end == day(1991)
    assert correction_text("1984/", field="valid").end_unknown
    for text in ("1984/..", "/.."):
        with pytest.raises(InvalidArgument, match="takes no end away"):
            correction_text(text, field="valid")


def test_a_bound_beside_the_whole_is_the_one_that_is_refused():
    refuse_beside({"validFrom": None, "startUnknown": False}, field="valid")
    with pytest.raises(InvalidArgument) as refused:
        refuse_beside({"validFrom": None, "endUnknown": True}, field="valid", prefix="input.")
    assert refused.value.field == "input.endUnknown"


@pytest.mark.parametrize(
    ("text", "following"),
    [
        ("2004", "2005"),
        ("2004-XX", "2005"),
        ("156X", "157X"),
        ("2001-24~", "2002-21~"),
        ("2001-36", "2002-33"),
        ("2004-02-29", "2004-03-01"),
        ("2004-01-01T10:00:00Z", "2004-01-01T10:00:00Z"),
        ("soon", "soon"),
        ("999X", "9999-01-01"),
    ],
)
def test_what_holds_to_the_end_of_a_period_ends_with_the_next(text, following):
    assert next_text(text, field="valid_to") == following


def test_what_edtf_cannot_say_as_it_was_said_is_not_written():
    east = timezone(timedelta(hours=14))
    for given_ in (
        DatedInterval(day(2024, 4, 29), None, Precision.WEEK),
        DatedInterval(day(2024), None, Precision.HOUR),
        DatedInterval(datetime(2019, 1, 1, tzinfo=east), None, Precision.YEAR),
        DatedInterval(day(2019, 5), None, Precision.YEAR),
        DatedInterval(day(2010), day(2019, 5), Precision.YEAR, Precision.YEAR),
        DatedInterval(day(1), None, Precision.DECADE),
        DatedInterval(None, day(1), None, Precision.YEAR, start_unknown=True),
        DatedInterval(),
    ):
        assert edtf_text(given_) is None, given_


@some.composite
def starts(draw):
    """Where a period, or a moment in some zone, begins, and what it is."""
    precision = draw(some.sampled_from(WRITTEN))
    at = draw(some.datetimes(FIRST.replace(tzinfo=None), LAST.replace(tzinfo=None)))
    if precision is Precision.INSTANT:
        at = max(at, datetime(1, 1, 3))
        zone = timezone(timedelta(seconds=draw(some.integers(-50_400, 50_400) | some.just(30))))
        return at.replace(tzinfo=zone), precision
    # Of the first winter and the first decade a part lies before the year 1.
    at = at.replace(
        year=max(at.year, {Precision.DECADE: 10, Precision.SEASON: 2}.get(precision, 1)),
        day=min(at.day, 28),
    )
    return period_start(at.replace(tzinfo=UTC), precision), precision


@some.composite
def intervals(draw):
    """Every interval that a belief can have of periods in UTC and of moments."""
    (start, first), (last, final) = sorted((draw(starts()), draw(starts())), key=lambda one: one[0])
    begun = draw(some.booleans())
    over = draw(some.sampled_from(["dated", "unknown", "open"]))
    precision = first if begun and first is not Precision.INSTANT else None
    precision_to = final if over == "dated" else None
    dated = precision or (precision_to is not Precision.INSTANT and precision_to)
    return DatedInterval(
        start=start if begun else None,
        end=(period_end(last, final) or last + timedelta(1)) if over == "dated" else None,
        precision=precision,
        precision_to=precision_to,
        start_unknown=not begun,
        end_unknown=over == "unknown",
        # Of a moment there is none.
        qualifier=draw(some.sampled_from([None, "?", "~", "%"])) if dated else None,
    )


@given(intervals())
@examples(quick=200, long=2_000)
def test_an_interval_that_is_written_is_read_as_the_same(one):
    text = edtf_text(one)

    assert text is not None
    again = interval_text(text, field="valid")
    assert again == one
    if one.start is not None and again.start is not None:
        assert again.start.utcoffset() == one.start.utcoffset()


@given(intervals(), some.sampled_from([Precision.WEEK, Precision.HOUR]))
@examples(quick=40, long=400)
def test_an_interval_of_a_week_or_an_hour_is_never_written_as_another(one, precision):
    if one.start is not None:
        assert edtf_text(DatedInterval(one.start, None, precision)) is None
    if one.end is not None:
        ended = DatedInterval(None, one.end, None, precision, start_unknown=True)
        assert edtf_text(ended) is None


@given(some.text(some.sampled_from(ALPHABET), max_size=30) | some.text(max_size=30))
@examples(quick=300, long=5_000)
def test_any_text_is_a_date_or_refused_with_a_way(text):
    for read in (dated_text, interval_text):
        refused = None
        try:
            read(text, field=AT)
        except Incorrect as error:
            refused = error
        assert refused is None or (refused.field == AT and refused.hint)


@given(some.text(some.sampled_from("0129X-/?~%"), min_size=4, max_size=24))
@examples(quick=300, long=5_000)
def test_what_is_read_is_written_as_the_same_interval(text):
    try:
        found = interval_text(text, field="valid")
    except Incorrect:
        return
    written = edtf_text(found)
    assert written is not None
    assert interval_text(written, field="valid") == found


@pytest.mark.parametrize("part", ["?", "X", "1", "-", "/", "..", "[", "1984-", "?1984", "~~1X"])
def test_a_text_without_end_is_refused_at_once_and_in_few_words(part):
    # What takes more than linear time with a million parts does not come to an end.
    with pytest.raises(Incorrect) as refused:
        interval_text(part * 1_000_000, field="valid")

    assert len(refused.value.message) < 400
