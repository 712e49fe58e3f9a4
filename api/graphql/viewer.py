"""GraphQL: who asks, and what that caller may ask for."""

from __future__ import annotations

from datetime import datetime

import strawberry
from strawberry import field

from api.graphql.request.context import RequestContext
from api.graphql.request.permissions import fields_of
from graph.vocabulary import Role


@strawberry.type(description="Who asks: what the token says of its caller.")
class Viewer:
    tenant: str = field(description="The tenant, the only one that is seen.")
    actor: str = field(description="Who it is, as the audit records it.")
    role: Role = field(description="What the token allows.")
    expires_at: datetime | None = field(
        description="When the token expires; null for a caller without one."
    )
    fields: list[str] = field(
        description="The fields of Query, Mutation and Subscription that the caller may use, by"
        " name."
    )

    @classmethod
    def of(cls, context: RequestContext) -> Viewer:
        """Return the caller of a request, as shown."""
        caller, access = context.caller, context.access
        return cls(
            tenant=caller.tenant,
            actor=caller.actor,
            role=caller.role,
            expires_at=None if access is None else access.expires,
            fields=fields_of(caller),
        )
