"""Remembering over HTTP: a job at once, and later what became of each candidate."""

from __future__ import annotations

import pytest

from api.service.worker import drain
from extraction.model.candidates import Extractor
from extraction.offline.extractor import OfflineExtractor

REMEMBER = """mutation ($messages: [MessageInput!]!) {
  remember(input: {session: "s1", messages: $messages}) { id status attempts error }
}"""
JOB = """query ($id: ID!) { job(id: $id) {
  status attempts finishedAt error
  decisions { outcome reason candidate memory { id } contradiction { id } }
  memories { id text evidence { span start end verdict episode { id text memories { id } } } }
} }"""
SAID = {
    "id": "m1",
    "text": "I live in Lisbon.",
    "speaker": "Ada",
    "occurredAt": "2024-05-01T10:00:00+02:00",
}


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return OfflineExtractor()


async def test_what_is_remembered_is_read_later_and_rests_on_its_words(ask, db, extractor):
    job = (await ask(REMEMBER, messages=[SAID]))["remember"]
    waiting = (await ask(JOB, id=job["id"]))["job"]
    await drain(db, extractor, ask.tenant)
    done = (await ask(JOB, id=job["id"]))["job"]
    stored = [one for one in done["decisions"] if one["outcome"] == "STORED"]

    assert (job["status"], job["attempts"], job["error"]) == ("QUEUED", 0, None)
    assert (waiting["status"], waiting["decisions"], waiting["memories"]) == ("QUEUED", [], [])
    assert (done["status"], done["attempts"], done["error"]) == ("SUCCEEDED", 1, None)
    assert done["finishedAt"]
    assert [one["memory"]["id"] for one in stored] == [one["id"] for one in done["memories"]]
    (evidence,) = done["memories"][0]["evidence"]
    assert SAID["text"][evidence["start"] : evidence["end"]] == evidence["span"]
    assert evidence["episode"]["text"] == SAID["text"]
    assert {"id": done["memories"][0]["id"]} in evidence["episode"]["memories"]


async def test_a_message_sent_twice_is_one_episode(ask, db, extractor):
    for _ in range(2):
        await ask(REMEMBER, messages=[SAID])
        await drain(db, extractor, ask.tenant)
    found = await ask('{ entity(name: "Ada") { beliefs { edges { node { memories { id } } } } } }')

    for edge in found["entity"]["beliefs"]["edges"]:
        assert len(edge["node"]["memories"]) == 1


async def test_one_message_id_with_two_texts_is_a_conflict(ask, size):
    await ask(REMEMBER, messages=[SAID])
    before = await size(ask)
    refused = await ask.refused(REMEMBER, messages=[SAID | {"text": "I live in Porto."}])

    assert refused["code"] == "ID_CONFLICT"
    assert refused["field"] == "input.messages.0.id"
    assert refused["hint"]
    assert await size(ask) == before
