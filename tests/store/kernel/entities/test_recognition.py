"""New names in conversation, each session later than the one before."""

import pytest

from api.service.worker import drain
from extraction.offline.extractor import OfflineExtractor
from graph.errors import Ambiguous
from graph.model.commands import Message
from graph.proposals.merges.proposals import merge_proposals
from graph.read import reads
from graph.write.intake import jobs
from tests.support.story import Damage


class Told:
    """A tenant to which people say things in sessions, read by the offline extractor."""

    def __init__(self, db, caller, clock):
        self.db, self.caller, self.clock = db, caller, clock

    async def say(self, text, *, session, speaker="Tom Weber"):
        self.clock.advance(minutes=1)
        message = Message(text, speaker=speaker, occurred_at=self.db.clock())
        await jobs.submit(self.db, self.caller, [message], session=session, topic=None)
        await drain(self.db, OfflineExtractor(), self.caller.tenant)

    async def called(self, name):
        return await reads.entity(self.db, self.caller, name=name)

    async def held(self, entity, attribute):
        page = await reads.beliefs(
            self.db,
            self.caller,
            entity=entity.id,
            attribute=attribute,
            value=None,
            context=None,
            as_of=reads.as_of(self.db, self.caller, None, None),
        )
        targets = [one.target for one in page.items if one.target]
        found = await reads.entities_by_id(self.db, self.caller, targets)
        return [found[one.target].name if one.target else one.value for one in page.items]


@pytest.fixture
def told(db, caller, clock):
    return Told(db, caller, clock)


@pytest.mark.long
async def test_another_spelling_of_a_name_is_the_same_person_in_a_later_session(told):
    await told.say("Elena M\u00fcller lives in Rome.", session="one")
    await told.say("Dr. Elena Muller is a dentist.", session="two")

    elena = await told.called("Elena M\u00fcller")
    assert elena is not None
    assert await told.held(elena, "lives_in") == ["Rome"]
    assert await told.held(elena, "job_title") == ["dentist"]
    assert (await merge_proposals(told.db, told.caller)).items == ()


async def test_a_nickname_in_a_later_session_is_proposed_and_not_merged(told):
    await told.say("Elizabeth Moss lives in Rome.", session="one")
    await told.say("Liz Moss is a dentist.", session="two")

    whole, short = await told.called("Elizabeth Moss"), await told.called("Liz Moss")
    assert whole is not None
    assert short is not None
    assert whole.id != short.id
    [one] = (await merge_proposals(told.db, told.caller)).items
    assert (one.one, one.other) == (whole.id, short.id)


async def test_a_pronoun_in_a_later_turn_leads_to_whom_it_means(told):
    await told.say("My sister Clara moved to Lisbon.", session="one")
    await told.say("She works at Acme now.", session="one")

    clara = await told.called("Clara")
    assert clara is not None
    assert await told.held(clara, "works_at") == ["Acme"]


async def test_a_name_in_another_case_of_another_language_is_the_same_name(told):
    towns = [("\u0130stanbul", "Istanbul"), ("Izmir", "\u0130zmir"), ("Gro\u00dfau", "GROSSAU")]
    for number, (once, again) in enumerate(towns):
        who = f"Ana Weber{'abc'[number]}"
        await told.say(f"I live in {once}.", session=f"{who} 1", speaker=who)
        await told.say(f"I still live in {again}.", session=f"{who} 2", speaker=who)

        person, town = await told.called(who), await told.called(once)
        assert await told.called(again) == town
        assert await told.held(person, "lives_in") == [town.name]
        known = await reads.timeline(
            told.db,
            told.caller,
            entity=person.id,
            attribute="lives_in",
            context=None,
            system_at=told.db.clock(),
        )
        assert len(known) == 1


async def test_names_of_an_earlier_version_lose_their_second_dots(told, story):
    migration = "migrations/V0029__names_without_second_dots/01"
    for name in ("Alpha", "Beta", "Istanbul", "Gamma"):
        await story.says(name, "motto", name)
    ids = {name: await story.id(name) for name in ("Alpha", "Beta", "Istanbul", "Gamma")}
    for name, key in (
        ("Alpha", "i\u0307stanbul"),
        ("Beta", "fi\u0307li\u0307z"),
        ("Gamma", "\u010b"),
    ):
        await Damage(told.db, told.caller.tenant).run(
            "MATCH (name:Name {tenant: $tenant, key: $was}) SET name.key = $key",
            was=name.lower(),
            key=key,
        )
    for _ in range(2):
        await told.db.write(migration)

    assert (await told.called("F\u0130L\u0130Z")).id == ids["Beta"]
    assert (await told.called("\u010a")).id == ids["Gamma"]
    # Two that were apart have one name now, as homonyms have.
    with pytest.raises(Ambiguous) as refused:
        await told.called("\u0130stanbul")
    assert ids["Alpha"] in refused.value.hint
    assert ids["Istanbul"] in refused.value.hint
