"""The claims of relations with another end, as they stand in the slots of both of their ends.

A claim with a value stands in its own slot, and with its entity as value in that of the other end.
A negative claim without a value stands in its own slot, and at the other end of what rule 0 names
there. Everything is worked out when it is asked for; what has not been read is asked for by
``Missing``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from graph.kernel.slots.slot import SlotName
from graph.kernel.temporal.normalisation import normalise
from graph.kernel.temporal.projection import Projection, Span, project
from graph.kernel.temporal.stored_claim import StoredClaim


class Missing(Exception):
    """Slots have to be read before it can be told."""

    def __init__(self, names: Iterable[SlotName]) -> None:
        super().__init__("slots that have not been read")
        self.names = tuple(names)


@dataclass(frozen=True, slots=True)
class Standing:
    """A claim with the slot in which it was made, and that at the other end of what it says."""

    name: SlotName
    item: StoredClaim
    other: SlotName | None

    @classmethod
    def of(cls, name: SlotName, item: StoredClaim) -> Standing:
        """Return a claim that was made in a slot."""
        value = item.claim.value
        return cls(name, item, None if value is None else name.counterpart(value))

    @property
    def keys(self) -> tuple[str, ...]:
        """The slots in which it stands."""
        if self.other is None or self.other.key == self.name.key:
            return (self.name.key,)
        return (self.name.key, self.other.key)

    def seen_from(self, key: str) -> StoredClaim:
        """Return the claim as it stands in a slot: at the other end with its entity as value."""
        if key == self.name.key:
            return self.item
        return replace(self.item, claim=replace(self.item.claim, value=self.name.entity))


@dataclass(frozen=True, slots=True)
class SlotContent:
    """One end's slot: its claims, each with a value, and what they add up to."""

    claims: Mapping[str, StoredClaim]
    projection: Projection


def index_of(claims: Mapping[str, Standing]) -> dict[str, set[str]]:
    """Return the memories of the claims that stand in each slot."""
    found: dict[str, set[str]] = {}
    for memory, one in claims.items():
        for key in one.keys:
            found.setdefault(key, set()).add(memory)
    return found


@dataclass(slots=True)
class State:
    """All claims that are known, by memory, and what they come to.

    ``read`` are the slots of which every claim with a value is known, ``index`` the memories
    that stand in each. ``nameless`` are the negative claims without a value, by the key of their
    slot, or of the parent where there are many.
    """

    read: Mapping[str, SlotName]
    claims: dict[str, Standing]
    nameless: dict[str, dict[str, StoredClaim]]
    index: dict[str, set[str]]
    _at: dict[str, dict[str, StoredClaim]] = field(
        init=False, default_factory=dict[str, dict[str, StoredClaim]]
    )
    _names: dict[str, dict[str, StoredClaim]] = field(
        init=False, default_factory=dict[str, dict[str, StoredClaim]]
    )
    _contents: dict[str, SlotContent] = field(init=False, default_factory=dict[str, SlotContent])

    def valued(self, name: SlotName) -> Mapping[str, StoredClaim]:
        """Return the claims that say a value in a slot, made at either end.

        Raises:
            Missing: the slot has not been read.
        """
        if name.key not in self.read:
            raise Missing([name])
        found = self._at.get(name.key)
        if found is None:
            memories = self.index.get(name.key, ())
            found = {key: self.claims[key].seen_from(name.key) for key in memories}
            self._at[name.key] = found
        return found

    def named(self, name: SlotName) -> Mapping[str, StoredClaim]:
        """Return the negative claims without a value that were made here, with what rule 0
        names.
        """
        found = self._names.get(name.key)
        if found is None:
            valued, nameless = self.valued(name), self.nameless.get(name.parent, {})
            found = self._names[name.key] = _named(valued, nameless, resumes=name.resumes)
        return found

    def ends_of_nameless(self, name: SlotName, memory: str) -> tuple[SlotName, ...]:
        """Return the slots in which a negative claim stands that names no value, and was made
        here.
        """
        item = self.named(name).get(memory)
        other = None if item is None else name.counterpart(str(item.claim.value))
        return (name,) if other is None else (name, other)

    def content(self, name: SlotName) -> SlotContent:
        """Return a slot with all that stands there."""
        found = self._contents.get(name.key)
        if found is None:
            claims = {**self.valued(name), **self.named(name), **self._named_there(name)}
            projection = project([item.claim for item in claims.values()], resumes=name.resumes)
            found = self._contents[name.key] = SlotContent(claims, projection)
        return found

    def _named_there(self, name: SlotName) -> dict[str, StoredClaim]:
        """Return the negative claims without a value of other ends that name this slot's entity."""
        found: dict[str, StoredClaim] = {}
        for value in sorted({str(item.claim.value) for item in self.valued(name).values()}):
            other = name.counterpart(value)
            if other is None or other.key == name.key or not self.nameless.get(other.parent):
                continue
            for memory, item in self.named(other).items():
                if item.claim.value == name.entity:
                    found[memory] = replace(item, claim=replace(item.claim, value=value))
        return found

    def carried(self, memory: str) -> Sequence[Span]:
        """Return the intervals that a memory carries: those that it carries in both of its
        slots.
        """
        one = self.claims.get(memory)
        if one is None or one.item.claim.negative:
            return []
        own = self.content(one.name).projection.carried.get(memory, [])
        other = one.other
        if other is None or other.key == one.name.key or not own:
            return own
        return shared_spans(own, self.content(other).projection.carried.get(memory, []))


def _named(
    valued: Mapping[str, StoredClaim], nameless: Mapping[str, StoredClaim], *, resumes: bool
) -> dict[str, StoredClaim]:
    if not nameless:
        return {}
    claims = [item.claim for item in (*valued.values(), *nameless.values())]
    return {
        claim.id: replace(
            nameless[claim.id], claim=replace(nameless[claim.id].claim, value=claim.value)
        )
        for claim in normalise(claims, resumes=resumes)
        if claim.id in nameless
    }


def shared_spans(spans: Iterable[Span], second: Iterable[Span]) -> list[Span]:
    """Return what two lists of intervals share, in order."""
    there = list(second)
    found = [shared for a in spans for b in there if (shared := meeting(a, b)) is not None]
    return sorted(found, key=lambda span: span[0])


def meeting(first: Span, second: Span) -> Span | None:
    """Return what two intervals share; None if nothing."""
    start = max(first[0], second[0])
    ends: list[datetime] = [end for end in (first[1], second[1]) if end is not None]
    end = min(ends, default=None)
    return (start, end) if end is None or start < end else None
