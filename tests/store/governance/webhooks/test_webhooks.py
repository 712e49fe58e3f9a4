"""Webhooks in the store: who has them, what is kept of them, and who may know it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graph.clock import END_OF_TIME
from graph.errors import Conflict, Empty, Forbidden, Incorrect, InvalidArgument, NotFound
from graph.governance.erasure.erase import erase
from graph.governance.webhooks import deliveries, webhooks
from graph.governance.webhooks.deliveries import Place
from graph.governance.webhooks.signing import secret_text
from graph.limits import WebhookLimits
from graph.vocabulary import ChangeKind, Role
from tests.support.exports import exported
from tests.support.story import Damage, someone

URL = "https://hooks.invalid/doxa"
GIVEN = secret_text(b"0123456789abcdef01234567")


async def listed(story):
    return await webhooks.webhooks(story.db, story.caller.tenant)


async def test_a_webhook_is_listed_as_it_was_registered_and_without_its_secret(story, clock):
    made = await webhooks.create_webhook(
        story.db, story.caller, URL, attribute="home", kinds=[ChangeKind.RETIRED]
    )
    (found,) = await listed(story)

    assert found == made.webhook
    assert (found.url, found.kinds) == (URL, (ChangeKind.RETIRED,))
    assert found.created_at == clock()
    assert made.secret.startswith("whsec_")
    assert made.secret not in repr(made) + repr(found)


async def test_each_webhook_has_a_secret_of_its_own_unless_one_is_given(story):
    one, other = [await webhooks.create_webhook(story.db, story.caller, URL) for _ in range(2)]
    given = await webhooks.create_webhook(story.db, story.caller, URL, secret=GIVEN)
    leased = await deliveries.lease(story.db, story.caller.tenant, given.webhook.id, seconds=60)

    assert one.secret != other.secret
    assert given.secret is None
    assert leased.secret == GIVEN
    assert GIVEN not in repr(leased)


@pytest.mark.parametrize(
    "asked",
    [
        {"url": "http://hooks.invalid/"},
        {"url": URL, "secret": "hunter2"},
        {"url": URL, "kinds": []},
        {"url": URL, "attribute": " "},
        {"url": URL, "entity": "no id"},
        {"url": URL, "entity": "e_00000000000000000000000000"},
    ],
)
async def test_what_makes_no_sense_is_refused_and_changes_nothing(story, asked):
    url = asked.pop("url")
    with pytest.raises((Incorrect, Empty, NotFound, InvalidArgument)) as refused:
        await webhooks.create_webhook(story.db, story.caller, url, **asked)

    assert refused.value.field == next(iter(asked), "url")
    assert await listed(story) == []


async def test_a_model_may_neither_register_nor_delete_nor_retry(story):
    made = await webhooks.create_webhook(story.db, story.caller, URL)
    model = replace(story.caller, role=Role.MODEL)
    for refused in (
        webhooks.create_webhook(story.db, model, URL),
        webhooks.delete_webhook(story.db, model, made.webhook.id),
        webhooks.retry_webhook(story.db, model, made.webhook.id),
    ):
        with pytest.raises(Forbidden):
            await refused
    assert len(await listed(story)) == 1


async def test_a_tenant_has_as_many_as_it_may_have(story, monkeypatch):
    monkeypatch.setattr(webhooks, "WEBHOOKS_MAX", 2)
    for _ in range(2):
        await webhooks.create_webhook(story.db, story.caller, URL)
    with pytest.raises(Conflict):
        await webhooks.create_webhook(story.db, story.caller, URL)

    assert len(await listed(story)) == 2


async def test_one_tenant_knows_nothing_of_anothers_webhooks(story):
    made = (await webhooks.create_webhook(story.db, story.caller, URL)).webhook
    other = someone()

    assert await webhooks.webhooks(story.db, other.tenant) == []
    for act in (webhooks.delete_webhook, webhooks.retry_webhook):
        with pytest.raises(NotFound):
            await act(story.db, other, made.id)
    assert await deliveries.lease(story.db, other.tenant, made.id, seconds=60) is None
    assert len(await listed(story)) == 1


async def test_the_audit_has_who_made_and_deleted_it_and_never_where_it_leads(story):
    made = await webhooks.create_webhook(story.db, story.caller, URL)
    await webhooks.delete_webhook(story.db, story.caller, made.webhook.id)
    rows = await Damage(story.db, story.caller.tenant).run(
        "MATCH (it:Audit {tenant: $tenant, subject: $id})"
        " RETURN properties(it) AS audit ORDER BY it.action",
        id=made.webhook.id,
    )

    assert await listed(story) == []
    assert [row["audit"]["action"] for row in rows] == ["create_webhook", "delete_webhook"]
    assert {row["audit"]["actor"] for row in rows} == {"tester"}
    assert "hooks.invalid" not in str(rows)
    assert made.secret not in str(rows)


async def test_an_export_has_nothing_of_webhooks(story):
    made = await webhooks.create_webhook(story.db, story.caller, URL)
    await story.says("Ana", "likes", "tea")
    lines = await exported(story.db, story.caller)

    assert len(lines) > 1
    assert not any(made.secret in line or "hooks.invalid" in line for line in lines)


async def test_a_change_is_tried_so_often_and_is_then_a_dead_letter_with_its_place_alone(
    story, clock
):
    limits = WebhookLimits(attempts=2)
    made = (await webhooks.create_webhook(story.db, story.caller, URL)).webhook
    leased = await deliveries.lease(story.db, story.caller.tenant, made.id, seconds=60)
    place = Place(7, clock())

    assert not await leased.fail(place, "answered 500", limits, _Chance())
    assert await leased.fail(place, "answered 502", limits, _Chance())
    (found,) = await listed(story)
    (letter,) = found.letters
    assert (found.failures, found.attempts, found.dead) == (2, 0, 1)
    assert letter.message == leased.message(place)
    assert letter.error == "answered 502"
    assert leased.place == place


async def test_who_has_lost_the_lease_moves_nothing(story, clock):
    made = (await webhooks.create_webhook(story.db, story.caller, URL)).webhook
    tenant = story.caller.tenant
    lost = await deliveries.lease(story.db, tenant, made.id, seconds=60)
    assert await deliveries.lease(story.db, tenant, made.id, seconds=60) is None
    clock.advance(seconds=61)
    taken = await deliveries.lease(story.db, tenant, made.id, seconds=60)
    place = Place(7, clock())

    assert taken is not None
    assert not await lost.renew(60)
    assert not await lost.advance(place, delivered=True)
    assert not await lost.fail(place, "no", WebhookLimits(attempts=1), _Chance())
    assert not await lost.settle(place, delivered=True, error=None)
    (found,) = await listed(story)
    assert (found.message, found.failures, found.dead) == (None, 0, 0)
    assert taken.place.at == END_OF_TIME


async def test_a_lease_from_a_clock_that_was_ahead_holds_nobody_up(story, clock):
    made = (await webhooks.create_webhook(story.db, story.caller, URL)).webhook
    clock.advance(days=1)
    await deliveries.lease(story.db, story.caller.tenant, made.id, seconds=60)
    clock.advance(days=-1)

    assert await deliveries.lease(story.db, story.caller.tenant, made.id, seconds=60)


async def test_an_erasure_takes_the_webhooks_that_ask_for_the_subject(story, clock):
    await story.says("Quetzal", "likes", "tea")
    await story.says("Bo", "likes", "tea")
    subject, tenant = await story.id("Quetzal"), story.caller.tenant
    asking = await webhooks.create_webhook(story.db, story.caller, URL, entity=subject)
    leased = await deliveries.lease(story.db, tenant, asking.webhook.id, seconds=60)
    await leased.fail(Place(1, clock()), "no", WebhookLimits(attempts=1), _Chance())
    stays = await webhooks.create_webhook(story.db, story.caller, URL, entity=await story.id("Bo"))
    receipt = await erase(story.db, story.caller, subject, "asked for")

    assert receipt.complete
    assert [one.id for one in await listed(story)] == [stays.webhook.id]
    retried = await webhooks.retry_webhook(story.db, story.caller, stays.webhook.id)
    assert retried.dead == 0


class _Chance:
    """Chance that is always the same."""

    def random(self) -> float:
        return 0.5
