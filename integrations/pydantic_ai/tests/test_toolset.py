"""The toolset in agents of Pydantic AI, against a running service."""

from __future__ import annotations

import re

import pytest
from doxa_client import AsyncMemoryClient, MemoryClient
from doxa_pydantic_ai import memory_toolset
from pydantic_ai import Agent, DeferredToolRequests, DeferredToolResults, ToolDenied, models
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import FunctionModel
from pydantic_ai.models.test import TestModel

# No request leaves for a model.
models.ALLOW_MODEL_REQUESTS = False


@pytest.fixture
async def client(service):
    async with AsyncMemoryClient(*service) as client:
        yield client


def calling(tool, **arguments):
    """A model that calls a tool once, and then says what came of it."""

    def answer(messages, info):
        last = messages[-1].parts[-1]
        if last.part_kind == "user-prompt":
            return ModelResponse([ToolCallPart(tool, arguments, tool_call_id="c1")])
        return ModelResponse([TextPart(f"{last.outcome}: {last.content}")])

    return FunctionModel(answer)


def agent_of(client, model, **asked):
    return Agent(
        model, toolsets=[memory_toolset(client, **asked)], output_type=[str, DeferredToolRequests]
    )


async def test_the_tools_are_described_to_the_model_with_all_their_arguments(client):
    model = TestModel(call_tools=[])
    await agent_of(client, model).run("hello")
    tools = {tool.name: tool for tool in model.last_model_request_parameters.function_tools}

    assert set(tools) == {"recall", "remember", "correct"}
    assert tools["correct"].parameters_json_schema["required"] == [
        "entity",
        "attribute",
        "value",
        "reason",
    ]
    for tool in tools.values():
        assert tool.description
        for argument in tool.parameters_json_schema["properties"].values():
            assert argument["description"]


async def test_what_the_user_said_is_remembered_and_recalled_in_another_run(client, name):
    asked = {"session": name, "speaker": name, "relay": True}
    kept = await agent_of(client, calling("remember", text="I live in Porto."), **asked).run("hi")
    job = await client.wait(re.search(r"job (\w+)", kept.output)[1], timeout_s=120)
    question = {"question": f"Where does {name} live?"}
    recalled = await agent_of(client, calling("recall", **question)).run("hi")

    assert [one.outcome for one in job.decisions] == ["STORED"]
    assert f"{name} lives in Porto." in recalled.output


async def test_what_a_model_says_waits_for_a_person(client, name):
    kept = await agent_of(client, calling("remember", text=f"{name} lives in Porto.")).run("hi")
    job = await client.wait(re.search(r"job (\w+)", kept.output)[1], timeout_s=120)

    assert "STORED" not in [one.outcome for one in job.decisions]
    assert await client.beliefs(name) == []


async def test_nothing_that_matters_is_said_so(client):
    asked = calling("recall", question="How tall is the Eiffel tower?")

    assert "Nothing" in (await agent_of(client, asked).run("hi")).output


async def corrected(client, agent, approval):
    """How a run goes on that ended with a correction to be approved."""
    asked = await agent.run("hi")
    assert [call.tool_name for call in asked.output.approvals] == ["correct"]
    answer = DeferredToolResults(approvals={"c1": approval})
    return await agent.run(message_history=asked.all_messages(), deferred_tool_results=answer)


async def test_a_correction_is_made_when_somebody_has_approved_it(client, name):
    await client.store(name, "lives_in", "Porto", valid_from="2019")
    fix = {"entity": name, "attribute": "lives_in", "value": "Lisbon", "reason": "misheard"}
    agent = agent_of(client, calling("correct", **fix))
    denied = await corrected(client, agent, ToolDenied("It is right."))
    before = await client.beliefs(name)
    done = await corrected(client, agent, True)
    (now,) = await client.beliefs(name)

    assert denied.output == "denied: It is right."
    assert [one.target.name for one in before] == ["Porto"]
    assert done.output == f"success: Believed now: {name} lives in Lisbon."
    assert (now.target.name, now.valid_from_text) == ("Lisbon", "2019")


async def test_of_several_values_the_model_has_to_say_which(client, name):
    for value in ("tea", "milk"):
        await client.store(name, "likes", value)
    fix = {"entity": name, "attribute": "likes", "value": "coffee", "reason": "misheard"}
    asked = await corrected(client, agent_of(client, calling("correct", **fix)), True)
    fix["instead_of"] = "Milk"
    await corrected(client, agent_of(client, calling("correct", **fix)), True)

    assert asked.output.startswith("retried: Say by instead_of")
    assert "milk; tea" in asked.output or "tea; milk" in asked.output
    assert sorted(one.value for one in await client.beliefs(name)) == ["coffee", "tea"]


async def test_what_nobody_believes_is_not_corrected(client, name):
    fix = {"entity": name, "attribute": "likes", "value": "coffee", "reason": "misheard"}
    asked = await corrected(client, agent_of(client, calling("correct", **fix)), True)

    assert asked.output.startswith("failed: Nothing is believed")
    assert await client.beliefs(name) == []


async def test_an_argument_at_fault_is_told_as_one_to_better(client):
    asked = await agent_of(client, calling("recall", question=" ")).run("hi")

    assert asked.output.startswith("retried: EMPTY: ")


async def test_without_a_right_the_agent_goes_on(service, name):
    async with AsyncMemoryClient(service[0], "a.b.c") as stranger:
        told = await agent_of(stranger, calling("recall", question=name)).run("hi")

    assert told.output.startswith("failed: UNAUTHENTICATED: ")


async def test_the_example_of_the_readme_does_what_it_says(service, printed, name):
    model = calling("recall", question=f"What is {name}'s job title?")
    with MemoryClient(*service) as waiting:
        lines = await printed(model=model)

        assert any("Ana's job title is nurse." in line for line in lines)
        assert [one.value for one in waiting.beliefs(name)] == ["nurse"]
