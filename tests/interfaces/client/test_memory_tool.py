"""Claude's memory tool on the real service: what a model reads, and what becomes of its edits."""

from __future__ import annotations

import asyncio

import pytest
from anthropic import Anthropic, AsyncAnthropic
from anthropic.lib.tools import ToolError
from doxa_client import AsyncMemoryClient, MemoryClient
from doxa_client.memory_tool import AsyncDoxaMemoryTool, DoxaMemoryTool

from api.service.worker import drain
from extraction.offline.extractor import OfflineExtractor
from graph.model.gate.policy import Policy, Quarantine
from graph.vocabulary import Role
from tests.support.fake_messages_api import Reply

ANA = "/memories/Ana.md"
WAITS = "it waits for a person, because it is an agent's word"
MEMORIES = """
query ($attribute: String) { memories(attribute: $attribute) { edges { node {
  sourceKind evidence { span episode { session } }
} } } }
"""


@pytest.fixture
async def memory(service, ask):
    """The client of a person."""
    async with AsyncMemoryClient(service, ask.token) as client:
        yield client


@pytest.fixture
async def run(service, ask, login):
    """Runs a command of the tool with a model's token."""
    model = login(ask.tenant, role=Role.MODEL, actor="claude")
    async with AsyncMemoryClient(service, model.token) as client:
        tool = AsyncDoxaMemoryTool(client, session="chat", read_timeout_s=0)

        async def command(name, **arguments):
            return await tool.call({"command": name, **arguments})

        yield command


async def lines(run, path=ANA):
    """The lines of a file without numbers and handles."""
    shown = (await run("view", path=path)).splitlines()[2:]
    return [line.partition("\t")[2].rpartition(" [")[0] for line in shown]


@pytest.mark.long
async def test_what_is_believed_is_read_as_files(memory, run):
    await memory.store("Ana", "job_title", "nurse", valid_from="2021-05")
    await memory.store("Ana", "job_title", "baker", valid_from="2018", valid_to="2020")
    await memory.store("Ana", "manager", target="TCP/IP", valid_from="2099")
    directory = await run("view", path="/memories/")
    file = await run("view", path=ANA)
    (job,) = await memory.beliefs("Ana")

    shown = file.splitlines()
    assert shown[0] == "Here's the content of /memories/Ana.md with line numbers:"
    assert shown[1:3] == [
        "     1\t# Ana (unknown)",
        f"     2\tjob_title: nurse (since 2021-05) [{job.id[:10]}]",
    ]
    assert (await run("view", path=ANA, view_range=[2, 2])).splitlines()[1:] == shown[2:3]
    assert await lines(run, "/memories/TCP%2FIP.md") == ["manages: Ana (since 2099)"]
    text = "\n".join(line[7:] for line in shown[1:])
    assert f"{len(text)}B\t/memories/Ana.md" in directory.splitlines()
    assert [line.partition("\t")[2] for line in directory.splitlines()[1:]] == [
        "/memories",
        "/memories/Ana.md",
        "/memories/TCP%2FIP.md",
    ]


async def test_namesakes_have_their_ids_for_names(memory, ask, run):
    await memory.store("Ana", "likes", "tea", entity_kind="person")
    await memory.store("Ana", "likes", "rust", entity_kind="project")
    ids = [one["node"]["id"] for one in (await ask(ENTITIES))["entities"]["edges"]]
    with pytest.raises(ToolError) as refused:
        await run("view", path=ANA)

    directory = await run("view", path="/memories")
    for entity in ids:
        assert entity in str(refused.value)
        assert f"/memories/{entity}.md" in directory
        assert len(await lines(run, f"/memories/{entity}.md")) == 1


async def test_by_the_built_in_policy_what_an_agent_writes_waits_and_the_answer_says_so(run, ask):
    answer = await run("create", path=ANA, file_text="# Ana\n- likes: tea (since 2020)\n")

    assert answer.splitlines() == [
        "Nothing is believed that would stand in /memories/Ana.md, so there is no such file.",
        f"- likes: tea (since 2020): not believed: {WAITS}.",
    ]
    with pytest.raises(ToolError, match=r"The path /memories/Ana.md does not exist"):
        await run("view", path=ANA)
    (waits,) = (await ask("{ reviewQueue { edges { node { value } } } }"))["reviewQueue"]["edges"]
    assert waits["node"]["value"] == "tea"


