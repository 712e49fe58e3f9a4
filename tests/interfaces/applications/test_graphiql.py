"""GraphiQL: a page with all its files, for those who have a token, where a setting opens it."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import httpx
import pytest

from api.service.pages.graphiql import FILES
from graph.errors import InvalidArgument
from graph.settings import Settings
from tests.interfaces.conformance import node as nodes

HERE = Path(__file__).parent
VISIT = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
OPEN = Settings(embedding_model="none", graphiql=True)


@pytest.fixture
async def page(serve):
    async with serve(OPEN) as url, httpx.AsyncClient(base_url=url) as client:
        yield client


async def test_a_browser_is_given_the_page_without_a_token(page):
    answer = await page.get("/graphql", headers=VISIT)

    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["vary"] == "Accept"
    assert "GraphiQL" in answer.text


async def test_without_the_setting_there_is_no_page(http):
    for path in ("/graphql", "/graphiql/main.js", "/graphiql/index.html"):
        assert (await http.get(path, headers=VISIT)).status_code in {401, 404}


@pytest.mark.parametrize("asked", [{"query": "{ __typename }"}, {"documentId": "a"}])
async def test_who_asks_something_is_answered_by_the_service(page, ask, asked):
    bare = await page.get("/graphql", params=asked, headers=VISIT)
    known = await page.get(
        "/graphql", params=asked, headers=VISIT | {"Authorization": f"Bearer {ask.token}"}
    )

    assert bare.status_code == 401
    assert known.headers["content-type"].startswith("application/json")


async def test_a_program_is_answered_as_ever(page, ask):
    answer = await page.post(
        "/graphql",
        json={"query": "{ __typename }"},
        headers={"Authorization": f"Bearer {ask.token}"},
    )

    assert answer.json() == {"data": {"__typename": "Query"}}


@pytest.mark.parametrize("file", sorted(path.name for path in FILES.iterdir()))
async def test_each_file_has_its_media_type_and_is_sent_once(page, file):
    kinds = {".js": "text/javascript", ".css": "text/css", ".ttf": "font/ttf", ".html": "text/html"}
    answer = await page.get(f"/graphiql/{file}")
    again = await page.get(f"/graphiql/{file}", headers={"If-None-Match": answer.headers["etag"]})

    assert answer.status_code == 200
    assert answer.content == (FILES / file).read_bytes()
    assert answer.headers["content-type"].startswith(kinds.get(Path(file).suffix, "text/plain"))
    assert answer.headers["cache-control"] == "no-cache"
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["/graphql", "/graphiql/main.js", "/graphiql/json.worker.js"])
async def test_nothing_may_come_from_elsewhere(page, path):
    headers = (await page.get(path, headers=VISIT)).headers
    rules = dict(rule.split(" ", 1) for rule in headers["content-security-policy"].split("; "))

    assert rules.pop("default-src") == "'none'"
    assert {word for rule in rules.values() for word in rule.split()} <= {
        "'self'",
        "'none'",
        "'unsafe-inline'",
        "data:",
    }
    assert (rules["script-src"], rules["connect-src"]) == ("'self'", "'self'")
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/graphiql/", "/graphiql/../app.py", "/graphiql/%2e%2e/app.py"])
async def test_no_other_file_is_served(page, path):
    assert (await page.get(path)).status_code in {401, 404}


def test_the_page_names_only_files_that_are_there():
    named = re.findall(r'(?:href|src)="graphiql/([^"]+)"', (FILES / "index.html").read_text())

    assert sorted(named) == ["main.css", "main.js"]
    assert all((FILES / name).is_file() for name in named)


async def test_it_does_not_stand_beside_trusted_documents(serve, tmp_path):
    manifest = tmp_path / "manifest.json"
    manifest.write_text('{"a": "{ __typename }"}')

    with pytest.raises(InvalidArgument, match="no manifest"):
        async with serve(OPEN.model_copy(update={"trusted_documents": manifest})):
            pass


@pytest.mark.long
@nodes.needs_node
@nodes.needs_browser
async def test_a_person_asks_reads_and_listens_in_a_browser(serve, ask, tmp_path):
    folder = await nodes.packages("playwright", "playwright-core@1.65.1")
    pictures = os.environ.get("DOXA_TEST_PICTURES", str(tmp_path))
    async with serve(OPEN) as url:
        code, told = await nodes.node(
            str(HERE / "graphiql.mjs"),
            str(folder),
            nodes.BROWSER,
            f"{url}/graphql",
            ask.token,
            pictures,
        )

    assert code == 0, told[-3_000:]
    found = json.loads(told.splitlines()[-1])
    assert found["elsewhere"] == []
    assert found["complaints"] == []
    assert found["behind"] == {"light": "rgb(255, 255, 255)", "dark": "rgb(33, 42, 59)"}
    kept = {"kept": 0, "cookies": "", "token": True}
    assert found["stored"] == {"light": kept, "dark": kept}
    assert found["left"] == 0
