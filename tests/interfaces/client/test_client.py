"""The client for Python against the real service: what an application does with it."""

from __future__ import annotations

import ast
import asyncio
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import pytest
from doxa_client import (
    AsyncMemoryClient,
    DoxaError,
    InvalidArgument,
    MemoryClient,
    Message,
    NotFound,
    Unauthenticated,
    Unavailable,
    calls,
)
from doxa_client.errors import BY_CODE

from api.service.worker import drain
from extraction.offline.extractor import OfflineExtractor
from graph import errors as served

SOURCES = Path(__file__).parents[3] / "client" / "doxa_client"
MAY = datetime(2021, 5, 1, tzinfo=UTC)
WAIT_S = 20


@pytest.fixture
async def memory(service, ask):
    async with AsyncMemoryClient(service, ask.token) as client:
        yield client


async def test_what_is_stored_is_believed_over_its_interval(memory):
    claim = await memory.store("Ana", "job_title", "nurse", valid_from=MAY)
    [now] = await memory.beliefs("Ana")
    before = await memory.beliefs("Ana", valid_at="2020-01-01T00:00:00Z")

    assert claim.believed
    assert (now.attribute, now.value, now.valid_from, now.valid_to) == (
        "job_title",
        "nurse",
        MAY,
        None,
    )
    assert before == []


async def test_waiting_for_a_job_that_there_is_not_ends_at_once(memory):
    with pytest.raises(NotFound) as refused:
        await memory.wait("j_" + 26 * "0", timeout_s=WAIT_S)
    assert refused.value.hint == "use the id of `remember`"


async def test_a_relation_leads_to_its_target(memory):
    claim = await memory.store("Ana", "works_at", target="Acme")
    [belief] = await memory.beliefs(claim.beliefs[0].entity.id)

    assert (belief.entity.name, belief.target.name) == ("Ana", "Acme")
    await memory.retract("Ana", "works_at", target="Acme")
    assert await memory.beliefs("Ana") == []


async def test_what_is_retracted_stays_on_the_timeline(memory):
    await memory.store("Ana", "lives_in", "Porto", valid_from=MAY)
    await memory.retract("Ana", "lives_in", at="2023-01-01T00:00:00Z")

    assert await memory.beliefs("Ana") == []
    [told] = await memory.timeline("Ana")
    assert (told.target.name, told.valid_to.year) == ("Porto", 2023)


async def test_all_pages_of_an_entity_are_read(memory, monkeypatch):
    monkeypatch.setattr(calls, "PAGE", 2)
    for number in range(5):
        await memory.store("Ana", "likes", f"thing {number}")

    assert len(await memory.beliefs("Ana")) == 5
    timeline = await memory.timeline("Ana")
    assert sorted(one.value for one in timeline) == [f"thing {number}" for number in range(5)]


async def test_a_name_that_begins_like_an_id_is_a_name(memory):
    await memory.store("e_coli", "found_in", "salad")

    assert [one.entity.name for one in await memory.beliefs("e_coli")] == ["e_coli"]


async def test_a_time_zone_that_there_is_not_is_refused(memory):
    with pytest.raises(InvalidArgument) as refused:
        await memory.recall("Where was Ana on 3 March?", time_zone="Europe/Atlantis")
    assert refused.value.field == "timeZone"


async def test_nobody_known_has_no_beliefs(memory):
    assert await memory.beliefs("Nobody") == await memory.timeline("Nobody") == []


@pytest.mark.long
async def test_what_is_told_is_read_in_the_background_and_recalled(memory, ask, db):
    said = Message(text="I live in Porto.", speaker="Ana", occurred_at=MAY)
    job = await memory.remember([said])
    await drain(db, OfflineExtractor(), ask.tenant)
    job = await memory.wait(job, timeout_s=WAIT_S)
    recalled = await memory.recall("Where does Ana live?")

    assert [one.outcome for one in job.decisions] == ["STORED"]
    assert "Porto" in recalled.items[0].memory.text
    assert "Porto" in recalled.context


@pytest.mark.parametrize(
    ("fields", "kind", "field"),
    [
        ({"valid_from": "2021-01-01T00:00:00"}, InvalidArgument, "input.validFrom"),
        ({"value": ""}, InvalidArgument, "input.value"),
        ({"confidence": 7.0}, InvalidArgument, "input.confidence"),
    ],
)
async def test_what_is_refused_is_raised_by_its_code(memory, fields, kind, field):
    given = {"value": "nurse", **fields}
    with pytest.raises(kind) as refused:
        await memory.store("Ana", "job_title", **given)

    assert refused.value.field == field
    assert refused.value.hint


async def test_another_entity_than_there_is_and_another_token_are_told_apart(service, memory):
    with pytest.raises(NotFound):
        await memory.store(f"e_{0:026}", "job_title", "nurse")
    async with AsyncMemoryClient(service, "a.b.c") as stranger:
        with pytest.raises(Unauthenticated):
            await stranger.beliefs("Ana")


async def test_a_key_gives_its_first_result_again(memory):
    first = await memory.store("Ana", "likes", "tea", idempotency_key="one")
    again = await memory.store("Ana", "likes", "milk", idempotency_key="one")

    assert again == first
    assert [one.value for one in await memory.beliefs("Ana")] == ["tea"]


