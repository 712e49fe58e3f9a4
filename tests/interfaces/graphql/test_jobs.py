"""Remembering over HTTP: a job at once, and later what became of each candidate."""

from __future__ import annotations

import pytest

from api.service.worker import drain
from extraction.model.candidates import Extractor
from extraction.offline.extractor import OfflineExtractor
from graph.vocabulary import Role
from graph.write.intake import jobs as leasing

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


FIRST = """mutation ($id: String!, $priority: Int) { remember(input: {
  priority: $priority, messages: [{id: $id, text: "I live in Lisbon.", speaker: "Ada"}]
}) { id } }"""


async def test_what_has_a_higher_priority_is_read_first(ask, db):
    made = {}
    for name, priority in (("a", 0), ("b", -10), ("c", 10), ("d", None)):
        made[name] = (await ask(FIRST, id=name, priority=priority))["remember"]["id"]
    taken = [await leasing.lease(db, "w", seconds=60, tenant=ask.tenant) for _ in made]

    assert [leased.id for leased in taken] == [made[name] for name in "cadb"]


@pytest.mark.parametrize("priority", [-11, 11, 2**31 - 1])
async def test_a_priority_beyond_its_bounds_is_refused(ask, priority):
    refused = await ask.refused(FIRST, id="a", priority=priority)

    assert (refused["code"], refused["field"]) == ("OUT_OF_RANGE", "input.priority")
    assert "-10" in refused["hint"]


JOBS = """query (
  $status: JobStatus, $session: String, $newestFirst: Boolean, $first: Int, $after: String
) {
  jobs(
    status: $status, session: $session, newestFirst: $newestFirst, first: $first, after: $after
  ) {
    edges { node { id status error } } pageInfo { hasNextPage endCursor } totalCount
  }
}"""


async def listed(ask, **asked):
    return (await ask(JOBS, **asked))["jobs"]


async def test_jobs_are_listed_cancelled_and_run_again(ask, db, extractor):
    ids = []
    for number in range(3):
        said = {**SAID, "id": f"m{number}", "text": f"I live in town number {number}."}
        ids.append((await ask(REMEMBER, messages=[said]))["remember"]["id"])
    page = await listed(ask, first=2)
    rest = await listed(ask, first=2, after=page["pageInfo"]["endCursor"])
    seen = [edge["node"]["id"] for edge in (*page["edges"], *rest["edges"])]
    assert sorted(seen) == sorted(ids)
    assert (page["pageInfo"]["hasNextPage"], rest["pageInfo"]["hasNextPage"]) == (True, False)

    cancel = "mutation ($id: ID!) { cancelJob(id: $id) { status error } }"
    retry = "mutation ($id: ID!) { retryJob(id: $id) { status error } }"
    done = (await ask(cancel, id=ids[0]))["cancelJob"]
    assert done == {"status": "CANCELLED", "error": "cancelled by tester"}
    assert (await ask.refused(cancel, id=ids[0]))["code"] == "CONFLICT"
    await drain(db, extractor, ask.tenant)
    found = await listed(ask, status="SUCCEEDED")
    assert sorted(edge["node"]["id"] for edge in found["edges"]) == sorted(ids[1:])
    [gone] = (await listed(ask, status="CANCELLED", session="s1"))["edges"]
    assert gone["node"]["id"] == ids[0]

    assert (await ask(retry, id=ids[0]))["retryJob"]["status"] == "QUEUED"
    assert (await ask.refused(retry, id=ids[0]))["code"] == "CONFLICT"
    await drain(db, extractor, ask.tenant)
    assert (await listed(ask, status="CANCELLED"))["edges"] == []
    assert (await listed(ask, status="SUCCEEDED"))["totalCount"] == 3


async def test_the_last_accepted_comes_first_where_that_is_asked_for(ask, clock):
    ids = []
    for number in range(3):
        said = {**SAID, "id": f"m{number}", "text": f"I live in town number {number}."}
        ids.append((await ask(REMEMBER, messages=[said]))["remember"]["id"])
        clock.advance(minutes=1)
    page = await listed(ask, newestFirst=True, first=2)
    after = page["pageInfo"]["endCursor"]
    rest = await listed(ask, newestFirst=True, first=2, after=after)

    assert [edge["node"]["id"] for edge in page["edges"] + rest["edges"]] == ids[::-1]
    assert page["totalCount"] == 3
    # The place in one order is none in the other.
    refused = await ask.refused(JOBS, first=2, after=after)
    assert (refused["code"], refused["field"]) == ("BAD_CURSOR", "after")


TOLD = "{ jobs { edges { node { session opening } } } }"


async def test_a_job_tells_its_session_and_how_it_begins(ask, login):
    long = "I live in Lisbon. " * 20
    remember = "mutation ($input: RememberInput!) { remember(input: $input) { id } }"
    for said in ({"session": "s1", "visibility": "user:ana"}, {}):
        texts = (long, "And I do.") if said else ("I live in Porto.",)
        await ask(remember, input=said | {"messages": [{"text": text} for text in texts]})
    ana, ben = (login(ask.tenant, role=Role.READER, actor=name) for name in ("ana", "ben"))
    common = {"session": None, "opening": "I live in Porto."}
    own = {"session": "s1", "opening": long[:120]}

    # What only Ana may see is no job of Ben's list.
    for asker, told in ((ask, [own, common]), (ana, [own, common]), (ben, [common])):
        nodes = [edge["node"] for edge in (await asker(TOLD))["jobs"]["edges"]]
        assert sorted(nodes, key=str) == sorted(told, key=str)
    await ask('mutation { eraseSession(session: "s1", reason: "asked to") { id } }')
    nodes = [edge["node"] for edge in (await ask(TOLD))["jobs"]["edges"]]
    assert all("Lisbon" not in str(node) for node in nodes)


async def test_another_tenants_job_is_neither_seen_nor_changed(ask, login):
    job = (await ask(REMEMBER, messages=[SAID]))["remember"]["id"]
    other = login()

    assert (await listed(other))["edges"] == []
    for name in ("cancelJob", "retryJob"):
        change = f"mutation ($id: ID!) {{ {name}(id: $id) {{ id }} }}"
        assert (await other.refused(change, id=job))["code"] == "NOT_FOUND"
    assert (await ask(JOB, id=job))["job"]["status"] == "QUEUED"
