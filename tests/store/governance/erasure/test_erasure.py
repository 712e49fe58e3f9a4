"""Erasure: what was known of a subject is gone on both axes, and stays away; all else stays."""

from __future__ import annotations

import asyncio
import io
import json

import pytest

from api.files.load.load import load
from graph.database.tombstones.ledger import Ledger
from graph.errors import Forbidden, InvalidArgument, NotFound
from graph.governance.erasure.erase import erase, erase_again, erase_session, finish_erasures
from graph.governance.erasure.receipts import receipt_of
from graph.history.integrity import check
from graph.kernel.entities.resolution import load_identity
from graph.model.commands import Answer, AttributeDefinition, Message
from graph.proposals.resolution.rejections import lift_rejection
from graph.proposals.resolution.resolve import resolve_contradiction
from graph.read import reads
from graph.vocabulary import Cardinality, Outcome, Resolution, Role, SourceKind
from graph.write.attributes.definition import define_attribute
from graph.write.correction import Correction, correct_memory
from graph.write.intake import jobs
from graph.write.merging.merge import merge_entities
from graph.write.revocation import revoke_memory
from tests.support.story import FORGET_LEDGER, Damage, Story, year

SECRET = "ZX-81-QT77"
WHY = "asked for by the subject"


@pytest.fixture
def story(db, caller):
    return Story(db, caller)


async def left_of(story, *words):
    """The texts of the tenant's nodes and edges in which one of some words is, but of the audit."""
    rows = await Damage(story.db, story.caller.tenant).run(
        """CALL () {
          MATCH (it) WHERE it.tenant = $tenant AND NOT it:Audit AND NOT it:Erasure|Tombstone
          RETURN properties(it) AS found
          UNION ALL
          MATCH ()-[it]->() WHERE it.tenant = $tenant
          RETURN properties(it) AS found
        }
        UNWIND keys(found) AS key
        WITH key, found
        WHERE any(one IN [] + found[key]
                  WHERE any(word IN $words WHERE toString(one) CONTAINS word))
        RETURN key, found[key] AS text""",
        words=list(words),
    )
    return [(row["key"], row["text"]) for row in rows]


async def clean(story):
    return [one async for one in check.violations(story.db, story.caller.tenant)] == []


async def lines(story, *documents):
    text = "".join(json.dumps(one) + "\n" for one in documents)
    return await load(story.db, story.caller, io.BytesIO(text.encode()), lambda _: None)


async def test_a_memory_goes_from_both_axes_and_what_was_beside_it_stays(story):
    await story.says(
        "Mike", "lives_in", "Berlin", since=year(2020), evidence="Mike lives in Berlin."
    )
    secret = await story.says(
        "Mike", "locker_code", SECRET, since=year(2021), evidence=f"The locker code is {SECRET}."
    )
    assert await story.value("Mike", "locker_code") == SECRET
    before = story.db.clock()

    receipt = await erase(story.db, story.caller, secret.memory, WHY)

    assert receipt.complete
    assert receipt.residue == 0
    assert receipt.deleted["memories"] == 1
    assert await story.value("Mike", "locker_code") is None
    assert await story.value("Mike", "locker_code", system_at=before) is None
    assert await reads.memories_by_id(story.db, story.caller, [secret.memory]) == {}
    assert await left_of(story, SECRET, secret.memory) == []
    assert await story.value("Mike", "lives_in") == "Berlin"
    assert await clean(story)


async def test_a_name_goes_with_and_without_its_second_dot(story):
    await story.says("\u0130lker", "lives_in", "Berlin", evidence="Ilker lives in Berlin.")
    await story.says("Mike", "motto", "work", evidence="\u0130lker told Ilker and Mike to work.")

    receipt = await erase(story.db, story.caller, await story.id("Ilker"), WHY)

    assert receipt.complete
    assert receipt.residue == 0
    assert await left_of(story, "lker") == []
    assert await story.value("Mike", "motto") == "work"
    # Said in another case, the name is masked again.
    again = await story.says("Ilker", "lives_in", "Berlin", evidence="\u0130lker lives in Berlin.")
    assert again.outcome is Outcome.REJECTED
    assert await clean(story)


