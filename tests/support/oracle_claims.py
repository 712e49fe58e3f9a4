"""Claims of the oracle told to the store, and the store's answers in the oracle's words."""

from __future__ import annotations

from collections.abc import Iterable

from graph.database.session import Session
from graph.kernel.temporal.contradictions import Limits
from graph.model.commands import Assertion, AttributeDefinition, EntityRef
from graph.model.records import AssertResult, Belief, Caller
from graph.read import reads
from graph.vocabulary import Cardinality, Precision, TimeBasis
from graph.write import assertion
from graph.write.attributes.definition import define_attribute
from tests.oracle.oracle import C
from tests.support.slot_strategies import LENGTHS, day, number

# Nothing waits: what is held is tested apart from what claims add up to.
NOTHING_HELD = Limits(margin=2.0, loop_count=10**9)
SUBJECT = "Ana"
ATTRIBUTE = "place"

Told = tuple[str, int | None, int | None, tuple[str, ...]]


async def declare(
    db: Session,
    caller: Caller,
    *,
    resumes: bool = True,
    cardinality: Cardinality = Cardinality.ONE,
    name: str = ATTRIBUTE,
) -> None:
    """Define the attribute that the tests speak of."""
    definition = AttributeDefinition(name=name, cardinality=cardinality, resumes=resumes)
    await define_attribute(db, caller, definition)


def telling(c: C, **changes: object) -> Assertion:
    """One of the oracle's claims as an assertion."""
    fields: dict[str, object] = {
        "entity": EntityRef(name=SUBJECT, kind="person"),
        "attribute": ATTRIBUTE,
        "value": c.value,
        "valid_from": None if c.start_unknown else day(c.start),
        "valid_to": None if c.end is None else day(c.end),
        "start_unknown": c.start_unknown,
        "end_unknown": c.end_unknown,
        "precision": _precision(c.start_period),
        "precision_to": LENGTHS[c.last_period] if c.start_unknown else None,
        "basis": TimeBasis.STATED if c.stated else TimeBasis.OBSERVED,
        "vouched_until": None if c.vouched is None else day(c.vouched),
        "said_at": day(c.said),
        "negative": c.negative,
        "expires_at": None if c.expires is None else day(c.expires),
        "evidence": f"{c.id} said {c.value}",
    }
    return Assertion(**{**fields, **changes})  # type: ignore[arg-type]


def _precision(period: tuple[int, int] | None) -> Precision | None:
    return None if period is None else LENGTHS.get(period[1] - period[0])


async def tell(db: Session, caller: Caller, claims: Iterable[C]) -> dict[str, str]:
    """Tell the claims one after the other; the memory of each."""
    memories: dict[str, str] = {}
    for c in claims:
        told = await assertion.assert_belief(db, caller, telling(c), limits=NOTHING_HELD)
        assert told.memory is not None
        memories[c.id] = told.memory
    return memories


async def say(db: Session, caller: Caller, c: C, **changes: object) -> AssertResult:
    """Tell one claim under the usual limits."""
    return await assertion.assert_belief(db, caller, telling(c, **changes))


async def timeline(db: Session, caller: Caller, system_at: object = None) -> list[Belief]:
    """What is believed of the subject over all valid time, as known then."""
    entity = await reads.entity(db, caller, name=SUBJECT)
    assert entity is not None
    return await reads.timeline(
        db,
        caller,
        entity=entity.id,
        attribute=ATTRIBUTE,
        context=None,
        system_at=system_at or db.clock(),
    )


def in_words(beliefs: Iterable[Belief], memories: dict[str, str]) -> list[Told]:
    """Beliefs as the oracle gives them: canonical value in capitals, days, the claims' ids."""
    names = {memory: name for name, memory in memories.items()}
    return [
        (
            belief.canonical.upper(),
            number(belief.valid_from),
            number(belief.valid_to),
            tuple(names[memory] for memory in belief.memories),
        )
        for belief in beliefs
    ]
