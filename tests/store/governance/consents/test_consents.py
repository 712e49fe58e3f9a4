"""Consent: special categories need it, and what is withdrawn falls at once."""

from __future__ import annotations

import asyncio
import io
import json
from dataclasses import replace

import pytest

from api.files.load.load import load
from graph.errors import Conflict, Empty, Forbidden, InvalidArgument, NotFound, TooLarge
from graph.governance.consents import consents, withdrawal
from graph.governance.consents.consents import set_consent
from graph.history.integrity import check
from graph.ids import new_id
from graph.proposals.resolution.policy_versions import apply_policy
from graph.proposals.resolution.review import Review, review
from graph.read import reads
from graph.upkeep import withdrawals
from graph.vocabulary import MemoryStatus, Outcome, Role, SourceKind
from graph.write.merging.merge import merge_entities, split_entity
from tests.support.story import Damage, Story, someone, year


@pytest.fixture
def story(db, caller):
    return Story(db, caller)


async def gives(story, name, *categories, basis="consent"):
    ids = await story.id(name)
    return await set_consent(story.db, story.caller, ids, basis, categories or None, granted=True)


async def withdraws(story, name, *categories):
    ids = await story.id(name)
    return await set_consent(
        story.db, story.caller, ids, "asked", categories or None, granted=False
    )


async def held(story, name, valid_at=None, system_at=None):
    found = await consents.consents(
        story.db, story.caller, await story.id(name), story.at(valid_at, system_at)
    )
    return [(one.category, one.permission.granted, one.permission.basis) for one in found]


async def waiting(story):
    return list((await reads.review_queue(story.db, story.caller)).items)


SPECIAL = [
    ("allergic_to", "peanuts"),
    ("religion", "Quaker"),
    ("politics", "green"),
    ("ethnicity", "Sami"),
    ("sexual_orientation", "gay"),
]


@pytest.mark.parametrize(("attribute", "value"), SPECIAL)
async def test_a_special_category_without_consent_waits_for_a_person(story, attribute, value):
    told = await story.says("Ana", attribute, value)

    assert (told.outcome, told.beliefs) == (Outcome.REVIEW, ())
    memory = await story.memory(told.memory)
    assert memory.waits.gate == "consent"
    assert await reads.entity(story.db, story.caller, name="Ana") is None


async def test_with_consent_it_is_believed_on_that_basis(story):
    await story.says("Ana", "likes", "tea")
    await gives(story, "Ana", "Health ", basis="explicit consent")
    told = await story.says("Ana", "allergic_to", "peanuts")

    assert told.outcome is Outcome.STORED
    assert (await story.memory(told.memory)).consent_basis == "explicit consent"
    other = await story.says("Bo", "allergic_to", "peanuts")
    assert other.outcome is Outcome.REVIEW


async def test_ordinary_categories_are_kept_on_the_policys_basis(story):
    told = await story.says("Ana", "likes", "tea")
    assert (await story.memory(told.memory)).consent_basis == "contract"
    await apply_policy(story.db, story.caller, {"basis": "legitimate interest"}, "a test")
    told = await story.says("Ana", "likes", "rain")
    assert (await story.memory(told.memory)).consent_basis == "legitimate interest"


async def test_a_grant_of_everything_covers_no_special_category(story):
    await story.says("Ana", "likes", "tea")
    await gives(story, "Ana", basis="contract 7")

    assert (await story.says("Ana", "allergic_to", "peanuts")).outcome is Outcome.REVIEW
    told = await story.says("Ana", "likes", "rain")
    assert (await story.memory(told.memory)).consent_basis == "contract 7"


async def test_a_policy_may_refuse_what_nobody_has_consented_to_or_need_no_consent(story):
    await apply_policy(story.db, story.caller, {"without_consent": "refuse"}, "a test")
    told = await story.says("Ana", "allergic_to", "peanuts")
    assert (told.outcome, told.memory) == (Outcome.REJECTED, None)
    await apply_policy(story.db, story.caller, {"special": ["religion"]}, "a test")
    assert (await story.says("Ana", "allergic_to", "peanuts")).outcome is Outcome.STORED
    assert (await story.says("Ana", "religion", "Quaker")).outcome is Outcome.REVIEW


