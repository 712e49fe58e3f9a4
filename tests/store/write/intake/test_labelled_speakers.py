"""People whom a recording knows by labels: "Speaker 1" of two recordings is two people."""

from __future__ import annotations

import pytest

from api.service.worker import drain
from extraction.offline.extractor import OfflineExtractor
from graph.governance.erasure.erase import erase
from graph.model.commands import Message
from graph.read import reads
from graph.write.intake import jobs
from tests.support.story import Damage

pytestmark = pytest.mark.usefixtures("sound", "trusting")


class Recordings:
    """A tenant to which recordings are given, one after the other."""

    def __init__(self, db, caller, clock):
        self.db, self.caller, self.clock = db, caller, clock

    async def take(self, session, *said):
        """Lines of a recording, each with its speaker; they are read at once."""
        messages: list[Message] = []
        for speaker, text in said:
            self.clock.advance(minutes=1)
            messages.append(Message(text, speaker=speaker, occurred_at=self.db.clock()))
        await jobs.submit(self.db, self.caller, messages, session=session, topic=None)
        await drain(self.db, OfflineExtractor(), self.caller.tenant)

    async def lives_in(self, name):
        """Where somebody of that name has lived, by what is known now."""
        person = await reads.entity(self.db, self.caller, name=name)
        if person is None:
            return None
        known = await reads.timeline(
            self.db,
            self.caller,
            entity=person.id,
            attribute="lives_in",
            context=None,
            system_at=self.db.clock(),
        )
        ids = [one.target for one in known if one.target]
        towns = await reads.entities_by_id(self.db, self.caller, ids)
        return [towns[one].name for one in ids]


@pytest.fixture
def recordings(db, caller, clock):
    return Recordings(db, caller, clock)


@pytest.mark.long
async def test_one_label_in_two_recordings_is_two_people(recordings):
    labels = ["Speaker 1", "SPEAKER_00", "Guest", "User"]
    for number, label in enumerate(labels):
        towns = [f"Porto{'abcd'[number]}", f"Oslo{'abcd'[number]}"]
        for name, town in zip(("Anna", "Paul"), towns, strict=True):
            who = f"{name} Weber{'abcd'[number]}"
            await recordings.take(
                f"{label} {name}", (label, f"I'm {who}."), (label, f"I live in {town}.")
            )
            assert await recordings.lives_in(who) == [town]
        assert await recordings.lives_in(label) is None


@pytest.mark.long
async def test_who_gives_no_name_is_one_person_in_the_recording_alone(recordings):
    await recordings.take("one", ("Speaker 1", "I live in Porto."))
    await recordings.take("two", ("Speaker 1", "I live in Oslo."))
    await recordings.take("one", ("Speaker 1", "I still live in Porto."))
    await recordings.take(None, ("Speaker 1", "I live in Turin."))

    assert await recordings.lives_in("Speaker 1 (one)") == ["Porto"]
    assert await recordings.lives_in("speaker 1 (TWO)") == ["Oslo"]
    assert await recordings.lives_in("Speaker 1") is None


async def test_a_name_given_late_is_of_all_that_was_said_under_the_label(recordings):
    await recordings.take("call", ("Caller", "I live in Porto."), ("Agent", "I live in Oslo."))
    await recordings.take("call", ("Caller", "I'm Anna, by the way. I work at Acme."))
    await recordings.take("call", ("Caller", "I still live in Porto."))

    assert await recordings.lives_in("Anna") == ["Porto"]
    assert await recordings.lives_in("Caller (call)") == ["Porto"]
    assert await recordings.lives_in("Agent (call)") == ["Oslo"]


async def test_whom_a_label_means_is_erased_with_what_was_said_under_it(recordings):
    await recordings.take("one", ("Guest", "I'm Anna. I live in Porto."), ("Guest", "Blue skies!"))
    await recordings.take("two", ("Guest", "I live in Oslo."), ("Guest", "Grey skies!"))
    for name in ("Anna", "Guest (two)"):
        person = await reads.entity(recordings.db, recordings.caller, name=name)
        assert person is not None
        receipt = await erase(recordings.db, recordings.caller, person.id, "asked for")
        assert receipt.complete
        assert receipt.residue == 0

    texts = await Damage(recordings.db, recordings.caller.tenant).run(
        "MATCH (it:Episode {tenant: $tenant}) RETURN it.text AS text, it.spoken_as AS name"
    )
    left = " ".join(f"{row['text']} {row['name']}" for row in texts)
    for word in ("skies", "Anna", "Porto", "Oslo", "(two)"):
        assert word not in left, left
