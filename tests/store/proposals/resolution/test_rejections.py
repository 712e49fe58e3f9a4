"""What a person rejected stays rejected until a person lifts it."""

from __future__ import annotations

import pytest

from graph.errors import Conflict, NotFound
from graph.model.commands import Answer, Assertion, AttributeDefinition, Correction, EntityRef
from graph.proposals.resolution import rejections, resolve
from graph.read import contradiction_lists, reads
from graph.vocabulary import Cardinality, ContradictionKind, Outcome, Resolution, SourceKind
from graph.write import assertion as revision
from graph.write import correction, revocation
from graph.write.attributes.definition import define_attribute
from tests.oracle.oracle import C
from tests.support.oracle_claims import declare, say, timeline
from tests.support.slot_strategies import day


def claim(value, start, end=None, *, said, **fields) -> C:
    return C("m", value, start, end, said, 0, **fields)


async def standing(db, caller) -> list[str]:
    page = await contradiction_lists.rejections(db, caller)
    return sorted(one.value for one in page.items if one.lifted_at is None)


async def values(db, caller) -> list[str]:
    return [belief.canonical for belief in await timeline(db, caller)]


async def rejected(db, caller) -> str:
    """Revoke a value that was believed; the id of its rejection."""
    await declare(db, caller)
    wrong = await say(db, caller, claim("San José", 10, said=10))
    await revocation.revoke_memory(db, caller, wrong.memory, "a joke")
    return (await contradiction_lists.rejections(db, caller)).items[0].id


pytestmark = pytest.mark.usefixtures("sound", "trusting")


@pytest.mark.parametrize(
    "spelled",
    [
        "san josé",
        "SAN JOSE\u0301",
        "  San\u00a0José ",
        "San\u200b José",
        "\ufeffSan Jo\u00adsé",
        "\uff33\uff41\uff4e José",
        "San\u034f José",
        "San\ufe0f José",
        "San\u2060 José\u2063",
        "San\u3000José",
        "San\U000e0041 José",
        "San\u3164 José",
        "San\u180e José",
    ],
)
async def test_no_spelling_slips_by(db, caller, spelled):
    await rejected(db, caller)

    back = await say(db, caller, claim(spelled, 20, said=20))

    assert back.outcome is Outcome.HELD
    assert [found.kind for found in back.contradictions] == [ContradictionKind.CHALLENGE]
    assert await values(db, caller) == []
    assert await standing(db, caller) == ["San José"]


@pytest.mark.parametrize("kind", list(SourceKind))
async def test_no_source_brings_it_back_and_its_neighbours_come(db, caller, kind):
    await rejected(db, caller)

    back = await say(db, caller, claim("San José", 20, said=20), source_kind=kind, speaker="Bo")
    other = await say(db, caller, claim("San Juan", 30, said=30), source_kind=kind, speaker="Bo")

    assert (back.outcome, other.outcome) == (Outcome.HELD, Outcome.STORED)
    assert await values(db, caller) == ["san juan"]


async def test_said_again_confirmed_and_superseded_it_is_still_not_believed(db, caller, clock):
    await rejected(db, caller)
    first = await say(db, caller, claim("San José", 20, said=20))
    second = await say(db, caller, claim("San José", 30, said=30), confidence=1.0, speaker="Bo")
    await revocation.confirm_memory(db, caller, first.memory, None)
    await revocation.confirm_memory(db, caller, second.memory, None)
    await say(db, caller, claim("Lima", 40, said=40))
    third = await say(db, caller, claim("San José", 50, 60, said=50))
    clock.advance(days=4000)
    fourth = await say(db, caller, claim("San José", 5000, said=5000))

    assert {told.outcome for told in (first, second, third, fourth)} == {Outcome.HELD}
    assert await values(db, caller) == ["lima"]
    assert await standing(db, caller) == ["San José"]


async def test_however_often_it_is_said_one_challenge_waits_with_all_the_words(db, caller, clock):
    await rejected(db, caller)
    told = []
    for moment, words in ((20, "in San José"), (30, "San José is my home")):
        clock.advance(days=1)
        observed = claim("San José", moment, said=moment, stated=False)
        told.append(await say(db, caller, observed, evidence=words))
    again = await say(db, caller, claim("San José", 40, said=40, stated=False), speaker="Bo")

    first = told[0]
    for later in (*told[1:], again):
        assert (later.outcome, later.memory) == (Outcome.HELD, first.memory)
        assert later.contradictions == first.contradictions
    memory = (await reads.memories_by_id(db, caller, [first.memory]))[first.memory]
    spans = sorted(one.span for one in memory.evidence)
    assert spans == ["San José is my home", "in San José", "m said San José"]
    assert len((await contradiction_lists.contradictions(db, caller)).items) == 1