async def test_what_is_written_is_an_agents_claim_with_its_words(trusting, run, ask):
    answer = await run("create", path=ANA, file_text="lives_in: Porto (since 2021-05)\nlikes: tea")
    found = (await ask(MEMORIES, attribute="lives_in"))["memories"]["edges"]

    assert answer.startswith("File created successfully at: /memories/Ana.md\n")
    assert [one["node"] for one in found] == [
        {
            "sourceKind": "ASSISTANT",
            "evidence": [
                {"span": "lives_in: Porto (since 2021-05)", "episode": {"session": "chat"}}
            ],
        }
    ]
    with pytest.raises(ToolError, match=r"File /memories/Ana.md already exists"):
        await run("create", path=ANA, file_text="likes: milk")
    answer = await run("insert", path=ANA, insert_line=1, insert_text="diet: vegan\n")
    assert answer.startswith("The file /memories/Ana.md has been edited.")
    assert [line.partition(" (")[0] for line in await lines(run)] == [
        "diet: vegan",
        "likes: tea",
        "lives_in: Porto",
    ]
    with pytest.raises(ToolError, match=r"within the range \[0, 4\]"):
        await run("insert", path=ANA, insert_line=5, insert_text="diet: vegan")


@pytest.mark.long
async def test_a_replaced_line_gives_way_to_what_stands_in_its_place(trusting, run, memory, clock):
    text = "lives_in: Porto (since 2021)\nlikes: tea (since 2020)\njob_title: nurse (since 2019)"
    await run("create", path=ANA, file_text=text)
    clock.advance(days=1)
    answer = await run("str_replace", path=ANA, old_str="Porto", new_str="Braga")
    await run("str_replace", path=ANA, old_str="tea (since 2020)", new_str="milk (since 2022)")
    await run("str_replace", path=ANA, old_str="(since 2019)", new_str="(since 2020 until 2090)")

    told = [
        (one.value or one.target.name, one.valid_from_text) for one in await memory.timeline("Ana")
    ]
    assert "     4\tlives_in: Braga (noted 2026-01-02)" in answer
    assert await lines(run) == [
        "job_title: nurse (since 2020 until 2090)",
        "likes: milk (since 2022)",
        "lives_in: Braga (noted 2026-01-02)",
    ]
    assert told == [
        ("nurse", "2020"),
        ("tea", "2020"),
        ("milk", "2022"),
        ("Porto", "2021"),
        ("Braga", "2026-01-02 12:00Z"),
    ]


@pytest.mark.long
async def test_a_deletion_retracts_from_either_end_and_erases_nothing(
    trusting, run, memory, ask, clock
):
    await run("create", path=ANA, file_text="lives_in: Porto (since 2021)\nmanager: Bob")
    clock.advance(days=1)
    await run("delete", path="/memories/Bob.md")
    assert await lines(run) == ["lives_in: Porto (since 2021)"]
    answer = await run("delete", path=ANA)
    found = (await ask(MEMORIES, attribute="lives_in"))["memories"]["edges"]

    assert answer.startswith("Successfully deleted /memories/Ana.md: nothing was erased")
    assert await memory.beliefs("Ana") == []
    assert [one.target.name for one in await memory.timeline("Ana")] == ["Porto", "Bob"]
    assert found[0]["node"]["evidence"][0]["span"] == "delete /memories/Ana.md"


async def test_what_a_person_said_stands_against_an_agent_who_is_told_so(trusting, run, memory):
    await memory.store("Ana", "job_title", "nurse", valid_from="2021")
    before = await lines(run)
    edited = await run("str_replace", path=ANA, old_str="nurse", new_str="spy")
    deleted = await run("delete", path=ANA)

    assert edited.startswith(
        "/memories/Ana.md stays as it was.\n- job_title: spy: not believed: it"
    )
    assert "contradicts what is believed, and waits for a person's answer" in edited
    assert deleted.startswith("/memories/Ana.md still has 1 of its 1 lines.")
    assert await lines(run) == before


@pytest.mark.long
async def test_what_is_refused_is_an_error_that_says_why(trusting, run, memory, ask):
    await memory.store("Ana", "likes", "tea")
    policy = {"quarantine": {"claims": []}, "out_of_purpose": ["politics"]}
    await ask(
        'mutation ($policy: JSON!) { applyPolicy(policy: $policy, reason: "none") }', policy=policy
    )
    await ask('mutation { defineAttribute(input: {name: "votes", category: "politics"}) { name } }')
    for text, words in [
        ("votes: green", "- votes: green: not believed: the gate refused it."),
        ("likes: tea (since 2020 until 2019)", "INVERTED_INTERVAL"),
        ("\n# Ana\n", "there is no statement in it"),
        ("likes: tea\n" * 201, "at most 200 lines"),
    ]:
        with pytest.raises(ToolError) as refused:
            await run("insert", path=ANA, insert_line=0, insert_text=text)
        assert words in str(refused.value)
    assert len(await memory.beliefs("Ana")) == 1


