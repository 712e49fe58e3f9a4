"""Webhooks and a real receiver: in order, at least once, signed, and to nobody else."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import socket
import ssl
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from api.service.request_services import services
from api.service.webhooks.delivery import Sender
from graph.background import working
from graph.governance.erasure.erase import erase
from graph.governance.webhooks import deliveries
from graph.governance.webhooks.webhooks import (
    create_webhook,
    delete_webhook,
    retry_webhook,
    webhooks,
)
from graph.limits import WebhookLimits
from graph.settings import Settings
from graph.vocabulary import ChangeKind
from tests.interfaces.conftest import KEY
from tests.support.servers.webhook_receiver import TAKEN, receiving, slow
from tests.support.story import Story

LIMITS = WebhookLimits(loopback=True, attempts=4, pause_s=8.0, timeout_s=20.0)


@pytest.fixture
def receiver():
    with receiving() as receiver:
        yield receiver


class Teller(Story):
    """Says one thing after another, each at a time of its own, by which the audit puts them."""

    async def says(self, *words, **more):
        self.db.clock.advance(seconds=1)
        return await super().says(*words, **more)


@pytest.fixture
def story(db, caller):
    db.limits = replace(db.limits, webhooks=LIMITS)
    return Teller(db, caller)


@pytest.fixture
def make_sender(db, caller, story):
    def made(**more):
        shared = services(Settings(embedding_model="none"), db, KEY, lambda: None)
        return Sender(shared, caller.tenant, poll_s=0.02, **more)

    return made


@pytest.fixture
def sender(make_sender):
    return make_sender(chance=random.Random(4))


async def made(story, receiver, **asked):
    return await create_webhook(story.db, story.caller, receiver.url, **asked)


async def state(story):
    (listed,) = await webhooks(story.db, story.caller.tenant)
    return listed


async def test_a_change_arrives_signed_and_in_the_words_of_the_subscription(
    story, receiver, sender, clock
):
    webhook = await made(story, receiver)
    await story.says("Ana", "job_title", "nurse")
    clock.advance(days=1)
    await story.says("Ana", "job_title", "pilot")
    await sender.step()

    first, second = receiver.taken
    assert first.is_signed_with(webhook.secret)
    assert second.is_signed_with(webhook.secret)
    assert first.headers["webhook-timestamp"] == str(int(clock().timestamp()))
    assert first.headers["content-type"] == "application/json"
    body = json.loads(second.body)
    assert body["type"] == "beliefChanges"
    assert body["timestamp"] == body["data"]["change"]["at"]
    assert first.values == ["nurse"]
    assert "pilot" in second.values
    (retired,) = second.change["retired"]
    assert (retired["entity"]["name"], retired["value"]) == ("Ana", "nurse")
    found = await state(story)
    assert (found.message, found.failures, found.dead) == (second.id, 0, 0)
    assert found.delivered_at == clock()


async def test_what_was_before_the_webhook_is_not_sent(story, receiver, sender):
    await story.says("Ana", "likes", "tea")
    await made(story, receiver)
    await sender.step()

    assert receiver.posts == []


async def test_what_fails_is_sent_again_under_the_same_id_before_what_is_newer(
    story, receiver, sender, clock
):
    await made(story, receiver)
    await story.says("Ana", "likes", "tea")
    await story.says("Ana", "likes", "milk")
    receiver.behave = lambda _: (500, {}, b"no")
    await sender.step()
    await sender.step()

    assert len(receiver.posts) == 1, "it waits for its pause"
    waiting = await state(story)
    assert (waiting.attempts, waiting.error) == (1, "answered 500")
    assert waiting.due_at > clock()

    receiver.behave = lambda _: TAKEN
    clock.advance(seconds=9)
    await sender.step()

    failed, again, newer = receiver.posts
    assert failed.id == again.id != newer.id
    assert (again.values, newer.values) == (["tea"], ["milk"])
    assert (await state(story)).error is None


async def test_after_the_last_attempt_a_change_is_a_dead_letter_and_the_next_one_goes_on(
    story, receiver, sender, clock
):
    await made(story, receiver)
    await story.says("Ana", "likes", "poison")
    await story.says("Ana", "likes", "milk")
    receiver.behave = lambda post: (500, {}, b"") if post.values == ["poison"] else TAKEN
    for _ in range(LIMITS.attempts):
        await sender.step()
        clock.advance(hours=1)

    assert len(receiver.posts) == LIMITS.attempts + 1
    assert [post.values for post in receiver.taken] == [["milk"]]
    found = await state(story)
    (letter,) = found.letters
    assert (found.dead, letter.message) == (1, receiver.posts[0].id)
    assert letter.error == "answered 500"


async def test_a_dead_letter_is_sent_again_once_when_that_is_asked(story, receiver, sender, clock):
    story.db.limits = replace(story.db.limits, webhooks=replace(LIMITS, attempts=1))
    webhook = (await made(story, receiver)).webhook.id
    receiver.behave = lambda _: (503, {}, b"")
    await story.says("Ana", "likes", "tea")
    await sender.step()
    await retry_webhook(story.db, story.caller, webhook)
    await sender.step()
    await sender.step()

    assert len(receiver.posts) == 2
    assert (await state(story)).dead == 1

    receiver.behave = lambda _: TAKEN
    waiting = await retry_webhook(story.db, story.caller, webhook)
    await story.says("Ana", "likes", "milk")
    await sender.step()

    assert waiting.letters[0].waits
    assert [post.values for post in receiver.taken] == [["tea"], ["milk"]]
    assert len({post.id for post in receiver.posts}) == 2
    assert (await state(story)).dead == 0


async def test_only_what_is_asked_for_is_sent(story, receiver, sender, clock):
    await story.says("Ana", "likes", "tea")
    ana = await story.id("Ana")
    await made(story, receiver, entity=ana, attribute="job_title", kinds=[ChangeKind.RETIRED])
    await story.says("Ana", "job_title", "nurse")
    clock.advance(days=1)
    await story.says("Bo", "job_title", "cook")
    await story.says("Ana", "likes", "milk")
    await story.says("Ana", "job_title", "pilot")
    await sender.step()

    (post,) = receiver.taken
    assert post.change["inserted"] == []
    assert [each["value"] for each in post.change["retired"]] == ["nurse"]


async def test_what_a_subject_keeps_to_itself_is_sent_to_nobody(story, receiver, sender):
    await made(story, receiver)
    for subject in ("tester", "webhook", "ana"):
        await story.says("Ana", "likes", f"secret of {subject}", scope=f"user:{subject}")
    await story.says("Ana", "likes", "tea")
    await sender.step()

    assert [post.values for post in receiver.posts] == [["tea"]]
    assert b"secret" not in b"".join(post.body for post in receiver.posts)


async def test_what_was_erased_since_is_not_sent_and_leaves_no_dead_letter(
    story, receiver, sender, clock
):
    story.db.limits = replace(story.db.limits, webhooks=replace(LIMITS, attempts=1))
    webhook = (await made(story, receiver)).webhook.id
    receiver.behave = lambda _: (500, {}, b"")
    await story.says("Ana", "likes", "tea")
    await sender.step()
    await story.says("Ana", "likes", "milk")
    assert (await state(story)).dead == 1

    await erase(story.db, story.caller, await story.id("Ana"), "asked for")
    receiver.behave, before = lambda _: TAKEN, len(receiver.posts)
    await retry_webhook(story.db, story.caller, webhook)
    await sender.step()

    assert len(receiver.posts) == before
    assert (await state(story)).dead == 0


async def test_a_redirect_is_not_followed(story, receiver, sender):
    with receiving() as other:
        receiver.behave = lambda _: (307, {"Location": other.url}, b"")
        await made(story, receiver)
        await story.says("Ana", "likes", "tea")
        await sender.step()

        assert other.posts == []
    assert (await state(story)).error == "answered 307"


async def test_who_does_not_answer_in_time_has_not_taken_it(story, receiver, sender):
    story.db.limits = replace(story.db.limits, webhooks=replace(LIMITS, timeout_s=0.3))
    receiver.behave = slow(2)
    await made(story, receiver)
    await story.says("Ana", "likes", "tea")
    await sender.step()

    assert (await state(story)).error == "no answer within 0.3 s"


async def test_a_large_answer_is_not_read_to_its_end(story, receiver, sender):
    receiver.behave = lambda _: (200, {}, b"x" * 20_000_000)
    await made(story, receiver)
    await story.says("Ana", "likes", "tea")
    await sender.step()

    assert (await state(story)).message == receiver.posts[0].id


async def test_a_receiver_that_is_away_is_sent_it_once_it_is_back(story, sender, clock):
    with receiving() as receiver:
        await made(story, receiver)
    port = int(receiver.url.split(":")[2].partition("/")[0])
    await story.says("Ana", "likes", "tea")
    await sender.step()
    assert (await state(story)).error == "the connection failed: ConnectError"

    clock.advance(hours=1)
    with receiving(port) as back:
        await sender.step()
        assert [post.values for post in back.taken] == [["tea"]]


async def test_a_receiver_that_ends_the_connection_has_not_taken_it(story, receiver, sender):
    receiver.behave = lambda _: None
    await made(story, receiver)
    await story.says("Ana", "likes", "tea")
    await sender.step()

    assert (await state(story)).attempts == 1


async def test_an_address_inside_is_not_connected_to_once_that_is_not_set_any_more(
    story, receiver, sender
):
    await made(story, receiver)
    story.db.limits = replace(story.db.limits, webhooks=replace(LIMITS, loopback=False))
    await story.says("Ana", "likes", "tea")
    await sender.step()

    assert receiver.posts == []
    assert "not https" in (await state(story)).error


@pytest.fixture
def lookups(monkeypatch):
    """What names of hosts lead to, at each time that they are looked up."""
    names: dict[str, list[str]] = {}
    before = socket.getaddrinfo

    def looked_up(host, port, *words, **more):
        if host not in names:
            return before(host, port, *words, **more)
        addresses = names[host]
        now = addresses.pop(0) if len(addresses) > 1 else addresses[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (now, port))]

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    return names


async def test_a_name_that_leads_inside_later_is_not_connected_to(
    story, receiver, sender, clock, lookups
):
    lookups["hook.example"] = ["127.0.0.1", "10.11.12.13"]
    url = receiver.url.replace("127.0.0.1", "hook.example")
    await create_webhook(story.db, story.caller, url)
    await story.says("Ana", "likes", "tea")
    await sender.step()
    await story.says("Ana", "likes", "milk")
    await sender.step()

    (post,) = receiver.posts
    assert post.headers["host"].startswith("hook.example:")
    assert (await state(story)).error == "http goes to loopback only"


@pytest.fixture
def certified(tmp_path):
    """Contexts of a server that has a certificate for hook.example, and of who trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    named = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "hook.example")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(named, named, key.public_key(), 1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("hook.example")]), critical=False)
        .sign(key, hashes.SHA256())
        .public_bytes(Encoding.PEM)
    )
    file = tmp_path / "receiver.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(private + certificate)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(file)
    return server, ssl.create_default_context(cadata=certificate.decode())