@pytest.mark.parametrize(
    ("since", "until", "kind"),
    [
        (30, None, SourceKind.USER),
        (20, 40, SourceKind.USER),
        (20, None, SourceKind.USER),
    ],
    ids=["other start", "other end", "more authority"],
)
async def test_what_says_more_than_the_challenge_that_waits_is_one_of_its_own(
    db, caller, since, until, kind
):
    await rejected(db, caller)
    first = await say(db, caller, claim("San José", 20, said=20), source_kind=SourceKind.DOCUMENT)

    other = await say(db, caller, claim("San José", since, until, said=50), source_kind=kind)

    assert (other.outcome, other.memory == first.memory) == (Outcome.HELD, False)


async def test_it_outlives_every_expiry(db, caller, clock):
    await declare(db, caller)
    await define_attribute(db, caller, AttributeDefinition(name="place", ttl_days=1))
    wrong = await say(db, caller, claim("Lima", 10, said=10))
    await revocation.revoke_memory(db, caller, wrong.memory, "a joke")
    clock.advance(days=20_000)

    back = await say(db, caller, claim("Lima", 20, said=20))

    assert back.outcome is Outcome.HELD


async def test_what_only_waited_is_rejected_when_it_is_revoked(db, caller):
    await declare(db, caller)
    unsure = await say(db, caller, claim("Oslo", 10, said=10), confidence=0.3)
    await revocation.revoke_memory(db, caller, unsure.memory, "never")

    back = await say(db, caller, claim("OSLO", 20, said=20))
    other = await say(db, caller, claim("Rome", 20, said=20))

    assert (back.outcome, other.outcome) == (Outcome.HELD, Outcome.STORED)
    assert await standing(db, caller) == ["Oslo"]


async def test_what_only_waited_and_is_believed_anyway_is_not_rejected(db, caller):
    await declare(db, caller)
    await say(db, caller, claim("Oslo", 10, said=10))
    unsure = await say(db, caller, claim("Oslo", 15, said=15), confidence=0.3)
    await revocation.revoke_memory(db, caller, unsure.memory, "not on that day")

    assert await standing(db, caller) == []
    assert await values(db, caller) == ["oslo"]


async def test_what_is_kept_is_not_rejected_with_other_times(db, caller, clock):
    await declare(db, caller)
    await say(db, caller, claim("Rome", 0, said=0))
    told = await say(db, caller, claim("Oslo", 10, said=10), source_kind=SourceKind.WEB)
    other = Answer(told.contradictions[0].id, Resolution.OTHER, value="Kiel")
    await resolve.resolve_contradiction(db, caller, other)
    later = clock.advance(days=1)
    told = await say(db, caller, claim("Kiel", 30, said=30), said_at=later)
    assert told.outcome is Outcome.HELD

    keep = Answer(told.contradictions[0].id, Resolution.KEEP)
    await resolve.resolve_contradiction(db, caller, keep)

    assert await standing(db, caller) == ["Oslo"]
    assert await values(db, caller) == ["rome", "kiel"]


async def test_a_correction_cannot_make_it_believed(db, caller):
    await declare(db, caller)
    wrong = await say(db, caller, claim("Lisbon", 10, said=10))
    fixed = await correction.correct_memory(
        db, caller, Correction(memory=wrong.memory, value="Porto", reason="misheard")
    )
    back = Correction(memory=fixed.memory, value="LISBON", reason="no, it was right")

    with pytest.raises(Conflict) as refused:
        await correction.correct_memory(db, caller, back)

    assert refused.value.field == "value"
    assert (await contradiction_lists.rejections(db, caller)).items[0].id in refused.value.hint
    assert await values(db, caller) == ["porto"]
    assert await standing(db, caller) == ["Lisbon"]