async def test_what_the_erased_claim_had_ended_holds_again(story):
    await story.says("Mike", "lives_in", "Berlin", since=year(2020))
    lisbon = await story.says("Mike", "lives_in", "Lisbon", since=year(2024))
    assert await story.value("Mike", "lives_in") == "Lisbon"
    before = story.db.clock()
    await erase(story.db, story.caller, lisbon.memory, WHY)
    assert await story.value("Mike", "lives_in") == "Berlin"
    assert await story.value("Mike", "lives_in", system_at=before) == "Berlin"
    assert await clean(story)


@pytest.mark.long
async def test_what_an_erased_relation_had_ended_for_another_holds_again(story, clock):
    await story.says("Dee", "spouse", target="Bo", since=year(2020))
    clock.advance(days=1)
    wedding = await story.says("Ana", "spouse", target="Bo", since=year(2024))
    dee = await story.id("Dee")
    before = clock.advance(days=1)
    assert await story.value("Dee", "spouse") is None
    await erase(story.db, story.caller, wedding.memory, WHY)
    for point in (story.at(), story.at(system_at=before)):
        [belief] = (await reads.beliefs(story.db, story.caller, entity=dee, as_of=point)).items
        assert (belief.target, belief.valid_to) == (await story.id("Bo"), None)
    assert await clean(story)


@pytest.mark.long
async def test_supersessions_of_others_stay_whole_across_a_move(story, clock):
    await define_attribute(story.db, story.caller, AttributeDefinition("mood", Cardinality.ONE))
    kept = [
        await story.says("Mike", "mood", "calm", since=year(2019 + number), evidence=f"{number}")
        for number in range(2)
    ]
    await correct_memory(
        story.db, story.caller, Correction(kept[1].memory, "misheard", valid_from=year(2018))
    )
    clock.advance(days=1)
    gone = await story.says("Mike", "mood", "glad", since=year(2024))
    clock.advance(days=1)
    await define_attribute(story.db, story.caller, AttributeDefinition("mood", Cardinality.MANY))
    before = await supersessions(story)
    clock.advance(days=1)
    await erase(story.db, story.caller, gone.memory, WHY)

    others = [row for row in before if row["other"] != gone.memory]
    assert 0 < len(others) < len(before)
    assert await supersessions(story) == others
    assert await clean(story)


async def supersessions(story):
    """Who was superseded by whom, and when that was known."""
    return await Damage(story.db, story.caller.tenant).run(
        "MATCH (one:Memory {tenant: $tenant})-[it:SUPERSEDED_BY]->(other)"
        " RETURN one.id AS one, other.id AS other, toString(it.system_from) AS known,"
        " toString(it.system_to) AS until ORDER BY one, known"
    )


@pytest.mark.long
async def test_a_challenger_is_released_when_what_it_challenged_is_erased(story):
    verified = await story.says("Mike", "meets_at", "morning", many_hint=False)
    held = await story.says("Mike", "meets_at", "noon", source_kind=SourceKind.DOCUMENT)
    assert held.outcome is Outcome.HELD
    await erase(story.db, story.caller, verified.memory, WHY)
    assert await story.value("Mike", "meets_at") == "noon"
    assert await clean(story)


async def test_the_same_fact_does_not_come_back_by_any_road(story):
    said = f"The locker code is {SECRET}."
    secret = await story.says("Mike", "locker_code", SECRET, evidence=said)
    await story.says("Mike", "lives_in", "Berlin")
    await erase(story.db, story.caller, secret.memory, WHY)

    again = await story.says("Mike", "locker_code", SECRET)
    assert again.outcome is Outcome.REJECTED
    by_id = await story.says("mike", "Locker Code", SECRET.lower(), evidence=said)
    assert by_id.outcome is Outcome.REJECTED
    for alike in (f"{SECRET}.", SECRET.replace("X", "\u0425"), SECRET.replace("-", "\u2011")):
        assert (await story.says("Mike", "locker_code", alike)).outcome is Outcome.REJECTED
    web = await story.says("Mike", "locker_code", SECRET, source_kind=SourceKind.WEB)
    assert web.outcome is Outcome.REJECTED
    loaded = await lines(
        story,
        {"entity": "Mike", "attribute": "locker_code", "value": SECRET, "evidence": said},
        {"entity": "Mike", "attribute": "locker_code", "value": "AB-12-CD34", "evidence": "New."},
    )
    assert loaded.outcomes["REJECTED"] == 1
    job = await jobs.submit(
        story.db, story.caller, [Message(f"Hello. {said}", id="1")], session="s", topic=None
    )
    told = await reads.episodes_by_id(story.db, story.caller, job.episodes)
    assert [one.text for one in told.values()] == ["Hello. ███ ██████ ████ ██ ███████████"]
    assert await left_of(story, SECRET) == []
    # What is not the same comes in.
    assert await story.value("Mike", "locker_code") == "AB-12-CD34"


