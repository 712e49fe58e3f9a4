"""One claim recorded in its slot: judged, admitted or kept waiting, and its opposite denied.

It works on slots in memory, so that a single assertion and each line of a file are recorded by the
same steps. A relation with another end is judged in both of its slots: a contradiction in either is
one, and what is held in one is held in both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from graph.clock import END_OF_TIME
from graph.kernel.slots.changeset import ChangeSet
from graph.kernel.slots.effect import Effect
from graph.kernel.slots.in_memory import SlotState, View
from graph.kernel.slots.retry import StaleSlot
from graph.kernel.slots.slot import SlotName
from graph.kernel.slots.two_ends.joint_beliefs import project_both_ends
from graph.kernel.slots.two_ends.reading import BothEnds, Changed
from graph.kernel.slots.two_ends.state import Missing, State
from graph.kernel.temporal.contradictions import Case, Finding, judge
from graph.kernel.temporal.projection import Projection
from graph.kernel.temporal.rivals import rivals
from graph.kernel.temporal.stored_claim import StoredClaim, denial_of
from graph.model.authority import DECISION
from graph.model.records import Attribute
from graph.vocabulary import Outcome
from graph.write.preparation import PreparedAssertion


@dataclass(frozen=True, slots=True)
class Recorder:
    """Records claims in a change set, at the system time that it shows.

    ``source`` writes the evidence of a claim. A ``replay`` keeps nothing waiting: what waited is
    said by events of its own.
    """

    changes: ChangeSet
    source: Callable[[PreparedAssertion, StoredClaim], None]
    replay: bool = False

    def record(
        self, prepared: PreparedAssertion, state: SlotState, denied: SlotState | None, view: View
    ) -> Outcome:
        """Record a claim in its slot, and deny its opposite in the other.

        Raises:
            NeedsWhole: more of the opposite's slot has to be read; nothing has been changed.
        """
        now = self.changes.now
        claim = replace(prepared.item.claim, placed=now, ordinal=state.revision)
        item = replace(prepared.item, claim=claim)
        if item.confidence < prepared.limits.floor:
            self.wait(prepared, item, state)
            return Outcome.STORED
        effect = state.effect(view, item)
        finding = self.finding(prepared, prepared.attribute, effect, item)
        if finding is not None and finding.waits:
            self.wait(prepared, item, state)
            self._contradiction(finding, state, item)
            return Outcome.HELD
        denial = None if denied is None else denial_of(item)
        beside = denied.view(denial.claim, END_OF_TIME) if denied and denial else None
        self.changes.claim(item, prepared.properties(item, state.name, now))
        self.source(prepared, item)
        changed = state.admit(view, item, effect, now)
        self.changes.apply(changed)
        if finding is not None:
            self._contradiction(finding, state, item)
        if denied is not None and denial is not None and beside is not None:
            self._deny(prepared, denial, denied, beside)
        if not (changed.same_state and holds_at_start(effect.after, item)):
            return Outcome.STORED
        for held in held_at_start(effect.before, item):
            self.changes.confirmation(held, item)
        return Outcome.CONFIRMED

    def wait(self, prepared: PreparedAssertion, item: StoredClaim, state: SlotState) -> None:
        """Have a memory wait in its slot: it is no claim yet."""
        now = self.changes.now
        self.changes.pending(item, prepared.properties(item, state.name, now))
        self.source(prepared, item)
        state.touch(now)

    def _deny(
        self, prepared: PreparedAssertion, denial: StoredClaim, state: SlotState, view: View
    ) -> None:
        """Deny the opposite: a claim that is judged like any other, and may wait alone."""
        now, attribute = self.changes.now, prepared.registry.get(prepared.attribute.opposite or "")
        effect = state.effect(view, denial)
        finding = self.finding(prepared, attribute or prepared.attribute, effect, denial)
        if finding is not None:
            self._contradiction(finding, state, denial)
        if finding is not None and finding.waits:
            self.wait(prepared, denial, state)
            return
        self.changes.claim(denial, prepared.properties(denial, state.name, now))
        self.source(prepared, denial)
        self.changes.apply(state.admit(view, denial, effect, now))

    def _contradiction(self, finding: Finding, state: SlotState, item: StoredClaim) -> None:
        answered = not finding.waits
        self.changes.contradiction(finding, state.name, item.claim.id, answered=answered)

    def finding(
        self, prepared: PreparedAssertion, attribute: Attribute, effect: Effect, item: StoredClaim
    ) -> Finding | None:
        """Return the contradiction that a claim makes in a slot; none that waits in a replay."""
        if self.replay:
            attribute = replace(attribute, high_stakes=False, volatile=True, category=None)
            item = replace(item, authority=DECISION, confidence=1.0)
            effect = replace(effect, slot=replace(effect.slot, rejected=None))
        return found_in(prepared, attribute, effect, item, self.changes)


def found_in(
    prepared: PreparedAssertion,
    attribute: Attribute,
    effect: Effect,
    item: StoredClaim,
    changes: ChangeSet,
) -> Finding | None:
    """Return the contradiction that a claim makes in a slot."""
    slot, value = effect.slot, item.claim.value
    others = (other for key, other in effect.claims.items() if key != item.claim.id)
    rejected = slot.rejected if slot.rejected and slot.rejected.against(value, others) else None
    case = Case(
        new=item,
        before=effect.before,
        after=effect.after,
        claims=effect.claims,
        rivals=effect.rivals,
        now=changes.now,
        corrects=prepared.assertion.corrects,
        rejected=None if item.claim.negative or rejected is None else rejected.id,
        high_stakes=attribute.high_stakes or prepared.registry.policy.asks(attribute.category),
        volatile=attribute.volatile,
        answered_at=slot.answered_at,
    )
    return judge(case, prepared.limits)


def waiting_of(findings: Sequence[Finding | None]) -> Finding | None:
    """Return what needs an answer in several slots, as one contradiction; None if nothing does."""
    waiting = [finding for finding in findings if finding is not None and finding.waits]
    if not waiting:
        return None
    ends = [finding.end for finding in waiting]
    return replace(
        waiting[0],
        rejection=next((finding.rejection for finding in waiting if finding.rejection), None),
        held=tuple(dict.fromkeys(held for finding in waiting for held in finding.held)),
        start=min(finding.start for finding in waiting),
        end=None if None in ends else max(end for end in ends if end is not None),
    )


def held_at_start(before: Projection, item: StoredClaim) -> list[str]:
    """Return the memories that hold the claim's value at its start."""
    start = item.claim.start
    return [
        segment.memories[0]
        for segment in before.segments
        if segment.value == item.claim.value
        and segment.start <= start
        and (segment.end is None or start < segment.end)
    ]


