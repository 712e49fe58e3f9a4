"""The slots of both ends as they were read, and as the changes so far leave them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from graph.clock import END_OF_TIME
from graph.database.rows import Props, Row
from graph.database.session import Ask
from graph.kernel.slots.belief_versions import BeliefVersion
from graph.kernel.slots.difference import Difference
from graph.kernel.slots.in_memory import SlotState
from graph.kernel.slots.slot import OpenSlot, Question, SlotName
from graph.kernel.slots.two_ends.differences import SharedDifference, shared_difference
from graph.kernel.slots.two_ends.joint_beliefs import pair_key
from graph.kernel.slots.two_ends.state import Missing, Standing, State
from graph.kernel.temporal.stored_claim import StoredClaim, read_claim


async def read_both_ends(
    ask: Ask, tenant: str, asked: Iterable[tuple[SlotName, Question | None]]
) -> list[Row]:
    """Return the slots as they stand, claims and beliefs of either end, in the order asked."""
    names = list(asked)
    if not names:
        return []
    rows = await ask(
        "kernel/slots/read_both_ends",
        tenant=tenant,
        slots=[
            _claim(question) | {"key": one.key, "parent": one.parent} for one, question in names
        ],
        forever=END_OF_TIME,
    )
    found = {row["slot"]: row for row in rows}
    return [found[name.key] | {"asked": asked is not None} for name, asked in names]


def _claim(question: Question | None) -> Props:
    if question is None:
        return {"value": None, "negative": None, "start": None, "end": None}
    return {
        "value": question.canonical or "",
        "negative": question.negative,
        "start": question.start,
        "end": question.end,
    }


def with_both_ends(slot: OpenSlot, row: Row) -> OpenSlot:
    """Return a slot with the claims and beliefs of either end, as it was read."""
    here = (slot.name.key, slot.name.parent)
    claims = [_seen(slot.name, one) for one in row["claims"] if _stands(slot.name, one)]
    return replace(
        slot,
        revision=row["revision"],
        above=row["above"],
        system_last=row["system_last"],
        contested=row["contested"],
        answered_at=row["answered_at"],
        rivals=tuple(row["rivals"]),
        claims=tuple(claims),
        beliefs=tuple(map(BeliefVersion.read, row["beliefs"])),
        elsewhere=frozenset(one["id"] for one in row["claims"] if one["slot"] not in here),
        both_ends=row,
    )


def _stands(name: SlotName, row: Row) -> bool:
    """Whether a claim that was read stands in the slot itself, and does not only name it."""
    return row["canonical"] is not None or row["slot"] in (name.key, name.parent)


def _seen(name: SlotName, row: Row) -> StoredClaim:
    item = read_claim(row)
    if row["slot"] in (name.key, name.parent):
        return item
    return replace(item, claim=replace(item.claim, value=row["about"]), target=row["entity"])


@dataclass(frozen=True, slots=True)
class HeldValue:
    """A belief as the slot at one of its ends has it; an open end is the end of time."""

    id: str
    canonical: str
    valid_from: datetime
    valid_to: datetime


@dataclass(slots=True)
class BothEnds:
    """The slots read so far with their claims and beliefs, as the changes so far leave them.

    ``rows`` are the slots as read, by key; ``beliefs`` are by the slots of both ends.
    """

    tenant: str
    read: dict[str, SlotName] = field(default_factory=dict[str, SlotName])
    rows: dict[str, Row] = field(default_factory=dict[str, Row])
    claims: dict[str, Standing] = field(default_factory=dict[str, Standing])
    nameless: dict[str, dict[str, StoredClaim]] = field(
        default_factory=dict[str, dict[str, StoredClaim]]
    )
    index: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    beliefs: dict[tuple[str, str], dict[str, BeliefVersion]] = field(
        default_factory=dict[tuple[str, str], dict[str, BeliefVersion]]
    )

    @property
    def state(self) -> State:
        """What stands now."""
        return State(self.read, self.claims, self.nameless, self.index)

    def take(self, name: SlotName, row: Row) -> None:
        """Take in a slot as it was read; one that is known already stays as it is."""
        if name.key in self.read:
            return
        self.read[name.key], self.rows[name.key] = name, row
        for one in row["claims"]:
            item = read_claim(one)
            if item.claim.value is None:
                self.nameless.setdefault(one["slot"], {}).setdefault(item.claim.id, item)
            elif item.claim.id not in self.claims:
                made = name if one["slot"] == name.key else name.counterpart(one["about"])
                if made is not None and made.key == one["slot"]:
                    self._put(Standing.of(_as_it_stands(made, one), item))
        for one in row["beliefs"]:
            belief = BeliefVersion.read(one)
            self.beliefs.setdefault(self._pair(name, belief), {})[belief.id] = belief

    def _put(self, standing: Standing) -> None:
        self.claims[standing.item.claim.id] = standing
        for key in standing.keys:
            self.index.setdefault(key, set()).add(standing.item.claim.id)

    def _pair(self, name: SlotName, belief: BeliefVersion) -> tuple[str, str]:
        """Return the slots of both ends of a belief, as claims stand there from now on."""
        there = name.counterpart(belief.canonical) if belief.slot == name.key else None
        return pair_key(belief.slot, belief.other_slot or "" if there is None else there.key)

    def opened(self, name: SlotName) -> SlotState:
        """Return a slot as it was read, without its claims and beliefs, which are here."""
        row = self.rows[name.key]
        return SlotState(
            name=name,
            there=True,
            revision_read=row["revision"],
            above_read=row["above"],
            revision=row["revision"],
            system_last=row["system_last"],
            rivals=tuple(row["rivals"]) if row["asked"] else None,
            answered_at=row["answered_at"],
        )

    def held_in(self, name: SlotName) -> Iterator[HeldValue]:
        """Yield the beliefs known now between a slot's entity and others."""
        for pair, beliefs in self.beliefs.items():
            if name.key not in pair:
                continue
            for belief in beliefs.values():
                value = belief.canonical if belief.slot == name.key else belief.entity
                yield HeldValue(belief.id, value, belief.valid_from, belief.valid_to)

    def as_read(self) -> BothEnds:
        """Return the same, before any change."""
        found = BothEnds(self.tenant)
        for key, name in self.read.items():
            found.take(name, self.rows[key])
        return found

    async def load(self, ask: Ask, names: Iterable[SlotName]) -> None:
        """Read more slots."""
        wanted = list({name.key: name for name in names if name.key not in self.read}.values())
        rows = await read_both_ends(ask, self.tenant, [(name, None) for name in wanted])
        for name, row in zip(wanted, rows, strict=True):
            self.take(name, row)

    def changed(self, changes: Changed) -> State:
        """Return what will stand."""
        kept = {key: one for key, one in self.claims.items() if key not in changes.gone}
        return State(
            self.read, kept | changes.come, self._nameless(changes), self._reindexed(changes)
        )

    def _nameless(self, changes: Changed) -> dict[str, dict[str, StoredClaim]]:
        nameless = {
            parent: {key: one for key, one in items.items() if key not in changes.gone}
            for parent, items in self.nameless.items()
        }
        for parent, items in changes.nameless.items():
            nameless[parent] = {**nameless.get(parent, {}), **items}
        return nameless

    def _reindexed(self, changes: Changed) -> dict[str, set[str]]:
        """Return the index, with sets of its own where it changes."""
        index = dict(self.index)
        for memory in changes.gone | changes.come.keys():
            for key in self.claims[memory].keys if memory in self.claims else ():
                index[key] = {one for one in index[key] if one != memory}
        for memory, one in changes.come.items():
            for key in one.keys:
                index[key] = {*index.get(key, ()), memory}
        return index

    async def become(self, ask: Ask, changes: Changed, now: datetime) -> SharedDifference:
        """Have these changes happen; what that changes in beliefs and chains."""
        while True:
            try:
                return self.turn(self.state, self.changed(changes), now)
            except Missing as found:
                await self.load(ask, found.names)

    def turn(self, before: State, after: State, now: datetime) -> SharedDifference:
        """Go from what stands now to what will stand, with what has been read.

        Raises:
            Missing: more has to be read; nothing has changed.
        """
        result = shared_difference(before, after, self.beliefs, now)
        self.claims, self.nameless, self.index = after.claims, after.nameless, after.index
        self._apply(result.difference)
        return result

    def _apply(self, difference: Difference) -> None:
        for belief in (*difference.closed, *difference.dropped):
            for held in self.beliefs.values():
                held.pop(belief.id, None)
        for belief in difference.inserted:
            pair = pair_key(belief.slot, belief.other_slot or "")
            self.beliefs.setdefault(pair, {})[belief.id] = belief
        for memory, _ in difference.unlinked:
            self._set(memory, successor=None)
        for memory, successor in difference.linked:
            self._set(memory, successor=successor)
        for memory, holds in difference.holds:
            self._set(memory, holds=holds)

    def _set(self, memory: str, **changes: object) -> None:
        one = self.claims.get(memory)
        if one is not None:
            self.claims[memory] = replace(one, item=replace(one.item, **changes))
            return
        for items in self.nameless.values():
            if memory in items:
                items[memory] = replace(items[memory], **changes)


