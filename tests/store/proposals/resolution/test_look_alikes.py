"""A rejected value does not come back by looking like itself."""

from __future__ import annotations

import io
import json

import pytest

from api.files.load import load
from graph.errors import Conflict
from graph.ids import digest
from graph.model.commands import Answer, AttributeDefinition, Correction, EntityRef
from graph.proposals.resolution.rejections import lift_rejection
from graph.proposals.resolution.rekeying import UNKEYED, rekey_rejections
from graph.proposals.resolution.resolve import resolve_contradiction
from graph.read import contradiction_lists, reads
from graph.vocabulary import (
    Cardinality,
    ContradictionKind,
    ContradictionStatus,
    Outcome,
    Resolution,
    SourceKind,
    ValueType,
)
from graph.write import correction
from graph.write.attributes.definition import define_attribute
from graph.write.merging.merge import merge_entities
from graph.write.revocation import revoke_memory
from tests.support.exports import exported, restored
from tests.support.story import Damage, Story, someone

pytestmark = pytest.mark.usefixtures("sound", "trusting")

# "Acme" with the Cyrillic letters es and ie, and other ways to write what is read as Acme.
SPELLED = [
    "Acme.",
    "A\u0441m\u0435",
    "“Acme”",
    "ACME!",
    "Acrne",
    "A.C.M.E.",
    "Ac me",
    "\u0410cme\u200b",
    "Ácme",
]


async def said(story, *what, **more):
    """Say something at a moment of its own."""
    story.db.clock.advance(hours=1)
    return await story.says(*what, **more)


async def revoked(story, *what, **more) -> str:
    """Say something and revoke it; the rejection that this leaves."""
    told = await said(story, *what, **more)
    story.db.clock.advance(hours=1)
    await revoke_memory(story.db, story.caller, told.memory, "never")
    page = await contradiction_lists.rejections(
        story.db, story.caller, entity=await story.id(what[0])
    )
    return page.items[-1].id


async def standing(story) -> list[str]:
    page = await contradiction_lists.rejections(story.db, story.caller)
    return [one.id for one in page.items if one.lifted_at is None]


async def settled(story, told, resolution, **more):
    answer = Answer(told.contradictions[0].id, resolution, **more)
    story.db.clock.advance(hours=1)
    return await resolve_contradiction(story.db, story.caller, answer)


def challenged(told, rejection) -> bool:
    """Whether it is held, as a challenge of that rejection and of nothing else."""
    found = [(one.kind, one.rejection) for one in told.contradictions]
    return told.outcome is Outcome.HELD and found == [(ContradictionKind.CHALLENGE, rejection)]


@pytest.mark.parametrize("spelled", SPELLED)
@pytest.mark.parametrize("as_what", ["value", "target"])
async def test_a_look_alike_is_held_and_its_neighbours_come(story, spelled, as_what):
    rejection = await revoked(story, "Ana", "motto", **{as_what: "Acme"})
    before = await standing(story)

    back = await said(story, "Ana", "motto", **{as_what: spelled})
    again = await said(story, "Ana", "motto", **{as_what: spelled})
    other = await said(story, "Ana", "motto", **{as_what: "Apex"})
    elsewhere = await said(story, "Bo", "motto", **{as_what: spelled})

    assert challenged(back, rejection)
    assert challenged(again, rejection)
    assert (other.outcome, elsewhere.outcome) == (Outcome.STORED, Outcome.STORED)
    assert await standing(story) == before


@pytest.mark.parametrize("as_what", ["value", "target"])
async def test_a_greek_capital_brings_nothing_back(story, as_what):
    rejection = await revoked(story, "Ana", "home", **{as_what: "Bern"})

    assert challenged(await said(story, "Ana", "home", **{as_what: "\u0392ern"}), rejection)
    assert (await said(story, "Ana", "home", **{as_what: "Kern"})).outcome is Outcome.STORED


