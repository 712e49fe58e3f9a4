"""Everything that one operation writes, gathered, then sent as one statement."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graph import entries
from graph.clock import END_OF_TIME
from graph.commands import Assertion, Origin, Quote
from graph.contradictions import Finding
from graph.difference import Difference, added_up, difference
from graph.errors import NotFound
from graph.identity import Identity
from graph.ids import new_id
from graph.model import AssertResult
from graph.projection import Projection
from graph.session import Transaction
from graph.slot import OpenSlot, SlotName, StoredClaim
from graph.usual import lean
from graph.vocabulary import GroundingVerdict

Props = dict[str, Any]


@dataclass(slots=True)
class Writing:
    """The parameters of ``write/revise``, one list for each kind of thing."""

    tenant: str
    actor: str
    now: datetime
    slots: list[OpenSlot]
    episodes: list[Props] = field(default_factory=list[Props])
    claims: list[Props] = field(default_factory=list[Props])
    evidence: list[Props] = field(default_factory=list[Props])
    retired: list[Props] = field(default_factory=list[Props])
    closed: list[str] = field(default_factory=list[str])
    dropped: list[str] = field(default_factory=list[str])
    attributes: list[Props] = field(default_factory=list[Props])
    relations: list[Props] = field(default_factory=list[Props])
    unlinked: list[Props] = field(default_factory=list[Props])
    linked: list[Props] = field(default_factory=list[Props])
    holds: list[Props] = field(default_factory=list[Props])
    confirmed: list[Props] = field(default_factory=list[Props])
    contradictions: list[Props] = field(default_factory=list[Props])
    rejections: list[Props] = field(default_factory=list[Props])
    entities: dict[str, int] = field(default_factory=dict[str, int])
    moved: list[Props] = field(default_factory=list[Props])
    operations: list[Props] = field(default_factory=list[Props])
    receipts: list[Props] = field(default_factory=list[Props])
    decisions: list[Props] = field(default_factory=list[Props])
    audits: list[Props] = field(default_factory=list[Props])

    @property
    def inserted(self) -> list[Props]:
        """The properties of the beliefs to insert."""
        return [row["properties"] for row in (*self.attributes, *self.relations)]

    def source(self, assertion: Assertion, item: StoredClaim) -> None:
        """The claim's evidence: spans of known episodes, or the text that came with it."""
        memory = item.claim.id
        for quote in assertion.quotes:
            self._shown(memory, quote)
        if assertion.evidence is not None:
            episode = new_id("p")
            text, said = assertion.evidence, item.claim.said
            self.episodes.append(entries.episode(episode, assertion, text, said, self.now))
            verdict = GroundingVerdict.SUPPORTED
            self._shown(memory, Quote(episode, text, 0, len(text), verdict))
        sourced = bool(assertion.quotes) or assertion.evidence is not None
        verb = "retract" if item.claim.negative else "assert"
        self.audit(verb, memory, assertion.reason if sourced else assertion.reason or "no evidence")

    def _shown(self, memory: str, quote: Quote) -> None:
        properties = {
            "span": quote.span,
            "start": quote.start,
            "end": quote.end,
            "verdict": quote.verdict.value,
        }
        self.shown_again(memory, [{"episode": quote.episode, "properties": properties}])

    def shown_again(self, memory: str, evidence: Iterable[Mapping[str, Any]]) -> None:
        """The evidence of a known memory is that of another too."""
        self.evidence += [
            {"memory": memory, "episode": one["episode"], "properties": one["properties"]}
            for one in evidence
        ]

    def claim(self, item: StoredClaim, properties: Props) -> None:
        """A memory that counts from now on."""
        placed = {"placed_at": item.claim.placed, "admitted_at": self.now}
        self.claims.append(lean(properties | placed))

    def pending(self, item: StoredClaim, properties: Props) -> None:
        """A memory that is no claim: under the confidence floor, or waiting for an answer."""
        standing = {key: properties[key] for key in properties if key not in ("slot", "parent")}
        self.claims.append(
            lean(
                standing
                | {
                    "slot_held": properties["slot"],
                    "parent_held": properties["parent"],
                    "placed_at": item.claim.placed,
                    "admitted_at": END_OF_TIME,
                }
            )
        )

    def change(
        self,
        slot: OpenSlot,
        known: Mapping[str, StoredClaim],
        projection: Projection | None = None,
    ) -> Difference:
        """What changes if these are the slot's claims; a projection of them need not be made."""
        projection = projection or added_up(slot.name, known.values())
        found = difference(slot, projection, known, self.now)
        self.closed += found.closed
        self.dropped += found.dropped
        self.attributes += found.attributes
        self.relations += found.relations
        self.unlinked += found.unlinked
        self.linked += found.linked
        self.holds += found.holds
        return found

    def take_out(self, slot: OpenSlot, gone: Container[str]) -> Difference:
        """What changes if these are the slot's claims no more."""
        kept = {item.claim.id: item for item in slot.claims if item.claim.id not in gone}
        return self.change(slot, kept)

    def contradiction(
        self, finding: Finding, name: SlotName, challenger: str, *, answered: bool
    ) -> None:
        """A contradiction that settled itself, or one that waits."""
        self.contradictions.append(
            entries.contradiction(finding, name, challenger, self.now, answered=answered)
        )

    def retire(self, memory: str, action: str, reason: str) -> None:
        """A memory counts no more, or waits no more."""
        self.retired.append({"id": memory, "reason": action})
        self.audit(action, memory, reason)

    def confirmation(self, held: str, item: StoredClaim) -> None:
        """One more time that a held memory was said; what doubt is left of it shrinks."""
        self.confirmed.append(entries.confirmation(held, item))

    def rejection(
        self,
        name: SlotName,
        item: StoredClaim,
        entity: str,
        reason: str,
        *,
        other_end: str | None = None,
    ) -> None:
        """A value that a person rejected in a slot; a relation is rejected from both its ends.

        ``entity`` is the one that the claim is about, as it was claimed.
        """
        rejected = entries.rejection(name, item, entity, self.now, self.actor, reason)
        self.rejections.append(rejected)
        if other_end is not None and item.target is not None:
            other = entries.mirrored(rejected, name, item, self.tenant, other_end)
            self.rejections.append(other)

    def audit(self, action: str, subject: str, reason: str | None) -> None:
        """A line in the log that only grows."""
        self.audits.append(entries.audit(action, subject, self.now, self.actor, reason))

    def journal(self, op: str, /, **detail: object) -> None:
        """What was asked for, so that the operation can be told, and done again elsewhere."""
        self.operations.append(entries.operation(op, detail, self.now, self.actor))

    def move(self, memory: str, name: SlotName, canonical: str | None) -> None:
        """A claim stands in another slot from now on, its value under another canonical form.

        Where it stood is kept: as of earlier system times it stands there.
        """
        place = {"slot": name.key, "parent": name.parent, "canonical": canonical}
        self.moved.append({"id": memory} | place)

    def rests_on(self, identity: Identity) -> None:
        """Have the write compare that the entity's identity is the one that was looked up."""
        self.entities[identity.stands] = identity.version

    def answer(self, found: AssertResult, receipt: str | None, origin: Origin | None) -> None:
        """What to answer if the same operation comes again, and the candidate's decision."""
        if receipt is None:
            return
        self.receipts.append(entries.receipt(receipt, found, self.now))
        if origin is not None:
            self.decisions.append(entries.decision(receipt, origin, found, self.now))


