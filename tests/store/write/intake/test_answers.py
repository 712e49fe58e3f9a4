"""What a right answer of a model says is what is believed: each kind of answer, on a real store."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
import pytest_asyncio

from graph.read import reads
from graph.vocabulary import Outcome
from tests.store.write.intake.test_pipeline import SAID, told
from tests.support.fake_messages_api import turns_of

__all__ = ["told"]


def claim(span, predicate, value=None, **more):
    """A claim that leaves out what is usual."""
    base = {"span": span, "speech_act": "assertion", "type": "fact", "subject": "I"}
    base |= {"predicate": predicate, "text": f"{span}.", "importance": 0.7}
    return base | ({} if value is None else {"object": value}) | more


@pytest_asyncio.fixture
async def outcomes(told):
    """Say one thing, and see each decision: its outcome, and the gate if one stopped it."""

    async def say(text, *members, **message):
        job = await told.say(text, *members, **message)
        return [(each.outcome, each.gate) for each in await told.decisions(job)]

    return say


async def memory_of(told, attribute, name="Ana"):
    entity = await reads.entity(told.db, told.caller, name=name)
    as_of = reads.as_of(told.db, told.caller, None, None)
    (belief, *_) = await reads.timeline(
        told.db,
        told.caller,
        entity=entity.id,
        attribute=attribute,
        context=None,
        system_at=as_of.system_at,
    )
    return belief


async def test_what_ends_a_memory_of_many_ends_that_one_alone(told):
    await told.say("I play guitar", claim("I play guitar", "plays", "guitar"))
    await told.say("I play cello", claim("I play cello", "plays", "cello"))
    await told.say("Hello")
    shown = re.findall(
        r"^(m\d) \| Ana \| plays = (\w+)$", turns_of(told.api.requests[-1]), re.MULTILINE
    )
    ids = {value: key for key, value in shown}
    gave = claim("I gave the guitar away", "gave_away", "guitar", type="event", ends=ids["guitar"])
    await told.say("I gave the guitar away", gave)

    assert await told.held("plays") == ["cello"]


async def test_a_correction_names_what_was_wrong_and_keeps_its_time(told):
    moved = claim(
        "I moved to Bradford in March", "lives_in", "Bradford", start={"said": "in March"}
    )
    await told.say("I moved to Bradford in March", moved)
    await told.say("sorry, I mean Leeds", claim("Leeds", "lives_in", "Leeds", corrects="m1"))
    belief = await memory_of(told, "lives_in")

    assert await told.held("lives_in") == ["Leeds"]
    assert belief.valid_from_text == "2025-03"


async def test_who_was_meant_by_mistake_never_was_it(told):
    wed = {"speech_act": "plan", "start": {"said": "on 12 June", "resolved": "2025-06-12"}}
    marta = claim("Marta marries on 12 June", "marital_status", "married", subject="Marta", **wed)
    await told.say("Marta marries on 12 June", marta)
    martina = claim(
        "not Marta, Martina", "marital_status", "married", subject="Martina", corrects="m1"
    )
    await told.say("not Marta, Martina", {**martina, "speech_act": "plan"})
    then = datetime(2025, 7, 1, tzinfo=UTC)

    assert await told.held("marital_status", "Marta", then) == []
    assert await told.held("marital_status", "Martina", then) == ["married"]


async def test_a_plan_that_is_dropped_will_not_be(told):
    plan = {"speech_act": "plan", "start": {"said": "in August", "resolved": "2025-08"}}
    await told.say(
        "I move to Bergen in August", claim("I move to Bergen", "lives_in", "Bergen", **plan)
    )
    dropped = claim("the move is off", "lives_in", "Bergen", negative=True, ends="m1")
    await told.say("the move is off", dropped)

    assert await told.held("lives_in", at=datetime(2025, 9, 1, tzinfo=UTC)) == []


async def test_in_a_text_for_review_what_is_said_and_what_ends_a_memory_waits(told, outcomes):
    await told.say("I play guitar", claim("I play guitar", "plays", "guitar"))
    dropped = claim("I gave up the guitar", "plays", "guitar", negative=True, ends="m1")
    again = claim("I live in Oslo", "lives_in", "Oslo")
    decided = await outcomes(
        "I gave up the guitar, I live in Oslo", dropped, again, for_review=True
    )

    assert decided == [(Outcome.REVIEW, "review")] * 2
    assert (await told.held("plays"), await told.held("lives_in")) == (["guitar"], [])


async def test_values_that_one_turn_claims_side_by_side_are_both_believed(told):
    await told.say(
        "I live in Lisbon and in Porto, half the year each",
        claim("I live in Lisbon and in Porto", "lives_in", ["Lisbon", "Porto"]),
    )

    assert await told.held("lives_in") == ["Lisbon", "Porto"]


@pytest.mark.parametrize(
    ("said", "attribute", "value"),
    [("nine", "age", "9"), ("7 years", "age", "7"), ("over 70", "approximate_age", "over 70")],
)
async def test_a_number_may_be_said_in_words(told, said, attribute, value):
    await told.say(f"I am {said}", claim(f"I am {said}", "age", said))

    assert await told.held(attribute) == [value]


async def test_kin_belong_to_who_speaks_in_any_language(told):
    bees = claim("Dad keeps bees", "has_pet", "bees", subject="Dad")
    await told.say("Dad keeps bees", bees)
    await told.say("Dad sold his bees", {**bees, "span": "Dad"}, speaker="Bo")
    fish = claim("Mi madre vive en Lima", "lives_in", "Lima", subject="Mi madre")
    await told.say("Mi madre vive en Lima", fish)

    assert await told.held("has_pet", "Ana's father") == ["bees"]
    assert await told.held("has_pet", "Bo's father") == ["bees"]
    assert await told.held("lives_in", "Ana's mother") == ["Lima"]


async def test_names_of_scripts_without_blanks_are_found_in_their_text(outcomes, told):
    text = "来月から大阪に住みます"
    home = claim(text, "lives_in", {"entity": "大阪", "kind": "place"})

    assert await outcomes(text, home) == [(Outcome.STORED, None)]
    invented = claim(text, "works_at", {"entity": "京都新聞", "kind": "organization"})
    assert await outcomes(f"{text}。", {**invented, "span": text}) == [
        (Outcome.REJECTED, "grounding")
    ]


async def test_a_wish_holds_until_it_is_over_and_a_plan_has_its_time_in_it(told):
    wants = claim("I want to see Kyoto", "wants", "see Kyoto", speech_act="plan")
    june = {"said": "in June", "resolved": "2025-06"}
    plans = claim("camping in June", "plans", "camping", speech_act="plan", start=june)
    await told.say("I want to see Kyoto, and we go camping in June", wants, plans)

    assert await told.held("wants") == ["see Kyoto"]
    assert await told.held("plans") == ["camping (2025-06)"]
    assert await told.held("plans", at=datetime(2025, 7, 2, tzinfo=UTC)) == []


async def test_what_an_answer_discards_is_decided_against_and_seen(outcomes):
    discard = {"discard": "a mood", "span": "I'm so tired"}

    assert await outcomes("I'm so tired", discard) == [(Outcome.REJECTED, "quality")]


async def test_a_special_category_is_recognised_whatever_the_predicate(outcomes):
    device = claim("I wear a pump", "wears_device", "pump", category="health")
    surgery = claim("I had surgery", "had_surgery", "knee", type="event")
    named = claim("I wear a watch", "wears_item", "watch")

    assert await outcomes("I wear a pump", device) == [(Outcome.REVIEW, "consent")]
    assert await outcomes("I had surgery", surgery) == [(Outcome.REVIEW, "consent")]
    assert await outcomes("I wear a watch", named) == [(Outcome.STORED, None)]


async def test_a_window_shows_what_held_when_the_message_was_said(told):
    await told.say("I live in Rome", claim("I live in Rome", "lives_in", "Rome"))
    later = SAID + timedelta(days=200)
    await told.say("I live in Oslo now", claim("I live in Oslo", "lives_in", "Oslo"), at=later)
    await told.say("Hello", at=SAID + timedelta(days=30))

    assert "lives_in = Rome" in turns_of(told.api.requests[-1])
