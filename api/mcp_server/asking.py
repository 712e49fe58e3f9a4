"""What a tool asks of Doxa: a GraphQL operation of the caller, in this process.

The tools add nothing to what the schema does, and no way around it: rights, limits, scopes and
errors are those of every other entrance.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from graphql import GraphQLError
from mcp.server.mcpserver import Context

from api.graphql.request.permissions import Right, require
from api.mcp_server.conversations import Conversations
from api.mcp_server.refusals import RefusedError
from graph.errors import DoxaError, Forbidden
from graph.model.records import Caller
from graph.vocabulary import Role

if TYPE_CHECKING:
    from api.graphql.request.context import Services

# What answers, once it is there.
Find: TypeAlias = "Callable[[], Awaitable[Services]]"
# Who calls: who started the program, or of whom the request's token is.
Identify: TypeAlias = "Callable[[Services, Context], Caller]"


@dataclass(frozen=True, slots=True)
class Asking:
    """Executes operations for whoever calls a tool.

    ``relays``: what the agent passes on as said counts as said by the user, as whoever set it up
    has chosen; else it is a model's word like all that it writes.
    """

    services: Find
    identify: Identify
    relays: bool = False
    conversations: Conversations = field(default_factory=Conversations)

    async def conversation(self, context: Context) -> str:
        """Return the session in which a message is kept whose call names none."""
        services = await self._open()
        return self.conversations.of(context, self.identify(services, context))

    async def require(self, context: Context, right: Right) -> None:
        """Go on only if the caller has that right.

        Raises:
            RefusedError: they do not, or the store is not open.
        """
        services = await self._open()
        try:
            require(self.identify(services, context), right)
        except Forbidden as error:
            raise RefusedError(error.code, error.message, hint=error.hint) from error

    async def ask(self, context: Context, document: str, /, **variables: Any) -> Any:
        """Return the data of an operation that only reads, or that the caller's own role decides
        on.

        Raises:
            RefusedError: it was refused; with its code, the field and a hint.
        """
        services = await self._open()
        return await _execute(services, self.identify(services, context), document, variables)

    async def say(self, context: Context, document: str, /, **variables: Any) -> Any:
        """Return the data of an operation that a model asks for: what it says is a model's word.

        Raises:
            RefusedError: as ``ask`` does.
        """
        services = await self._open()
        caller = self.identify(services, context)
        allowed = caller.role in (Role.OWNER, Role.WRITER, Role.MODEL)
        spoken = replace(caller, role=Role.MODEL) if allowed else caller
        return await _execute(services, spoken, document, variables)

    async def pass_on(self, context: Context, document: str, /, **variables: Any) -> Any:
        """Return the data of an operation that passes on what was said.

        Raises:
            RefusedError: as ``ask`` does.
        """
        way = self.ask if self.relays else self.say
        return await way(context, document, **variables)

    async def _open(self) -> Services:
        try:
            return await self.services()
        except DoxaError as error:
            raise RefusedError(
                error.code, error.message, field=error.field, hint=error.hint
            ) from error


async def _execute(
    services: Services, caller: Caller, query: str, variables: dict[str, Any]
) -> Any:
    # Takes seconds to load, for which a client that starts this program need not wait.
    from api.graphql.in_process import execute  # noqa: PLC0415

    result = await execute(services, caller, query, variables)
    if result.errors:
        first, *others = [_refusal(error) for error in result.errors]
        first.others = others
        raise first
    notes = (result.extensions or {}).get("warnings", [])
    return {**(result.data or {}), "warnings": notes} if notes else result.data


def _refusal(error: GraphQLError) -> RefusedError:
    extensions: dict[str, Any] = error.extensions or {}
    return RefusedError(
        extensions.get("code", "INTERNAL"),
        error.message,
        field=extensions.get("field"),
        hint=extensions.get("hint") or "",
    )


def asking(context: Context) -> Asking:
    """Return what the tools of a server ask through."""
    return cast(Asking, context.request_context.lifespan_context)