async def test_a_person_may_approve_without_a_consent_but_not_against_a_withdrawal(story):
    await story.says("Ana", "likes", "tea")
    first = await story.says("Ana", "allergic_to", "peanuts")
    approved = await review(story.db, story.caller, Review(first.memory, approve=True))
    assert approved.outcome is Outcome.STORED
    assert (await story.memory(approved.memory)).consent_basis is None

    second = await story.says("Ana", "allergic_to", "nuts")
    await withdraws(story, "Ana", "health")
    assert await waiting(story) == []
    with pytest.raises(Conflict):
        await review(story.db, story.caller, Review(second.memory, approve=True))
    assert await story.value("Ana", "allergic_to") is None


async def test_withdrawing_takes_back_at_once_and_says_what_fell(story, clock):
    await story.says("Ana", "likes", "tea")
    await gives(story, "Ana", "health")
    told = await story.says("Ana", "allergic_to", "peanuts", since=year(2020))
    kept = await story.says("Bo", "allergic_to", "shellfish", source_kind=SourceKind.WEB)
    before = clock.advance(hours=1)
    clock.advance(hours=1)
    (record,) = await withdraws(story, "Ana", "health")

    assert record.fell == (told.memory,)
    assert await story.value("Ana", "allergic_to") is None
    assert await story.value("Ana", "likes") == "tea"
    assert await story.value("Ana", "allergic_to", None, before) == "peanuts"
    assert (await story.memory(told.memory)).status is MemoryStatus.REVOKED
    assert [one.id for one in await waiting(story)] == [kept.memory]
    again = await story.says("Ana", "allergic_to", "peanuts")
    assert (again.outcome, again.memory) == (Outcome.REJECTED, None)
    assert [one async for one in check.violations(story.db, story.caller.tenant)] == []


@pytest.mark.long
async def test_withdrawing_everything_leaves_nothing_and_lets_nothing_in(story):
    await story.says("Ana", "likes", "tea")
    await story.says("Bo", "spouse", target="Ana")
    await story.says("Bo", "likes", "rain")
    await story.says("Ana", "a word of her own", "private")
    (record,) = await withdraws(story, "Ana")

    # What likes tea denies to dislike it.
    assert len(record.fell) == 4
    assert await story.value("Bo", "spouse") is None
    assert await story.value("Bo", "likes") == "rain"
    for more in ({"value": "tea"}, {"value": None, "target": "Bo"}):
        attribute = "likes" if more["value"] else "friend"
        told = await story.says("Ana", attribute, **more)
        assert told.outcome is Outcome.REJECTED
    told = await story.says("Bo", "friend", target="Ana")
    assert told.outcome is Outcome.REJECTED, "it leads to her"
    told = await story.says("Ana", "likes", "sun", source_kind=SourceKind.WEB)
    assert told.outcome is Outcome.REJECTED, "nor does it wait"
    assert await waiting(story) == []


async def test_consent_given_again_lets_in_again(story):
    await story.says("Ana", "likes", "tea")
    await withdraws(story, "Ana")
    await gives(story, "Ana", "preference")

    assert (await story.says("Ana", "likes", "tea")).outcome is Outcome.STORED
    assert (await story.says("Ana", "works_at", target="Acme")).outcome is Outcome.REJECTED


async def test_what_was_consented_to_is_told_on_both_axes(story, clock):
    await story.says("Ana", "likes", "tea")
    start = clock.at
    await gives(story, "Ana", "health")
    given = clock.advance(days=1)
    clock.advance(days=1)
    await withdraws(story, "Ana", "health")
    withdrawn = clock.advance(days=1)

    assert await held(story, "Ana") == [("health", False, "asked")]
    assert await held(story, "Ana", given, given) == [("health", True, "consent")]
    assert await held(story, "Ana", given, withdrawn) == [("health", True, "consent")]
    assert await held(story, "Ana", withdrawn, given) == [("health", True, "consent")]
    assert await held(story, "Ana", year(2000)) == []
    assert await held(story, "Ana", None, year(2000)) == []
    assert start < given


