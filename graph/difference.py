"""From a projection to what must be written: the difference between it and what the slot holds.

A belief stays as long as everything about it stays; otherwise its version is closed on the system
axis and another is inserted. The same goes for supersessions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graph.clock import END_OF_TIME
from graph.ids import new_id
from graph.projection import Projection, Segment, project
from graph.slot import OpenSlot, SlotName, StoredClaim
from graph.vocabulary import Precision

Props = dict[str, Any]


@dataclass(slots=True)
class Difference:
    """What to write for one slot; the lists are parameters of ``write/revise``."""

    closed: list[str] = field(default_factory=list[str])
    dropped: list[str] = field(default_factory=list[str])
    attributes: list[Props] = field(default_factory=list[Props])
    relations: list[Props] = field(default_factory=list[Props])
    unlinked: list[Props] = field(default_factory=list[Props])
    linked: list[Props] = field(default_factory=list[Props])
    holds: list[Props] = field(default_factory=list[Props])
    same_state: bool = True

    @property
    def inserted(self) -> list[Props]:
        """The properties of the beliefs to insert."""
        return [row["properties"] for row in (*self.attributes, *self.relations)]


def added_up(name: SlotName, claims: Iterable[StoredClaim]) -> Projection:
    """What claims add up to in a slot."""
    return project([item.claim for item in claims], resumes=name.resumes)


def difference(
    slot: OpenSlot,
    projection: Projection,
    claims: Mapping[str, StoredClaim],
    now: datetime,
) -> Difference:
    """What turns the slot's beliefs, supersessions and holds into the projection's.

    ``claims`` are all that the projection was made from. ``same_state`` tells whether the values
    and intervals believed stay as they are.
    """
    result = Difference()
    _beliefs(result, slot, projection, claims, now)
    # A negative claim without a value stands in every value's slot; none of them speaks for it.
    own = {key: item for key, item in claims.items() if not slot.name.shares(item.claim)}
    _links(result, projection, own)
    _holds(result, projection, own)
    return result


def _beliefs(
    result: Difference,
    slot: OpenSlot,
    projection: Projection,
    claims: Mapping[str, StoredClaim],
    now: datetime,
) -> None:
    standing = {_content(belief): belief for belief in slot.beliefs}
    states = {_state(belief) for belief in slot.beliefs}
    for segment in projection.segments:
        properties = _properties(slot.name, segment, projection, claims)
        content = _content(properties)
        if content in standing:
            standing.pop(content)
            states.discard(_state(properties))
            continue
        if _state(properties) in states:
            states.discard(_state(properties))
        else:
            result.same_state = False
        _insert(result, slot.name, properties, now)
    for belief in standing.values():
        same_moment = belief["system_from"] >= now
        (result.dropped if same_moment else result.closed).append(belief["id"])
    result.same_state = result.same_state and not states


def _insert(result: Difference, name: SlotName, properties: Props, now: datetime) -> None:
    properties |= {"id": new_id("b"), "system_from": now, "system_to": END_OF_TIME}
    if properties["valid_to"] == END_OF_TIME:
        properties["open_slot"] = name.key
    row: Props = {"entity": name.entity, "properties": properties}
    if properties["target"] is None:
        result.attributes.append(row | {"key": properties["canonical"]})
    else:
        result.relations.append(row | {"target": properties["target"]})


def _properties(
    name: SlotName,
    segment: Segment,
    projection: Projection,
    claims: Mapping[str, StoredClaim],
) -> Props:
    carriers = [claims[key] for key in segment.memories]
    first = carriers[0]
    opener = _opener(segment, projection, claims)
    return {
        "slot": name.key,
        "parent": name.parent,
        "entity": name.entity,
        "attribute": name.attribute,
        "context": name.context,
        "canonical": segment.value,
        "value": first.value,
        "typed": first.typed,
        # Claims keep the entity as claimed; a belief leads to what stands for it.
        "target": None if first.target is None else segment.value,
        "valid_from": segment.start,
        "valid_to": segment.end or END_OF_TIME,
        "precision_from": opener[0].value,
        "precision_to": _closing_precision(segment, projection, claims),
        "stated": opener[1],
        "confidence": max(item.confidence for item in carriers),
        "memories": list(segment.memories),
        "open_by": segment.open_by,
    }


def _opener(
    segment: Segment, projection: Projection, claims: Mapping[str, StoredClaim]
) -> tuple[Precision, bool]:
    """How exactly the belief's start was said, and whether it was stated.

    The start may be its own claim's, or the end of what came before.
    """
    own = [claim for claim in projection.claims if claim.start == segment.start]
    own.sort(key=lambda claim: (claim.id != segment.deciders[0], claim.value != segment.value))
    if own:
        return claims[own[0].id].precision, own[0].stated
    return _bound_precision(segment.start, projection, claims), True


def _closing_precision(
    segment: Segment, projection: Projection, claims: Mapping[str, StoredClaim]
) -> str | None:
    if segment.end is None:
        return None
    return _bound_precision(segment.end, projection, claims).value


def _bound_precision(
    bound: datetime, projection: Projection, claims: Mapping[str, StoredClaim]
) -> Precision:
    for claim in projection.claims:
        if claim.end == bound:
            return claims[claim.id].precision_to or Precision.INSTANT
    for claim in projection.claims:
        if claim.start == bound:
            return claims[claim.id].precision
    return Precision.INSTANT


def _content(belief: Mapping[str, Any]) -> tuple[Any, ...]:
    """Everything of a belief that is not its own id or system time."""
    return (
        belief["canonical"],
        belief["valid_from"],
        belief["valid_to"],
        belief.get("value"),
        belief.get("typed"),
        belief.get("target"),
        belief["precision_from"],
        belief.get("precision_to"),
        belief["stated"],
        belief["confidence"],
        tuple(belief["memories"]),
        belief["open_by"],
    )


def _state(belief: Mapping[str, Any]) -> tuple[Any, ...]:
    return (belief["canonical"], belief["valid_from"], belief["valid_to"])


def _links(result: Difference, projection: Projection, claims: Mapping[str, StoredClaim]) -> None:
    for key, item in claims.items():
        heir = projection.superseded.get(key)
        if heir == item.heir:
            continue
        if item.heir is not None:
            result.unlinked.append({"memory": key, "heir": item.heir[0]})
        if heir is not None:
            result.linked.append({"memory": key, "heir": heir[0], "reason": heir[1].value})


def _holds(result: Difference, projection: Projection, claims: Mapping[str, StoredClaim]) -> None:
    for key, item in claims.items():
        holds = projection.holds.get(key)
        if holds == item.holds:
            continue
        start, end = (None, None) if holds is None else (holds[0], holds[1] or END_OF_TIME)
        result.holds.append({"id": key, "from": start, "to": end})
