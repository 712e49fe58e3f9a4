"""Which Neo4j is new enough: an older one would keep no vectors, and say nothing of it."""

import pytest

from graph.database.driver import require_new_enough
from graph.errors import SchemaMismatch


def test_a_server_that_is_too_old_is_refused_by_its_version():
    for agent in (
        "Neo4j/2026.05.0",
        "Neo4j/2026.09.0",
        "Neo4j/2026.10.1-drop01",
        "Neo4j/2027.01.0",
    ):
        assert require_new_enough(agent) == agent
    for agent in ("Neo4j/2026.04.0", "Neo4j/2026.01.3", "Neo4j/2025.11.0", "Neo4j/5.26.0", "", "x"):
        with pytest.raises(SchemaMismatch) as refused:
            require_new_enough(agent)
        assert "2026.05" in refused.value.hint
