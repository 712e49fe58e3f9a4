"""Agents of the SDK with the tools and the session, against a running service.

Their model is a server on loopback that speaks OpenAI's chat API.
"""

from __future__ import annotations

import asyncio
import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from agents import (
    Agent,
    OpenAIChatCompletionsModel,
    Runner,
    Session,
    SQLiteSession,
    set_tracing_disabled,
)
from doxa_client import AsyncMemoryClient
from doxa_client.calls import Call
from doxa_openai_agents import RememberingSession, memory_tools
from openai import AsyncOpenAI

set_tracing_disabled(True)
WAIT_S = 120


class ChatApi(ThreadingHTTPServer):
    """Answers each request with the next message that it was given, or with the last result."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Answering)
        self.replies = []
        self.requests = []

    def call(self, tool, **arguments):
        """Have the model call a tool."""
        called = {"name": tool, "arguments": json.dumps(arguments)}
        calls = [{"id": f"c{len(self.replies)}", "type": "function", "function": called}]
        self.replies.append({"role": "assistant", "content": None, "tool_calls": calls})


class Answering(BaseHTTPRequestHandler):
    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append(request)
        last = request["messages"][-1]["content"]
        spoken = {"role": "assistant", "content": last}
        message = self.server.replies.pop(0) if self.server.replies else spoken
        ended = "tool_calls" if message.get("tool_calls") else "stop"
        body = {
            "id": "c",
            "object": "chat.completion",
            "created": 1_767_268_800,
            "model": "m",
            "choices": [{"index": 0, "message": message, "finish_reason": ended}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
        }
        sent = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)

    def log_message(self, *words):
        pass


@pytest.fixture
def api():
    with ChatApi() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
async def model(api):
    url = f"http://127.0.0.1:{api.server_port}/v1"
    async with AsyncOpenAI(base_url=url, api_key="k") as client:
        yield OpenAIChatCompletionsModel("m", client)


@pytest.fixture
async def client(service):
    async with AsyncMemoryClient(*service) as client:
        yield client


async def until(client, name, *values):
    """Wait until a worker has read what is to be believed of somebody."""
    for _ in range(WAIT_S * 10):
        beliefs = await client.timeline(name)
        if len(beliefs) >= len(values):
            break
        await asyncio.sleep(0.1)
    return sorted(one.target.name for one in beliefs)


async def confirmations_of(client, session):
    """How often each memory of a session was said again, when nothing more is being read."""
    query = """query ($session: String!) {
      memories(session: $session) { edges { node { confirmations } } }
      jobs { edges { node { status } } }
    }"""
    for _ in range(WAIT_S * 10):
        found = await client.run(Call(query, {"session": session}, lambda data: data))
        statuses = {edge["node"]["status"] for edge in found["jobs"]["edges"]}
        memories = [edge["node"] for edge in found["memories"]["edges"]]
        if memories and not statuses & {"QUEUED", "RUNNING"}:
            break
        await asyncio.sleep(0.1)
    return [memory["confirmations"] for memory in memories]


async def test_what_the_user_said_in_one_session_is_recalled_in_another(api, model, client, name):
    session = RememberingSession(SQLiteSession(name), client, speaker=name)
    agent = Agent("a", model=model, tools=memory_tools(client))
    await Runner.run(agent, "I live in Porto.", session=session)
    assert await until(client, name, "Porto") == ["Porto"]
    api.call("recall", question=f"Where does {name} live?")
    asked = await Runner.run(agent, "Where do I live?", session=SQLiteSession("another"))

    assert f"{name} lives in Porto." in asked.final_output
    assert [tool["function"]["name"] for tool in api.requests[0]["tools"]] == ["recall", "remember"]


async def test_the_history_is_that_of_the_other_session(api, model, client, name):
    history = SQLiteSession(name)
    session = RememberingSession(history, client, speaker=name)
    agent = Agent("a", model=model)
    await Runner.run(agent, "One.", session=session)
    await Runner.run(agent, "Two.", session=session)

    assert isinstance(session, Session)
    assert [one["content"] for one in api.requests[1]["messages"]][::2] == ["One.", "Two."]
    assert await session.get_items() == await history.get_items()
    assert [one["role"] for one in await session.get_items(limit=2)] == ["user", "assistant"]
    assert (await session.pop_item())["role"] == "assistant"
    await session.clear_session()
    assert await history.get_items() == []


async def test_only_the_words_of_the_user_are_remembered(client, name):
    session = RememberingSession(SQLiteSession(name), client, speaker=name)
    picture = {"type": "input_image", "image_url": "data:,", "detail": "auto"}
    await session.add_items(
        [
            {"role": "developer", "content": "I live in Rome."},
            {"role": "assistant", "content": "I live in Paris."},
            {"type": "function_call_output", "call_id": "c", "output": "I live in Bonn."},
            {"role": "user", "content": [picture]},
            {"role": "user", "content": [picture, {"type": "input_text", "text": "I like tea."}]},
        ]
    )
    await session.add_items([{"role": "user", "content": "I live in Porto."}])
    for _ in range(WAIT_S * 10):
        beliefs = {one.attribute: one for one in await client.beliefs(name)}
        if len(beliefs) == 2:
            break
        await asyncio.sleep(0.1)

    assert beliefs["likes"].value == "tea"
    assert beliefs["lives_in"].target.name == "Porto"


async def test_what_is_taken_back_and_said_again_is_remembered_once(client, name):
    session = RememberingSession(SQLiteSession(name), client, speaker=name)
    words = {"role": "user", "content": "I live in Porto."}
    for _ in range(3):
        await session.add_items([words])
        await session.pop_item()

    assert await confirmations_of(client, name) == [0]


def test_a_message_is_known_by_its_session_its_speaker_its_place_and_its_words(name):
    def ids(session, speaker, *texts, place=0):
        remembering = RememberingSession(SQLiteSession(session), None, speaker=speaker)
        items = [{"role": "user", "content": text} for text in texts]
        return [message.id for message in remembering._messages(items, place)]

    both = ids(name, "Ana", "Hello.", "Hello.")
    others = [ids(f"{name}x", "Ana", "Hello."), ids(name, "Bo", "Hello."), ids(name, "Ana", "Hi.")]

    assert ids(name, "Ana", "Hello.", "Hello.") == both
    assert ids(name, "Ana", "Hello.", place=1) == both[1:]
    assert len({*both, *(one for each in others for one in each)}) == 5


async def test_of_a_message_that_is_too_long_the_beginning_is_remembered(client, name):
    session = RememberingSession(SQLiteSession(name), client, speaker=name)
    long = f"I live in Porto. {'And so on. ' * 2_000}"
    await session.add_items([{"role": "user", "content": long}])

    assert await until(client, name, "Porto") == ["Porto"]
    assert (await session.get_items())[0]["content"] == long


async def test_a_run_goes_on_where_nothing_can_be_remembered(api, model, service, name, caplog):
    async with AsyncMemoryClient(service[0], "a.b.c") as stranger:
        session = RememberingSession(SQLiteSession(name), stranger)
        agent = Agent("a", model=model, tools=memory_tools(stranger))
        api.call("recall", question="Where do I live?")
        done = await Runner.run(agent, "Where do I live?", session=session)

    assert done.final_output.startswith("Refused. UNAUTHENTICATED: ")
    assert "1 messages are not remembered: UNAUTHENTICATED" in caplog.text
    assert len(await session.get_items()) == 4


async def test_a_session_that_cannot_keep_its_history_says_so_and_remembers_nothing(client, name):
    class Full(SQLiteSession):
        async def add_items(self, items):
            raise OSError("no space")

    with pytest.raises(OSError, match="no space"):
        await RememberingSession(Full(name), client, speaker=name).add_items(
            [{"role": "user", "content": "I live in Porto."}]
        )
    assert await client.beliefs(name) == []


async def test_what_a_model_remembers_is_its_own_word_unless_it_relays(api, model, client, name):
    outcomes = []
    for relay in (False, True):
        tools = memory_tools(client, session=name, speaker=name, relay=relay)
        api.call("remember", text="I live in Porto." if relay else f"{name} lives in Rome.")
        kept = await Runner.run(Agent("a", model=model, tools=tools), "Keep it.")
        job = await client.wait(re.search(r"job (\w+)", kept.final_output)[1], timeout_s=WAIT_S)
        outcomes.append([one.outcome for one in job.decisions])

    assert outcomes[1] == ["STORED"]
    assert "STORED" not in outcomes[0]
    assert [one.target.name for one in await client.beliefs(name)] == ["Porto"]


async def test_what_is_refused_is_told_to_the_model(api, model, client):
    api.call("remember", text=" ")
    told = await Runner.run(Agent("a", model=model, tools=memory_tools(client)), "Keep it.")

    assert told.final_output.startswith("Refused. EMPTY: ")


async def test_the_example_of_the_readme_does_what_it_says(printed, model, client, name):
    assert await printed(model=model) == ["I live in Porto."]
    assert await until(client, name, "Porto") == ["Porto"]