def holds_at_start(after: Projection, item: StoredClaim) -> bool:
    """Whether the claim's value holds at its start (for a negative one: no longer)."""
    decider = after.decider_at(item.claim.start)
    if item.claim.negative:
        return False
    return decider is not None and decider.value == item.claim.value


def record_at_both_ends(
    recorder: Recorder, prepared: PreparedAssertion, states: dict[str, SlotState]
) -> Outcome:
    """Record a claim of a relation with another end, in its slot and in that at its other end.

    ``states`` are the slots by key; those that it changes are added.

    Raises:
        Missing: more slots have to be read; nothing has been changed.
        StaleSlot: a slot at another end has changed later than this.
    """
    changes, ends, now = recorder.changes, recorder.changes.both_ends, recorder.changes.now
    state = states[prepared.name.key]
    ordinal = _next_ordinal(ends, states, state, prepared.item.claim.value)
    claim = replace(prepared.item.claim, placed=now, ordinal=ordinal)
    item = replace(prepared.item, claim=claim)
    if item.confidence < prepared.limits.floor:
        recorder.wait(prepared, item, state)
        return Outcome.STORED
    before, after = ends.state, ends.changed(Changed.of(state.name, item))
    effects = _effects(ends, states, state, item, before, after)
    findings = [(one.slot.name, _finding(recorder, prepared, one, item)) for one in effects]
    waiting = waiting_of([finding for _, finding in findings])
    if waiting is not None:
        recorder.wait(prepared, item, state)
        changes.contradiction(waiting, state.name, claim.id, answered=False)
        return Outcome.HELD
    result = ends.turn(before, after, now)
    changes.claim(item, prepared.properties(item, state.name, now))
    recorder.source(prepared, item)
    changes.apply(result.difference)
    for name in result.touched.values():
        touched = _state(ends, states, name)
        if touched.system_last is not None and touched.system_last > now:
            raise StaleSlot
        touched.touch(now, ordinal)
    for name, finding in _once(findings):
        changes.contradiction(finding, name, claim.id, answered=True)
    if not (result.difference.same_state and holds_at_start(effects[0].after, item)):
        return Outcome.STORED
    for held in held_at_start(effects[0].before, item):
        changes.confirmation(held, item)
    return Outcome.CONFIRMED