async def test_one_value_of_many_is_rejected_and_the_others_are_not(db, caller):
    await declare(db, caller, cardinality=Cardinality.MANY)
    wrong = await say(db, caller, claim("Latin", 10, said=10))
    await say(db, caller, claim("Greek", 10, said=11))
    await revocation.revoke_memory(db, caller, wrong.memory, "a joke")

    back = await say(db, caller, claim("LATIN", 20, said=20))
    other = await say(db, caller, claim("Hebrew", 20, said=21))

    assert (back.outcome, other.outcome) == (Outcome.HELD, Outcome.STORED)
    assert await values(db, caller) == ["greek", "hebrew"]
    kept = Answer(back.contradictions[0].id, Resolution.REPLACE)
    await resolve.resolve_contradiction(db, caller, kept)
    assert sorted(await values(db, caller)) == ["greek", "hebrew", "latin"]
    assert await standing(db, caller) == []


async def test_a_relation_is_rejected_whatever_its_target_is_called(db, caller):
    definition = AttributeDefinition(name="sister", cardinality=Cardinality.MANY)
    await define_attribute(db, caller, definition)

    async def sister(name: str, moment: int):
        assertion = Assertion(
            entity=EntityRef(name="Ana", kind="person"),
            attribute="sister",
            target=EntityRef(name=name),
            valid_from=day(moment),
            said_at=day(moment),
        )
        return await revision.assert_belief(db, caller, assertion)

    wrong = await sister("Bea", 0)
    await revocation.revoke_memory(db, caller, wrong.memory, "she has none")

    assert (await sister(" BEA", 10)).outcome is Outcome.HELD
    assert (await sister("Cleo", 10)).outcome is Outcome.STORED


async def test_a_relation_does_not_come_back_from_its_other_end(db, caller, clock):
    async def sibling(who: str, whom: str):
        clock.advance(days=1)
        assertion = Assertion(
            entity=EntityRef(name=who, kind="person"),
            attribute="sibling",
            target=EntityRef(name=whom, kind="person"),
        )
        return await revision.assert_belief(db, caller, assertion)

    wrong = await sibling("Ana", "Bea")
    await revocation.revoke_memory(db, caller, wrong.memory, "she has none")
    back = await sibling("Bea", "Ana")
    other = await sibling("Bea", "Cleo")

    assert (back.outcome, other.outcome) == (Outcome.HELD, Outcome.STORED)
    first, second = (await contradiction_lists.rejections(db, caller)).items
    assert {first.entity, first.value} == {second.entity, second.value}
    await rejections.lift_rejection(db, caller, first.id, "they are after all")
    assert await standing(db, caller) == []
    assert (await sibling("Bea", "Ana")).outcome is Outcome.STORED


async def test_lifted_it_may_be_said_and_believed_again(db, caller, clock):
    rejection = await rejected(db, caller)
    held = await say(db, caller, claim("San José", 20, said=20))
    clock.advance(days=1)

    lifted = await rejections.lift_rejection(db, caller, rejection, "it was true")

    assert (lifted.id, lifted.lifted_at) == (rejection, clock())
    assert (
        lifted == (await contradiction_lists.rejections_by_id(db, caller, [rejection]))[rejection]
    )
    assert await standing(db, caller) == []
    listed = await contradiction_lists.audit(db, caller, subject=rejection, action="lift")
    assert [(one.actor, one.reason) for one in listed.items] == [("tester", "it was true")]
    # What was held waits on for its own answer; what is said now counts.
    assert await values(db, caller) == []
    assert held.contradictions[0].status.value == "OPEN"
    again = await say(db, caller, claim("San José", 30, said=30))
    assert again.outcome is Outcome.STORED
    assert await values(db, caller) == ["san josé"]


async def test_lifting_is_done_once_and_by_its_own_tenant(db, caller):
    rejection = await rejected(db, caller)
    await rejections.lift_rejection(db, caller, rejection, "it was true")

    with pytest.raises(Conflict) as refused:
        await rejections.lift_rejection(db, caller, rejection, "once more")
    assert (refused.value.field, bool(refused.value.hint)) == ("id", True)
    with pytest.raises(NotFound):
        await rejections.lift_rejection(db, caller, "r_00000000", "nobody's")


async def test_rejected_again_after_it_was_lifted_it_stands_again(db, caller, clock):
    await rejections.lift_rejection(db, caller, await rejected(db, caller), "it was true")
    clock.advance(days=1)
    wrong = await say(db, caller, claim("San José", 30, said=30))
    await revocation.revoke_memory(db, caller, wrong.memory, "no, it was a joke")

    assert (await say(db, caller, claim("San José", 40, said=40))).outcome is Outcome.HELD
    assert await standing(db, caller) == ["San José"]
    assert len((await contradiction_lists.rejections(db, caller)).items) == 2
