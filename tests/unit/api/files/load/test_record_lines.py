"""Records, one operation a line: what each says, and what is refused."""

import io
import json
from datetime import UTC, datetime

import pytest

from api.files.json_lines import Refusal, raw_lines, read
from api.files.load.record_lines import Assert, Correct, Define, Revoke, operation
from graph.model.commands import EntityRef
from graph.vocabulary import Cardinality, Precision, TimeBasis, ValueType

UNSEEN = "\u200b\u2800"
POINTS = "…?!"
INSTANT, DAY, MONTH, YEAR = (Precision[name] for name in ("INSTANT", "DAY", "MONTH", "YEAR"))
MAY = "2024-05-01T00:00:00Z"
STATEMENT = {"entity": "Ana", "attribute": "lives_in", "value": "Lisbon"}


def parsed(**keys):
    text = json.dumps(keys)
    (found,) = read(raw_lines(io.BytesIO(text.encode())), operation)
    return found


def statement(**keys):
    return parsed(**{**STATEMENT, **keys}).assertion


def day(year, month=1, number=1):
    return datetime(year, month, number, tzinfo=UTC)


def test_a_line_asserts_unless_it_says_otherwise():
    found = parsed(**STATEMENT, key="a1")

    assert isinstance(found, Assert)
    assert (found.line, found.key) == (1, "a1")
    assert found.assertion.entity == EntityRef(name="Ana")
    assert (found.assertion.attribute, found.assertion.value) == ("lives_in", "Lisbon")
    assert found.assertion.valid_from is None, "observed when said, never always"


@pytest.mark.parametrize(
    ("written", "start", "precision"),
    [
        ("2004", day(2004), Precision.YEAR),
        ("2004-05", day(2004, 5), Precision.MONTH),
        ("2004-05-06", day(2004, 5, 6), Precision.DAY),
        ("2004-05-06T01:00:00+02:00", datetime(2004, 5, 5, 23, tzinfo=UTC), None),
    ],
)
def test_a_year_month_or_day_is_its_start_in_utc_and_keeps_its_precision(written, start, precision):
    found = statement(valid_from=written)

    assert (found.valid_from, found.precision) == (start, precision)


def test_the_precision_that_is_said_counts_for_both_ends():
    found = statement(valid_from="2004-05-01", valid_to="2005", precision="month")

    assert (found.precision, found.precision_to) == (Precision.MONTH, Precision.MONTH)


def test_start_and_end_are_each_as_exact_as_they_are_written():
    for keys, start, end, exactly in (
        ({"valid_from": "2010", "valid_to": "2018-09-30"},
         day(2010), day(2018, 9, 30), (YEAR, DAY)),
        ({"valid_from": "2010", "valid_to": MAY}, day(2010), day(2024, 5), (YEAR, INSTANT)),
        ({"valid_from": "2010-03-05", "valid_to": "2018"}, day(2010, 3, 5), day(2018), (DAY, YEAR)),
        # A precision that is given counts for both, but takes nothing from an end that says more.
        ({"valid_from": "2010-03-05", "valid_to": "2018-09-30", "precision": "YEAR"},
         day(2010), day(2018, 9, 30), (YEAR, DAY)),
        ({"valid_from": "2010-03-05", "valid_to": "2018-09-30", "precision": "YEAR",
          "precision_to": "MONTH"}, day(2010), day(2018, 9), (YEAR, MONTH)),
        # An end whose period has the start in it is that period's end.
        ({"valid_from": "1920", "valid_to": "1920"}, day(1920), day(1921), (YEAR, YEAR)),
        ({"valid_from": "1920-07", "valid_to": "1920"}, day(1920, 7), day(1921), (MONTH, YEAR)),
        ({"valid_from": "1920-07-04", "valid_to": "1920-07-04"},
         day(1920, 7, 4), day(1920, 7, 5), (DAY, DAY)),
    ):  # fmt: skip
        found = statement(**keys)
        assert (found.valid_from, found.valid_to) == (start, end), keys
        assert (found.precision, found.precision_to) == exactly, keys


