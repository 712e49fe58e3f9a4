"""Statements of Wikidata as facts: ranks, qualifiers, and what a time vouches for."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from api.files.imports.inclusive_periods import Period
from api.files.imports.wikidata_values import parse_time
from graph.errors import InvalidArgument
from tests.support.mutations import changed_documents
from tests.support.profiles import examples

FORMAT = "wikidata"
GREGORIAN, JULIAN = "Q1985727", "Q1985786"
TIMES = ("valid_from", "valid_to", "precision", "precision_to", "start_unknown", "end_unknown")


def time(text, precision, calendar=GREGORIAN):
    return {
        "time": text,
        "timezone": 0,
        "before": 0,
        "after": 0,
        "precision": precision,
        "calendarmodel": f"http://www.wikidata.org/entity/{calendar}",
    }


def snak(value=None, form="wikibase-entityid", kind="value"):
    made = {"snaktype": kind, "property": "P1"}
    return made if kind != "value" else made | {"datavalue": {"value": value, "type": form}}


def year(number):
    return snak(time(f"+{number:04}-00-00T00:00:00Z", 9), "time")


def item(key):
    return snak({"entity-type": "item", "numeric-id": int(key[1:]), "id": key})


def statement(mainsnak, key="Q42$1", rank="normal", **qualifiers):
    made = {"id": key, "type": "statement", "rank": rank, "mainsnak": mainsnak}
    return made | {"qualifiers": {name: [one] for name, one in qualifiers.items()}}


def entity(key="Q42", label="Ann", **claims):
    return {
        "type": "item",
        "id": key,
        "labels": {"en": {"language": "en", "value": label}},
        "claims": claims,
    }


def answer(*entities):
    return {"entities": {one["id"]: one for one in entities}}


def times_of(exports, **qualifiers):
    """The times of a statement with these qualifiers, without those that it does not have."""
    content = answer(entity(P551=[statement(item("Q1"), **qualifiers)]))
    (line,) = exports.facts(content, *TIMES)
    return {key: value for key, value in zip(TIMES, line, strict=True) if value is not None}


@pytest.mark.parametrize(
    ("text", "precision", "meant"),
    [
        ("+1952-03-11T00:00:00Z", 11, Period(1952, 3, 11)),
        ("+1952-03-11T00:00:00Z", 10, Period(1952, 3)),
        ("+1952-03-11T00:00:00Z", 9, Period(1952)),
        ("+1952-00-00T00:00:00Z", 9, Period(1952)),
        ("+00000001952-00-00T00:00:00Z", 9, Period(1952)),
        ("+1959-00-00T00:00:00Z", 8, Period(1950, decade=True)),
        ("+1900-00-00T00:00:00Z", 8, Period(1900, decade=True)),
        ("+1900-00-00T00:00:00Z", 7, "19th century"),
        ("+1901-00-00T00:00:00Z", 7, "20th century"),
        ("+2000-00-00T00:00:00Z", 6, "2nd millennium"),
        ("-0001-00-00T00:00:00Z", 9, "1 BCE"),
        ("-0044-03-15T00:00:00Z", 11, "44-03-15 BCE"),
        ("-13798000000-00-00T00:00:00Z", 3, "about 13,798,000,000 years BCE"),
        ("+0000-00-00T00:00:00Z", 9, None),
        ("+1952-00-00T00:00:00Z", 11, None),
        ("+1952-02-30T00:00:00Z", 11, None),
        ("1952-03-11", 11, None),
        ("+1952-03-11T00:00:00Z", None, None),
    ],
)
def test_only_what_its_precision_vouches_for_is_read_of_a_time(text, precision, meant):
    assert parse_time(time(text, precision)) == meant


def test_a_day_of_the_julian_calendar_is_that_of_the_gregorian_one():
    assert parse_time(time("+1498-06-22T00:00:00Z", 11, JULIAN)) == Period(1498, 7, 1)
    assert parse_time(time("+1498-06-22T00:00:00Z", 9, JULIAN)) == Period(1498)


def test_a_statement_is_a_fact_under_its_own_id(exports):
    read = exports.read(answer(entity(P551=[statement(item("Q1"))]), entity("Q1", "Oslo")))
    (line,) = (json.loads(line.raw) for line in read.fact_lines)

    assert line["key"] == "wikidata:Q42$1"
    assert line["entity"] == {"id": "wikidata:Q42", "name": "Ann"}
    assert line["target"] == {"id": "wikidata:Q1", "name": "Oslo"}
    assert json.loads(line["evidence"])["rank"] == "normal"


@pytest.mark.parametrize("tail", [",\n", "\n"])
def test_a_dump_with_an_entity_a_line_is_read_as_an_answer_is(exports, tail):
    entities = [entity(P551=[statement(item("Q1"))]), entity("Q1", "Oslo")]
    lines = tail.join(json.dumps(one) for one in entities)
    read = exports.facts(f"[\n{lines}\n]\n" if "," in tail else f"{lines}\n")

    assert read == exports.facts(answer(*entities))


def test_preferred_and_normal_statements_are_kept_and_deprecated_ones_never(exports):
    ranks = ("preferred", "normal", "deprecated")
    content = answer(
        entity(P36=[statement(item(f"Q{n}"), f"Q42${n}", rank) for n, rank in enumerate(ranks, 1)])
    )
    imported = exports.read(content)

    assert [line.operation.key for line in imported.fact_lines] == [
        "wikidata:Q42$1",
        "wikidata:Q42$2",
    ]
    assert imported.left_out == {"a statement that is deprecated": 1}


@pytest.mark.parametrize(
    ("qualifiers", "times"),
    [
        ({"P580": year(1984), "P582": year(2001)}, {"valid_from": "1984", "valid_to": "2002"}),
        ({"P580": year(2001), "P582": year(2001)}, {"valid_from": "2001", "valid_to": "2002"}),
        ({"P582": year(2001)}, {"valid_to": "2002", "start_unknown": True}),
        (
            {"P580": year(1984), "P582": snak(kind="somevalue")},
            {"valid_from": "1984", "end_unknown": True},
        ),
        ({"P580": year(1984), "P582": snak(kind="novalue")}, {"valid_from": "1984"}),
        ({"P580": snak(kind="somevalue")}, {}),
        (
            {"P580": snak(time("+1955-00-00T00:00:00Z", 8), "time"), "P582": year(1965)},
            {"valid_from": "1950", "precision": "DECADE", "valid_to": "1966"},
        ),
        ({"P585": year(1990)}, {"valid_from": "1990", "valid_to": "1991"}),
        (
            {"P582": snak(time("+2001-05-06T00:00:00Z", 11), "time")},
            {"valid_to": "2001-05-07", "start_unknown": True},
        ),
    ],
)
def test_qualifiers_are_bounds_and_the_end_belongs_to_what_it_ends(exports, qualifiers, times):
    assert times_of(exports, **qualifiers) == times


@pytest.mark.parametrize(
    ("qualifiers", "times"),
    [
        ({"P580": snak(time("+1900-00-00T00:00:00Z", 7), "time")}, {}),
        ({"P582": snak(time("-0044-00-00T00:00:00Z", 9), "time")}, {"end_unknown": True}),
    ],
)
def test_a_bound_that_is_no_date_is_none_and_is_reported(exports, qualifiers, times):
    assert times_of(exports, **qualifiers) == times
    imported = exports.read(answer(entity(P551=[statement(item("Q1"), **qualifiers)])))
    assert imported.left_out == {"a bound that is no date, kept in the evidence": 1}


def test_what_was_so_at_a_time_that_is_no_date_is_left_out(exports):
    century = snak(time("+1900-00-00T00:00:00Z", 7), "time")
    imported = exports.read(answer(entity(P1082=[statement(item("Q1"), P585=century)])))

    assert (imported.facts, imported.left_out) == ((), {"a statement of a time that is no date": 1})


def test_who_is_dead_lives_nowhere_unless_the_statement_says_so(exports):
    died = [statement(year(2001), "Q42$d")]
    claims = {
        "P551": [statement(item("Q1"))],
        "P570": died,
        "P22": [statement(item("Q2"), "Q42$2")],
    }
    lines = exports.facts(answer(entity(**claims)), "attribute", "end_unknown")

    assert lines == [("lives_in", True), ("date_of_death", None), ("parent", None)]


@pytest.mark.parametrize(
    ("name", "mainsnak", "value"),
    [
        ("P569", snak(time("+1952-03-11T00:00:00Z", 11), "time"), ("birthday", "1952-03-11")),
        ("P569", year(1952), ("birth_year", "1952")),
        ("P569", snak(time("+1955-00-00T00:00:00Z", 8), "time"), ("birthday", "1950s")),
        ("P569", snak(time("+1900-00-00T00:00:00Z", 7), "time"), ("birthday", "19th century")),
        (
            "P1082",
            snak({"amount": "+8799728.50", "unit": "1"}, "quantity"),
            ("population", "8799728.50"),
        ),
        (
            "P1448",
            snak({"text": "Ana", "language": "pt"}, "monolingualtext"),
            ("official_name", "Ana"),
        ),
        ("P1448", snak("Ana", "string"), ("official_name", "Ana")),
    ],
)
def test_values_of_each_type_are_what_they_say(exports, name, mainsnak, value):
    content = answer(entity(**{name: [statement(mainsnak)]}))

    assert exports.facts(content, "attribute", "value") == [value]


@pytest.mark.parametrize(
    ("mainsnak", "why"),
    [
        (snak(kind="somevalue"), "a value that is not known"),
        (snak(kind="novalue"), "a statement of no value"),
        (snak({"latitude": 1}, "globecoordinate"), "a value of the type globecoordinate"),
        (
            snak({"amount": "+1", "unit": "x/Q11573"}, "quantity"),
            "a quantity in a unit that has no name here",
        ),
        (snak({"amount": "1e9999999999", "unit": "1"}, "quantity"), "a quantity that is no number"),
        (snak({"time": "now"}, "time"), "a time that is none"),
        (snak({}), "an entity without an id"),
    ],
)
def test_a_value_that_is_none_is_left_out_with_its_reason(exports, mainsnak, why):
    imported = exports.read(answer(entity(P1082=[statement(mainsnak), statement(item("Q1"), "x")])))

    assert imported.left_out == {why: 1}
    assert len(imported.fact_lines) == 1


def test_what_has_no_label_in_the_file_is_called_by_its_number(exports):
    claims = {"P21": [statement(item("Q6581072"), "g")], "P27": [statement(item("Q30"), "n")]}

    assert [target["name"] for (target,) in exports.facts(answer(entity(**claims)), "target")] == [
        "female",
        "Q30",
    ]


def test_a_birth_holds_from_its_date_on(exports):
    content = answer(entity(P569=[statement(snak(time("+1952-03-11T00:00:00Z", 11), "time"))]))

    assert exports.facts(content, "valid_from", "valid_to") == [("1952-03-11", None)]


def test_a_human_is_a_person_and_a_label_in_english_goes_before_others(exports):
    labels = {"de": {"value": "Anna"}, "en": {"value": "Ann"}}
    human = entity(P31=[statement(item("Q5"))]) | {"labels": labels}

    assert exports.facts(answer(human), "entity") == [
        ({"id": "wikidata:Q42", "name": "Ann", "kind": "person"},)
    ]


def test_other_properties_are_counted_and_a_map_names_them(exports, tmp_path):
    content = answer(entity(P413=[statement(item("Q1"))]))
    assert exports.read(content).left_out == {"a property that has no name here: see --map": 1}

    layout = tmp_path / "map.toml"
    layout.write_text('[properties]\nP413 = "plays_as"\n')
    named = exports.read(content, layout=layout)
    assert [line.operation.assertion.attribute for line in named.fact_lines] == ["plays_as"]


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"entities": {"Q1": {"missing": ""}}}'])
def test_what_has_no_entities_is_refused(exports, content):
    with pytest.raises(InvalidArgument) as refused:
        exports.read(content)
    assert refused.value.field == "PATH"


def test_claims_that_are_an_empty_list_are_none(exports):
    imported = exports.read(
        answer(entity() | {"claims": []}, entity("Q1", P36=[statement(item("Q2"))]))
    )

    assert len(imported.fact_lines) == 1


WHOLE = answer(
    entity(
        P569=[statement(snak(time("+1952-03-11T00:00:00Z", 11), "time"))],
        P551=[statement(item("Q1"), P580=year(1984), P582=year(2001))],
        P1082=[statement(snak({"amount": "+8", "unit": "1"}, "quantity"), P585=year(1984))],
    )
)


def test_no_value_of_another_form_breaks_the_reader_of_entities(exports):
    exports.read_each_change(WHOLE)


@given(content=changed_documents(WHOLE))
@examples(quick=200, long=2_000)
def test_entities_with_other_values_are_read_or_refused(exports, content):
    exports.read_or_refuse(content)
