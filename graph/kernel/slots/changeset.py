"""Everything that one operation writes, gathered, then sent as one statement.

A single operation has one system time; a part of a file may have many. What the change set itself
inserts and later ends is inserted with its end, and what it inserts and takes back at one system
time is not inserted at all.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from operator import attrgetter
from typing import Any

from graph.clock import END_OF_TIME
from graph.database.memory_defaults import strip_defaults
from graph.database.rows import Props, Row
from graph.database.session import Session, Transaction
from graph.errors import Conflict, NotFound
from graph.ids import new_id
from graph.kernel.entities.resolution import Identity
from graph.kernel.slots import node_properties
from graph.kernel.slots.belief_versions import BeliefVersion, note_changes
from graph.kernel.slots.change_rows import (
    Admission,
    Bearer,
    Closing,
    Confirmation,
    EntityRow,
    EvidenceRow,
    HoldsRow,
    KindRow,
    LinkRow,
    MoveRow,
    NameRow,
    Release,
    Retirement,
    SlotRow,
    Stay,
    Unlinking,
)
from graph.kernel.slots.difference import Difference, difference, project_slot
from graph.kernel.slots.retry import StaleSlot, UnfinishedMerge
from graph.kernel.slots.slot import OpenSlot, SlotName
from graph.kernel.slots.two_ends.differences import SharedDifference
from graph.kernel.slots.two_ends.reading import BothEnds, Changed
from graph.kernel.temporal.contradictions import Finding
from graph.kernel.temporal.projection import Projection
from graph.kernel.temporal.stored_claim import StoredClaim, Successor
from graph.model.commands import Assertion, Origin, Quote
from graph.model.records import AssertResult, Caller
from graph.model.scopes import COMMON_SCOPE
from graph.vocabulary import GroundingVerdict, Verdict

# Actions of the audit that are about one new claim.
_CLAIMED = frozenset({"assert", "retract"})


@dataclass(slots=True)
class ChangeSet:
    """What is to be written, one list for each kind of thing.

    ``now`` is the system time of what is added next. Lists of ``Props`` are the properties of
    nodes. Memories of the change set itself are in ``claims``, by id, and take there what they
    carry. ``beside_merges``: it may be written while a merge of its entities is unfinished.
    ``policy`` is the version of the policy that let the claims in, if they came by the gate.
    """

    tenant: str
    actor: str
    now: datetime
    names: list[NameRow] = field(default_factory=list[NameRow])
    made: list[EntityRow] = field(default_factory=list[EntityRow])
    bearers: list[Bearer] = field(default_factory=list[Bearer])
    kinds: list[KindRow] = field(default_factory=list[KindRow])
    entities: dict[str, int | None] = field(default_factory=dict[str, int | None])
    slots: dict[str, SlotRow] = field(default_factory=dict[str, SlotRow])
    episodes: list[Props] = field(default_factory=list[Props])
    claims: dict[str, Props] = field(default_factory=dict[str, Props])
    evidence: list[EvidenceRow] = field(default_factory=list[EvidenceRow])
    released: list[Release] = field(default_factory=list[Release])
    admitted: list[Admission] = field(default_factory=list[Admission])
    stays: list[Stay] = field(default_factory=list[Stay])
    moved: dict[str, MoveRow] = field(default_factory=dict[str, MoveRow])
    retired: dict[str, Retirement] = field(default_factory=dict[str, Retirement])
    closed: list[Closing] = field(default_factory=list[Closing])
    dropped: list[Closing] = field(default_factory=list[Closing])
    beliefs: dict[str, BeliefVersion] = field(default_factory=dict[str, BeliefVersion])
    unlinked: list[Unlinking] = field(default_factory=list[Unlinking])
    ended: list[LinkRow] = field(default_factory=list[LinkRow])
    links: dict[str, LinkRow] = field(default_factory=dict[str, LinkRow])
    holds: dict[str, HoldsRow] = field(default_factory=dict[str, HoldsRow])
    confirmed: list[Confirmation] = field(default_factory=list[Confirmation])
    contradictions: list[Props] = field(default_factory=list[Props])
    rejections: list[Props] = field(default_factory=list[Props])
    operations: list[Props] = field(default_factory=list[Props])
    receipts: list[Props] = field(default_factory=list[Props])
    decisions: list[Props] = field(default_factory=list[Props])
    audits: list[Props] = field(default_factory=list[Props])
    both_ends: BothEnds = field(init=False)
    related: Changed = field(default_factory=Changed)
    beside_merges: bool = False
    policy: int | None = None

    def __post_init__(self) -> None:
        self.both_ends = BothEnds(self.tenant)

    @classmethod
    def of(cls, db: Session, caller: Caller, *slots: OpenSlot) -> ChangeSet:
        """One that changes these locked slots, at the system time that they allow."""
        changes = cls.at(db, caller, *slots)
        changes.touch(*slots)
        return changes

    @classmethod
    def at(cls, db: Session, caller: Caller, *slots: OpenSlot) -> ChangeSet:
        """Return an empty one at the system time that these locked slots allow."""
        lasts = [slot.system_last for slot in slots if slot.system_last is not None]
        return cls(caller.tenant, caller.actor, max([db.clock(), *lasts]))

    def touch(self, *slots: OpenSlot) -> None:
        """Have the slots change, once, and their parents locked."""
        for slot in slots:
            if slot.name.key != slot.name.parent:
                above = slot.name.above
                self.slots.setdefault(above.key, above.row(slot.above, slot.above))
            row = slot.name.row(slot.revision, slot.revision + 1, self.now)
            self.slots[slot.name.key] = row

    def keep(self, rows: Iterable[SlotRow]) -> None:
        """Have slots be as they were left; of one that is changed and locked, the change counts."""
        for row in rows:
            if row.read != row.revision or row.key not in self.slots:
                self.slots[row.key] = row

    def source(self, assertion: Assertion, item: StoredClaim) -> None:
        """Record the claim's evidence: spans of known episodes, or the text that came with it."""
        memory = item.claim.id
        for quote in assertion.quotes:
            self.show(memory, quote)
        if assertion.evidence is not None:
            self.bring(new_id("p"), assertion, item)
        sourced = bool(assertion.quotes) or assertion.evidence is not None
        verb = "retract" if item.claim.negative and not item.bounds.end else "assert"
        self.audit(verb, memory, assertion.reason if sourced else assertion.reason or "no evidence")
        if assertion.verdict is Verdict.APPROVED:
            self.audits[-1]["gate"] = "review"

    def bring(self, episode: str, assertion: Assertion, item: StoredClaim) -> None:
        """Record the text that came with an assertion, as a source of its own."""
        text = assertion.evidence
        assert text is not None
        if all(row["id"] != episode for row in self.episodes[-1:]):
            said = item.claim.said_at
            self.episodes.append(node_properties.episode(episode, assertion, text, said, self.now))
        self.show(item.claim.id, Quote(episode, text, 0, len(text), GroundingVerdict.SUPPORTED))

    def show(self, memory: str, quote: Quote) -> None:
        """Record that a memory rests on some words of an episode."""
        self.evidence.append(
            EvidenceRow(
                memory, quote.episode, quote.span, quote.start, quote.end, quote.verdict.value
            )
        )

    def shown_again(self, memory: str, evidence: Iterable[Row]) -> None:
        """Record that the evidence of a known memory is that of another too."""
        for shown in evidence:
            row = shown["properties"]
            self.evidence.append(
                EvidenceRow(
                    memory,
                    shown["episode"],
                    *(row.get(name) for name in ("span", "start", "end", "verdict")),
                )
            )

    def claim(self, item: StoredClaim, properties: Props) -> None:
        """Record a memory that counts from now on."""
        placed = {"placed_at": item.claim.placed, "admitted_at": self.now}
        self.claims[item.claim.id] = properties | placed

    def pending(self, item: StoredClaim, properties: Props) -> None:
        """Record a memory that is no claim: under the confidence floor, or waiting for an
        answer.
        """
        row = properties | {"placed_at": item.claim.placed, "admitted_at": END_OF_TIME}
        row["slot_held"], row["parent_held"] = row.pop("slot"), row.pop("parent")
        row = {key: row[key] for key in row if key not in ("other_slot", "other_parent")}
        self.claims[item.claim.id] = row

    def change(
        self,
        slot: OpenSlot,
        claims: Mapping[str, StoredClaim],
        projection: Projection | None = None,
    ) -> Difference:
        """Return what changes if these are the slot's claims; a projection of them need not be
        made.

        Of a relation with another end that is told when all its slots are known, by ``settle``.
        """
        if slot.both_ends is not None:
            self.both_ends.take(slot.name, slot.both_ends)
            self.related.hold(slot, claims)
            return Difference()
        projection = projection or project_slot(slot.name, claims.values())
        found = difference(slot, projection, claims, self.now)
        self.apply(found)
        return found

    def apply(self, difference: Difference) -> None:
        """Write what one change of a slot comes to."""
        for belief in (*difference.closed, *difference.dropped):
            self._end(belief, difference)
        for belief in difference.inserted:
            self.beliefs[belief.id] = belief
        for memory, successor in difference.unlinked:
            self.unlink(memory, successor)
        for memory, (successor, reason) in difference.linked:
            self.link(memory, successor, reason.value)
        for memory, holds in difference.holds:
            start, end = (None, None) if holds is None else (holds[0], holds[1] or END_OF_TIME)
            if memory in self.claims:
                self.claims[memory] |= {"holds_from": start, "holds_to": end}
            else:
                self.holds[memory] = HoldsRow(memory, start, end)

    def _end(self, belief: BeliefVersion, difference: Difference) -> None:
        own = self.beliefs.pop(belief.id, None)
        dropped = belief in difference.dropped
        if own is not None and not dropped:
            self.beliefs[belief.id] = replace(own, system_to=self.now)
        if own is None:
            (self.dropped if dropped else self.closed).append(_closing(belief, self.now))

    def take_out(self, slot: OpenSlot, gone: Container[str]) -> Difference:
        """Return what changes if these are the slot's claims no more."""
        kept = {item.claim.id: item for item in slot.claims if item.claim.id not in gone}
        return self.change(slot, kept)

    async def settle(self, tx: Transaction) -> Difference:
        """Return what has changed in relations with another end, at both of their ends.

        Raises:
            StaleSlot: one of their slots has changed later than the system time of this.
        """
        if self.related == Changed():
            return Difference()
        result = await self.both_ends.become(tx.run, self.related, self.now)
        self.related = Changed()
        self.apply(result.difference)
        self.touch_ends(result)
        return result.difference

    def touch_ends(self, result: SharedDifference) -> None:
        """Have the slots at both ends change, once."""
        for name in result.touched.values():
            known, state = self.slots.get(name.key), self.both_ends.opened(name)
            if known is not None and known.revision != known.read:
                continue
            if state.system_last is not None and state.system_last > self.now:
                raise StaleSlot
            state.touch(self.now)
            self.keep(state.rows())

    def link(self, memory: str, successor: str, reason: str) -> None:
        """Record that a memory gave way to another."""
        self.links[memory] = LinkRow(memory, successor, reason, self.now, END_OF_TIME)

    def unlink(self, memory: str, successor: str) -> None:
        """Record that a memory did not give way to another after all."""
        link = self.links.pop(memory, None)
        if link is None:
            self.unlinked.append(Unlinking(memory, successor, self.now))
        elif link.system_from < self.now:
            self.ended.append(replace(link, system_to=self.now))

    def contradiction(
        self, finding: Finding, name: SlotName, challenger: str, *, answered: bool
    ) -> None:
        """Record a contradiction that settled itself, or one that waits."""
        self.contradictions.append(
            node_properties.contradiction(finding, name, challenger, self.now, answered=answered)
        )

    def retire(
        self, memory: str, action: str, reason: str, successor: Successor | None = None
    ) -> None:
        """Record that a memory counts no more, or waits no more; what it had given way to is
        undone.
        """
        self.retired[memory] = Retirement(memory, action, self.now)
        if successor is not None:
            self.unlink(memory, successor[0])
        self.audit(action, memory, reason)

    def confirmation(self, memory: str, item: StoredClaim) -> None:
        """One more time that a held memory was said; what doubt is left of it shrinks."""
        self.confirmed.append(Confirmation(memory, 1.0 - item.confidence, item.claim.said_at))

    def rejection(
        self,
        name: SlotName,
        item: StoredClaim,
        entity: str,
        reason: str,
        *,
        other_end: str | None = None,
    ) -> None:
        """Record a value that a person rejected in a slot; a relation is rejected from both its
        ends.

        ``entity`` is the one that the claim is about, as it was claimed.
        """
        rejected = node_properties.rejection(name, item, entity, self.now, self.actor, reason)
        self.rejections.append(rejected)
        if other_end is not None and item.target is not None:
            other = node_properties.mirror_rejection(rejected, name, item, self.tenant, other_end)
            self.rejections.append(other)

    def audit(
        self, action: str, subject: str, reason: str | None, scope: str = COMMON_SCOPE
    ) -> None:
        """Record a line in the log that only grows; what is about a memory is of the memory's
        scope.
        """
        record = node_properties.audit(action, subject, self.now, self.actor, reason, scope)
        self.audits.append(record | {"policy": self.policy})

    def journal(self, op: str, /, **detail: object) -> None:
        """Record what was asked for, so that the operation can be told, and done again
        elsewhere.
        """
        self.operations.append(node_properties.operation(op, detail, self.now, self.actor))

    def move(self, name: SlotName, item: StoredClaim) -> None:
        """Record that a claim stands in another slot from now on, or has its value in another form.

        Where it stood is kept: as of earlier system times it stands there.
        """
        canonical = item.claim.value
        if name.other is not None:
            self.related.add(name, item)
        self.moved[item.claim.id] = MoveRow(
            item.claim.id,
            **name.standing(canonical),
            canonical=canonical,
            value=item.value,
            typed=item.typed,
            target=item.target,
            at=self.now,
        )

    def rests_on(self, identity: Identity) -> None:
        """Have the write compare that the entity's identity is the one that was looked up."""
        self.entities[identity.stands] = identity.version

    def answer(
        self,
        result: AssertResult,
        receipt: str | None,
        origin: Origin | None = None,
        *,
        words: str | None = None,
        policy: int | None = None,
        recalibration: str | None = None,
    ) -> None:
        """Record what to answer if the same operation comes again, and the candidate's decision."""
        if receipt is None:
            return
        self.receipts.append(node_properties.receipt(receipt, result, self.now, words))
        if origin is not None:
            decided = node_properties.decision(
                receipt, origin, result, policy, self.now, recalibration
            )
            self.decisions.append(decided)

    def lists(self) -> Props:
        """Return the lists of ``kernel/slots/apply_changeset``.

        What is locked, and the beliefs, come in one order for every writer, so that none waits for
        one that waits for it.
        """
        entities, beliefs = self._entities(), self.beliefs.values()
        literal = sorted((b for b in beliefs if b.target is None), key=lambda b: b.canonical)
        relations = sorted((b for b in beliefs if b.target), key=lambda b: b.canonical)
        return {
            "names": _maps(sorted(self.names, key=attrgetter("key"))),
            "made": _maps(self.made),
            "bearers": _maps(self.bearers),
            "kinds": _maps(self.kinds),
            "entities": [{"id": key, "identity": entities[key]} for key in sorted(entities)],
            "slots": _maps(sorted(self.slots.values(), key=_lock_order)),
            "values": self._values(literal),
            "episodes": self.episodes,
            "claims": [strip_defaults(row) for row in self.claims.values()],
            "evidence": _maps(self.evidence),
            "released": _maps(self.released),
            "admitted": _maps(self.admitted),
            "stays": _maps(self.stays),
            "moved": _maps(self.moved.values()),
            "retired": _maps(self.retired.values()),
            "closed": _maps(self.closed),
            "dropped": [row.id for row in self.dropped],
            "attributes": [belief.properties() for belief in literal],
            "relations": [belief.properties() for belief in relations],
            "unlinked": _maps(self.unlinked),
            "linked": _maps([*self.ended, *self.links.values()]),
            "holds": _maps(self.holds.values()),
            "confirmed": _maps(self.confirmed),
            "contradictions": self.contradictions,
            "rejections": self.rejections,
            "operations": self.operations,
            "receipts": self.receipts,
            "decisions": self.decisions,
            "audits": self._audits(),
        }

    def _entities(self) -> dict[str, int | None]:
        """Return the entities to lock before the slots, because their beliefs will lock them
        afterwards.

        A merge locks them first too; in another order the two would wait for each other. Those
        that the change set makes are nobody else's yet. A slot that only has to be there may be of
        an entity that is not: of a memory that waits, a replay tells where a later merge put it.
        """
        ids = {slot.entity for slot in self.slots.values() if slot.revision != slot.read}
        ids |= {belief.target for belief in self.beliefs.values() if belief.target is not None}
        ids |= {row.target for row in (*self.closed, *self.dropped) if row.target is not None}
        made = {row.id for row in self.made}
        return dict.fromkeys(ids - made) | self.entities

    def _audits(self) -> list[Props]:
        """Return the records, with the gate where a contradiction was found, as in a decision."""
        against = {row["challenger"] for row in self.contradictions}
        told = [
            row | {"gate": row["gate"] or "conflict"}
            if row["subject"] in against and row["action"] in _CLAIMED
            else dict(row)
            for row in self.audits
        ]
        if self.slots or told:
            # What is only played back touches no slot, and has no records.
            note_changes(told, self.beliefs.values(), [(row.id, row.at) for row in self.closed])
        return told

    def _values(self, literal: Sequence[BeliefVersion]) -> list[str]:
        """Return the values to lock beforehand, where a belief is closed or goes.

        The server takes the value that a belief leads to when the belief's change is committed. Who
        inserts another has the value by then, and comes to take the belief that is before it there.
        """
        gone = (*self.closed, *self.dropped)
        if not gone:
            return []
        keys = {row.value for row in gone if row.value is not None}
        return sorted(keys | {belief.canonical for belief in literal})


