"""Which Neo4j is new enough: an older one does not have all that statements are written in."""

import pytest

from graph.database.driver import require_new_enough
from graph.errors import SchemaMismatch


def test_a_server_that_is_too_old_is_refused_by_its_version():
    for agent in (
        "Neo4j/2026.01.3",
        "Neo4j/2026.09.0",
        "Neo4j/2026.10.1-drop01",
        "Neo4j/2027.01.0",
    ):
        assert require_new_enough(agent) == agent
    for agent in ("Neo4j/2025.12.1", "Neo4j/2025.01.0", "Neo4j/5.26.0", "", "x"):
        with pytest.raises(SchemaMismatch) as refused:
            require_new_enough(agent)
        assert "2026.01" in refused.value.hint
