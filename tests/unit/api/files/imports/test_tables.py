"""Tables as facts and as messages, by what a TOML file says of their columns."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as some

from api.files.imports.formats import FactLine
from api.files.imports.items import ImportOptions
from graph.errors import BadCharacters, InvalidArgument, NotFound
from tests.support.profiles import examples

FORMAT = "csv"
HOMES = """
rows = "facts"
ends = "inclusive"
open = ["today"]
unknown = ["?"]
[columns]
entity = "Name"
target = "City"
valid_from = "From"
valid_to = "To"
[fixed]
attribute = "lives_in"
"""
TABLE = "Name,City,From,To\n"


@pytest.fixture
def layout(tmp_path):
    """The file that says what the columns are."""

    def write(text):
        path = tmp_path / "map.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def facts(exports, layout, table, text=HOMES, *keys):
    exports.options = ImportOptions(layout=layout(text))
    return exports.facts(table, *keys, name="table.csv")


def test_a_row_is_a_fact_with_its_columns_and_what_every_row_has(exports, layout):
    assert facts(exports, layout, f"{TABLE}Ann,Oslo,2001,2004-05-06\n") == [
        {
            "attribute": "lives_in",
            "entity": {"name": "Ann"},
            "target": {"name": "Oslo"},
            "valid_from": "2001",
            "valid_to": "2004-05-07",
        }
    ]


@pytest.mark.parametrize(
    ("cells", "times"),
    [
        ("2001,2001", {"valid_from": "2001", "valid_to": "2002"}),
        ("2001,", {"valid_from": "2001"}),
        ("156X,157X", {"valid_from": "156X", "valid_to": "158X"}),
        ("2001-21,2001-24?", {"valid_from": "2001-21", "valid_to": "2002-21?"}),
        ("2001,today", {"valid_from": "2001"}),
        ("2001,?", {"valid_from": "2001", "end_unknown": True}),
        ("?,1999-12", {"valid_to": "2000-01", "start_unknown": True}),
        (",", {}),
    ],
)
def test_a_cell_of_an_end_says_when_or_that_it_is_open_or_not_known(exports, layout, cells, times):
    (line,) = facts(exports, layout, f"{TABLE}Ann,Oslo,{cells}\n")

    assert {key: line[key] for key in line if key.startswith(("valid", "start", "end"))} == times


def test_a_column_may_have_whole_intervals(exports, layout):
    text = """rows = "facts"