async def test_the_certificate_is_that_of_the_host_though_an_address_is_connected_to(
    story, sender, clock, lookups, certified, monkeypatch
):
    server, trusting = certified
    monkeypatch.setattr("api.service.webhooks.receiver._certificates", lambda: trusting)
    lookups["hook.example"] = lookups["other.example"] = ["127.0.0.1"]
    with receiving(tls=server) as receiver:
        for host in ("hook.example", "other.example"):
            await create_webhook(story.db, story.caller, receiver.url.replace("127.0.0.1", host))
        await story.says("Ana", "likes", "tea")
        await sender.step()

        (post,) = receiver.posts
    assert post.headers["host"].startswith("hook.example:")
    good, bad = sorted(await webhooks(story.db, story.caller.tenant), key=lambda one: one.url)
    assert (good.error, bad.error) == (None, "the connection failed: ConnectError")


async def test_of_two_processes_one_delivers(story, receiver, make_sender):
    await made(story, receiver)
    for number in range(20):
        await story.says("Ana", "likes", f"thing {number}")
    await asyncio.gather(make_sender().step(), make_sender().step())

    assert [post.values for post in receiver.posts] == [[f"thing {one}"] for one in range(20)]


async def test_a_process_that_is_killed_before_it_notes_a_delivery_sends_it_again_alike(
    story, receiver, sender, clock, caller
):
    webhook = (await made(story, receiver)).webhook.id
    await story.says("Ana", "likes", "tea")
    dead = await deliveries.lease(story.db, caller.tenant, webhook, seconds=60)
    assert dead is not None
    await sender.step()
    assert receiver.posts == [], "another has the lease"

    clock.advance(seconds=61)
    await sender.step()
    (first,) = receiver.taken
    assert not await dead.advance(dead.place, delivered=False), "its lease is lost"
    assert first.id == (await state(story)).message


