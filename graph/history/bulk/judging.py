"""The lines of a part of a file, recorded one after the other on their slots in memory."""

from __future__ import annotations

from dataclasses import dataclass, field

from graph.history.bulk.first_claims import FirstClaims
from graph.history.bulk.planning import Planned
from graph.kernel.slots.changeset import ChangeSet
from graph.kernel.slots.in_memory import SlotState
from graph.kernel.temporal.stored_claim import StoredClaim
from graph.vocabulary import Outcome
from graph.write.preparation import PreparedAssertion
from graph.write.recording import Recorder, record_at_both_ends


@dataclass(slots=True)
class Work:
    """The slots of a part, and what is to be written.

    The change set shows the part's one system time, unless its lines bring theirs (``replay``).
    """

    slots: dict[str, SlotState]
    changes: ChangeSet
    replay: bool
    first: FirstClaims = field(default_factory=FirstClaims)

    def do(self, planned: Planned) -> Outcome:
        """Judge one line, and write down what follows.

        Raises:
            NeedsWhole: more of a slot has to be read.
        Missing: more slots at the other ends of relations have to be read.
        """
        prepared = planned.prepared
        state = self.slots[prepared.name.key]
        denied = None if prepared.opposite is None else self.slots[prepared.opposite.key]
        usual = self.changes.now
        try:
            for slot in (state, denied):
                first = None if slot is None else self.first.claims.get(slot.name.key)
                if first is not None:
                    self.changes.now = first.now
                    self._record(first.planned)
                    del self.first.claims[first.planned.prepared.name.key]
            there = prepared.at_other_end
            self._tell_time(planned, state, denied, self.slots.get(there.key) if there else None)
            if self.first.takes(planned, state):
                self.first.add(planned, self.changes.now)
                return Outcome.STORED
            return self._record(planned)
        finally:
            self.changes.now = usual

    def _record(self, planned: Planned) -> Outcome:
        prepared = planned.prepared
        state = self.slots[prepared.name.key]
        denied = None if prepared.opposite is None else self.slots[prepared.opposite.key]

        def source(prepared: PreparedAssertion, item: StoredClaim) -> None:
            self.changes.bring(planned.entry.episode, prepared.assertion, item)

        recorder = Recorder(self.changes, source, self.replay)
        if prepared.name.other is not None:
            return record_at_both_ends(recorder, prepared, self.slots)
        view = state.view(prepared.item.claim, prepared.loop_horizon)
        return recorder.record(prepared, state, denied, view)

    def _tell_time(self, planned: Planned, *slots: SlotState | None) -> None:
        at = planned.entry.at
        if at is not None:
            lasts = [slot.system_last for slot in slots if slot and slot.system_last]
            self.changes.now = max([at, *lasts])
