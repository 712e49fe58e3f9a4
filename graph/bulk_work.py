"""The lines of a part of a file, judged one after the other on their slots in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from graph import entries
from graph.bulk_plain import Plain
from graph.bulk_plan import Planned
from graph.bulk_sheet import Sheet
from graph.bulk_slot import SlotState, View
from graph.claimed import DECISION
from graph.clock import END_OF_TIME, START_OF_TIME
from graph.contradictions import Finding
from graph.judging import Effect, judged
from graph.opposites import denial_of, denial_properties, opposite_of
from graph.preparation import Ready
from graph.projection import Projection
from graph.revision import holds_at_start, properties_of
from graph.slot import SlotName, StoredClaim
from graph.vocabulary import Outcome

Props = dict[str, Any]


@dataclass(slots=True)
class Work:
    """The slots of a part, and the sheet of what is to be written.

    ``now`` is the part's one system time, unless its lines bring theirs (``replay``); a replay
    holds nothing.
    """

    slots: Mapping[str, SlotState]
    now: datetime
    replay: bool
    text: list[str] = field(default_factory=list[str])
    sheet: Sheet = field(default_factory=Sheet)
    plain: Plain = field(default_factory=Plain)
    _length: int = 0
    _places: dict[int, Props] = field(default_factory=dict[int, Props])

    def do(self, planned: Planned) -> Outcome:
        """Judge one line, and write down what follows.

        Raises:
            NeedsWhole: more of a slot has to be read.
        """
        state = self.slots[planned.name.key]
        denied = None if planned.opposite is None else self.slots[planned.opposite.key]
        for one in (state, denied):
            first = None if one is None else self.plain.claims.get(one.name.key)
            if first is not None:
                self._judge(first.planned, first.now)
                del self.plain.claims[first.planned.name.key]
        now = self._time(planned, state, denied)
        if self.plain.takes(planned, state):
            self.plain.add(planned, now, self._place(planned))
            return Outcome.STORED
        return self._judge(planned, now)

    def _judge(self, planned: Planned, now: datetime) -> Outcome:
        state = self.slots[planned.name.key]
        denied = None if planned.opposite is None else self.slots[planned.opposite.key]
        claim = replace(planned.item.claim, placed=now, ordinal=state.revision)
        item = replace(planned.item, claim=claim)
        if item.confidence < planned.ready.limits.floor:
            self._pending(planned, item, properties_of(planned.ready, item, state.name, now), now)
            state.touch(now)
            return Outcome.STORED
        view = state.view(item.claim, needed_by(planned))
        effect = state.effect(view, item)
        finding = self._found(planned.ready, effect, item, now)
        if finding is not None and finding.waits:
            self._pending(planned, item, properties_of(planned.ready, item, state.name, now), now)
            self._contradiction(finding, state, item, now)
            state.touch(now)
            return Outcome.HELD
        return self._admit(planned, item, denied, _Judged(view, effect, finding, now))

    def _admit(
        self, planned: Planned, item: StoredClaim, denied: SlotState | None, by: _Judged
    ) -> Outcome:
        state = self.slots[planned.name.key]
        denial = None if denied is None else denial_of(item)
        # Looked at first, for it may turn out that more of the opposite's slot has to be read.
        beside = denied.view(denial.claim, END_OF_TIME) if denied and denial else None
        self._claim(planned, item, planned.name, by.now)
        found = state.admit(by.view, item, by.effect, by.now)
        self.sheet.change(found, by.now)
        if by.finding is not None:
            self._contradiction(by.finding, state, item, by.now)
        if denied is not None and denial is not None and beside is not None:
            self._deny(planned, denial, denied, beside, by.now)
        if not (found.same_state and holds_at_start(by.effect.after, item)):
            return Outcome.STORED
        self._confirm(by.effect.before, item)
        return Outcome.CONFIRMED

    def _deny(
        self, planned: Planned, denial: StoredClaim, state: SlotState, view: View, now: datetime
    ) -> None:
        effect = state.effect(view, denial)
        ready = opposite_of(planned.ready)
        finding = self._found(ready, effect, denial, now)
        properties = properties_of(planned.ready, denial, state.name, now)
        properties |= denial_properties(state.name, denial)
        if finding is not None:
            self._contradiction(finding, state, denial, now)
        if finding is not None and finding.waits:
            self._pending(planned, denial, properties, now)
            state.touch(now)
            return
        self._write(planned, denial, properties, now)
        self.sheet.change(state.admit(view, denial, effect, now), now)

    def _claim(self, planned: Planned, item: StoredClaim, name: SlotName, now: datetime) -> None:
        self._write(planned, item, properties_of(planned.ready, item, name, now), now)

    def _pending(
        self, planned: Planned, item: StoredClaim, properties: Props, now: datetime
    ) -> None:
        """A memory that is no claim: under the confidence floor, or waiting for an answer."""
        held = {"slot_held": properties.pop("slot"), "parent_held": properties.pop("parent")}
        self._write(planned, item, properties | held | {"admitted_at": END_OF_TIME}, now)

    def _write(self, planned: Planned, item: StoredClaim, properties: Props, now: datetime) -> None:
        entry = planned.entry
        whole = {"admitted_at": now} | properties | {"seq": entry.line, "key": entry.key}
        whole["placed_at"] = item.claim.placed
        self.sheet.claim(whole, self._place(planned))
        if entry.span is None:
            self.sheet.source(item, entry.memory, planned.ready.assertion, now)

    def _place(self, planned: Planned) -> Props:
        """Where the line stands in the part's text; a line is there once."""
        span = planned.entry.span
        if span is None:
            return {"span": None, "from": None, "to": None}
        place = self._places.get(planned.entry.line)
        if place is None:
            self._length += len(span) + (1 if self.text else 0)
            self.text.append(span)
            place = {"span": span, "from": self._length - len(span), "to": self._length}
            self._places[planned.entry.line] = place
        return place

    def _contradiction(
        self, finding: Finding, state: SlotState, item: StoredClaim, now: datetime
    ) -> None:
        self.sheet.contradictions.append(
            entries.contradiction(
                finding, state.name, item.claim.id, now, answered=not finding.waits
            )
        )

    def _confirm(self, before: Projection, item: StoredClaim) -> None:
        for held in held_at_start(before, item):
            self.sheet.confirm(held, item)

    def _found(
        self, ready: Ready, effect: Effect, item: StoredClaim, now: datetime
    ) -> Finding | None:
        if self.replay:
            # What was held is told by lines of its own: nothing that makes a claim wait counts.
            free = replace(ready.attribute, high_stakes=False, volatile=True)
            ready = replace(ready, attribute=free)
            item = replace(item, authority=DECISION, confidence=1.0)
            effect = replace(effect, slot=replace(effect.slot, rejected=None))
        return judged(ready, effect, item, now)

    def _time(self, planned: Planned, state: SlotState, denied: SlotState | None) -> datetime:
        if planned.entry.at is None:
            return self.now
        lasts = [one.system_last for one in (state, denied) if one and one.system_last]
        return max([planned.entry.at, *lasts])


@dataclass(frozen=True, slots=True)
class _Judged:
    view: View
    effect: Effect
    finding: Finding | None
    now: datetime


def held_at_start(before: Projection, item: StoredClaim) -> Iterable[str]:
    """The memories that hold the claim's value at its start."""
    start = item.claim.start
    for segment in before.segments:
        within = segment.start <= start and (segment.end is None or start < segment.end)
        if within and segment.value == item.claim.value:
            yield segment.memories[0]


def needed_by(planned: Planned) -> datetime:
    """How far back the slot's changes have to be seen, to notice a loop."""
    if planned.ready.attribute.volatile:
        return END_OF_TIME
    span = timedelta(days=planned.ready.limits.loop_days)
    start = planned.item.claim.start
    return start - span if start - START_OF_TIME > span else START_OF_TIME