def _as_it_stands(made: SlotName, row: Row) -> SlotName:
    """Return the slot in which a claim was made, without its other end if it does not stand there
    yet.
    """
    there = None if row["canonical"] is None else made.counterpart(row["canonical"])
    stale = there is not None and there.key != row["other_slot"]
    return replace(made, context=row["context"], other=None if stale else made.other)


@dataclass(slots=True)
class Changed:
    """Claims that come, with the slots in which they are made, and memories that go.

    ``nameless`` are those that come and say no value, by the key of their slot or parent.
    """

    come: dict[str, Standing] = field(default_factory=dict[str, Standing])
    nameless: dict[str, dict[str, StoredClaim]] = field(
        default_factory=dict[str, dict[str, StoredClaim]]
    )
    gone: set[str] = field(default_factory=set[str])

    @classmethod
    def of(cls, name: SlotName, item: StoredClaim) -> Changed:
        """One claim that comes."""
        found = cls()
        found.add(name, item)
        return found

    def add(self, name: SlotName, item: StoredClaim) -> None:
        """Add a claim."""
        if item.claim.value is None:
            self.nameless.setdefault(name.parent, {})[item.claim.id] = item
        else:
            self.come[item.claim.id] = Standing.of(name, item)

    def take_out(self, ends: BothEnds, memory: str) -> StoredClaim | None:
        """Remove a claim, one that has just come as well; the claim as it stood, if it did."""
        come = self.come.pop(memory, None) or ends.claims.get(memory)
        found = None if come is None else come.item
        for items in (*self.nameless.values(), *ends.nameless.values()):
            found = found or items.get(memory)
        for items in self.nameless.values():
            items.pop(memory, None)
        self.gone.add(memory)
        return found

    def hold(self, slot: OpenSlot, claims: Mapping[str, StoredClaim]) -> None:
        """Have a slot hold these claims and no others."""
        held = {item.claim.id: item for item in slot.claims}
        self.gone |= held.keys() - claims.keys()
        for memory, item in claims.items():
            # What stays as it is may be gone by what another slot holds.
            if item != held.get(memory):
                self.add(slot.name, item)
