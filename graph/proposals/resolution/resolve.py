"""A person answers a contradiction that waits: six ways, each one transaction.

The slots that the answer may change are locked before anything is read, parents first. What the
answer admits, takes back or says is written with the answer itself, which is a memory of its own.
"""

from __future__ import annotations

from graph.database.session import Row, Session
from graph.errors import NotFound
from graph.kernel.entities.resolution import Identity, identify, target_reference
from graph.kernel.registry import registry as registries
from graph.kernel.slots.receipts import once_by_key
from graph.kernel.slots.retry import StaleRegistry
from graph.model.authority import require_person
from graph.model.commands import Answer, AttributeDefinition, EntityRef
from graph.model.records import AssertResult, Attribute, Caller
from graph.model.scopes import COMMON_SCOPE
from graph.proposals.resolution.transaction import (
    ENTITY,
    ResolutionRequest,
    apply_answer,
    given_by,
    memories,
)
from graph.proposals.resolution.validation import (
    check_answer,
    check_fits_attribute,
    require_open,
    require_pending_challenger,
)
from graph.read.contradiction_lists import contradiction_row
from graph.vocabulary import Cardinality, Resolution, ValueType
from graph.write.attributes.definition import define_attribute
from graph.write.merging.batched_merge import finishing_merges
from graph.write.results import load_earlier


async def resolve_contradiction(db: Session, caller: Caller, answer: Answer) -> AssertResult:
    """Settle a contradiction that waits; the answer is a memory, and so are its reasons.

    Returns:
        STORED, the answer's memory, every belief of the attribute that was inserted, and the
        contradiction as settled.

    Raises:
        Forbidden: the caller is a model.
        NotFound: no such contradiction, or an entity id that the tenant does not have.
        Conflict: it settled itself, has been answered, or its challenger waits no more.
        Incorrect: the answer lacks something, or has what makes no sense with its resolution.
    """
    require_person(caller)
    answer = check_answer(answer)

    async def attempt() -> AssertResult:
        contradiction = await _load_contradiction(db, caller, answer)
        scope = contradiction.get("scope", COMMON_SCOPE)
        known = await registries.load(db, caller.tenant)
        attribute = known.get(contradiction["attribute"])
        assert attribute is not None
        challenger = (await memories(db.read, caller, [contradiction["challenger"]]))[0]
        require_pending_challenger(challenger)
        check_fits_attribute(answer, attribute, negative=bool(challenger.get("negative")))
        identities = await _identities(db, caller, attribute, contradiction, answer)
        if _to_be_many(answer, attribute):
            many = AttributeDefinition(attribute.name, cardinality=Cardinality.MANY)
            attribute = await define_attribute(db, caller, many)
            known = await registries.load(db, caller.tenant)
        return await db.transaction(
            lambda tx: apply_answer(
                ResolutionRequest(tx, db, caller, answer, known, attribute, identities, scope)
            )
        )

    return await once_by_key(
        db,
        caller.tenant,
        answer.idempotency_key,
        lambda: finishing_merges(db, caller, attempt, StaleRegistry),
        lambda found: load_earlier(db, caller.tenant, found),
    )


def _to_be_many(answer: Answer, attribute: Attribute) -> bool:
    return answer.resolution is Resolution.MANY_VALUED and attribute.cardinality is Cardinality.ONE


async def _load_contradiction(db: Session, caller: Caller, answer: Answer) -> Row:
    found = await contradiction_row(db.read, caller.tenant, answer.contradiction)
    if found is None:
        raise NotFound(
            f"there is no contradiction {answer.contradiction}",
            field="id",
            hint="look it up with `contradictions`",
        )
    require_open(found)
    return found


async def _identities(
    db: Session, caller: Caller, attribute: Attribute, contradiction: Row, answer: Answer
) -> dict[str, Identity]:
    """Whom the answer speaks of: by the field that names them."""
    asked = [(ENTITY, EntityRef(id=contradiction["entity"]))]
    if attribute.value_type is ValueType.ENTITY:
        for at, value, target in given_by(answer):
            named = target_reference(target, value, attribute.target_kind, field=at)
            if named is not None:
                asked.append((at, named))
    return await identify(db, caller.tenant, asked, contradiction.get("scope", COMMON_SCOPE))
