"""Relations with another end, read literally: a claim stands in two slots, a belief needs both.

Readings taken here:

- Rule 0 is run once, in the slot in which a negative claim without a value was made, over the
  claims that say a value at either end. What it names there is its value in both slots; one that
  finds none says nothing in either. In a many-valued slot it is run for each value.
- A negative claim that names no value stands in the slots of all values of a many-valued
  attribute; none of them says what supersedes it.
- A belief rests on the memories of both intervals that meet in it.
- A memory carries what it carries in both slots. It is superseded by the claim that took it (rules
  1 to 5) in its own slot, else in the other; otherwise by the believed claim that decides where the
  last interval that it carries ends (or, if it carries nothing, where it starts), asked in its own
  slot, else in the other; otherwise by the latest claim that ended it there, if it has not expired.
  A decider is believed if it carries that instant in both of its slots. So each step leads to a
  memory whose last interval ends later, and no chain has a cycle.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from tests.oracle import oracle
from tests.oracle.normalisation import place
from tests.oracle.rules import (
    C,
    Left,
    closers,
    decide,
    enders,
    expired,
    name,
    spoken,
)
from tests.oracle.supersession import in_force_to_its_end
from tests.oracle.unknown_bounds import MARK, expand, owner, settled

Interval = tuple[int, int | None]
Belief = tuple[str, str, int, int | None, tuple[str, ...]]  # entity, target, start, end, memories


@dataclass(frozen=True, slots=True)
class End:
    """One end of a relation: its attribute, cardinality and resumption."""

    attribute: str
    many: bool = False
    resumes: bool = True


@dataclass(frozen=True, slots=True)
class Relation:
    """A symmetric relation (both ends are one), or one with an inverse."""

    own: End
    other: End

    def end(self, attribute: str) -> End:
        """The end of that attribute."""
        return self.own if attribute == self.own.attribute else self.other

    def opposite(self, attribute: str) -> End:
        """The other end of that attribute."""
        return self.other if attribute == self.own.attribute else self.own


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim of an entity about an attribute; ``claim.value`` is the target."""

    entity: str
    attribute: str
    claim: C


@dataclass(frozen=True)
class Slot:
    """The claims that stand in one slot, with a value each, and what they add up to."""

    claims: tuple[C, ...]
    resumes: bool

    @cached_property
    def left(self) -> Left:
        """What rules 0 to 5 leave."""
        return oracle.read(list(self.claims), self.resumes)

    @cached_property
    def beliefs(self) -> list[oracle.Belief]:
        """The slot's own beliefs."""
        return oracle.beliefs(list(self.claims), self.resumes)

    def decider(self, t: int) -> C | None:
        """The claim that decides at an instant."""
        return decide(self.left, t, self.resumes)

    def held(self, value: str) -> list[Interval]:
        """The intervals of one value."""
        return [(start, end) for v, start, end, _ in self.beliefs if v == value]

    def carried(self, key: str) -> list[Interval]:
        """The intervals that a memory carries."""
        if key in self.left.taken:
            return []
        claim = next((c for c in self.left.positives if c.id == key), None)
        if claim is None:
            return []
        begun = [(b[1], b[2]) for b in self.beliefs if oracle.carries(claim, b)]
        decided = [
            (s.start, s.end)
            for s in oracle.spans(list(self.claims), self.resumes)
            if s.decider and s.decider.id == key
        ]
        return joined([*begun, *decided])