async def test_what_was_said_already_is_not_recorded_again(story):
    await story.says("Ana", "likes", "tea")
    assert await gives(story, "Ana", "health", "work")
    assert await gives(story, "Ana", "health", "work") == ()
    assert len(await gives(story, "Ana", "health", "family")) == 1
    assert await withdraws(story, "Ana", "health")
    assert await withdraws(story, "Ana", "health") == ()


@pytest.mark.long
async def test_consent_follows_an_identity(story):
    for name in ("Ana", "Anna"):
        await story.says(name, "likes", "tea")
    ana, anna = await story.id("Ana"), await story.id("Anna")
    await gives(story, "Ana", "health")
    await merge_entities(story.db, story.caller, anna, ana)

    assert (await story.says("Anna", "allergic_to", "peanuts")).outcome is Outcome.STORED
    assert await held(story, "Anna") == [("health", True, "consent")]
    await withdraws(story, "Anna", "health")
    await split_entity(story.db, story.caller, ana)
    assert (await story.says("Anna", "allergic_to", "nuts")).outcome is Outcome.REJECTED
    # What was said of the whole identity was recorded of the one that was named.
    told = await story.says("Ana", "allergic_to", "nuts")
    assert told.outcome is Outcome.REVIEW


async def test_of_two_that_differ_the_withdrawal_counts(story):
    for name in ("Ana", "Anna"):
        await story.says(name, "likes", "tea")
    await gives(story, "Ana", "health")
    await withdraws(story, "Anna", "health")
    await merge_entities(story.db, story.caller, await story.id("Ana"), await story.id("Anna"))

    assert (await story.says("Ana", "allergic_to", "nuts")).outcome is Outcome.REJECTED


async def test_an_ended_belief_of_a_special_category_may_always_be_told(story):
    await story.says("Ana", "likes", "tea")
    first = await story.says("Ana", "allergic_to", "nuts", since=year(2020))
    await review(story.db, story.caller, Review(first.memory, approve=True))
    told = await story.says("Ana", "allergic_to", "nuts", negative=True, since=year(2022))

    assert told.outcome is Outcome.STORED
    assert await story.value("Ana", "allergic_to") is None


async def test_claims_that_come_while_consent_is_withdrawn_do_not_stay(story):
    await story.says("Ana", "likes", "tea")
    await gives(story, "Ana", "health")
    coming = [story.says("Ana", "allergic_to", f"thing {number}") for number in range(12)]
    told, _ = await asyncio.gather(asyncio.gather(*coming), withdraws(story, "Ana", "health"))

    assert {one.outcome for one in told} <= {Outcome.STORED, Outcome.REJECTED}
    assert await story.value("Ana", "allergic_to") is None
    found = await reads.beliefs(
        story.db, story.caller, entity=await story.id("Ana"), as_of=story.at()
    )
    assert {one.attribute for one in found.items} == {"likes"}
    assert [one async for one in check.violations(story.db, story.caller.tenant)] == []


async def test_a_withdrawal_that_was_cut_off_is_finished_by_the_task(story, monkeypatch):
    await story.says("Ana", "likes", "tea")
    told = await story.says("Ana", "likes", "rain")

    async def dies(*_, **__):
        raise RuntimeError("killed")

    with monkeypatch.context() as patched:
        patched.setattr(withdrawal, "take_back", dies)
        with pytest.raises(RuntimeError):
            await withdraws(story, "Ana", "preference")
    assert await story.value("Ana", "likes") is not None

    assert (await withdrawals.finish(story.db, None))["fell"] == 4
    assert await story.value("Ana", "likes") is None
    (record,) = await consents.consents(story.db, story.caller, await story.id("Ana"), story.at())
    assert told.memory in record.fell
    assert (await withdrawals.finish(story.db, None))["fell"] == 0


def lines(*given):
    return io.BytesIO("".join(json.dumps(one) + "\n" for one in given).encode())


async def loaded(story, *given):
    return await load(story.db, story.caller, lines(*given), lambda *_: None)