@pytest.mark.long
async def test_an_entity_goes_with_its_identity_and_others_stay_on_what_remains(story):
    both = "Anna Kowalska and Bob live in Lisbon."
    await story.says("Anna Kowalska", "lives_in", "Lisbon", since=year(2020), evidence=both)
    await story.says("Bob", "lives_in", "Lisbon", since=year(2020), evidence=both)
    await story.says("Bob", "spouse", target="Anna Kowalska", since=year(2015))
    await story.says("Bob", "notes", "Anna Kowalska is allergic to nuts")
    await story.says("Annie", "works_at", target="Acme", since=year(2019))
    anna, annie = await story.id("Anna Kowalska"), await story.id("Annie")
    await merge_entities(story.db, story.caller, keep=anna, absorb=annie)
    bob = await story.id("Bob")

    receipt = await erase(story.db, story.caller, anna, WHY)

    assert receipt.complete
    assert receipt.deleted["entities"] >= 2
    assert await load_identity(story.db.read, story.caller.tenant, anna) is None
    assert await reads.entity(story.db, story.caller, name="Anna Kowalska") is None
    assert await left_of(story, "Anna", "Annie", anna, annie) == []
    assert await story.value("Bob", "lives_in") == "Lisbon"
    assert await story.value("Bob", "spouse") is None
    assert await story.value("Bob", "notes") is None
    assert await clean(story)
    (kept,) = [one async for one in _memories(story, bob) if one.attribute == "lives_in"]
    assert kept.evidence
    # A namesake may be spoken of again, but not with what was erased.
    assert (await story.says("Anna Kowalska", "lives_in", "Lisbon")).outcome is Outcome.REJECTED
    await story.says("Anna Kowalska", "lives_in", "Porto")
    assert await story.value("Anna Kowalska", "lives_in") == "Porto"


async def _memories(story, entity):
    page = await reads.memories(story.db, story.caller, reads.MemoryFilter(entity=entity))
    for one in page.items:
        yield one


@pytest.mark.long
async def test_somebody_with_a_longer_name_stays(story):
    await story.says("Ann", "lives_in", "Porto", evidence="Ann lives in Porto.")
    both = "Ann Fox knows Ann, and Ann's dog."
    await story.says("Ann Fox", "lives_in", "Lisbon", evidence=both)
    await story.says("Bob", "notes", "Ann Fox sings")
    await story.says("Bob", "considering", "a walk with Ann's dog")
    await story.says("Ann's dog", "mood", "glad")

    receipt = await erase(story.db, story.caller, await story.id("Ann"), WHY)

    assert receipt.complete
    assert await story.value("Ann Fox", "lives_in") == "Lisbon"
    assert await story.value("Bob", "notes") == "Ann Fox sings"
    assert await story.value("Bob", "considering") is None
    told = [text for _, text in await left_of(story, "Ann") if isinstance(text, str)]
    assert any("Ann Fox knows ███, and ███'s dog." in text for text in told), told
    again = await story.says("Ann Fox", "lives_in", "Porto")
    assert again.outcome is not Outcome.REJECTED
    assert await clean(story)


@pytest.mark.long
async def test_a_private_memory_goes_alone_and_the_common_one_with_all(story):
    async def visibilities():
        entity = await story.id("Mike")
        page = await reads.memories(story.db, story.caller, reads.MemoryFilter(entity=entity))
        return sorted(one.visibility for one in page.items)

    await story.says("Mike", "mood", "glad")
    ours = await story.says("Mike", "diet", "vegan")
    bobs, evas = [
        await story.says("Mike", "diet", "vegan", scope=f"user:{who}") for who in ("bob", "eva")
    ]
    await erase(story.db, story.caller, bobs.memory, WHY)

    assert await visibilities() == ["tenant", "tenant", "user:eva"]
    again = [
        await story.says("Mike", "diet", "vegan", scope=scope)
        for scope in ("user:bob", "user:eva", "user:zoe", "")
    ]
    assert [one.outcome is Outcome.REJECTED for one in again] == [True, False, False, False]
    await erase(story.db, story.caller, ours.memory, WHY)
    assert await visibilities() == ["tenant"]
    again = [await story.says("Mike", "diet", "vegan", scope=one) for one in ("user:eva", "")]
    assert [one.outcome for one in again] == [Outcome.REJECTED, Outcome.REJECTED]
    assert evas.memory != bobs.memory
    assert await clean(story)