def test_a_line_takes_dates_and_a_whole_interval_by_edtf():
    found = statement(valid_from="156X?", valid_to="2001-34")
    assert (found.valid_from, found.valid_to) == (day(1560), day(2001, 4))
    assert (found.precision, found.precision_to) == (Precision.DECADE, Precision.QUARTER)
    assert found.confidence == 0.75
    assert statement(valid_from="156X?", confidence=0.9).confidence == 0.9
    assert statement(said_at="2001~").confidence == 0.8

    found = statement(valid="1984-06/1990")
    assert (found.valid_from, found.valid_to) == (day(1984, 6), day(1991))
    assert (found.precision, found.precision_to) == (MONTH, YEAR)
    found = statement(valid="/1990-05-06")
    assert (found.valid_from, found.valid_to, found.start_unknown) == (None, day(1990, 5, 7), True)
    assert statement(valid="/").formerly
    right = parsed(op="correct", of="a1", valid="1984/")
    assert (right.valid_from, right.end_unknown) == (day(1984), True)
    for keys, field in (
        ({"valid": "1984", "valid_from": "1984"}, "valid_from"),
        ({"valid": "1984", "end_unknown": True}, "end_unknown"),
        ({"valid": "1984/.."} | {"op": "correct", "of": "a1"}, "valid"),
        ({"valid_from": "1984?"} | {"op": "correct", "of": "a1"}, "valid_from"),
    ):
        refused = parsed(**({} if "of" in keys else STATEMENT), **keys)
        assert (refused.code, refused.field) == ("INVALID_ARGUMENT", field), keys


def test_a_bound_that_is_said_less_exactly_than_written_moves_to_its_period():
    for written, precision, start in (
        ("2018-05-17", "YEAR", day(2018)),
        ("1985", "DECADE", day(1980)),
        ("2018-05-17", "QUARTER", day(2018, 4)),
        ("2018-02-17", "SEASON", day(2017, 12)),
        ("2018-05-17", "WEEK", day(2018, 5, 14)),
        ("2018-05-17T15:20:00Z", "DAY", day(2018, 5, 17)),
        ("2019-01-01T03:00:00+05:00", "YEAR", datetime(2018, 12, 31, 19, tzinfo=UTC)),
    ):
        found = statement(valid_from=written, precision=precision)
        assert (found.valid_from, found.precision) == (start, precision), written


def test_what_was_said_on_a_day_holds_since_that_day_at_the_latest():
    found = statement(said_at="2024-05-01")

    assert (found.valid_from, found.said_at) == (None, day(2024, 5))
    assert found.precision is Precision.DAY


def test_a_correction_is_as_exact_as_it_is_written():
    found = parsed(op="correct", of="a1", valid_from="2017", valid_to="2018-09-30")

    assert (found.precision, found.precision_to) == (Precision.YEAR, Precision.DAY)


def test_a_year_as_the_end_is_that_years_start():
    found = statement(valid_from="2004", valid_to="2006")

    assert (found.valid_to, found.precision_to) == (day(2006), Precision.YEAR)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (42, "42"),
        (1.5, "1.5"),
        (True, "true"),
        ({"quantity": 3, "unit": "km"}, "3 km"),
        ("2024-05-01", "2024-05-01"),
    ],
)
def test_a_literal_is_taken_as_text_for_the_store_to_parse(value, text):
    assert statement(value=value).value == text


def test_an_external_id_is_kept_apart_from_the_name():
    found = statement(entity={"id": "X1", "name": "Bo", "kind": "person"})

    assert found.entity == EntityRef(external="X1", name="Bo", kind="person")


def test_an_id_of_ours_is_that_very_entity():
    ours = "e_" + "0f" * 13

    assert statement(entity={"id": ours, "name": "Bo"}).entity == EntityRef(id=ours)