async def test_a_file_obeys_consent_too(story):
    await story.says("Ana", "likes", "tea")
    await story.says("Bo", "likes", "tea")
    await gives(story, "Ana", "health")
    await withdraws(story, "Bo")
    allergy = {"attribute": "allergic_to", "value": "nuts"}
    await loaded(
        story,
        {"entity": "Ana", **allergy},
        {"entity": "Bo", **allergy},
        {"entity": "Cy", **allergy},
        {"entity": "Bo", "attribute": "likes", "value": "rain", "source_kind": "WEB"},
    )

    assert await story.value("Ana", "allergic_to") == "nuts"
    assert await story.value("Bo", "allergic_to") is None
    (memory,) = await waiting(story)
    assert (memory.waits.gate, memory.entity) == ("consent", None)
    ana = await reads.belief(
        story.db,
        story.caller,
        entity=await story.id("Ana"),
        attribute="allergic_to",
        as_of=story.at(),
        context=None,
    )
    assert (await story.memory(ana.memories[0])).consent_basis == "consent"


async def test_a_line_of_a_file_gives_and_withdraws_consent(story):
    told = await loaded(
        story,
        {"entity": "Ana", "attribute": "likes", "value": "tea"},
        {"op": "consent", "entity": "Ana", "categories": ["health"], "basis": "consent"},
        {"entity": "Ana", "attribute": "allergic_to", "value": "nuts"},
        {"op": "consent", "entity": "Ana", "categories": ["health"], "basis": "consent"},
        {
            "op": "consent",
            "entity": "Ana",
            "categories": ["health"],
            "basis": "asked",
            "granted": False,
        },
        {"op": "consent", "entity": "Nobody", "basis": "consent"},
    )

    assert told.outcomes == {"STORED": 2, "CONSENTED": 1, "KNOWN": 1, "WITHDRAWN": 1}
    assert [(one.line, one.code, one.field) for one in told.refused] == [(6, "NOT_FOUND", "entity")]
    assert await story.value("Ana", "allergic_to") is None
    assert await story.value("Ana", "likes") == "tea"


@pytest.mark.parametrize(
    ("given", "error", "field"),
    [
        ({"subject": new_id("e")}, NotFound, "subject"),
        ({"basis": " "}, Empty, "basis"),
        ({"basis": "x" * 201}, TooLarge, "basis"),
        ({"categories": []}, InvalidArgument, "categories"),
        ({"categories": ["health", ""]}, Empty, "categories.1"),
        ({"categories": ["x"] * 101}, InvalidArgument, "categories"),
    ],
)
async def test_bad_words_are_refused_and_change_nothing(story, given, error, field):
    await story.says("Ana", "likes", "tea")
    asked = {"subject": await story.id("Ana"), "basis": "consent", "categories": ["health"]}
    with pytest.raises(error) as refused:
        await set_consent(story.db, story.caller, **(asked | given), granted=True)
    assert refused.value.field == field
    assert await held(story, "Ana") == []


async def test_a_model_and_another_tenant_give_no_consent(story):
    await story.says("Ana", "likes", "tea")
    ana = await story.id("Ana")
    model = replace(story.caller, role=Role.MODEL)
    with pytest.raises(Forbidden):
        await set_consent(story.db, model, ana, "consent", None, granted=True)
    with pytest.raises(NotFound):
        await set_consent(story.db, someone(), ana, "consent", None, granted=False)
    assert await held(story, "Ana") == []
    assert await consents.consents(story.db, someone(), ana, story.at()) == []


async def test_another_tenants_consent_and_waiting_memories_are_not_touched(story):
    other = Story(story.db, someone())
    for one in (story, other):
        await one.says("Ana", "likes", "tea")
        await one.says("Ana", "allergic_to", "nuts")
    await withdraws(story, "Ana")

    assert await waiting(story) == []
    assert len(await waiting(other)) == 1
    assert await other.value("Ana", "likes") == "tea"


async def test_the_audit_tells_who_set_it_and_nothing_of_what_fell(story):
    await story.says("Ana", "likes", "tea")
    await gives(story, "Ana", "health")
    await story.says("Ana", "allergic_to", "peanuts")
    await withdraws(story, "Ana", "health")
    told = await Damage(story.db, story.caller.tenant).run(
        "MATCH (one:Audit {tenant: $tenant}) RETURN one.action AS action, one.reason AS reason"
        " ORDER BY one.at"
    )

    found = [(one["action"], one["reason"]) for one in told]
    assert ("consent", "health: consent") in found
    assert ("withdraw consent", "health: asked") in found
    assert not any("peanuts" in (reason or "") for _, reason in found)