@pytest.mark.long
async def test_reasons_given_for_answers_go_too(story):
    await story.says("Mike", "meets_at", "morning", many_hint=False)
    told = await story.says("Mike", "meets_at", "noon", source_kind=SourceKind.DOCUMENT)
    doubt = told.contradictions[0].id
    decided = Answer(contradiction=doubt, resolution=Resolution.KEEP, reason=f"not {SECRET}")
    await resolve_contradiction(story.db, story.caller, decided)
    wrong = await story.says("Mike", "lives_in", "Oslo")
    await revoke_memory(story.db, story.caller, wrong.memory, "a joke")
    page = await reads.rejections(story.db, story.caller)
    (rejection,) = [one for one in page.items if one.attribute == "lives_in"]
    await lift_rejection(story.db, story.caller, rejection.id, f"after all {SECRET}")
    await erase(story.db, story.caller, await story.id("Mike"), WHY)

    rows = await Damage(story.db, story.caller.tenant).run(
        "MATCH (it:Audit {tenant: $tenant}) RETURN it.reason AS reason"
    )
    assert not [row for row in rows if SECRET in (row["reason"] or "")]


async def test_a_text_of_which_nothing_is_left_goes(story):
    secret = await story.says(
        "Mike", "locker_code", SECRET, evidence=f"It is {SECRET}.", speaker="Bob", session="s1"
    )
    receipt = await erase(story.db, story.caller, secret.memory, WHY)

    assert receipt.deleted["episodes"] == 1
    rows = await Damage(story.db, story.caller.tenant).run(
        "MATCH (it:Episode {tenant: $tenant}) RETURN count(it) AS count"
    )
    assert rows[0]["count"] == 0


async def test_a_session_takes_along_what_rests_on_nothing_else(story):
    await story.says("Mike", "drinks", "tea", session="s", evidence="Mike drinks tea.")
    await story.says("Mike", "drinks", "rain", session="t", evidence="Mike drinks rain.")
    receipt = await erase_session(story.db, story.caller, "s", WHY)
    assert receipt.complete
    assert receipt.deleted["episodes"] == 1
    assert await left_of(story, "drinks tea") == []
    assert [one.value async for one in _memories(story, await story.id("Mike"))] == ["rain"]
    assert await clean(story)


async def test_what_is_said_of_an_opposite_goes_with_it(story):
    oolong = await story.says("Mike", "likes", "oolong", evidence="Mike likes oolong.")
    receipt = await erase(story.db, story.caller, oolong.memory, WHY)
    assert receipt.deleted["memories"] == 2
    assert await left_of(story, "oolong") == []
    assert await clean(story)


async def test_an_episode_takes_along_its_memories(story):
    tea = await story.says("Mike", "likes", "tea", evidence="Mike likes tea.")
    (shown,) = (await story.memory(tea.memory)).evidence
    receipt = await erase(story.db, story.caller, shown.episode, WHY)
    assert receipt.complete
    assert await reads.memories_by_id(story.db, story.caller, [tea.memory]) == {}
    assert await reads.episodes_by_id(story.db, story.caller, [shown.episode]) == {}
    assert await clean(story)


@pytest.mark.long
async def test_corrections_rejections_and_answers_go_with_what_they_were_about(story):
    wrong = await story.says("Mike", "locker_code", SECRET, evidence=f"It is {SECRET}.")
    await correct_memory(
        story.db, story.caller, Correction(wrong.memory, value="AB-12-CD34", reason="a typo")
    )
    revoked = await story.says("Mike", "badge", "TT-99-XYZ0", evidence="Badge TT-99-XYZ0.")
    await revoke_memory(story.db, story.caller, revoked.memory, "badge TT-99-XYZ0 was never his")
    for memory in (wrong.memory, revoked.memory):
        assert (await erase(story.db, story.caller, memory, WHY)).complete
    assert await left_of(story, SECRET, "TT-99-XYZ0") == []
    assert await story.value("Mike", "locker_code") == "AB-12-CD34"
    assert await clean(story)