def test_a_target_is_an_entity_too():
    found = parsed(entity="Ana", attribute="works_at", target={"name": "Acme"}).assertion

    assert (found.value, found.target) == (None, EntityRef(name="Acme"))


def test_what_was_said_when_falls_back_to_when_it_happened():
    said = statement(occurred_at="2024-05-01T09:00:00Z", said_at="2024-06-01T09:00:00Z")
    happened = statement(occurred_at="2024-05-01T09:00:00+02:00")

    assert said.said_at == datetime(2024, 6, 1, 9, tzinfo=UTC)
    assert happened.said_at == datetime(2024, 5, 1, 7, tzinfo=UTC)


def test_a_record_without_evidence_is_its_own():
    quoted = parsed(**STATEMENT, evidence="She moved to Lisbon.")
    bare = parsed(**STATEMENT)

    assert quoted.assertion.evidence == "She moved to Lisbon."
    assert json.loads(bare.assertion.evidence) == STATEMENT
    assert bare.assertion.text is None


def test_the_basis_and_how_far_it_vouches_are_taken():
    found = statement(valid_from="2004", basis="observed", vouched_until="2010-01-01")

    assert (found.basis, found.vouched_until) == (TimeBasis.OBSERVED, day(2010))


def test_a_retraction_has_its_own_names_for_the_bounds():
    found = parsed(op="retract", **STATEMENT, at="2020-01-01", until="2021-01-01").assertion

    assert found.negative
    assert (found.valid_from, found.valid_to) == (day(2020), day(2021))


def test_a_correction_names_a_line_or_a_statement():
    by_key = parsed(op="correct", of="a1", to="Porto")
    by_words = parsed(op="correct", **STATEMENT, valid_from="2020", to={"name": "Porto"})

    assert isinstance(by_key, Correct)
    assert (by_key.meant.key, by_key.meant.assertion, by_key.value) == ("a1", None, "Porto")
    assert by_words.meant.assertion.value == "Lisbon"
    assert by_words.target == EntityRef(name="Porto")
    assert not by_key.reject, "a file of records is not a person's verdict"


def test_a_correction_of_a_line_may_be_of_its_times():
    found = parsed(op="correct", of="a1", valid_from="2021")

    assert (found.value, found.valid_from) == (None, day(2021))


def test_a_revocation_may_reject():
    found = parsed(op="revoke", of="a1", reject=True, reason="a mix-up")

    assert isinstance(found, Revoke)
    assert (found.reject, found.reason) == (True, "a mix-up")


def test_a_definition_takes_the_registrys_fields():
    found = parsed(op="define", attribute="mood", cardinality="one", value_type="TEXT", ttl_days=3)

    assert isinstance(found, Define)
    assert found.definition.name == "mood"
    assert found.definition.cardinality is Cardinality.ONE
    assert found.definition.value_type is ValueType.TEXT
    assert found.definition.ttl_days == 3.0


