"""Which addresses a driver is made for, and which of the server's errors are tried again."""

from __future__ import annotations

import pytest
from neo4j.exceptions import Neo4jError

from graph.database.driver import create_driver, is_retryable, wrote_nothing
from graph.database.retries import RETRIES_MAX, Retries
from graph.errors import Fault, InvalidArgument, StoreUnavailable


@pytest.mark.parametrize(
    "uri",
    [
        "",
        "localhost:7687",
        "http://localhost:7474",
        "bolt+routing://localhost:7687",
        "bolt+unix:///run/neo4j.sock",
        "://localhost",
        "bolt+s",
    ],
)
def test_what_is_no_address_of_a_server_is_refused_with_a_hint(uri):
    # Warnings are errors here, so the driver has not warned either.
    with pytest.raises(InvalidArgument) as refused:
        create_driver(uri, "", "", 1, strict=False)

    assert refused.value.field == "DOXA_NEO4J_URI"
    assert "bolt://localhost:7687" in refused.value.hint


@pytest.mark.parametrize("scheme", ["bolt", "BOLT", "bolt+s", "neo4j", "neo4j+s", "neo4j+ssc"])
async def test_each_scheme_of_bolt_is_taken(scheme):
    async with create_driver(f"{scheme}://localhost:1", "", "", 1, strict=False):
        pass


async def test_what_could_not_be_planned_between_changes_of_the_schema_is_tried_again():
    failed = Neo4jError._hydrate_neo4j(
        code="Neo.DatabaseError.General.UnknownError",
        message="Could not compile query due to insanely frequent schema changes",
    )
    outcomes = [failed, failed]

    async def attempt() -> str:
        if outcomes:
            raise outcomes.pop()
        return "done"

    assert await Retries(0, None).run("a write", attempt, wrote_nothing) == "done"

    outcomes += [failed] * (RETRIES_MAX + 1)
    with pytest.raises(StoreUnavailable, match="indexes are being made"):
        await Retries(0, None).run("a write", attempt, wrote_nothing)


async def test_another_unknown_error_is_not_tried_again():
    failed = Neo4jError._hydrate_neo4j(
        code="Neo.DatabaseError.General.UnknownError", message="Something else"
    )

    async def attempt() -> None:
        raise failed

    assert not is_retryable(failed)
    with pytest.raises(Fault, match="Something else"):
        await Retries(0, None).run("a write", attempt, wrote_nothing)