class World:
    """All claims of one relation among some entities, projected at both ends."""

    def __init__(self, claims: Iterable[Claimed], relation: Relation) -> None:
        self.claims = [replace(c, claim=settled(c.claim)) for c in claims]
        self.relation = relation
        self._slots: dict[tuple[str, str, str | None], Slot] = {}
        self._named = self._name()

    def slot(self, entity: str, attribute: str, value: str) -> Slot:
        """The slot that decides on one value: the entity's, or that value's own."""
        end = self.relation.end(attribute)
        key = (entity, attribute, value if end.many else None)
        if key not in self._slots:
            standing = self._standing(self._named, entity, attribute)
            if end.many:
                standing = [c for c in standing if c.value == value]
            self._slots[key] = Slot(tuple(standing), end.resumes)
        return self._slots[key]

    def ends(self, c: Claimed) -> tuple[tuple[Slot, str], tuple[Slot, str]] | None:
        """The own and the other slot of a claim that says a value, with its value in each."""
        if c.claim.value is None:
            return None
        there = self.relation.opposite(c.attribute).attribute
        return (
            (self.slot(c.entity, c.attribute, c.claim.value), c.claim.value),
            (self.slot(c.claim.value, there, c.entity), c.entity),
        )

    def beliefs(self) -> set[Belief]:
        """Every belief once, from the end of its first memory."""
        found: set[Belief] = set()
        for c in self._named:
            ends = self.ends(c)
            if ends is None or c.claim.negative:
                continue
            (own, target), (other, entity) = ends
            for v, start, end, memories in own.beliefs:
                for w, start2, end2, memories2 in other.beliefs:
                    shared = intersection([(start, end)], [(start2, end2)])
                    if v == target and w == entity and shared:
                        found.add(self._belief(shared[0], {*memories, *memories2}))
        return found

    def superseded_by(self) -> dict[str, str | None]:
        """For each memory the one that supersedes it, or None."""
        found: dict[str, str | None] = dict.fromkeys((c.claim.id for c in self.claims), None)
        shared = {
            c.claim.id
            for c in self.claims
            if c.claim.value is None and self.relation.end(c.attribute).many
        }
        for c in self._named:
            if c.claim.id not in shared:
                found[c.claim.id] = self._successor(c)
        return found

    def carries(self, key: str, t: int) -> bool:
        """Whether a memory carries an instant in both of its slots."""
        return any(start <= t and (end is None or t < end) for start, end in self._carried(key))

    def _belief(self, span: Interval, memories: set[str]) -> Belief:
        ordered = sorted(
            (c for c in self._named if c.claim.id in memories),
            key=lambda c: (c.claim.start, spoken(c.claim)),
        )
        first = ordered[0]
        assert first.claim.value is not None
        ids = tuple(dict.fromkeys(c.claim.id for c in ordered))
        return (first.entity, first.claim.value, *span, ids)

    def _carried(self, key: str) -> list[Interval]:
        spans: list[Interval] = []
        for c in self._named:
            ends = self.ends(c) if c.claim.id == key and not c.claim.negative else None
            if ends is not None:
                spans += intersection(ends[0][0].carried(key), ends[1][0].carried(key))
        return joined(spans)

    def _successor(self, c: Claimed) -> str | None:
        ends = self.ends(c)
        if ends is None:
            return None
        slots = [slot for slot, _ in ends]
        key, over = c.claim.id, c.claim.end_unknown
        part = key + MARK if over else key
        for slot in slots:
            if part in slot.left.taken:
                return owner(max(slot.left.taken[part], key=spoken).id)
        if c.claim.negative or over:
            return None
        spans = self._carried(key)
        last = spans[-1][1] if spans else c.claim.start
        if last is None:
            return None
        for slot in slots:
            decider = slot.decider(last)
            if decider is not None and decider.id != key and self.carries(decider.id, last):
                return decider.id
        return self._ender(key, slots, last) if spans else None

    def _ender(self, key: str, slots: list[Slot], last: int) -> str | None:
        found: list[C] = []
        for slot in slots:
            claim = next(p for p in slot.left.positives if p.id == key)
            if expired(claim, last):
                return None
            if not in_force_to_its_end(claim, slot.left):
                found += [*enders(slot.left, claim, last), *closers(slot.left, claim, last)]
        return owner(max(found, key=spoken).id) if found else None

    def _standing(self, claims: Iterable[Claimed], entity: str, attribute: str) -> list[C]:
        """The claims with a value that stand in an entity's slot: its own and the other end's."""
        there = self.relation.opposite(attribute).attribute
        own = [c.claim for c in claims if c.entity == entity and c.attribute == attribute]
        other = [
            replace(c.claim, value=c.entity)
            for c in claims
            if c.attribute == there and c.claim.value == entity
        ]
        return [c for c in [*own, *other] if c.value is not None]

    def _name(self) -> list[Claimed]:
        """The claims with every negative one named, in a many-valued slot once for each value."""
        known = [c for c in self.claims if c.claim.value is not None]
        for c in self.claims:
            if c.claim.value is not None:
                continue
            standing = self._standing(self.claims, c.entity, c.attribute)
            nameless = [
                x.claim
                for x in self.claims
                if (x.entity, x.attribute, x.claim.value) == (c.entity, c.attribute, None)
            ]
            end = self.relation.end(c.attribute)
            groups = [standing]
            if end.many:
                values = sorted({str(x.value) for x in standing})
                groups = [[x for x in standing if x.value == v] for v in values]
            for group in groups:
                placed = place(expand([*group, *nameless]), end.resumes)
                known += [
                    replace(c, claim=replace(c.claim, value=n.value))
                    for n in name(placed, end.resumes)
                    if n.id == c.claim.id
                ]
        return known


def joined(spans: list[Interval]) -> list[Interval]:
    """Intervals in order, those that meet as one."""
    result: list[Interval] = []
    for start, end in sorted(spans, key=lambda span: span[0]):
        if result and (result[-1][1] is None or start <= result[-1][1]):
            last = result[-1][1]
            result[-1] = (result[-1][0], None if None in (last, end) else max(last, end))
        else:
            result.append((start, end))
    return result


def intersection(one: list[Interval], other: list[Interval]) -> list[Interval]:
    """What two lists of intervals share."""
    found: list[Interval] = []
    for a, b in one:
        for c, d in other:
            start = max(a, c)
            ends = [end for end in (b, d) if end is not None]
            end = min(ends, default=None)
            if end is None or start < end:
                found.append((start, end))
    return sorted(found, key=lambda span: span[0])