async def test_only_rejections_go_by_looks(story):
    for flight in ("ASR1605", "ASRI605"):
        assert (await said(story, "Ana", "flight", flight)).outcome is Outcome.STORED
    page = await reads.beliefs(story.db, story.caller, as_of=story.at())
    assert {one.value for one in page.items} == {"ASR1605", "ASRI605"}


async def test_numbers_go_by_their_values(story):
    name = AttributeDefinition(
        name="height", cardinality=Cardinality.ONE, value_type=ValueType.NUMBER
    )
    await define_attribute(story.db, story.caller, name)
    rejection = await revoked(story, "Ana", "height", "1,000")

    assert challenged(await said(story, "Ana", "height", "1000.0"), rejection)
    assert (await said(story, "Ana", "height", "10.00")).outcome is Outcome.STORED


@pytest.mark.parametrize("as_what", ["value", "target"])
async def test_a_corrected_spelling_goes_on_being_said(story, as_what):
    form = ValueType.ENTITY if as_what == "target" else ValueType.TEXT
    one = {"name": "home", "cardinality": Cardinality.ONE, "value_type": form}
    await define_attribute(story.db, story.caller, AttributeDefinition(**one))
    wrong = await said(story, "Ana", "home", **{as_what: "Zurich."})
    story.db.clock.advance(hours=1)
    right = {"value": "Zürich"}
    if as_what == "target":
        await said(story, "Bo", "home", target="Zürich")
        right = {"target": EntityRef(id=await story.id("Zürich"))}
    fixed = Correction(memory=wrong.memory, reason="its spelling", **right)
    await correction.correct_memory(story.db, story.caller, fixed)
    (rejection,) = await standing(story)

    again = await said(story, "Ana", "home", **{as_what: "Zürich"}, confidence=0.9)
    back = await said(story, "Ana", "home", **{as_what: "Zurich."})

    assert again.outcome is Outcome.CONFIRMED
    assert challenged(back, rejection)
    assert await story.value("Ana", "home") == "Zürich"


async def test_what_is_kept_is_not_rejected_by_a_look_alike(story):
    one = {"name": "home", "cardinality": Cardinality.ONE}
    await define_attribute(story.db, story.caller, AttributeDefinition(**one))
    await said(story, "Ana", "home", "Zürich")
    doubt = await said(story, "Ana", "home", "Zurich", source_kind=SourceKind.WEB)
    assert doubt.outcome is Outcome.HELD
    await settled(story, doubt, Resolution.KEEP)

    assert (await said(story, "Ana", "home", "Zürich")).outcome is Outcome.CONFIRMED
    assert (await said(story, "Ana", "home", "Zurich")).outcome is Outcome.HELD


@pytest.mark.parametrize("as_what", ["value", "target"])
async def test_an_answer_that_keeps_it_away_leaves_it_held(story, as_what):
    await revoked(story, "Ana", "motto", **{as_what: "Acme"})
    back = await said(story, "Ana", "motto", **{as_what: "Acme."})
    await settled(story, back, Resolution.KEEP)

    for spelled in ("Acme", "Acme.", "A\u0441me"):
        again = await said(story, "Ana", "motto", **{as_what: spelled})
        assert again.outcome is Outcome.HELD


@pytest.mark.parametrize("as_what", ["value", "target"])
async def test_an_answer_that_admits_it_lifts_the_rejection(story, as_what):
    await revoked(story, "Ana", "motto", **{as_what: "Acme"})
    back = await said(story, "Ana", "motto", **{as_what: "Acme."})
    await settled(story, back, Resolution.REPLACE)

    assert await standing(story) == []
    assert await story.value("Ana", "motto") == "Acme."
    assert (await said(story, "Ana", "motto", **{as_what: "Acme"})).outcome is Outcome.STORED


async def test_lifted_it_holds_no_look_alike_either(story):
    await lift_rejection(
        story.db, story.caller, await revoked(story, "Ana", "a", target="Bo"), "ok"
    )

    assert (await said(story, "Ana", "a", target="Bo.")).outcome is Outcome.STORED


