"""What the lines of a part of a file say, before their slots are read: whom and what they mean.

Each line is prepared by the steps of a single assertion, with all names asked for at once. A line
that cannot be taken becomes its error and leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from graph.database.rows import Props
from graph.database.session import Session
from graph.database.tombstones.ledger import Ledger
from graph.errors import Incorrect
from graph.history.bulk.names import Names, read_names
from graph.ids import id_from
from graph.kernel.registry import registry as registries
from graph.kernel.registry.gating import judge_assertion
from graph.kernel.registry.registry import Registry
from graph.kernel.slots.receipts import receipt_key
from graph.limits import Limits
from graph.model.commands import NAME_MAX, Assertion, EntityRef
from graph.model.gate.gate import Passed, Stopped
from graph.model.records import Attribute, Caller
from graph.vocabulary import Outcome, ValueType
from graph.write.erased import with_masked_evidence
from graph.write.pending_review import refusal, waiting_row
from graph.write.preparation import (
    ENTITY,
    GateStops,
    PreparedAssertion,
    form_of,
    place,
    refuse_erased,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line that asserts or retracts.

    ``memory`` is the id that its claim has or will have; ``key`` the line's own name; ``at`` its
    system time in a replay. The assertion has its evidence as the text of an episode.
    """

    line: int
    memory: str
    key: str | None
    assertion: Assertion
    at: datetime | None = None

    @property
    def episode(self) -> str:
        """The id of the episode that is its evidence."""
        return id_from("p", self.memory, "evidence")


@dataclass(frozen=True, slots=True)
class StoppedLine:
    """A line that the gate stops; ``waiting`` is what is kept for a person, if it may be kept."""

    entry: Entry
    stopped: Stopped
    waiting: Props | None


@dataclass(frozen=True, slots=True)
class Planned:
    """A line with everything found that can be found before its slot is read."""

    entry: Entry
    prepared: PreparedAssertion


def memory_of(tenant: str, idempotency_key: str) -> str:
    """Return the id of the claim that an operation with this key makes."""
    return id_from("m", tenant, receipt_key(tenant, idempotency_key))


class Planner:
    """Plans the lines of one part, in order.

    ``names`` holds what they make, ``introduced`` the attributes that they bring in.
    """

    def __init__(
        self,
        caller: Caller,
        limits: Limits,
        registry: Registry,
        names: Names,
        present: set[str],
        ledger: Ledger,
    ) -> None:
        self.read = registry
        self.names = names
        self.introduced: list[Attribute] = []
        self._registry = registry
        self._caller = caller
        self._limits = limits
        self._known = present
        self._ledger = ledger

    def plan(self, entry: Entry, now: datetime) -> Planned | StoppedLine | Incorrect | None:
        """Return the line as planned, or stopped; its error; or nothing, if it has been loaded
        already.
        """
        if entry.memory in self._known:
            return None
        said = now if entry.at is None else entry.at
        masked = with_masked_evidence(self._ledger, self._caller.tenant, entry.assertion)
        try:
            return self._judged(replace(entry, assertion=masked), said)
        except Incorrect as error:
            return error

    def _judged(self, entry: Entry, said_at: datetime) -> Planned | StoppedLine:
        self._registry.refuse_mistyped(entry.assertion.attribute, self._caller.role)
        passed = judge_assertion(self._registry, entry.assertion, self._limits)
        if isinstance(passed, Stopped):
            return self._stopped(entry, passed, said_at)
        try:
            prepared = self._prepared(entry, passed, said_at)
        except GateStops as found:
            return self._stopped(entry, found.stopped, said_at)
        self._known.add(entry.memory)
        self.names.accept(prepared.identities.values(), said_at)
        fresh = prepared.introduces
        if fresh is not None:
            self.introduced.append(fresh)
            own = {**self._registry.own, fresh.name: fresh}
            self._registry = replace(self._registry, own=own)
        return Planned(entry, prepared)

    def _stopped(self, entry: Entry, stopped: Stopped, now: datetime) -> StoppedLine:
        entry.assertion.refuse_untimely(now, self._limits.ahead)
        if stopped.outcome is Outcome.REJECTED:
            return StoppedLine(entry, stopped, None)
        form = form_of(self._registry, entry.assertion)
        identities = self.names.called(form.references)
        refused = refusal(self._registry, entry.assertion, identities, self._limits, self._ledger)
        if refused is not None:
            return StoppedLine(entry, refused, None)
        memory = None if entry.key is None else entry.memory
        row = waiting_row(
            self._caller, self._registry, entry.assertion, stopped, identities, now, memory=memory
        )
        return StoppedLine(entry, stopped, row)

    def _prepared(self, entry: Entry, passed: Passed, now: datetime) -> PreparedAssertion:
        assertion = entry.assertion
        assertion.refuse_untimely(now, self._limits.ahead)
        form = form_of(self._registry, assertion)
        identities = self.names.called(form.references)
        target = assertion.target
        called = None if target is None else self.names.name_of(target.id or "")
        prepared = place(
            self._caller,
            self._registry,
            self._limits,
            assertion,
            passed,
            form,
            identities,
            called,
            entry.memory,
            now,
        )
        refuse_erased(self._ledger, prepared, form)
        prepared = prepared.judged(identities[ENTITY].consents)
        return replace(prepared, marks={"seq": entry.line, "key": entry.key})


async def planner(
    db: Session, caller: Caller, registry: Registry, entries: Sequence[Entry], earlier: Names | None
) -> Planner:
    """Return a planner that knows whom these lines name."""
    references = [ref for entry in entries for ref in _references(entry.assertion, registry)]
    memories = [entry.memory for entry in entries if entry.key is not None]
    version, found, known = await read_names(db, caller.tenant, references, memories)
    if version != registry.version:
        registry = await registries.load(db, caller.tenant)
    names = Names.of(found, earlier)
    return Planner(caller, db.limits, registry, names, known, db.ledger)


def _references(assertion: Assertion, registry: Registry) -> Iterable[EntityRef]:
    yield assertion.entity
    if assertion.target is not None:
        yield assertion.target
    elif assertion.value is not None and len(assertion.value) <= NAME_MAX:
        attribute = registry.get(assertion.attribute)
        fixed = attribute is not None and registry.fixed(assertion.attribute)
        if not fixed or (attribute and attribute.value_type is ValueType.ENTITY):
            # A literal given for a relation names its target.
            yield EntityRef(name=assertion.value)
