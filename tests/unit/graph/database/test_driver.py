"""Which addresses a driver is made for."""

from __future__ import annotations

import pytest

from graph.database.driver import create_driver
from graph.errors import InvalidArgument


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
