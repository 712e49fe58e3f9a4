"""The programs of the documentation in JavaScript, Python and curl, run as they are written.

Only the address changes, and what stands before and after a block: what the reader has to bring.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import textwrap
from pathlib import Path

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from tests.interfaces.conformance import node as nodes
from tests.support.servers.serving import serving

ROOT = Path(__file__).resolve().parents[3]
ADDRESS = "127.0.0.1:8000"
SAY = """mutation ($value: String!) {
  assertBelief(input: { entityName: "Ana", attribute: "likes", value: $value }) { outcome }
}"""
WAIT_S = 60
NODE = nodes.marks[1]
# The worker of the service does the jobs of all tenants.
pytestmark = [pytest.mark.long, pytest.mark.serves]


def blocks(page: str, language: str) -> list[str]:
    """The blocks of a page in a language."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found, page
    return found


@pytest.fixture
def served(doxa):
    with serving(doxa) as service:
        yield service


@pytest.fixture
async def said(served):
    """Values that are said one after the other, for whoever listens, until the test is over."""

    async def say():
        for number in range(1_000):
            await asyncio.to_thread(served.ask, SAY, value=f"thing {number}")
            await asyncio.sleep(0.1)

    saying = asyncio.create_task(say())
    yield
    saying.cancel()
    await asyncio.gather(saying, return_exceptions=True)


def at(served, block):
    """The block, asking the service under test."""
    assert ADDRESS in block
    return block.replace(ADDRESS, served.url.removeprefix("http://"))


async def ran(program: str, *words: str, **settings: str) -> str:
    """What a program prints that ends well."""
    process = await asyncio.create_subprocess_exec(
        program,
        *words,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=os.environ | settings,
    )
    async with asyncio.timeout(WAIT_S):
        out, err = await process.communicate()
    assert process.returncode == 0, err.decode()[-2_000:]
    return out.decode()


@NODE
async def test_a_subscription_in_javascript_hears_each_change(served, said):
    folder = await nodes.packages("graphql-ws", "graphql-ws@6.0.6", "graphql@16.15.0")
    [block] = blocks("docs/guides/subscribe.md", "js")
    before = f"""
        const token = {json.dumps(served.token)};
        let lastCursor;
        const heard = [];
        const apply = ({{ inserted }}) => {{
          heard.push(...inserted.map(({{ value }}) => value));
          if (heard.length < 3) return;
          console.log(JSON.stringify({{ heard, lastCursor }}));
          process.exit(0);
        }};
    """
    script = folder / "documented.mjs"
    script.write_text(textwrap.dedent(before) + at(served, block), encoding="utf-8")
    code, printed = await nodes.node(str(script))

    assert code == 0, printed
    told = json.loads(printed.splitlines()[-1])
    first = int(told["heard"][0].removeprefix("thing "))
    assert told["heard"] == [f"thing {first + later}" for later in range(3)]
    assert told["lastCursor"]


@NODE
async def test_the_cache_of_the_guide_knows_every_object(served):
    folder = await nodes.packages(
        *("urql", "@urql/core@6.0.3", "@urql/exchange-graphcache@9.0.2"),
        *("graphql-ws@6.0.6", "graphql@16.15.0"),
    )
    [block] = blocks("docs/guides/applications.md", "js")
    script = folder / "documented.mjs"
    script.write_text(
        f"""
        import {{ Client, fetchExchange, gql }} from "@urql/core";
        import {{ cacheExchange }} from "@urql/exchange-graphcache";
        import {{ relayPagination }} from "@urql/exchange-graphcache/extras";

        const warned = [];
        console.warn = (...words) => warned.push(words.join(" "));
        const cache = {block.strip().rstrip(";")};
        const client = new Client({{
          url: "{served.url}/graphql",
          preferGetMethod: false,
          fetchOptions: {{ headers: {{ Authorization: "Bearer {served.token}" }} }},
          exchanges: [cache, fetchExchange],
        }});
        const said = await client.mutation(gql`mutation {{
          assertBelief(input: {{ entityName: "Ana", attribute: "likes", value: "tea" }}) {{
            outcome memory {{ id value }} beliefs {{ id value }}
          }}
        }}`, {{}});
        const page = await client.query(gql`{{
          attributes {{ name }}
          memories(first: 1) {{ edges {{ node {{ id value }} }} pageInfo {{ endCursor }} }}
        }}`, {{}});
        const failed = [said.error, page.error].filter(Boolean).map(String);
        console.log(JSON.stringify({{ warned, failed, page: page.data.memories.edges.length }}));
        """,
        encoding="utf-8",
    )
    code, printed = await nodes.node(str(script))

    assert code == 0, printed
    assert json.loads(printed.splitlines()[-1]) == {"warned": [], "failed": [], "page": 1}


