"""What the slots of both ends add up to: beliefs that hold in both, and who supersedes whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from graph.clock import END_OF_TIME
from graph.ids import new_id
from graph.kernel.slots.belief_versions import BeliefVersion
from graph.kernel.slots.difference import bounds_of, closing, context_of, opener
from graph.kernel.slots.slot import SlotName
from graph.kernel.slots.two_ends.state import SlotContent, State, meeting, shared_spans
from graph.kernel.temporal.projection import Projection, Segment, Span
from graph.kernel.temporal.stored_claim import Holds, StoredClaim, Successor, UnknownBounds
from graph.kernel.temporal.supersession import ended_by, reason_of
from graph.kernel.temporal.sweep import Endings, Piece
from graph.kernel.temporal.unknown_bounds import memory_of
from graph.vocabulary import SupersessionReason


@dataclass(frozen=True, slots=True)
class _End:
    """A belief as one end's slot has it."""

    name: SlotName
    content: SlotContent
    segment: Segment


def pair_key(first: str, second: str) -> tuple[str, str]:
    """Return what the slots of both ends of two entities are known by, whichever comes first."""
    return (first, second) if first <= second else (second, first)


def shared_beliefs(
    state: State, name: SlotName, value: str, now: datetime
) -> Iterator[BeliefVersion]:
    """Yield the beliefs between a slot's entity and a value: where both of their slots hold it."""
    other = name.counterpart(value)
    assert other is not None
    here, there = state.content(name), state.content(other)
    for one in here.projection.segments:
        for two in there.projection.segments:
            if one.value != value or two.value != name.entity:
                continue
            span = meeting((one.start, one.end), (two.start, two.end))
            if span is not None:
                yield _belief(state, (_End(name, here, one), _End(other, there, two)), span, now)


def _belief(state: State, ends: tuple[_End, _End], span: Span, now: datetime) -> BeliefVersion:
    """One belief, from the end at which its first memory was claimed."""
    one, two = ends
    carriers = {key: one.content.claims[key] for key in one.segment.memories}
    carriers |= {key: two.content.claims[key] for key in two.segment.memories}
    memories = sorted(
        carriers, key=lambda key: (carriers[key].claim.start, carriers[key].claim.order)
    )
    own = state.claims[memories[0]].name
    near, far = (one, two) if own.key == one.name.key else (two, one)
    started = near if near.segment.start == span[0] else far
    ended = near if near.segment.end == span[1] else far
    opened, stated = opener(started.segment, started.content.projection, started.content.claims)
    closed = closing(ended.segment, ended.content.projection, ended.content.claims)
    return BeliefVersion(
        id=new_id("b"),
        scope=near.name.scope,
        slot=near.name.key,
        parent=near.name.parent,
        other_slot=far.name.key,
        entity=near.name.entity,
        attribute=near.name.attribute,
        context=context_of(near.name, carriers[memories[0]]),
        canonical=far.name.entity,
        value=carriers[memories[0]].value,
        typed=None,
        target=far.name.entity,
        valid_from=span[0],
        valid_to=span[1] or END_OF_TIME,
        precision_from=opened.precision.value,
        offset_from=opened.offset,
        precision_to=closed and closed.precision.value,
        offset_to=closed and closed.offset,
        stated=stated,
        start_unknown=_bounds(started).start,
        end_unknown=_bounds(ended).end,
        confidence=max(item.confidence for item in carriers.values()),
        memories=tuple(memories),
        open_by=started.segment.open_by,
        system_from=now,
        system_to=END_OF_TIME,
    )


def _bounds(end: _End) -> UnknownBounds:
    return bounds_of(end.segment, end.content.projection, end.content.claims)


def hull(state: State, memory: str) -> Holds | None:
    """From the first to the last instant that a memory carries in both slots."""
    spans = state.carried(memory)
    return (spans[0][0], spans[-1][1]) if spans else None