async def test_a_rejected_entity_is_held_by_all_its_names_and_what_looks_like_them(story):
    await said(story, "Cy", "employer", target="ACME Inc")
    rejection = await revoked(story, "Ana", "employer", target="Acme")
    keep, absorbed = await story.id("Acme"), await story.id("ACME Inc")
    story.db.clock.advance(hours=1)
    await merge_entities(story.db, story.caller, keep, absorbed)

    assert challenged(await said(story, "Ana", "employer", target="ACME Inc"), rejection)
    assert challenged(await said(story, "Ana", "employer", target="ACME Inc."), rejection)
    assert (await said(story, "Ana", "employer", target="ACME Bank")).outcome is Outcome.STORED


async def test_it_goes_with_its_entity_into_a_merge(story):
    rejection = await revoked(story, "Anna", "employer", target="Acme")
    await said(story, "Ana", "age", "30")
    keep, absorbed = await story.id("Ana"), await story.id("Anna")
    story.db.clock.advance(hours=1)
    await merge_entities(story.db, story.caller, keep, absorbed)

    assert challenged(await said(story, "Ana", "employer", target="Acme."), rejection)


async def test_an_alias_of_the_attribute_brings_nothing_back(story):
    definition = AttributeDefinition(name="motto", aliases=("maxim",))
    await define_attribute(story.db, story.caller, definition)
    rejection = await revoked(story, "Ana", "motto", "Acme")

    assert challenged(await said(story, "Ana", "maxim", "Acme."), rejection)


async def test_a_look_alike_does_not_come_back_from_the_other_end(story):
    await revoked(story, "Ana", "sibling", target="Bea")
    before = await standing(story)

    back = await said(story, "Bea.", "sibling", target="Ana")
    other = await said(story, "Cleo", "sibling", target="Ana")

    assert (back.outcome, other.outcome) == (Outcome.HELD, Outcome.STORED)
    assert back.contradictions[0].rejection in before
    await settled(story, back, Resolution.REPLACE)
    assert await standing(story) == []


async def test_another_context_is_another_slot(story):
    await revoked(story, "Ana", "drink", target="Mate", context="at work")

    back = await said(story, "Ana", "drink", target="Mate.", context="At Work")
    assert back.outcome is Outcome.HELD
    assert (await said(story, "Ana", "drink", target="Mate.")).outcome is Outcome.STORED


async def test_a_correction_to_a_look_alike_is_refused(story):
    rejection = await revoked(story, "Ana", "home", "Oslo")
    told = await said(story, "Ana", "home", "Rome")
    wanted = Correction(memory=told.memory, value="Oslo.", reason="no")
    with pytest.raises(Conflict, match="stands rejected") as refused:
        await correction.correct_memory(story.db, story.caller, wanted)
    assert rejection in str(refused.value.hint)


async def test_a_correction_to_an_entity_of_a_look_alike_name_is_refused(story):
    rejection = await revoked(story, "Ana", "home", target="Oslo")
    told = await said(story, "Ana", "home", target="Rome")
    for name in ("Oslo.", "Bern"):
        await said(story, "Bo", "home", target=name)
    wanted = {
        name: Correction(memory=told.memory, target=EntityRef(id=await story.id(name)), reason="no")
        for name in ("Oslo.", "Bern")
    }
    with pytest.raises(Conflict, match="stands rejected") as refused:
        await correction.correct_memory(story.db, story.caller, wanted["Oslo."])
    assert rejection in str(refused.value.hint)
    await correction.correct_memory(story.db, story.caller, wanted["Bern"])
    assert await story.value("Ana", "home") == "Bern"


