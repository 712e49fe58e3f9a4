"""A notebook beside the service, on one store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from graph.database.server.embedded import Address
from graph.database.session import Session
from graph.model.records import Caller
from tests.support.story import Story


@pytest.fixture
def story(db: Session, caller: Caller) -> Story:
    """Statements of a tenant, in few words."""
    return Story(db, caller)


@pytest.fixture
def viewed(db: Session, server: Address) -> Iterator[Callable[..., Any]]:
    """Views of tenants, at the time of the test."""
    from graph.ogm.connection import ReadOnlyConnection  # noqa: PLC0415 -- needs the extra
    from graph.ogm.view import View  # noqa: PLC0415

    opened: list[View] = []

    def made(tenant: str, **more: Any) -> View:
        connection = ReadOnlyConnection(server, database="neo4j", limit_s=120)
        opened.append(View(connection, tenant, clock=db.clock, **more))
        return opened[-1]

    yield made
    for view in opened:
        view.close()


@pytest.fixture
def view(viewed: Callable[..., Any], caller: Caller) -> Any:
    """The tenant of the story, as its owner sees it."""
    return viewed(caller.tenant)
