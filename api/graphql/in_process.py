"""Operations that are executed in this process, for an interface that is not HTTP."""

from __future__ import annotations

from typing import Any

from strawberry.types import ExecutionResult

from api.graphql.request.context import RequestContext, Services
from api.graphql.schema import OPERATION, SCHEMA
from graph import tracing
from graph.model.records import Caller


async def execute(
    services: Services, caller: Caller, document: str, variables: dict[str, Any]
) -> ExecutionResult:
    """Return what an operation of a caller comes to, with the rights and limits of every other
    entrance.
    """
    context = RequestContext(services, caller)
    try:
        with tracing.span(OPERATION):
            return await SCHEMA.execute(document, variables, context)
    finally:
        context.release()
