"""Which conversation a message belongs to that an agent stores without naming one.

It is that of the protocol's session, of one tenant and subject. Where the protocol has no sessions,
as over HTTP in its newer revisions, it is that of the same client and subject, until nothing has
been stored for a while.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from time import monotonic
from uuid import uuid4

from mcp.server.mcpserver import Context
from mcp.server.streamable_http import MCP_SESSION_ID_HEADER

from graph.ids import digest
from graph.model.records import Caller
from graph.write.intake.episodes import IMPLIED

IDLE_S = 30 * 60.0
# Of those without a session as many are known; the one that was used longest ago goes first.
KNOWN_MAX = 10_000


@dataclass(slots=True)
class Conversations:
    """The conversations of one server."""

    idle_s: float = IDLE_S
    _own: str = field(default_factory=lambda: uuid4().hex)
    _known: OrderedDict[str, tuple[str, float]] = field(
        default_factory=OrderedDict[str, tuple[str, float]]
    )

    def of(self, context: Context, caller: Caller) -> str:
        """Return the session in which a call's message is kept."""
        headers = context.headers
        if headers is None:
            # A program that one client has started is one session.
            return self._name(caller, self._own)
        session = headers.get(MCP_SESSION_ID_HEADER)
        return self._name(caller, session) if session else self._lately(context, caller)

    def _lately(self, context: Context, caller: Caller) -> str:
        told = context.session.client_params
        client = "" if told is None else told.client_info.name
        key, now = digest("client", caller.tenant, caller.actor, client), monotonic()
        name, used = self._known.pop(key, ("", 0.0))
        if not name or now - used > self.idle_s:
            name = self._name(caller, uuid4().hex)
        self._known[key] = name, now
        while len(self._known) > KNOWN_MAX:
            self._known.popitem(last=False)
        return name

    def _name(self, caller: Caller, session: str) -> str:
        """Return the session's name in the store, from which that of the protocol cannot be
        told.
        """
        return IMPLIED + digest("conversation", caller.tenant, caller.actor, session)[:24]
