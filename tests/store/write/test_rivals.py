"""What the statement finds to be rivals of a claim is what the projection of its slot holds."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from graph.clock import END_OF_TIME
from graph.database.session import Session, Transaction
from graph.kernel.registry import registry as registries
from graph.kernel.slots import opening
from graph.kernel.slots.slot import OpenSlot, Question, SlotName
from graph.kernel.temporal.claim import Claim
from graph.kernel.temporal.projection import project
from graph.model.records import Caller
from graph.read import reads
from tests.oracle.oracle import C
from tests.support.oracle_claims import ATTRIBUTE, SUBJECT, declare, tell
from tests.support.profiles import examples
from tests.support.slot_strategies import as_claim, slots
from tests.support.story import someone
from tests.unit.graph.kernel.temporal.test_rivals import beliefs, rivals


async def opened_for(db: Session, caller: Caller, claim: Claim) -> OpenSlot:
    """The slot as it is opened for a claim, which is not written."""
    entity = await reads.entity(db, caller, name=SUBJECT)
    assert entity is not None
    registry = await registries.load(db, caller.tenant)
    attribute = registry.get(ATTRIBUTE)
    assert attribute is not None
    name = SlotName.undivided(registry, entity.id, attribute, None)
    question = Question(
        canonical=claim.value,
        negative=claim.negative,
        start=claim.start,
        end=claim.end or END_OF_TIME,
    )

    async def work(tx: Transaction) -> OpenSlot:
        return await opening.open_slot(tx, caller.tenant, name, question, [claim])

    return await db.transaction(work)


async def compare(db: Session, told: list[C], new: C, resumes: bool) -> None:
    caller = someone()
    await declare(db, caller, resumes=resumes)
    known = await tell(db, caller, told)
    slot = await opened_for(db, caller, as_claim(new))

    held = beliefs(project([as_claim(c) for c in told], resumes=resumes))
    expected = {
        (one.canonical.casefold(), one.valid_from, one.valid_to)
        for one in held
        if one.id in rivals(as_claim(new), held)
    }
    timeline = await reads.timeline(
        db, caller, entity=slot.name.entity, attribute=ATTRIBUTE, context=None, system_at=db.clock()
    )
    stored = {
        one.id: (one.canonical, one.valid_from, one.valid_to or END_OF_TIME) for one in timeline
    }
    assert len(known) == len(told)
    assert {stored[one] for one in slot.rivals} == expected


@examples(quick=10, long=60)
@given(slots(size_max=6), st.booleans())
async def test_the_rivals_of_the_store_are_those_of_the_projection(db, claims, resumes):
    told = [lower(c, place) for place, c in enumerate(claims)]
    await compare(db, told[:-1] or told, told[-1], resumes)


@examples(quick=4, long=12)
@given(st.randoms(use_true_random=False), st.booleans())
async def test_they_are_so_where_only_a_window_of_the_slot_is_read(db, monkeypatch, dice, resumes):
    monkeypatch.setattr(opening, "WINDOW", 4)
    told = [moved(dice, place) for place in range(12)]
    negative = dice.random() < 0.4
    new = replace(
        told[0],
        id="new",
        value=dice.choice(["a", "b", None] if negative else ["a", "b"]),
        start=dice.choice([2, 20, 46]),
        said=200,
        place=12,
        negative=negative,
    )

    await compare(db, told, new, resumes)


def moved(dice: random.Random, place: int) -> C:
    """A move in a long history, told soon after it."""
    start = 4 * place + dice.randrange(3)
    return C(
        id=f"m{place}", value=dice.choice("abc"), start=start, end=None, said=start, place=place
    )


def lower(c: C, place: int) -> C:
    """The claim without a period, its value in its canonical form."""
    value = None if c.value is None else c.value.casefold()
    return replace(c, start_period=None, value=value, place=place)