def shell(doxa, page):
    """The one block of a page that calls curl, and the settings for its commands."""
    [block] = [one for one in blocks(page, "sh") if one.startswith("curl")]
    here = str(Path(sys.executable).parent)
    settings = doxa.environ | {
        "PATH": os.pathsep.join([here, os.environ["PATH"]]),
        "DOXA_DATA": str(doxa.folder / "data"),
    }
    return block, settings


async def test_curl_asks_with_a_token_of_the_command(served, doxa):
    block, settings = shell(doxa, "docs/guides/run-the-service.md")
    told = json.loads(await ran("sh", "-c", at(served, block), **settings))

    assert set(told) == {"data"}


async def test_curl_hears_changes_as_they_are_made(served, said, doxa):
    block, settings = shell(doxa, "docs/guides/subscribe.md")
    # The first event with data ends it; the stream itself has no end.
    command = f"{at(served, block).strip()} | grep -m 1 '^data: .*inserted'"
    told = await ran("sh", "-c", command, TOKEN=served.token, **settings)
    [event] = told.splitlines()
    change = json.loads(event.removeprefix("data: "))["data"]["beliefChanges"]["change"]

    assert change["inserted"][0]["attribute"] == "likes"


async def test_the_lines_that_add_the_server_to_a_client_are_those_of_the_command(doxa):
    [block] = blocks("docs/guides/agents.md", "jsonc")
    one = json.loads(block)["mcpServers"]["doxa"]
    [line] = [each for each in blocks("docs/guides/agents.md", "sh") if "mcp add" in each]
    _, words = line.split(" -- ")
    command = str(Path(sys.executable).with_name("doxa"))
    printed = json.loads(await ran(command, "mcp", "--print-config", "--relay", "--json"))
    wanted = StdioServerParameters(
        command=command, args=[*one["args"], "--data", str(doxa.folder / "data")], env=doxa.environ
    )
    async with Client(wanted) as client:
        offered = {tool.name for tool in (await client.list_tools()).tools}

    assert words.split() == [one["command"], *one["args"]]
    assert printed["mcpServers"]["doxa"]["args"] == one["args"]
    assert {"recall", "store_memory"} <= offered


async def test_the_client_for_python_stores_asks_and_recalls(served, capsys):
    first, *_ = blocks("client/README.md", "python")
    await asyncio.to_thread(exec, at(served, first), {"token": served.token})

    value, *context = capsys.readouterr().out.splitlines()
    assert value == "nurse"
    assert any("nurse" in line for line in context)


async def test_the_client_for_python_hears_changes(served, said):
    _, second, *_ = blocks("client/README.md", "python")
    body = textwrap.indent(at(served, second) + "        heard.append(change)\n", "    ")
    names = {"token": served.token, "heard": []}
    exec(f"async def listen(cursor=None):\n{body}", names)
    listening = asyncio.create_task(names["listen"]())
    async with asyncio.timeout(WAIT_S):
        while len(names["heard"]) < 2:
            await asyncio.sleep(0.05)
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)

    assert [one.inserted[0].attribute for one in names["heard"]][:2] == ["likes", "likes"]


@pytest.mark.serves
async def test_the_receiver_of_the_guide_verifies_and_prints_what_changes(doxa, unused_port):
    [block] = blocks("docs/guides/webhooks.md", "python")
    with serving(doxa, DOXA_WEBHOOK_LOOPBACK="true") as served:
        create = "mutation($input: WebhookInput!) { createWebhook(input: $input) { secret } }"
        url = f"http://127.0.0.1:{unused_port}/"
        made = served.ask(create, input={"url": url})["data"]["createWebhook"]
        receiver = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-c", block.replace("9000", str(unused_port))),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=os.environ | {"SECRET": made["secret"]},
        )
        try:
            served.ask(SAY, value="tea")
            async with asyncio.timeout(WAIT_S):
                line = (await receiver.stdout.readline()).decode()
        finally:
            receiver.terminate()
            await receiver.wait()

    assert line.startswith("msg_")
    assert "'value': 'tea'" in line
