"""New names in conversation, each session later than the one before."""

import pytest

from api.service.worker import drain
from extraction.offline.extractor import OfflineExtractor
from graph import reads
from graph.intake import jobs
from graph.merging.proposals import merge_proposals
from graph.model.commands import Message


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