@pytest.mark.long
async def test_what_waits_for_a_person_is_erased_too(story):
    await story.says("Mike", "likes", "tea")
    waits = await story.says(
        "Mike", "locker_code", SECRET, source_kind=SourceKind.WEB, evidence=f"It is {SECRET}."
    )
    assert waits.outcome is Outcome.QUARANTINED
    assert (await erase(story.db, story.caller, waits.memory, WHY)).complete
    assert await left_of(story, SECRET) == []


async def test_an_erasure_that_was_cut_off_is_finished(story, monkeypatch):
    secret = await story.says("Mike", "locker_code", SECRET, evidence=f"It is {SECRET}.")

    async def cut_off(*_):
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr("graph.governance.erasure.erase.delete_memories", cut_off)
        with pytest.raises(asyncio.CancelledError):
            await erase(story.db, story.caller, secret.memory, WHY)
    # It is not believed any more, and cannot come back.
    assert await story.value("Mike", "locker_code") is None
    assert (await story.says("Mike", "locker_code", SECRET)).outcome is Outcome.REJECTED
    assert await finish_erasures(story.db) >= 1
    assert await left_of(story, SECRET) == []


@pytest.mark.long
async def test_what_a_restored_store_brings_back_is_erased_again(own, clock, caller, tmp_path):
    own.clock = clock
    story = Story(own, caller)
    secret = await story.says("Mike", "locker_code", SECRET, evidence=f"It is {SECRET}.")
    lost = story.db.ledger
    story.db.ledger = Ledger(tmp_path / "erasures.jsonl")
    try:
        await erase(story.db, story.caller, secret.memory, WHY)
        kept = story.db.ledger
        story.db.ledger = Ledger()
        await Damage(story.db, story.caller.tenant).run(
            "MATCH (it:Tenant {tenant: $tenant}) REMOVE it.ledger, it.ledger_erasures"
        )
        # The same claim with the same id, as an older copy of the store has it.
        await lines(
            story, {"key": secret.memory, "entity": "Mike", "attribute": "code", "value": SECRET}
        )
        story.db.ledger = kept
        assert await left_of(story, SECRET) != []
        assert await erase_again(story.db) == 1
        assert await left_of(story, SECRET) == []
        assert await erase_again(story.db) == 0
    finally:
        story.db.ledger = lost
        await Damage(story.db, story.caller.tenant).run(FORGET_LEDGER)


async def test_a_receipt_can_be_read_again_and_the_audit_has_no_word_of_it(story):
    secret = await story.says("Mike", "locker_code", SECRET, evidence=f"It is {SECRET}.")
    receipt = await erase(story.db, story.caller, secret.memory, f"the code {SECRET} leaked")
    assert await receipt_of(story.db, story.caller, receipt.id) == receipt
    rows = await Damage(story.db, story.caller.tenant).run(
        "MATCH (it:Audit {tenant: $tenant}) RETURN it.action AS action, it.reason AS reason"
    )
    assert "erase" in {row["action"] for row in rows}
    assert not [row for row in rows if SECRET in (row["reason"] or "")]


async def test_who_may_not_erase_and_what_cannot_be(story, caller):
    await story.says("Mike", "likes", "tea")
    mike = await story.id("Mike")
    model = type(caller)(caller.tenant, "bot", Role.MODEL)
    with pytest.raises(Forbidden):
        await erase(story.db, model, mike, WHY)
    with pytest.raises(NotFound):
        await erase(story.db, caller, "e_" + "0" * 26, WHY)
    with pytest.raises(NotFound):
        await erase(story.db, type(caller)("someone else", "x", Role.OWNER), mike, WHY)
    ledger = story.db.ledger
    story.db.ledger = Ledger()
    try:
        with pytest.raises(InvalidArgument, match="no ledger"):
            await erase(story.db, caller, mike, WHY)
    finally:
        story.db.ledger = ledger
    assert await story.value("Mike", "likes") == "tea"
