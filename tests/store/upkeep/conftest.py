"""Where the tasks of upkeep run, which serve every tenant of a store."""

from __future__ import annotations

import pytest

from graph.database.session import Session
from tests.conftest import FixedClock


@pytest.fixture
def db(own: Session, clock: FixedClock) -> Session:
    """A store without the memories of a thousand other tests, at this test's time."""
    own.clock = clock
    return own