columns = { entity = "Name", target = "City", valid = "When" }
fixed = { attribute = "lives_in" }
"""
    table = "Name,City,When\nAnn,Oslo,2001/2004\nBo,Rome,1985/\n"

    found = facts(exports, layout, table, text, "valid")
    assert found == [("2001/2004",), ("1985/",)]


def test_an_exclusive_end_stays_as_it_is(exports, layout):
    text = HOMES.replace("inclusive", "exclusive")

    assert facts(exports, layout, f"{TABLE}Ann,Oslo,2001,2004\n", text, "valid_to") == [("2004",)]


def test_whether_an_end_belongs_to_what_it_ends_is_asked_for(exports, layout):
    with pytest.raises(InvalidArgument) as refused:
        facts(exports, layout, TABLE, HOMES.replace('ends = "inclusive"', ""))

    assert "'ends'" in refused.value.message


def test_dates_are_read_by_their_forms_and_refused_where_they_have_none(exports, layout):
    text = f'dates = ["%d/%m/%Y", "%Y"]\n{HOMES}'
    table = f"{TABLE}Ann,Oslo,03/04/2001,2004\nBo,Rome,4/13/2001,\n"
    exports.options = ImportOptions(layout=layout(text))
    imported = exports.read(table, "table.csv")

    (line,) = imported.fact_lines
    assert b'"valid_from": "2001-04-03"' in line.raw
    (refused,) = (one for one in imported.facts if not isinstance(one, FactLine))
    assert (refused.field, "line 3" in refused.message) == ("valid_from", True)


def test_entities_may_have_ids_and_kinds(exports, layout):
    text = HOMES.replace("[columns]", '[columns]\nentity_id = "Id"').replace(
        "[fixed]", '[fixed]\nentity_kind = "person"'
    )
    table = "Id,Name,City,From,To\n7,Ann,Oslo,,\n"

    assert facts(exports, layout, table, text, "entity") == [
        ({"name": "Ann", "id": "7", "kind": "person"},)
    ]


def test_a_row_is_known_by_its_key_or_by_what_it_says(exports, layout):
    row = "Ann,Oslo,2001,\n"
    (first,) = facts(exports, layout, f"{TABLE}{row}", HOMES, "key")
    rows = facts(exports, layout, f"{TABLE}Bo,Rome,,\n{row}", HOMES, "key")
    own = HOMES.replace("[columns]", '[columns]\nkey = "City"')

    assert rows[1] == first != rows[0]
    assert facts(exports, layout, f"{TABLE}{row}", own, "key") == [("Oslo",)]


def test_rows_may_be_messages(exports, layout):
    text = """
    rows = "messages"
    delimiter = ";"
    dates = ["%d.%m.%Y %H:%M"]
    columns = { speaker = "Who", text = "What", occurred_at = "When" }
    """
    imported = exports.read(
        'Who;What;When\nAnn;"I live\nin Oslo; yes";01.05.2024 10:00\n',
        "chat.csv",
        layout=layout(text),
        zone=ZoneInfo("Europe/Oslo"),
    )

    (line,) = imported.messages
    assert (line.message.speaker, line.message.text) == ("Ann", "I live\nin Oslo; yes")
    assert line.message.occurred_at.isoformat() == "2024-05-01T10:00:00+02:00"


def test_a_message_of_a_table_without_a_zone_is_refused(exports, layout):
    text = 'rows = "messages"\ndates = ["%Y-%m-%d %H:%M"]\n[columns]\ntext = "a"\noccurred_at = "b"'
    imported = exports.read("a,b\nhi,2024-05-01 10:00\n", "chat.csv", layout=layout(text))

    assert [one.code for one in imported.lines] == ["NAIVE_TIME"]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("Ann,Oslo", "a row with more or fewer cells than the first"),
        ('"Ann"x,Oslo,,', "a row that is not written as CSV"),
        (f"{'x' * 200_000},Oslo,,", "a row that is not written as CSV"),
    ],
)
def test_a_broken_row_costs_no_neighbour(exports, layout, row, why):
    exports.options = ImportOptions(layout=layout(HOMES))
    imported = exports.read(f"{TABLE}Bo,Rome,,\n{row}\n\nCy,Bern,,\n", "table.csv")

    assert len(imported.fact_lines) == 2
    assert (imported.left_out, imported.places) == ({why: 1}, {why: "table.csv, line 3"})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rows",
        'rows = "people"',
        'rows = ["facts"]',
        'rows = "facts"\ncolumns = 3',
        'rows = "facts"\ncolumns = { entity = 3 }',
        'rows = "facts"\ncolumns = { name = "Name" }',
        'rows = "facts"\ndelimiter = ";;"',
        'rows = "facts"\ndates = "%Y"',
        'rows = "facts"\ndates = ["%Y %Y"]',
        'rows = "facts"\ndates = ["%q"]',
        'rows = "facts"\ncolum = { entity = "Name" }',
        f"a = {'[' * 10_000}",
        'rows = "facts"\ncolumns = { entity = "Nome" }',
        'rows = "messages"\ncolumns = { text = "Name", occurred_at = "Twice" }',
    ],
)
def test_a_map_that_says_nothing_of_the_table_is_refused(exports, layout, text):
    with pytest.raises(InvalidArgument) as refused:
        exports.read("Name,Twice,Twice\na,b,c\n", "table.csv", layout=layout(text))

    assert (refused.value.field, bool(refused.value.hint)) == ("--map", True)


def test_a_table_needs_a_map_and_one_that_is_there(exports, tmp_path):
    with pytest.raises(InvalidArgument) as refused:
        exports.read(TABLE, "table.csv", zone=ZoneInfo("UTC"))
    assert refused.value.field == "--map"
    with pytest.raises(NotFound):
        exports.read(TABLE, "table.csv", layout=tmp_path / "none.toml")


def test_a_table_that_is_no_utf8_or_has_no_rows_is_refused(exports, layout):
    path = layout(HOMES)
    with pytest.raises(BadCharacters):
        exports.read("Name,Città".encode("latin-1"), "table.csv", layout=path)
    with pytest.raises(InvalidArgument):
        exports.read("\n\n", "table.csv", layout=path)


@given(
    cells=some.lists(
        some.sampled_from(("\0", "\ud800", '"', ",", "\n", "\r", "9999", "0000", "-1", "9" * 5_000))
        | some.text(max_size=6),
        max_size=8,
    )
)
@examples(quick=100, long=1_000)
def test_any_rows_are_read_or_refused(exports, layout, cells):
    exports.options = ImportOptions(layout=layout(HOMES))
    table = f"{TABLE}{','.join(cells)}\nAnn,Oslo,{cells[0] if cells else ''},\n"
    exports.read_or_refuse(table.encode("utf-8", "surrogatepass"), "table.csv")