async def test_a_file_is_renamed_by_nobody_and_the_answer_says_what_can_be_done(memory, run):
    for name in ("Ana", "Bob"):
        await memory.store(name, "likes", "tea")
    for new, words in [
        ("/memories/Anna.md", "insert the line `nickname: Anna`"),
        ("/memories/Bob.md", "The destination /memories/Bob.md already exists"),
    ]:
        with pytest.raises(ToolError) as refused:
            await run("rename", old_path=ANA, new_path=new)
        assert words in str(refused.value)
        assert "Nothing was changed" in str(refused.value)


async def test_prose_is_read_by_a_worker_and_until_then_the_answer_says_so(trusting, run, ask):
    answer = await run("create", path=ANA, file_text="Ana lives in Porto.")
    (job,) = (await ask("{ jobs { edges { node { id } } } }"))["jobs"]["edges"]

    assert f"it is still being read, by job {job['node']['id']}." in answer


@pytest.mark.long
async def test_what_is_read_in_prose_stands_in_the_file(service, ask, db):
    db.policy = Policy(quarantine=Quarantine(claims=(), extracted=()))
    async with AsyncMemoryClient(service, ask.token) as client:
        tool = AsyncDoxaMemoryTool(client, read_timeout_s=300)
        command = {"command": "create", "path": ANA, "file_text": "Ana lives in Porto."}
        creating = asyncio.create_task(tool.call(command))
        while not creating.done():
            await drain(db, OfflineExtractor(), ask.tenant)
            await asyncio.sleep(0.05)

    assert creating.result().splitlines() == [
        "File created successfully at: /memories/Ana.md",
        "- Ana lives in Porto: believed.",
    ]


async def test_the_tool_runner_of_the_sdk_drives_the_tool(trusting, service, ask, api):
    api.will(
        use(command="create", path=ANA, file_text="likes: tea (since 2020)"),
        use(command="view", path="/etc/passwd"),
        Reply(text="Done."),
    )

    def ask_claude():
        with MemoryClient(service, ask.token) as client, Anthropic(**account(api)) as claude:
            asked = {**QUESTION, "tools": [DoxaMemoryTool(client)]}
            return claude.beta.messages.tool_runner(**asked).until_done()

    last = await asyncio.to_thread(ask_claude)

    assert last.content[0].text == "Done."
    assert [one["type"] for one in api.requests[0]["tools"]] == ["memory_20250818"]
    assert results(api) == [
        (
            "File created successfully at: /memories/Ana.md\n- likes: tea (since 2020): believed.",
            False,
        ),
        ("Path must start with /memories, got: /etc/passwd", True),
    ]


async def test_the_awaited_tool_runner_of_the_sdk_does_the_same(memory, api):
    await memory.store("Ana", "likes", "tea", valid_from="2020")
    api.will(use(command="view", path=ANA), Reply(text="Ana likes tea."))
    async with AsyncAnthropic(**account(api)) as claude:
        asked = {**QUESTION, "tools": [AsyncDoxaMemoryTool(memory)]}
        last = await claude.beta.messages.tool_runner(**asked).until_done()

    assert last.content[0].text == "Ana likes tea."
    ((text, failed),) = results(api)
    assert "     2\tlikes: tea (since 2020) [b_" in text
    assert not failed


QUESTION = {
    "model": "claude-sonnet-5-5",
    "max_tokens": 500,
    "messages": [{"role": "user", "content": "What does Ana like?"}],
}
ENTITIES = '{ entities(search: "Ana") { edges { node { id } } } }'


def account(api):
    return {"base_url": api.url, "api_key": "none", "max_retries": 0}


def use(**command):
    """A reply in which the model runs a command of the tool."""
    block = {"type": "tool_use", "id": f"toolu_{command['command']}", "name": "memory"}
    return Reply(content=({**block, "input": command},), stop_reason="tool_use")


def results(api):
    """What the tool answered, as the model was sent it."""
    blocks = [one["messages"][-1]["content"][0] for one in api.requests[1:]]
    return [(one["content"], one.get("is_error", False)) for one in blocks]
