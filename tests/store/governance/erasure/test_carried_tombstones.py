"""What was erased stays away from a store to which an export was carried."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from graph.database.tombstones.ledger import Ledger
from graph.errors import Forbidden, InvalidArgument
from graph.governance.erasure.erase import erase
from graph.model.commands import Message
from graph.read import reads
from graph.vocabulary import Outcome, Role
from graph.write.intake import jobs
from tests.support.exports import exported, restored
from tests.support.story import Story, someone

SECRET = "ZX-81-QT77"
SAID = f"The locker code is {SECRET}."


@pytest.fixture
async def lines(db, caller):
    """An export made after a secret was erased."""
    story = Story(db, caller)
    secret = await story.says("Mike", "locker_code", SECRET, evidence=SAID)
    await story.says("Mike", "lives_in", "Berlin")
    await erase(db, caller, secret.memory, "asked for by the subject")
    return await exported(db, caller)


def tombstones(lines):
    return [line for line in map(json.loads, lines) if line["op"] == "tombstone"]


@pytest.mark.long
async def test_the_same_fact_and_the_same_words_stay_away_there_too(db, lines):
    other = Story(db, someone())
    assert not any(SECRET in line for line in lines)

    outcomes = await restored(db, other.caller, lines)
    again = await restored(db, other.caller, lines)

    assert (set(outcomes), set(again)) == ({"RESTORED"}, {"KNOWN"})
    assert (await other.says("Mike", "locker_code", SECRET)).outcome is Outcome.REJECTED
    assert (await other.says("Mike", "locker_code", "AB-12")).outcome is Outcome.STORED
    assert await other.value("Mike", "lives_in") == "Berlin"
    job = await jobs.submit(db, other.caller, [Message(SAID, id="1")], session="s", topic=None)
    (told,) = (await reads.episodes_by_id(db, other.caller, job.episodes)).values()
    assert told.text == "███ ██████ ████ ██ ███████████"
    assert tombstones(await exported(db, other.caller)) == tombstones(lines)


async def test_who_does_not_own_the_tenant_cannot_say_what_may_not_come_back(db, lines):
    other = someone()
    with pytest.raises(Forbidden):
        await restored(db, replace(other, role=Role.WRITER), lines)
    assert (await Story(db, other).says("Mike", "locker_code", SECRET)).outcome is Outcome.STORED


async def test_a_store_without_that_ledgers_key_says_which_file_it_needs(db, lines, tmp_path):
    own, db.ledger = db.ledger, Ledger(tmp_path / "erasures.jsonl")
    try:
        with pytest.raises(InvalidArgument, match="key of another ledger") as refused:
            await restored(db, someone(), lines)
    finally:
        db.ledger = own
    assert "erasures.jsonl.key" in (refused.value.hint or "")
