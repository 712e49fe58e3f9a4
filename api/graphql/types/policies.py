"""GraphQL: the policy of a tenant, as a JSON object."""

from __future__ import annotations

from strawberry.scalars import JSON

from graph.resolution.policy import AppliedPolicy


def shown_policy(applied: AppliedPolicy) -> JSON:
    """The policy with its version, and who applied it when and why."""
    return JSON(
        {
            "version": applied.version,
            "appliedAt": None if applied.at is None else applied.at.isoformat(),
            "actor": applied.actor,
            "reason": applied.reason,
            "policy": applied.policy.as_json(),
        }
    )