async def test_a_claim_whose_answer_was_lost_is_stored_once(service, ask, size):
    async with (
        losing(service, answers=2) as (address, seen),
        AsyncMemoryClient(address, ask.token) as memory,
    ):
        claim = await memory.store("Ana", "likes", "tea")

    # Said twice it would be corroborated.
    assert claim.outcome == "STORED"
    assert len(seen) == 3
    assert (await size(ask))["Receipt"][0] == 1


async def test_messages_whose_answer_was_lost_are_kept_once(service, ask, size):
    async with (
        losing(service, answers=1) as (address, seen),
        AsyncMemoryClient(address, ask.token) as memory,
    ):
        await memory.remember("I live in Porto.")

    assert len(seen) == 2
    assert (await size(ask))["Episode"][0] == 1


@pytest.mark.long
async def test_who_does_not_answer_is_unavailable(ask):
    async with AsyncMemoryClient("http://127.0.0.1:9", ask.token) as memory:
        with pytest.raises(Unavailable):
            await memory.beliefs("Ana")


async def test_changes_are_heard_and_gone_on_with_behind_a_cursor(memory):
    heard = []

    async def listen():
        async for change in memory.subscribe(attribute="likes"):
            heard.append(change)
            return

    listening = asyncio.create_task(listen())
    await asyncio.sleep(0.5)
    await memory.store("Ana", "likes", "tea")
    await asyncio.wait_for(listening, WAIT_S)
    await memory.store("Ana", "likes", "milk")
    async with asyncio.timeout(WAIT_S):
        async for change in memory.subscribe(after=heard[0].cursor):
            heard.append(change)
            break

    assert [[one.value for one in change.inserted] for change in heard] == [["tea"], ["milk"]]


async def test_the_waiting_client_hears_changes_too(service, ask, memory):
    def hear(after, many):
        with MemoryClient(service, ask.token) as waiting:
            return list(islice(waiting.subscribe(attribute="likes", after=after), many))

    first = asyncio.create_task(asyncio.to_thread(hear, None, 1))
    number = 0
    async with asyncio.timeout(WAIT_S):
        while not first.done():
            number += 1
            await memory.store("Ana", "likes", f"tea {number}")
        (before,) = await first
        await memory.store("Ana", "likes", "milk")
        after = await asyncio.to_thread(hear, before.cursor, 1)

    assert after[0].cursor != before.cursor
    assert after[0].inserted[0].value != before.inserted[0].value
    with pytest.raises(InvalidArgument):
        await asyncio.to_thread(hear, "nonsense", 1)


async def test_a_subscription_with_a_bad_cursor_is_refused(memory):
    with pytest.raises(InvalidArgument) as refused:
        async for _ in memory.subscribe(after="nonsense"):
            pass

    assert refused.value.code == "BAD_CURSOR"


@pytest.mark.long
async def test_the_waiting_client_does_the_same(service, ask):
    def use():
        with MemoryClient(service, ask.token) as memory:
            memory.store("Ana", "job_title", "nurse", valid_from=MAY)
            memory.retract("Ana", "job_title", at="2023-01-01T00:00:00Z")
            job = memory.remember("I live in Porto.")
            with pytest.raises(TimeoutError):
                memory.wait(job, timeout_s=0)
            return memory.beliefs("Ana"), memory.timeline("Ana"), memory.recall("Ana?")

    now, ever, recalled = await asyncio.to_thread(use)

    assert (now, [one.value for one in ever], recalled.items) == ([], ["nurse"], ())


def test_every_error_of_the_service_has_its_exception():
    codes = {kind.code for kind in _all_kinds(served.DoxaError)} - {"INTERNAL"}

    assert codes - set(BY_CODE) == set()
    assert issubclass(BY_CODE["NAIVE_TIME"], DoxaError)


async def test_a_token_that_would_go_to_another_machine_unencrypted_is_warned_of():
    for client in (MemoryClient, AsyncMemoryClient):
        with pytest.warns(RuntimeWarning, match="doxa.example.com unencrypted") as warned:
            client("http://doxa.example.com:8000", "a token")
        assert (len(warned), warned[0].filename) == (1, __file__)
        for url in ("https://doxa.example.com", "http://127.0.0.1:8000", "http://[::1]:8000"):
            client(url, "a token")


def test_the_client_needs_nothing_of_the_service():
    used = {
        name.partition(".")[0]
        for path in SOURCES.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        for name in _imported(node)
    }

    assert used & {"graph", "extraction", "api", "neo4j", "strawberry"} == set()


def _imported(node):
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module else []


def _all_kinds(kind):
    return {kind}.union(*(_all_kinds(child) for child in kind.__subclasses__()))


@asynccontextmanager
async def losing(service, answers):
    """A way to the service on which its first answers are lost, and what was sent on it."""
    port = int(service.rpartition(":")[2])
    seen = []

    async def pass_on(reader, writer):
        up_reader, up_writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            while request := await _message(reader):
                seen.append(request)
                up_writer.write(request)
                answer = await _message(up_reader)
                if len(seen) <= answers:
                    return
                writer.write(answer)
                await writer.drain()
        finally:
            up_writer.close()
            writer.close()

    async with await asyncio.start_server(pass_on, "127.0.0.1", 0) as listening:
        address = listening.sockets[0].getsockname()
        yield f"http://127.0.0.1:{address[1]}", seen


async def _message(reader):
    """One request or answer, whole; empty at the end."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return b""
    fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:-2])
    return head + await reader.readexactly(int(fields.get(b"content-length", b"0")))
