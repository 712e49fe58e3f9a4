"""A tenant's policy: applied as a whole, with who and why; every version is kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graph.database.session import Session
from graph.errors import Forbidden
from graph.kernel.registry import registry as registries
from graph.kernel.slots import node_properties
from graph.kernel.slots.retry import StaleRegistry, again_if_stale
from graph.model.commands import REASON_MAX
from graph.model.gate.policy import Policy, difference, read_policy
from graph.model.records import Caller
from graph.validation import text
from graph.vocabulary import Role


@dataclass(frozen=True, slots=True)
class AppliedPolicy:
    """The policy that holds for a tenant.

    ``version`` is zero for a tenant that has applied none; then nobody did, and there is no time.
    """

    policy: Policy
    version: int
    at: datetime | None = None
    actor: str | None = None
    reason: str | None = None

    def as_json(self) -> dict[str, Any]:
        """Return it as a JSON object, in the words of the contract."""
        return {
            "version": self.version,
            "appliedAt": None if self.at is None else self.at.isoformat(),
            "actor": self.actor,
            "reason": self.reason,
            "policy": self.policy.as_json(),
        }


async def policy(db: Session, caller: Caller) -> AppliedPolicy:
    """Load the policy that holds for a tenant."""
    known = await registries.load(db, caller.tenant)
    if not known.policy_version:
        return AppliedPolicy(known.policy, 0)
    row = await registries.applied_policy(db, caller.tenant)
    assert row is not None, "the version says so"
    return AppliedPolicy(known.policy, row["version"], row["at"], row["actor"], row["reason"])


async def apply_policy(db: Session, caller: Caller, given: object, reason: str) -> AppliedPolicy:
    """Make a policy, as a JSON document has it, that of the tenant; the same again changes nothing.

    What has been stored before stays as it is, and what waits goes on waiting.

    Raises:
        Forbidden: the caller does not own the tenant.
        Incorrect: some part of the policy, or the reason, is bad.
    """
    if caller.role is not Role.OWNER:
        raise Forbidden("a policy is the owner's to apply", hint="use the token of an owner")
    wanted, why = read_policy(given), text(reason, REASON_MAX, field="reason")

    async def attempt() -> None:
        known = await registries.load(db, caller.tenant)
        if known.policy_version and known.policy == wanted:
            return
        now, version = db.clock(), known.policy_version + 1
        rows = await db.write(
            "proposals/resolution/apply_policy",
            tenant=caller.tenant,
            registry=known.version,
            policy={
                "version": version,
                "json": wanted.as_text(),
                "at": now,
                "actor": caller.actor,
                "reason": why,
            },
            audit=node_properties.audit("policy", str(version), now, caller.actor, why),
        )
        if not rows or rows[0]["applied"] != 1:
            raise StaleRegistry

    await again_if_stale(attempt, StaleRegistry)
    return await policy(db, caller)


async def changes(db: Session, caller: Caller, given: object) -> str:
    """Return what applying a policy would change, as a diff of lines; empty if nothing.

    Raises:
        Incorrect: some part of it is bad.
    """
    wanted = read_policy(given)
    return difference((await registries.load(db, caller.tenant)).policy, wanted)