def _closing(belief: BeliefVersion, at: datetime) -> Closing:
    literal = belief.target is None
    return Closing(
        belief.id, at, belief.canonical if literal else None, None if literal else belief.canonical
    )


def _lock_order(row: SlotRow) -> tuple[bool, str]:
    """Parents first, then by key."""
    return (row.key != row.parent, row.key)


def _maps(rows: Iterable[Any]) -> list[Props]:
    """Rows as maps of their fields; those of an entity keep its properties whole."""
    return [{item.name: getattr(row, item.name) for item in fields(row)} for row in rows]


async def commit(tx: Transaction, changes: ChangeSet) -> None:
    """Lock the names, the entities and the slots, and send it all.

    Raises:
        StaleSlot: a name, an entity's identity or a slot has changed since it was read.
        UnfinishedMerge: claims of one of its entities are left to be moved first.
        NotFound: a source or an entity that it names is not there; the transaction is to be rolled
            back.
    """
    await changes.settle(tx)
    lists = changes.lists()
    tx.note_change(changes.tenant, changes.now)
    tx.entities |= {row["id"] for row in lists["entities"]}
    rows = await tx.run(
        "kernel/slots/apply_changeset", tenant=changes.tenant, forever=END_OF_TIME, changes=lists
    )
    if rows[0]["unfinished"] is not None and not changes.beside_merges:
        raise UnfinishedMerge(rows[0]["unfinished"])
    if rows[0]["same"] != sum(len(lists[key]) for key in ("names", "entities", "slots")):
        raise StaleSlot
    if rows[0]["released"] != len(changes.released):
        raise Conflict(
            "somebody has decided on it meanwhile", field="memory", hint="look at it again"
        )
    for found in changes.contradictions:
        tx.count("contradictions", found["kind"])
    if rows[0]["found"] != len(changes.evidence) + len(changes.beliefs):
        raise NotFound(
            "a source or an entity that it names is not there any more",
            field="input.target",
            hint="name one that is there",
        )