async def test_a_delivery_that_is_cut_off_hands_its_webhook_on(story, receiver, make_sender):
    webhook = (await made(story, receiver)).webhook.id
    receiver.behave = slow(1)
    await story.says("Ana", "likes", "tea")
    async with working(make_sender().work()):
        while not receiver.posts:
            await asyncio.sleep(0.01)
    receiver.behave = lambda _: TAKEN
    await make_sender().step()

    assert len({post.id for post in receiver.posts}) == 1
    assert len(receiver.posts) == 2
    assert (await state(story)).id == webhook


async def test_a_webhook_that_is_deleted_is_sent_nothing_more(story, receiver, sender):
    webhook = (await made(story, receiver)).webhook.id
    await story.says("Ana", "likes", "tea")
    await delete_webhook(story.db, story.caller, webhook)
    await sender.step()

    assert receiver.posts == []


async def test_two_hundred_changes_arrive_in_order_whatever_fails(
    story, receiver, make_sender, clock
):
    story.db.limits = replace(story.db.limits, webhooks=replace(LIMITS, attempts=100))
    chance = random.Random(200)

    def behave(_):
        return chance.choice([TAKEN, TAKEN, (500, {}, b""), (429, {}, b""), None])

    receiver.behave = behave
    webhook = await made(story, receiver)
    said = [f"thing {number}" for number in range(200)]
    for value in said:
        await story.says("Ana", "likes", value)
    for _ in range(2_000):
        # Each is another process, as if the one before had been killed.
        await make_sender(chance=chance).step()
        clock.advance(hours=1)
        if (await state(story)).message and len({post.id for post in receiver.taken}) == 200:
            break

    arrived = list(dict.fromkeys(post.values[0] for post in receiver.posts))
    assert arrived == said
    order = [said.index(post.values[0]) for post in receiver.posts]
    assert order == sorted(order)
    for value in said:
        assert len({post.id for post in receiver.posts if post.values == [value]}) == 1
    assert {post.values[0] for post in receiver.taken} == set(said)
    assert all(post.is_signed_with(webhook.secret) for post in receiver.posts)
    assert len(receiver.posts) > 250


async def test_neither_the_secret_nor_the_url_is_logged(story, receiver, sender, caplog):
    caplog.set_level(logging.DEBUG, "doxa")
    webhook = await made(story, receiver)
    receiver.behave = lambda _: (500, {}, b"")
    await story.says("Ana", "likes", "tea")
    await sender.step()

    assert len(caplog.records) > 5
    lines = [one.getMessage() for one in caplog.records if one.name.startswith("doxa")]
    assert not any(webhook.secret in line or receiver.url in line for line in lines)
    assert webhook.secret not in repr((webhook, sender))
