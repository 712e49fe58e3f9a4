"""Every example of the documentation, run as it is written, page by page.

What a page may contain:

- a ``json``, ``text`` or ``toml`` block with a file name after the language is written to that
  file;
- a line of a ``sh`` block that begins with ``doxa`` is run; ``serve``, ``explore`` and ``demo``
  are not, nor are ``backup`` and ``restore``, which are of a whole store, and ``model``, which
  fetches a gigabyte: they have tests of their own;
- a ``text`` block without a name is what the command before it prints, but for the minute of
  printing;
- a ``graphql`` block is sent as an owner of the page's tenant; a variable ``$memory`` is the id of
  the object that an answer before it called ``memory``;
- a ``json`` block without a name is the answer to the query before it, or the ``extensions`` of
  its error if it is to be refused; ``"*"`` stands for any id or text.

Programs in other languages have tests of their own, in ``test_documented_programs`` and, in
TypeScript, ``test_typescript``.
"""

from __future__ import annotations

import asyncio
import json
import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import graphql
import httpx
import pytest

from api.cli.failures import EXIT_FAILED_CHECK
from graph import clock
from graph.database import migrations
from graph.database.session import Session
from graph.model.records import DEFAULT_TENANT
from graph.settings import Settings
from graph.vocabulary import Role
from tests.interfaces.conftest import Asker, logged_in, run_service
from tests.support.command_line import CommandLine

ROOT = Path(__file__).resolve().parents[3]
BLOCK = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PROGRAMS = {"js", "jsonc", "python", "ts"}
NEVER_RUN = {"mermaid", "nginx"}
WITH_EXAMPLES = [
    str(page.relative_to(ROOT))
    for page in PAGES
    if re.search(r"^(doxa |```graphql)", page.read_text(encoding="utf-8"), re.MULTILINE)
]
# Tasks work on what all tenants of a store have, which is much where others test.
OF_STORES = [
    page
    for page in WITH_EXAMPLES
    if re.search(r"^doxa (tasks run|consolidate)\b", (ROOT / page).read_text(), re.MULTILINE)
]
NOT_RUN = {"serve", "explore", "demo", "backup", "restore", "model"}
MINUTE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")


@dataclass
class Reader:
    """Does what a page says, in a tenant of its own, and remembers the answers."""

    doxa: CommandLine
    ask: Asker
    of_store: Asker | None = None  # whoever runs the store, for what only he may
    printed: str = ""
    answer: Any = None
    refused: bool = False
    ids: dict[str, str] = field(default_factory=dict)

    async def run(self, line: str) -> None:
        verb, *words = shlex.split(line)[1:]
        if verb in NOT_RUN:
            return
        ended = self.doxa(verb, *words)
        while "runs already" in ended.err:
            # The service in this very process has begun the task, and has to have its turn.
            await asyncio.sleep(1)
            ended = self.doxa(verb, *words)
        # Where others test there are erasures of other ledgers, which the doctor finds.
        good = (0, EXIT_FAILED_CHECK) if verb == "doctor" else (0,)
        assert ended.code in good, f"{line}\n{ended.err}"
        self.printed = ended.out

    async def query(self, text: str) -> None:
        (operation,) = graphql.parse(text).definitions
        names = [each.variable.name.value for each in operation.variable_definitions or ()]
        ask = self.of_store if self.of_store is not None and "runTask" in text else self.ask
        sent = await ask.post(text, {name: self.ids[name] for name in names})
        told = sent.json()
        self.refused = "errors" in told
        self.answer = told["errors"][0]["extensions"] if self.refused else told["data"]
        if not self.refused:
            self.ids |= _ids(self.answer)

    async def do(self, language: str, name: str, text: str) -> None:
        shown = (language, name) == ("json", "")
        assert shown or not self.refused, self.answer
        match language, name:
            case "json", "":
                assert _like(self.answer, json.loads(text)), self.answer
                self.refused = False
            case (("json" | "text" | "toml"), file) if file:
                (self.doxa.folder / file).write_text(text, encoding="utf-8")
            case "sh", _:
                for line in text.replace("\\\n", " ").splitlines():
                    if line.startswith("doxa "):
                        await self.run(line)
            case "text", "":
                assert _lines(self.printed) == _lines(text)
            case "graphql", _:
                await self.query(text)
            case _:
                assert language in PROGRAMS | NEVER_RUN, language


def as_parameter(page: str) -> Any:
    """A page as a parameter: the first that a newcomer reads is read in every run."""
    return page if page == "README.md" else pytest.param(page, marks=pytest.mark.long)


@pytest.mark.parametrize(
    "page", [as_parameter(page) for page in WITH_EXAMPLES if page not in OF_STORES]
)
async def test_the_examples_of_a_page_give_what_it_says(doxa, login, db, page):
    db.clock = clock.now
    await read(doxa, login(doxa.tenant), page)


@pytest.mark.long
@pytest.mark.serves
@pytest.mark.parametrize("page", OF_STORES)
async def test_the_examples_of_a_page_about_whole_stores_give_what_it_says(doxa, page):
    server = doxa.server
    async with (
        Session.open(server.uri, server.user, server.password) as store,
        run_service(store, Settings(embedding_model="none")) as url,
        httpx.AsyncClient(base_url=url, timeout=300) as http,
    ):
        await migrations.ensure(store)
        ask, of_store = (
            logged_in(http, tenant, Role.OWNER, "tester", clock.now())
            for tenant in (doxa.tenant, DEFAULT_TENANT)
        )
        await read(doxa, ask, page, of_store)


async def read(doxa: CommandLine, ask: Asker, page: str, of_store: Asker | None = None) -> None:
    """Do what a page says, at the time of the machine."""
    doxa.extra["DOXA_EMBEDDING_MODEL"] = ""
    reader = Reader(doxa, ask, of_store)
    for language, name, text in BLOCK.findall((ROOT / page).read_text(encoding="utf-8")):
        await reader.do(language, name, text)
    assert not reader.refused, reader.answer


def _like(answer: Any, expected: Any) -> bool:
    """Whether an answer is the expected one, where ``"*"`` stands for any id."""
    if isinstance(answer, dict) and isinstance(expected, dict):
        return answer.keys() == expected.keys() and all(
            _like(answer[key], expected[key]) for key in answer
        )
    if isinstance(answer, list) and isinstance(expected, list):
        return len(answer) == len(expected) and all(map(_like, answer, expected))
    return answer == expected or (expected == "*" and isinstance(answer, str))


def _ids(answer: Any) -> dict[str, str]:
    """The id of each object of an answer, by the name of its field."""
    if isinstance(answer, list):
        found: dict[str, str] = {}
        for item in answer:
            found |= _ids(item)
        return found
    if not isinstance(answer, dict):
        return {}
    inner = _ids(list(answer.values()))
    own = {
        key: each["id"] for key, each in answer.items() if isinstance(each, dict) and "id" in each
    }
    return inner | own


def _lines(text: str) -> list[str]:
    return [MINUTE.sub("NOW", line.rstrip()) for line in text.strip().splitlines()]
