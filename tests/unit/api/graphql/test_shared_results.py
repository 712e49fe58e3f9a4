"""What is made once for many: by whom, how often, and when others make their own."""

from __future__ import annotations

import asyncio
import json

import pytest

from api.graphql.request.shared_results import Once, Operation, SharedData
from api.service.socket_messages import message_of


async def test_one_makes_it_and_the_others_are_given_it():
    once, begun = Once(), []

    async def make():
        begun.append(None)
        await asyncio.sleep(0)
        return "made"

    assert await asyncio.gather(*(once.get(make) for _ in range(5))) == ["made"] * 5
    assert await once.get(make) == "made"
    assert len(begun) == 1


async def test_what_may_not_be_shared_each_makes_for_itself():
    once = Once()

    async def nothing():
        await asyncio.sleep(0)

    assert await asyncio.gather(*(once.get(nothing) for _ in range(3))) == [None] * 3


async def test_a_failure_is_of_whom_it_was_made_for():
    once = Once()

    async def fail():
        await asyncio.sleep(0)
        raise ValueError("it failed")

    first, second = await asyncio.gather(once.get(fail), once.get(fail), return_exceptions=True)

    assert isinstance(first, ValueError)
    assert second is None


async def test_another_makes_it_for_the_rest_when_the_first_goes_away():
    once, begun = Once(), []

    async def make():
        begun.append(None)
        await asyncio.sleep(0.01)
        return "made"

    tasks = [asyncio.create_task(once.get(make)) for _ in range(3)]
    await asyncio.sleep(0)
    tasks[0].cancel()

    assert await asyncio.gather(*tasks[1:]) == ["made"] * 2
    assert tasks[0].cancelled()
    assert len(begun) == 2


async def test_who_waits_may_go_away_alone():
    once = Once()

    async def make():
        await asyncio.sleep(0.01)
        return "made"

    first, second = (asyncio.create_task(once.get(make)) for _ in range(2))
    await asyncio.sleep(0)
    second.cancel()

    assert await first == "made"


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        (("{a}", None, None), ("{a}", None, {}), True),
        (("{a}", None, {"x": 1, "y": 2}), ("{a}", None, {"y": 2, "x": 1}), True),
        (("{a}", None, {"x": 1}), ("{a}", None, {"x": True}), False),
        (("{a}", None, {"x": 1}), ("{a}", None, {"x": "1"}), False),
        (("{a}", None, {"x": None}), ("{a}", None, {}), False),
        (("{a}", "A", None), ("{a}", "B", None), False),
        (("{a}", None, None), ("{b}", None, None), False),
    ],
)
def test_operations_are_the_same_if_all_of_them_is(one, other, equal):
    assert (Operation.of(*one) == Operation.of(*other)) is equal


def test_an_operation_with_what_is_no_json_is_like_none():
    assert Operation.of("{a}", None, {"x": object()}) is None


@pytest.mark.parametrize("key", ["1", 'a"b', "ü\n"])
def test_a_message_has_its_own_id_and_the_common_answer(key):
    data = SharedData({"beliefChanges": {"value": 'x"ü'}})
    message = {"id": key, "type": "next", "payload": {"data": data}}

    assert json.loads(message_of(message)) == message


@pytest.mark.parametrize(
    "message",
    [
        {"id": "1", "type": "next", "payload": {"data": {}}},
        {"id": "1", "type": "next", "payload": {"data": SharedData(), "errors": []}},
        {"id": "1", "type": "complete"},
        {"type": "pong"},
    ],
)
def test_any_other_message_is_encoded_as_all_are(message):
    assert message_of(message) is None
