"""The lines of a part of a file, recorded one after the other on their slots in memory."""

from __future__ import annotations

from dataclasses import dataclass, field

from graph.bulk.first_claims import FirstClaims
from graph.bulk.planning import Entry, Planned
from graph.ids import id_from
from graph.model.commands import Quote
from graph.operations.preparation import PreparedAssertion
from graph.operations.recording import Recorder, record_at_both_ends
from graph.slots.changeset import ChangeSet
from graph.slots.in_memory import SlotState
from graph.temporal.stored_claim import StoredClaim
from graph.vocabulary import GroundingVerdict, Outcome


@dataclass(slots=True)
class Work:
    """The slots of a part, and what is to be written.

    The change set shows the part's one system time, unless its lines bring theirs (``replay``).
    ``episode`` is the part's own text, which the lines are put together to.
    """

    slots: dict[str, SlotState]
    changes: ChangeSet
    episode: str
    replay: bool
    text: list[str] = field(default_factory=list[str])
    first: FirstClaims = field(default_factory=FirstClaims)
    _length: int = 0
    _places: dict[int, Quote] = field(default_factory=dict[int, Quote])

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
                self.first.add(planned, self.changes.now, self._place(planned.entry))
                return Outcome.STORED
            return self._record(planned)
        finally:
            self.changes.now = usual

    def _record(self, planned: Planned) -> Outcome:
        prepared = planned.prepared
        state = self.slots[prepared.name.key]
        denied = None if prepared.opposite is None else self.slots[prepared.opposite.key]

        def source(known: PreparedAssertion, item: StoredClaim) -> None:
            if planned.entry.span is not None:
                self.changes.show(item.claim.id, self._place(planned.entry))
            elif known.assertion.evidence is not None:
                episode = id_from("p", planned.entry.memory, "evidence")
                self.changes.bring(episode, known.assertion, item)

        recorder = Recorder(self.changes, source, self.replay)
        if prepared.name.other is not None:
            return record_at_both_ends(recorder, prepared, self.slots)
        view = state.view(prepared.item.claim, prepared.loop_horizon)
        return recorder.record(prepared, state, denied, view)

    def _place(self, entry: Entry) -> Quote:
        """Where the line stands in the part's text; a line is there once."""
        place = self._places.get(entry.line)
        if place is None:
            span = entry.span or ""
            self._length += len(span) + (1 if self.text else 0)
            self.text.append(span)
            place = self._places[entry.line] = Quote(
                self.episode,
                span,
                self._length - len(span),
                self._length,
                GroundingVerdict.SUPPORTED,
            )
        return place

    def _tell_time(self, planned: Planned, *slots: SlotState | None) -> None:
        at = planned.entry.at
        if at is not None:
            lasts = [slot.system_last for slot in slots if slot and slot.system_last]
            self.changes.now = max([at, *lasts])
