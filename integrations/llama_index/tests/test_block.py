"""The block in a memory of LlamaIndex, against a running service."""

from __future__ import annotations

import asyncio

import pytest
from doxa_client import AsyncMemoryClient, Unauthenticated
from doxa_llama_index import DoxaMemoryBlock
from llama_index.core.llms import ChatMessage
from llama_index.core.memory import InsertMethod, Memory

WAIT_S = 120
ASKED = ChatMessage(role="user", content="What is my job title?")


@pytest.fixture
async def client(service):
    async with AsyncMemoryClient(*service) as client:
        yield client


def memory_of(block, name, **settings):
    """A memory that counts words."""
    return Memory.from_defaults(
        session_id=name, memory_blocks=[block], tokenizer_fn=str.split, **settings
    )


async def targets(client, name, many):
    """Where somebody lives and works, once as much is believed."""
    for _ in range(WAIT_S * 10):
        beliefs = await client.beliefs(name)
        if len(beliefs) >= many:
            break
        await asyncio.sleep(0.1)
    return sorted(one.target.name for one in beliefs if one.target)


async def test_what_matters_to_the_last_question_stands_before_the_conversation(client, name):
    await client.store(name, "job_title", "nurse")
    memory = memory_of(DoxaMemoryBlock(client=client, speaker=name), name)
    await memory.aput(ASKED)
    first, *rest = await memory.aget()

    assert first.role == "system"
    assert f"{name}'s job title is nurse." in first.content
    assert rest == [ASKED]


async def test_nothing_that_matters_adds_nothing(client, name):
    await client.store(name, "job_title", "nurse")
    memory = memory_of(DoxaMemoryBlock(client=client, speaker=name), name)
    asked = ChatMessage(role="user", content="How tall is the Eiffel tower?")
    await memory.aput_messages([ASKED, ChatMessage(role="assistant", content="?"), asked])

    assert "nurse" not in str(await memory.aget())
    assert await DoxaMemoryBlock(client=client).aget() == ""
    assert await DoxaMemoryBlock(client=client).aget([ChatMessage("x", role="system")]) == ""


async def test_a_question_that_is_given_with_the_reading_is_asked(client, name):
    await client.store(name, "job_title", "nurse")
    block = DoxaMemoryBlock(client=client, speaker=name)
    memory = memory_of(block, name, insert_method=InsertMethod.USER)

    assert "nurse" in (await memory.aget(input="What is my job title?"))[0].content


async def test_a_message_that_is_too_long_for_a_question_fails_no_read(client, name):
    block = DoxaMemoryBlock(client=client, speaker=name)

    assert await block.aget([ChatMessage(role="user", content=f"{name} " * 1_000)]) == ""


async def test_what_leaves_the_short_term_memory_is_remembered(client, name):
    memory = memory_of(
        DoxaMemoryBlock(client=client, speaker=name), name, token_limit=20, token_flush_size=4
    )
    for said, answered in [
        ("I live in Porto.", "I live in Rome."),
        ("I work at Acme.", "I work at Hooli."),
        ("What a day, is it not?", "It is, is it not, what a day."),
        ("Good night to you, my friend.", "Good night to you, my friend."),
    ]:
        await memory.aput(ChatMessage(role="user", content=said))
        await memory.aput(ChatMessage(role="assistant", content=answered))

    assert await targets(client, name, 2) == ["Acme", "Porto"]


async def test_what_is_handed_over_is_remembered_at_once_unless_it_only_recalls(client, name):
    block = DoxaMemoryBlock(client=client, speaker=name, accept_short_term_memory=False)
    said = [
        ChatMessage(role="user", content="I live in Porto."),
        ChatMessage(role="tool", content="I live in Rome."),
        ChatMessage(role="user", content=" "),
    ]
    await block.aput(said, from_short_term_memory=True, session_id=name)
    await block.aput([])
    await block.aput(said[1:])
    assert await client.beliefs(name) == []
    await block.aput(said, session_id=name)

    assert await targets(client, name, 1) == ["Porto"]


async def test_of_a_message_that_is_too_long_the_beginning_is_remembered(client, name):
    long = f"I live in Porto. {'And so on. ' * 2_000}"
    await DoxaMemoryBlock(client=client, speaker=name).aput(
        [
            ChatMessage(role="user", content=long),
            ChatMessage(role="user", content="I work at Acme."),
        ]
    )

    assert await targets(client, name, 2) == ["Acme", "Porto"]


async def test_what_the_service_refuses_is_raised(service, name):
    async with AsyncMemoryClient(service[0], "a.b.c") as stranger:
        memory = memory_of(DoxaMemoryBlock(client=stranger), name)
        await memory.aput(ASKED)
        with pytest.raises(Unauthenticated):
            await memory.aget()


async def test_the_example_of_the_readme_does_what_it_says(printed):
    assert await printed() == ["system True", "user False"]
