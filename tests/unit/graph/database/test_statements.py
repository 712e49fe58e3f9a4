"""The header of a .cypher file is a contract, and loading enforces it."""

import re

import pytest

from graph.database.statements import parse, parse_migration, statements
from graph.errors import StatementError


def source(*header: str, body: str = "RETURN $tenant AS tenant") -> str:
    return "\n".join([*(f"// {line}" for line in header), "CYPHER 25", body])


@pytest.mark.parametrize(
    "folder",
    ["read/memories", "read/recall", "kernel/entities", "database/embeddings/nearest"],
)
def test_a_query_compares_the_scopes_that_its_reader_sees_or_says_why_not(folder):
    header = ["access  read", "param  tenant  STRING"]
    with pytest.raises(StatementError, match="no \\$scopes"):
        parse(f"{folder}/example", source(*header))

    scoped = [*header, "param  scopes  LIST<STRING>"]
    parse(f"{folder}/example", source(*scoped, body="RETURN $tenant IN $scopes"))
    parse(f"{folder}/example", source(*header, "scope  all  its keys are of slots that are seen"))
    parse("kernel/slots/example", source(*header))


def test_a_header_is_read_whole():
    statement = parse(
        "read/example",
        source(
            "What it is for,",
            "in two lines.",
            "",
            "access  read",
            "param   tenant  STRING  whose",
            "column  tenant  STRING",
        ),
    )

    assert statement.purpose == "What it is for, in two lines."
    assert statement.access == "read"
    assert dict(statement.params) == {"tenant": "STRING  whose"}
    assert statement.columns == ("tenant",)
    assert statement.text == "CYPHER 25\nRETURN $p.tenant AS tenant"


@pytest.mark.parametrize(
    ("header", "body"),
    [
        pytest.param(["access  read"], "RETURN $tenant", id="used and not declared"),
        pytest.param(
            ["access  read", "param  tenant  STRING", "param  x  STRING"],
            "RETURN $tenant",
            id="declared and not used",
        ),
        pytest.param(
            ["access  read", "param  tenant  STRING", "param  tenant  STRING"],
            "RETURN $tenant",
            id="declared twice",
        ),
        pytest.param(["param  tenant  STRING"], "RETURN $tenant", id="no access"),
        pytest.param(["access  upkeep", "param  tenant  STRING"], "RETURN $tenant", id="no such"),
        pytest.param(["access  read"], "RETURN 1", id="no tenant"),
        pytest.param(
            ["access  read", "tenant  some  reason"], "RETURN 1", id="some tenants are not all"
        ),
        pytest.param(
            ["access  read", "param  tenant  STRING"], "RETURN $tenant;", id="a semicolon"
        ),
        pytest.param(["access  read", "tenant  all  test"], "", id="nothing to do"),
    ],
)
def test_a_broken_contract_is_refused(header, body):
    with pytest.raises(StatementError, match="read/broken"):
        parse("read/broken", source(*header, body=body))


@pytest.mark.parametrize("first", ["MATCH (n)", "CYPHER 5", "cypher 25", "CYPHER 25 MATCH (n)", ""])
def test_the_language_stands_first(first):
    text = f"// access  read\n// param  tenant  STRING\n{first}\nRETURN $tenant"

    with pytest.raises(StatementError, match=r"CYPHER 25|begins with"):
        parse("read/broken", text)


def test_a_dollar_in_a_string_a_name_or_a_comment_is_no_parameter():
    body = "RETURN 'it\\'s $a', \"$b\", `$c`, $tenant // $d\n/* $e */"
    statement = parse("read/example", source("access  read", "param  tenant  STRING", body=body))

    assert set(statement.params) == {"tenant"}


def test_a_reason_is_needed_to_span_tenants():
    with pytest.raises(StatementError):
        parse("upkeep/x", source("access  read", "tenant  all", body="RETURN 1"))

    spanning = parse("upkeep/x", source("access  read", "tenant  all  why", body="RETURN 1"))
    assert spanning.spans_tenants


def test_a_migration_holds_several_statements_under_one_header():
    text = """// Slots.
//
// access  schema
CYPHER 25

// By key.
CREATE INDEX a IF NOT EXISTS
FOR (it:Slot) ON (it.key);

CREATE INDEX b IF NOT EXISTS FOR (it:Slot) ON (it.parent);
"""
    first, second = parse_migration("migrations/V0001__slots", text)

    assert (first.name, second.name) == ("migrations/V0001__slots/01", "migrations/V0001__slots/02")
    assert first.text == "CYPHER 25\nCREATE INDEX a IF NOT EXISTS\nFOR (it:Slot) ON (it.key)"
    assert second.text == "CYPHER 25\nCREATE INDEX b IF NOT EXISTS FOR (it:Slot) ON (it.parent)"
    assert (first.purpose, second.purpose) == ("Slots. By key.", "Slots.")
    assert (first.access, second.access) == ("schema", "schema")


def test_a_backslash_in_the_header_of_a_migration_is_prose():
    (only,) = parse_migration(
        "migrations/V0001__x", "// A \\u B.\n// access  schema\nCYPHER 25\nX\n"
    )

    assert only.purpose == "A \\u B."


def test_every_file_says_what_it_is_for():
    assert statements()
    assert [name for name, statement in statements().items() if not statement.purpose] == []


def test_a_statement_of_a_migration_may_have_an_access_of_its_own():
    text = """// Slots.
//
// access  schema
CYPHER 25

CREATE INDEX a IF NOT EXISTS FOR (it:Slot) ON (it.key);

// What was there before.
// access  write
// tenant  all  every tenant's
MATCH (it:Slot) SET it.old = true;
"""
    first, second = parse_migration("migrations/V0001__slots", text)

    assert (first.access, second.access) == ("schema", "write")
    assert (first.spans_tenants, second.spans_tenants) == (False, True)
    assert second.purpose == "Slots. What was there before."


def test_whatever_adds_a_record_to_the_audit_has_it_wait_to_be_sealed():
    added = re.compile(r"(?:CREATE|MERGE) \(\w*:Audit\b(?!Chain)")
    adding = {
        name: statement.text
        for name, statement in statements().items()
        if added.search(statement.text)
    }

    assert len(adding) > 10
    assert [name for name, text in adding.items() if "unsealed" not in text] == []
