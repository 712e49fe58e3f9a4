"""What a withdrawn consent takes back: every claim of the categories about its subject.

Also what waits for a person, and claims that lead to the subject. A withdrawal that was cut off
is marked in the store, and finished by whoever calls next: the task does so regularly.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from graph.clock import END_OF_TIME
from graph.database.session import Session
from graph.kernel.entities.resolution import load_identity
from graph.kernel.registry import registry as registries
from graph.kernel.registry.registry import Registry
from graph.model.gate.consent import EVERY
from graph.model.records import Caller
from graph.vocabulary import Role
from graph.write.distrust import take_back

REASON = "consent withdrawn"
PAGE = 100


@dataclass(frozen=True, slots=True)
class AboutSubject:
    """Selects the claims about some entities, of some attributes or of all (None)."""

    entities: tuple[str, ...]
    attributes: tuple[str, ...] | None

    @property
    def statement(self) -> str:
        """What walks through them."""
        return "governance/consents/claims_about"

    @property
    def statement_in_slots(self) -> str:
        """What finds them among all claims of some slots."""
        return "governance/consents/claims_about_in_slots"

    @property
    def params(self) -> dict[str, Any]:
        """What both are told."""
        return {
            "entities": list(self.entities),
            "attributes": None if self.attributes is None else list(self.attributes),
            "forever": END_OF_TIME,
        }

    @property
    def detail(self) -> dict[str, Any]:
        """What is kept of it in a journal."""
        return {"entities": self.entities, "attributes": self.attributes}

    @property
    def action(self) -> str:
        """What takes them back."""
        return "withdraw"


def attributes_of(registry: Registry, categories: Collection[str]) -> tuple[str, ...] | None:
    """Return the attributes of some categories; None, for any, if every category is meant."""
    if EVERY in categories:
        return None
    return tuple(one.name for one in registry.all() if one.category_key in categories)


async def take_back_withdrawn(
    db: Session, caller: Caller, records: Sequence[str], subject: str, categories: Collection[str]
) -> tuple[str, ...]:
    """Take back what rests on consents that are withdrawn; the memories that fell.

    ``records`` are those of the withdrawal; they are marked until this is done.

    Raises:
        StoreUnavailable: the store does not answer, or claims keep being changed by others; what is
            taken back stays so, and the rest is done by the next call.
    """
    identity = await load_identity(db.read, caller.tenant, subject)
    whole = () if identity is None else tuple(identity["whole"])
    known = await registries.load(db, caller.tenant)
    about = AboutSubject(whole, attributes_of(known, categories))
    fell = await take_back(db, caller, about, REASON)
    turned = await db.write(
        "governance/consents/turn_away",
        tenant=caller.tenant,
        entities=list(about.entities),
        attributes=about.params["attributes"],
        now=db.clock(),
        actor=caller.actor,
        reason=REASON,
    )
    gone = [*fell.memories, *turned[0]["ids"]]
    await db.write("governance/consents/finish", tenant=caller.tenant, ids=list(records), fell=gone)
    return tuple(gone)


async def finish_withdrawals(db: Session) -> int:
    """Finish the withdrawals of all tenants that were cut off; how many memories fell.

    Raises:
        StoreUnavailable: as for one.
    """
    fell = 0
    while rows := await db.read("governance/consents/unfinished", limit=PAGE, forever=END_OF_TIME):
        for row in rows:
            caller = Caller(row["tenant"], row["actor"], Role.OWNER)
            categories = {row["category"]}
            gone = await take_back_withdrawn(db, caller, [row["id"]], row["subject"], categories)
            fell += len(gone)
    return fell