def successor(state: State, memory: str, slots: tuple[SlotName, ...]) -> Successor | None:
    """Which memory supersedes one that stands in these slots, its own first; and why.

    The claim that took it by rules 1 to 5, in its own slot or else in the other; otherwise the
    believed claim that decides where the last interval that it carries ends, or where it starts if
    it carries nothing; otherwise what ended it there. So each step leads to a memory that holds
    longer, and no chain has a cycle.
    """
    contents = [state.content(name) for name in slots]
    item = contents[0].claims[memory]
    over = item.claim.negative or item.claim.end_unknown
    for content in contents:
        left = content.projection.left
        taken = over or memory in left.void or memory in left.replaced or memory in left.absorbed
        if taken and memory in content.projection.superseded:
            return content.projection.superseded[memory]
    if over:
        return None
    spans = state.carried(memory)
    last = spans[-1][1] if spans else item.claim.start
    if last is None:
        return None
    given = _decider(state, contents, memory, last)
    if given is not None or not spans:
        return given
    return _ender(contents, memory, last)


def _decider(
    state: State, contents: list[SlotContent], memory: str, at: datetime
) -> Successor | None:
    """Return the believed claim that decides at an instant, in the own slot or else in the
    other.
    """
    expired = bool(state.carried(memory)) and contents[0].claims[memory].claim.expired(at)
    for content in contents:
        found = content.projection.decider_at(at)
        if found is None or found.id == memory or not _believed(state, found.id, at):
            continue
        why = reason_of(content.claims[memory].claim, found)
        return found.id, SupersessionReason.EXPIRY if expired else why
    return None


def _believed(state: State, memory: str, at: datetime) -> bool:
    return any(start <= at and (end is None or at < end) for start, end in state.carried(memory))


def _ender(contents: list[SlotContent], memory: str, last: datetime) -> Successor | None:
    """Return the latest claim that ended it in either slot, if it has not expired."""
    found: list[tuple[StoredClaim, Successor]] = []
    for content in contents:
        left = content.projection.left
        claim = next(one for one in left.positives if one.id == memory)
        ender = ended_by(claim, last, Endings(left))
        if ender is not None:
            by = memory_of(ender[0])
            found.append((content.claims[by], (by, ender[1])))
    return max(found, key=lambda one: one[0].claim.order)[1] if found else None


def values_of(content: SlotContent) -> Mapping[str, tuple[object, ...]]:
    """For each value of a slot everything of it that a belief between both ends may rest on."""
    projection = content.projection
    found: dict[str, list[object]] = {}
    for segment in projection.segments:
        items = [content.claims[key] for key in segment.memories]
        facts = [(item.confidence, item.dating, item.dating_to) for item in items]
        bounds = (
            opener(segment, projection, content.claims),
            closing(segment, projection, content.claims),
            bounds_of(segment, projection, content.claims),
        )
        found.setdefault(segment.value, []).append((segment, facts, bounds))
    for key, item in content.claims.items():
        if not item.claim.negative:
            carried = (key, tuple(projection.carried.get(key, ())))
            found.setdefault(str(item.claim.value), []).append(carried)
    return {value: tuple(facts) for value, facts in found.items()}


def project_both_ends(state: State, name: SlotName) -> Projection:
    """Return what a slot's claims add up to, as far as the slots at the other ends hold it too."""
    projection = state.content(name).projection
    segments: list[Segment] = []
    for segment in projection.segments:
        for span in _held_there(state, name, segment):
            opens = segment.open_by and span[0] == segment.start
            segments.append(replace(segment, start=span[0], end=span[1], open_by=opens))
    pieces = [
        Piece(*span, piece.claim)
        for piece in projection.pieces
        for segment in segments
        if segment.value == piece.claim.value
        and (span := meeting((piece.start, piece.end), (segment.start, segment.end))) is not None
    ]
    return replace(projection, segments=tuple(segments), pieces=tuple(pieces))


def _held_there(state: State, name: SlotName, segment: Segment) -> list[Span]:
    other = name.counterpart(segment.value)
    assert other is not None
    there = state.content(other).projection.segments
    spans = [(one.start, one.end) for one in there if one.value == name.entity]
    return shared_spans([(segment.start, segment.end)], spans)