async def test_what_earlier_versions_told_apart_is_lifted_at_once(story, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("graph.kernel.slots.node_properties.rejection_key", earlier_key)
        one = await revoked(story, "Ana", "motto", "Acme")
        await revoked(story, "Ana", "motto", "Acme.")
    await as_the_migration_leaves_them(story)
    await rekey_rejections(story.db)
    assert len(await standing(story)) == 2

    story.db.clock.advance(hours=1)
    await lift_rejection(story.db, story.caller, one, "after all")

    assert await standing(story) == []
    assert (await said(story, "Ana", "motto", "Acme")).outcome is Outcome.STORED


@pytest.mark.parametrize("as_what", ["value", "targetName"])
async def test_a_file_brings_back_no_look_alike(story, as_what):
    what = {"value": "value", "targetName": "target"}[as_what]
    rejection = await revoked(story, "Ana", "motto", **{what: "Acme"})
    spelled = ["Acme.", "Apex", "A\u0441me", "\u0391cme"]
    lines = [
        {"op": "assert", "entity": {"name": "Ana"}, "attribute": "motto", "key": f"m{number}"}
        | ({"value": one} if what == "value" else {"target": {"name": one}})
        for number, one in enumerate(spelled)
    ]
    file = "\n".join(map(json.dumps, lines)).encode()
    story.db.clock.advance(hours=1)

    found = await load.load(story.db, story.caller, io.BytesIO(file), lambda _: None)

    assert found.outcomes == {"HELD": 3, "STORED": 1}
    page = await reads.contradictions(
        story.db, story.caller, status=ContradictionStatus.OPEN, first=10
    )
    assert [one.rejection for one in page.items] == [rejection] * 3


async def test_a_restored_rejection_holds_what_looks_like_it(story, clock):
    await revoked(story, "Ana", "motto", "Acme")
    await revoked(story, "Bo", "employer", target="Acme")
    held = await said(story, "Bo", "employer", target="Acme.")
    clock.advance(days=1)
    other = someone()
    await restored(story.db, other, await exported(story.db, story.caller))
    there = Story(story.db, other)

    assert (await said(there, "Ana", "motto", "Acme.")).outcome is Outcome.HELD
    assert (await said(there, "Bo", "employer", target="A\u0441me")).outcome is Outcome.HELD
    assert held.outcome is Outcome.HELD
    page = await reads.contradictions(story.db, other, status=ContradictionStatus.OPEN)
    named = await reads.rejections_by_id(story.db, other, [page.items[0].rejection])
    assert len(named) == 1
    await settled(there, Held(page.items[0]), Resolution.REPLACE)
    assert len(await standing(there)) == 1


class Held:
    """What an assertion answers, as far as it is needed to answer it."""

    def __init__(self, contradiction) -> None:
        self.contradictions = (contradiction,)


async def as_the_migration_leaves_them(story) -> None:
    """Its statement, for one tenant."""
    marked = "MATCH (it:Rejection {tenant: $tenant}) SET it.found_by = $unkeyed"
    await Damage(story.db, story.caller.tenant).run(marked, unkeyed=UNKEYED)


def earlier_key(parent: str, canonical: str) -> str:
    """The key that earlier versions gave a rejection."""
    return digest("rejection", parent, canonical)


async def test_rejections_of_earlier_versions_are_found_by_looks(story, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("graph.kernel.slots.node_properties.rejection_key", earlier_key)
        await revoked(story, "Ana", "motto", "Acme")
        await revoked(story, "Ana", "employer", target="Acme")
        await revoked(story, "Ana", "sibling", target="Bea")
        lifted = await revoked(story, "Bo", "motto", "Acme")
        await lift_rejection(story.db, story.caller, lifted, "after all")
    assert (await said(story, "Ana", "motto", "A\u0441me")).outcome is Outcome.STORED
    await as_the_migration_leaves_them(story)

    assert await rekey_rejections(story.db) == 5
    assert await rekey_rejections(story.db) == 0

    assert (await said(story, "Ana", "motto", "Acme.")).outcome is Outcome.HELD
    assert (await said(story, "Ana", "employer", target="Acme")).outcome is Outcome.HELD
    assert (await said(story, "Ana", "employer", target="Acme.")).outcome is Outcome.HELD
    assert (await said(story, "Bea", "sibling", target="Ana")).outcome is Outcome.HELD
    assert (await said(story, "Bo", "motto", "Acme.")).outcome is Outcome.STORED