def _next_ordinal(
    ends: BothEnds, states: dict[str, SlotState], state: SlotState, value: str | None
) -> int:
    """Return the place of a new claim among those of one system time, in the slots of both of its
    ends.
    """
    there = None if value is None else state.name.counterpart(value)
    if there is None:
        return state.revision
    if there.key not in ends.read:
        raise Missing([there])
    return max(state.revision, _state(ends, states, there).revision)


def _state(ends: BothEnds, states: dict[str, SlotState], name: SlotName) -> SlotState:
    """Return a slot at another end, as it was read or as the changes so far leave it."""
    state = states.get(name.key)
    if state is None:
        state = states[name.key] = ends.opened(name)
    return state


def _effects(
    ends: BothEnds,
    states: dict[str, SlotState],
    state: SlotState,
    item: StoredClaim,
    before: State,
    after: State,
) -> list[Effect]:
    """Return what the claim does to its own slot, and to that at its other end if it has one."""
    found = [_effect(ends, state, item, before, after)]
    name = state.name
    known = found[0].claims.get(item.claim.id)
    value = None if known is None else known.claim.value
    there = None if value is None else name.counterpart(value)
    if there is None or there.key == name.key:
        return found
    seen = replace(item, claim=replace(item.claim, value=name.entity))
    after.valued(there)
    return [*found, _effect(ends, _state(ends, states, there), seen, before, after)]


def _effect(
    ends: BothEnds, state: SlotState, item: StoredClaim, before: State, after: State
) -> Effect:
    met = state.rivals
    if met is None:
        met = rivals(item.claim, ends.held_in(state.name))
    return Effect(
        slot=state.open(rejected=state.rejection(item.claim.value)),
        claims=after.content(state.name).claims,
        before=project_both_ends(before, state.name),
        after=project_both_ends(after, state.name),
        rivals=met,
    )


def _finding(
    recorder: Recorder, prepared: PreparedAssertion, effect: Effect, item: StoredClaim
) -> Finding | None:
    name = effect.slot.name
    attribute = prepared.registry.get(name.attribute) or prepared.attribute
    return recorder.finding(prepared, attribute, effect, effect.claims.get(item.claim.id, item))


def _once(
    findings: Sequence[tuple[SlotName, Finding | None]],
) -> list[tuple[SlotName, Finding]]:
    """Return the contradictions found, one with the same memories only once."""
    found: dict[tuple[str, ...], tuple[SlotName, Finding]] = {}
    for name, finding in findings:
        if finding is not None:
            found.setdefault(tuple(sorted(finding.held)), (name, finding))
    return list(found.values())
