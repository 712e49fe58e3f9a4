"""GEDCOM 5.5.1 and 7 as facts: what its dates say, and what is kept as words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from api.files.imports.gedcom_dates import Span, Uncertain, parse_date
from api.files.imports.inclusive_periods import Bound, Period, bounds, within
from graph.errors import BadCharacters, InvalidArgument
from tests.support.profiles import examples

FORMAT = "gedcom"
ANN, BO = {"id": "gedcom:tree.ged:I1", "name": "Ann Roe"}, {"id": "gedcom:tree.ged:I2"}
TIMES = ("valid_from", "valid_to", "start_unknown", "end_unknown", "basis")


def tree(*records, version="5.5.1"):
    head = f"0 HEAD\n1 GEDC\n2 VERS {version}\n1 CHAR UTF-8\n"
    return f"{head}{''.join(records)}0 TRLR\n"


def person(*lines, key="I1", name="Ann /Roe/"):
    return "".join(f"{line}\n" for line in (f"0 @{key}@ INDI", f"1 NAME {name}", *lines))


def family(*lines):
    return "".join(f"{line}\n" for line in ("0 @F1@ FAM", "1 HUSB @I2@", "1 WIFE @I1@", *lines))


def read(exports, text):
    return exports.facts(text, name="tree.ged")


def times_of(exports, text):
    """The times of each fact, without those that it does not have."""
    return [
        {key: line[key] for key in TIMES if line.get(key) is not None}
        for line in read(exports, text)
    ]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("17 MAY 1850", Period(1850, 5, 17)),
        ("may 1850", Period(1850, 5)),
        ("1850", Period(1850)),
        ("FROM 1850 TO 1852", Span(Period(1850), Period(1852))),
        ("FROM MAR 1850", Span(Period(1850, 3), Bound.UNSTATED)),
        ("TO 1852", Span(Bound.UNKNOWN, Period(1852))),
        ("BET 1850 AND 1852", Uncertain("between 1850 and 1852")),
        ("ABT 1850", Uncertain("about 1850")),
        ("CAL 1850", Uncertain("1850, as calculated")),
        ("EST MAY 1850", Uncertain("1850-05, as estimated")),
        ("44 B.C.", Uncertain("44 B.C.")),
        ("0", Uncertain("0")),
        ("31 FEB 1850", Uncertain("31 FEB 1850")),
        ("11 FEB 1731/32", Uncertain("11 FEB 1731/32")),
        ("INT 1850 (about then)", Uncertain("INT 1850 (about then)")),
        ("FROM 1850 TO then", Uncertain("FROM 1850 TO then")),
        ("@#DFRENCH R@ 2 VEND 3", Uncertain("@#DFRENCH R@ 2 VEND 3")),
    ],
)
def test_a_date_of_gedcom_is_one_date_a_time_or_words(written, meant):
    assert parse_date(written, inclusive=False) == meant


@pytest.mark.parametrize(
    ("written", "before_seven", "from_seven"),
    [
        ("BEF 1850", "before 1850", "1850 or before"),
        ("AFT 1850", "after 1850", "1850 or after"),
    ],
)
def test_before_and_after_have_the_date_in_them_from_version_seven_on(
    written, before_seven, from_seven
):
    assert parse_date(written, inclusive=False) == Uncertain(before_seven)
    assert parse_date(written, inclusive=True) == Uncertain(from_seven)


@pytest.mark.parametrize("julian", ["@#DJULIAN@ 5 MAR 1700", "JULIAN 5 MAR 1700"])
def test_a_calendar_governs_the_next_date_only(julian):
    assert parse_date(julian, inclusive=False) == Period(1700, 3, 16)
    assert parse_date(f"FROM {julian} TO 5 MAR 1701", inclusive=False) == Span(
        Period(1700, 3, 16), Period(1701, 3, 5)
    )


def test_an_end_belongs_to_what_it_ends():
    assert bounds(Period(1850), Period(1850)) == {
        "valid_from": "1850",
        "precision": None,
        "valid_to": "1851",
        "precision_to": None,
    }
    assert bounds(Period(1850), Period(1850, 12, 31))["valid_to"] == "1851-01-01"
    assert within(Period(1850, 12))["valid_to"] == "1851-01"


def test_a_birth_is_a_date_and_a_place(exports):
    facts = read(exports, tree(person("1 BIRT", "2 DATE 17 MAY 1850", "2 PLAC Boston, Suffolk")))
    ann = ANN | {"kind": "person"}

    assert facts == [
        {"entity": ann, "attribute": "birthday", "value": "1850-05-17", "valid_from": "1850-05-17"},
        {
            "entity": ann,
            "attribute": "born_in",
            "target": {"name": "Boston, Suffolk", "kind": "place"},
            "valid_from": "1850-05-17",
        },
    ]


def test_a_year_of_birth_is_no_birthday(exports):
    (fact,) = read(exports, tree(person("1 BIRT", "2 DATE 1850")))

    assert (fact["attribute"], fact["value"]) == ("birth_year", "1850")


def test_an_uncertain_date_of_an_event_is_its_value_and_no_interval(exports):
    imported = exports.read(
        tree(person("1 BIRT", "2 DATE BET 1900 AND 1901", "2 PLAC Boston")), "tree.ged"
    )
    birth, place = (line.operation.assertion for line in imported.fact_lines)

    assert (birth.value, birth.valid_from, place.valid_from) == (
        "between 1900 and 1901",
        None,
        None,
    )
    assert imported.left_out == {"a date that is not certain, kept as words": 1}


def test_a_phrase_of_version_seven_is_the_words_of_a_date_that_it_does_not_have(exports):
    (fact,) = read(exports, tree(person("1 BIRT", "2 DATE", "3 PHRASE 5 January"), version="7.0"))

    assert (fact["attribute"], fact["value"]) == ("birthday", "5 January")


@pytest.mark.parametrize(
    ("date", "times"),
    [
        ("FROM 1850 TO 1852", {"valid_from": "1850", "valid_to": "1853"}),
        ("FROM 1850", {"valid_from": "1850"}),
        ("TO 1852", {"valid_to": "1853", "start_unknown": True}),
        ("1850", {"valid_from": "1850", "valid_to": "1851", "basis": "OBSERVED"}),
    ],
)
@pytest.mark.parametrize("state", ["1 RESI", "1 OCCU Smith"])
def test_only_from_and_to_are_a_time_and_one_date_is_when_it_was_so(exports, state, date, times):
    text = tree(person(state, f"2 DATE {date}", "2 PLAC Boston"))

    assert times_of(exports, text) == [times]


@pytest.mark.parametrize("date", ["BEF 1850", "AFT 1850", "ABT 1850", "BET 1850 AND 1852"])
def test_a_state_at_a_date_that_nobody_knows_is_left_out(exports, date):
    imported = exports.read(tree(person("1 RESI", f"2 DATE {date}", "2 PLAC Boston")), "tree.ged")

    assert imported.left_out == {"RESI at a date that is not certain": 1}
    assert imported.places == {"RESI at a date that is not certain": "tree.ged, line 7"}


def test_who_is_dead_lives_nowhere_though_nobody_says_since_when(exports):
    alive = person("1 RESI", "2 PLAC Boston")
    dead = person("1 RESI", "2 PLAC Boston", "1 DEAT Y")

    assert times_of(exports, tree(alive)) == [{}]
    assert times_of(exports, tree(dead)) == [{"end_unknown": True}]


COUPLE = (person(), person(key="I2", name="Bo /Roe/"))


@pytest.mark.parametrize(
    ("lines", "times"),
    [
        (("1 MARR", "2 DATE 5 MAY 1870"), {"valid_from": "1870-05-05"}),
        (
            ("1 MARR", "2 DATE 1870", "1 DIV", "2 DATE 1880"),
            {"valid_from": "1870", "valid_to": "1880"},
        ),
        (
            ("1 MARR Y", "1 DIV", "2 DATE 6 MAY 1880"),
            {"valid_to": "1880-05-07", "start_unknown": True},
        ),
        (("1 MARR", "2 DATE 1870", "1 DIV Y"), {"valid_from": "1870", "end_unknown": True}),
        (("1 MARR", "2 DATE ABT 1870"), {}),
        (
            ("1 DIV", "2 DATE 1880", "1 MARR", "2 DATE 1870"),
            {"valid_from": "1870", "valid_to": "1880"},
        ),
    ],
)
def test_a_marriage_holds_from_its_date_until_a_divorce(exports, lines, times):
    assert times_of(exports, tree(*COUPLE, family(*lines))) == [times]


def test_who_marries_again_after_a_divorce_is_married_twice(exports):
    first = ("1 MARR", "2 DATE 1 APR 1911", "1 DIV", "2 DATE 2 MAY 1912")
    text = tree(*COUPLE, family(*first, "1 MARR", "2 DATE 4 JUL 1914"))

    assert times_of(exports, text) == [
        {"valid_from": "1911-04-01", "valid_to": "1912-05-03"},
        {"valid_from": "1914-07-04"},
    ]


@pytest.mark.parametrize(
    ("deaths", "times"),
    [
        (("1 DEAT\n2 DATE 1890", None), {"valid_to": "1890"}),
        (("1 DEAT\n2 DATE 1890", "1 DEAT\n2 DATE 4 MAY 1885"), {"valid_to": "1885-05-05"}),
        (("1 DEAT Y", "1 DEAT\n2 DATE 1885"), {"end_unknown": True}),
    ],
)
def test_a_marriage_ends_with_the_first_death(exports, deaths, times):
    people = [
        person(*([death] if death else []), key=key)
        for key, death in zip(("I1", "I2"), deaths, strict=True)
    ]
    lines = read(exports, tree(*people, family("1 MARR", "2 DATE 1870")))
    (spouse,) = (line for line in lines if line["attribute"] == "spouse")

    assert {key: spouse[key] for key in TIMES if key in spouse} == {"valid_from": "1870"} | times


def test_children_have_parents_from_their_birth_on_and_foster_parents_are_none(exports):
    own = person("1 BIRT", "2 DATE 1871", "1 FAMC @F1@", key="I3", name="Cy")
    foster = person("1 FAMC @F1@", "2 PEDI FOSTER", key="I4", name="Di")
    imported = exports.read(
        tree(*COUPLE, own, foster, family("1 CHIL @I3@", "1 CHIL @I4@", "1 CHIL @VOID@")),
        "tree.ged",
    )
    parents = [
        (one.operation.assertion.entity.name, one.operation.assertion.target.name)
        for one in imported.fact_lines
        if one.operation.assertion.attribute == "parent"
    ]

    assert parents == [("Cy", "Bo Roe"), ("Cy", "Ann Roe")]
    assert imported.left_out == {"a child who is not the parents' own": 1}


def test_a_record_with_an_id_of_its_own_is_known_by_it_in_every_file(exports):
    text = tree(person("1 UID bbcc", "1 BIRT", "2 DATE 1850"), version="7.0")
    lines = [exports.facts(text, "entity", name=name) for name in ("tree.ged", "other.ged")]

    assert lines[0] == lines[1]
    assert lines[0][0][0]["id"] == "gedcom:bbcc"


def test_what_a_file_keeps_confidential_is_left_out(exports):
    hidden = person("1 RESN CONFIDENTIAL", "1 BIRT", "2 DATE 1850")
    place = person("1 RESI", "2 RESN privacy", "2 PLAC Boston", key="I2")
    imported = exports.read(tree(hidden, place), "tree.ged")

    assert (imported.facts, imported.left_out) == ((), {"what the file keeps confidential": 2})


def test_tags_that_are_not_read_are_counted_each(exports):
    text = tree(
        person("1 SEX F", "1 NAME Ann /Doe/", "1 OCCU", "1 BURI"),
        family("1 MARR", "1 NCHI 2"),
        "0 @S1@ SOUR\n1 TITL Parish\n",
    )
    imported = exports.read(text, "tree.ged")

    assert imported.left_out == {
        "a record of the kind SOUR": 1,
        "what SEX says of a person": 1,
        "another NAME: the first is the preferred": 1,
        "OCCU that does not say what": 1,
        "what BURI says of a person": 1,
        "a marriage of somebody who is not in the file": 1,
        "what NCHI says of a family": 1,
    }


def test_a_line_goes_on_in_its_continuations(exports):
    (fact,) = read(exports, tree(person("1 OCCU Master of", "2 CONC  the", "2 CONT mint @@ York")))

    assert fact["value"] == "Master of the mint @ York"


def test_the_evidence_of_a_fact_are_the_lines_of_its_event(exports):
    imported = exports.read(
        tree(person("1 BIRT", "2 DATE 1850", "2 PLAC Boston", "2 NOTE secret")), "tree.ged"
    )

    assert [line.operation.assertion.evidence for line in imported.fact_lines] == [
        "Ann Roe\nBIRT\nDATE 1850\nPLAC Boston"
    ] * 2


@pytest.mark.parametrize(
    "encoded",
    [
        tree(person()).replace("UTF-8", "ANSEL").replace("Ann", "Ænn").encode("latin-1"),
        tree(person()).replace("UTF-8", "ANSEL").replace("Ann", "Ænn").encode(),
    ],
)
def test_a_file_in_an_encoding_of_old_is_refused(exports, encoded):
    with pytest.raises(BadCharacters):
        exports.read(encoded, "tree.ged")


def test_a_file_in_utf16_is_read(exports):
    text = tree(person("1 OCCU Smith")).replace("UTF-8", "UNICODE").encode("utf-16")

    assert len(exports.read(text, "tree.ged").fact_lines) == 1


@pytest.mark.parametrize("bad", ["2 \0", "99 DATE 1", "1 OCCU", "x", "1" * 5_000 + " OCCU a"])
def test_a_bad_line_of_a_tree_costs_no_neighbour(exports, bad):
    imported = exports.read(tree(person(bad, "1 OCCU Smith")), "tree.ged")

    assert [one.operation.assertion.value for one in imported.fact_lines] == ["Smith"]
    assert sum(imported.left_out.values()) == 1


@pytest.mark.parametrize("text", ["", "0 HEADER", "1 HEAD", "{}"])
def test_what_does_not_begin_as_gedcom_is_none(exports, text):
    with pytest.raises(InvalidArgument) as refused:
        exports.read(text, "tree.ged")
    assert refused.value.field == "PATH"


WHOLE = tree(
    person("1 BIRT", "2 DATE 17 MAY 1850", "2 PLAC Boston", "1 RESI", "2 DATE FROM 1850 TO 1852"),
    person("1 DEAT", "2 DATE @#DJULIAN@ 5 MAR 1700", "1 FAMC @F1@", key="I2"),
    family("1 MARR", "2 DATE BEF 1870", "1 DIV", "2 DATE 1880", "1 CHIL @I2@"),
).split(" ")


@given(
    at=some.integers(0, len(WHOLE) - 1),
    word=some.sampled_from(("", "@", "@I1@", "0", "99", "\0", "\ud800", "\n1", "DATE", "9999", "/"))
    | some.text(max_size=5),
)
@examples(quick=200, long=2_000)
def test_a_tree_with_other_words_is_read_or_refused(exports, at, word):
    text = " ".join([*WHOLE[:at], word, *WHOLE[at + 1 :]])
    exports.read_or_refuse(text.encode("utf-8", "surrogatepass"), "tree.ged")