@pytest.mark.parametrize(
    ("keys", "code", "field"),
    [
        ({"valid_form": "2020"}, "INVALID_ARGUMENT", "valid_form"),
        ({"valid_from": "2020-01-01T09:00:00"}, "NAIVE_TIME", "valid_from"),
        ({"valid_from": "2020-02-30"}, "OUT_OF_RANGE", "valid_from"),
        ({"valid_from": "0000"}, "OUT_OF_RANGE", "valid_from"),
        ({"valid_from": "-0044-03-15"}, "OUT_OF_RANGE", "valid_from"),
        ({"valid_from": "9999"}, "OUT_OF_RANGE", "valid_from"),
        ({"valid_from": 2020}, "INVALID_ARGUMENT", "valid_from"),
        ({"valid_from": "2021-01", "valid_to": "2020"}, "INVERTED_INTERVAL", "valid_to"),
        ({"valid_from": MAY, "valid_to": MAY}, "INVERTED_INTERVAL", "valid_to"),
        ({"valid_from": "2021", "valid_to": "2020"}, "INVERTED_INTERVAL", "valid_to"),
        ({"vouched_until": "2019", "valid_from": "2020"}, "INVERTED_INTERVAL", "vouched_until"),
        ({"confidence": 1.5}, "OUT_OF_RANGE", "confidence"),
        ({"importance": "high"}, "INVALID_ARGUMENT", "importance"),
        ({"entity": None}, "INVALID_ARGUMENT", "entity"),
        ({"entity": ""}, "EMPTY", "entity"),
        ({"entity": {"nickname": "A"}}, "INVALID_ARGUMENT", "entity.nickname"),
        ({"entity": {}}, "INVALID_ARGUMENT", "entity"),
        ({"value": [1]}, "INVALID_ARGUMENT", "value"),
        ({"value": "\x07"}, "BAD_CHARACTERS", "value"),
        ({"value": None}, "INVALID_ARGUMENT", "value"),
        ({"target": "Porto"}, "INVALID_ARGUMENT", "value"),
        ({"value": "x" * 2001}, "TOO_LARGE", "value"),
        ({"attribute": None}, "EMPTY", "attribute"),
        *(({"valid_from": one}, "OUT_OF_RANGE", "valid_from") for one in ("2004-13", "0000-05")),
        ({"type": "RUMOUR"}, "INVALID_ARGUMENT", "type"),
        ({"recorded_at": "2020-01-01T00:00:00Z"}, "INVALID_ARGUMENT", "recorded_at"),
        ({"op": "retract", "at": "2021", "until": "2020"}, "INVERTED_INTERVAL", "until"),
        ({"op": "retract", "valid_from": "2021"}, "INVALID_ARGUMENT", "valid_from"),
        ({"op": "merge"}, "INVALID_ARGUMENT", "keep"),
        ({"op": "merge", "keep": "Ana"}, "INVALID_ARGUMENT", "absorb"),
        ({"op": "split", "absorbed": {}}, "INVALID_ARGUMENT", "absorbed"),
        ({"op": "hold"}, "INVALID_ARGUMENT", "op"),
        ({"op": "shout"}, "INVALID_ARGUMENT", "op"),
        ({"op": "correct"}, "INVALID_ARGUMENT", "to"),
        ({"op": "revoke", "of": "a1"}, "INVALID_ARGUMENT", "entity"),
        ({"key": ""}, "EMPTY", "key"),
        ({"type": "RESOLUTION"}, "INVALID_ARGUMENT", "type"),
        *(
            ({name: value}, code, name)
            for name in ("entity", "attribute", "value", "context")
            for value, code in ((UNSEEN, "EMPTY"), (POINTS, "BAD_CHARACTERS"))
        ),
        ({"value": None, "target": {"name": POINTS}}, "BAD_CHARACTERS", "target"),
        ({"entity": {"id": UNSEEN}}, "EMPTY", "entity"),
        ({"entity": {"name": "Ana", "kind": POINTS}}, "BAD_CHARACTERS", "entity"),
        ({"op": "retract", "value": UNSEEN}, "EMPTY", "value"),
        ({"op": "revoke", "value": POINTS}, "BAD_CHARACTERS", "value"),
        ({"op": "correct", "to": "x", "attribute": POINTS}, "BAD_CHARACTERS", "attribute"),
        ({"op": "merge", "keep": "Ana", "absorb": POINTS}, "BAD_CHARACTERS", "absorb"),
        ({"op": "split", "absorbed": UNSEEN}, "EMPTY", "absorbed"),
    ],
)
def test_a_bad_line_is_refused_by_its_key(keys, code, field):
    found = parsed(**{**STATEMENT, **keys})

    assert isinstance(found, Refusal), found
    assert (found.code, found.field) == (code, field)
    assert found.hint