class StaleSlot(Exception):
    """A slot, or an entity's identity, changed between being read and being locked."""


def _locked(slots: Sequence[OpenSlot]) -> list[Props]:
    """The slots to lock with their revisions; one that is parent and changed itself counts once."""
    rows: dict[str, Props] = {}
    for slot in slots:
        for row in slot.name.rows(slot.revision, slot.above, changes=1):
            held = rows.get(row["key"])
            if held is None or row["changes"] > held["changes"]:
                rows[row["key"]] = row
    return sorted(rows.values(), key=lambda row: (row["key"] != row["parent"], row["key"]))


def _entities(writing: Writing) -> list[Props]:
    """The entities to lock before the slots, because their beliefs will lock them afterwards.

    A merge locks them first too; in another order the two would wait for each other.
    """
    ids = {slot.name.entity for slot in writing.slots} | set(writing.entities)
    ids |= {row["target"] for row in writing.relations}
    ids |= {row["canonical"] for row in _gone(writing) if row.get("target") is not None}
    return [{"id": key, "identity": writing.entities.get(key)} for key in sorted(ids)]


def _values(writing: Writing) -> list[str]:
    """The values to lock beforehand, where a belief is closed or goes.

    The server takes the value that a belief leads to when the belief's change is committed. Who
    inserts another has the value by then, and comes to take the belief that is before it there.
    """
    gone = _gone(writing)
    if not gone:
        return []
    keys = {row["canonical"] for row in gone if row.get("target") is None}
    return sorted(keys | {row["key"] for row in writing.attributes})


def _gone(writing: Writing) -> list[Mapping[str, Any]]:
    """The beliefs that are closed, or go without a trace."""
    gone = {*writing.closed, *writing.dropped}
    if not gone:
        return []
    return [row for slot in writing.slots for row in slot.beliefs if row["id"] in gone]


async def commit(tx: Transaction, writing: Writing) -> None:
    """Lock the entities and the slots, and send it all.

    Raises:
        StaleSlot: a slot, or an entity's identity, has changed since it was read.
        NotFound: a relation's target is not there; the transaction is to be rolled back.
    """
    slots = _locked(writing.slots)
    entities = _entities(writing)
    rows = await tx.run(
        "write/revise",
        tenant=writing.tenant,
        now=writing.now,
        forever=END_OF_TIME,
        entities=entities,
        slots=slots,
        values=_values(writing),
        episodes=writing.episodes,
        claims=writing.claims,
        evidence=writing.evidence,
        retired=writing.retired,
        closed=writing.closed,
        dropped=writing.dropped,
        # In one order for every writer, so that none waits for one that waits for it.
        attributes=sorted(writing.attributes, key=lambda row: row["key"]),
        relations=sorted(writing.relations, key=lambda row: row["target"]),
        unlinked=writing.unlinked,
        linked=writing.linked,
        holds=writing.holds,
        confirmed=writing.confirmed,
        contradictions=writing.contradictions,
        rejections=writing.rejections,
        moved=writing.moved,
        operations=writing.operations,
        receipts=writing.receipts,
        decisions=writing.decisions,
        audits=writing.audits,
    )
    if rows[0]["unchanged"] != len(slots) or rows[0]["same"] != len(entities):
        raise StaleSlot
    if rows[0]["targets"] != len(writing.relations):
        raise NotFound("the target is not there any more", field="input.target")
