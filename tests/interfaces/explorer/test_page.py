"""The explorer's page: its files, what a browser is told of them, and the documents it asks by."""

from __future__ import annotations

import json
import re
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import httpx
import pytest

from api.service.pages.explorer import FILES, MANIFEST
from graph.settings import Settings
from tests.interfaces.applications.test_trusted_documents import connected, error_of
from tests.interfaces.explorer.conftest import marks

VISIT = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
CLOSED = Settings(embedding_model="none", explorer=False)
DOCUMENTS = json.loads(MANIFEST.read_text(encoding="utf-8"))
(VIEWER,) = [name for name, text in DOCUMENTS.items() if text.startswith("query Viewer ")]
BARE = VIEWER.removeprefix("sha256:")
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
}


def named(*, over_socket=False, name=VIEWER):
    """A request for the document, in each of the forms that clients have."""
    persisted = {"persistedQuery": {"version": 1, "sha256Hash": name}}
    return (
        {"query": "", "variables": {}, "extensions": persisted}
        if over_socket
        else {"documentId": name}
    )


@pytest.fixture
def post(ask):
    async def posted(url, body):
        async with httpx.AsyncClient(timeout=60) as client:
            return await client.post(
                f"{url}/graphql", json=body, headers={"Authorization": f"Bearer {ask.token}"}
            )

    return posted


@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_the_page_lies_at_the_root_without_a_token(http, method):
    answer = await http.request(method, "/", headers=VISIT)
    again = await http.request(method, "/", headers={"If-None-Match": answer.headers["etag"]})

    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.content == ((FILES / "index.html").read_bytes() if method == "GET" else b"")
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("file", sorted(path.name for path in FILES.iterdir()))
async def test_each_file_has_its_media_type_and_is_sent_once(http, file):
    answer = await http.get(f"/explorer/{file}")
    again = await http.get(f"/explorer/{file}", headers={"If-None-Match": answer.headers["etag"]})

    assert answer.status_code == 200
    assert answer.content == (FILES / file).read_bytes()
    assert answer.headers["content-type"] == KINDS[Path(file).suffix]
    assert answer.headers["cache-control"] == "no-cache"
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["/", "/explorer/main.js", "/explorer/main.css"])
async def test_nothing_comes_from_elsewhere_and_nothing_is_written_into_the_page(http, path):
    headers = (await http.get(path, headers=VISIT)).headers

    assert headers["content-security-policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
        "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"


def test_the_page_names_only_files_that_are_there():
    text = (FILES / "index.html").read_text(encoding="utf-8")
    found = re.findall(r'(?:href|src)="(?!data:)([^"]+)"', text)

    assert sorted(found) == ["explorer/main.css", "explorer/main.js"]
    assert all((FILES.parent / "explorer_files" / Path(one).name).is_file() for one in found)


@pytest.mark.parametrize("path", ["/explorer/", "/explorer/../app.py", "/explorer/%2e%2e/app.py"])
async def test_no_other_file_is_served(http, path):
    assert (await http.get(path)).status_code in {401, 404}


@pytest.mark.long
async def test_a_setting_closes_it_with_its_documents(serve, post, ask):
    async with serve(CLOSED) as url:
        async with httpx.AsyncClient(base_url=url) as client:
            found = [
                (await client.request(method, path, headers=VISIT)).status_code
                for method, path in (
                    ("GET", "/"),
                    ("GET", "/explorer/main.js"),
                    ("POST", "/explorer/enter"),
                )
            ]
        refused = await post(url, named())
        free = await post(url, {"query": DOCUMENTS[VIEWER]})

    assert found == [404, 404, 404]
    assert error_of(refused.json())["code"] == "INVALID_ARGUMENT"
    assert free.json()["data"]["viewer"]["actor"] == "tester"


@pytest.mark.parametrize("asked", [named(), named(name=BARE), named(over_socket=True)])
async def test_it_asks_by_the_ids_of_its_documents(service, post, ask, asked):
    answer = await post(service, asked)
    async with connected(service, ask.token) as over_socket:
        heard = await over_socket(asked)

    assert answer.json()["data"]["viewer"]["tenant"] == ask.tenant
    assert heard["payload"]["data"] == answer.json()["data"]


async def test_others_are_told_of_their_documents_as_ever(service, post):
    unknown = await post(service, {"documentId": "nobody"})

    assert "DOXA_TRUSTED_DOCUMENTS" in error_of(unknown.json())["hint"]


async def test_beside_trusted_documents_it_asks_by_its_own_and_nobody_by_a_text(
    serve, post, ask, tmp_path
):
    manifest = tmp_path / "manifest.json"
    manifest.write_text('{"names": "{ attributes { name } }"}', encoding="utf-8")
    trusting = CLOSED.model_copy(update={"explorer": True, "trusted_documents": manifest})
    async with serve(trusting) as url:
        own, theirs = await post(url, named()), await post(url, {"documentId": "names"})
        free = await post(url, {"query": DOCUMENTS[VIEWER]})
        unknown = await post(url, {"documentId": "nobody"})
        async with connected(url, ask.token) as asked:
            heard = await asked(named(over_socket=True))

    assert own.json()["data"]["viewer"]["tenant"] == ask.tenant
    assert heard["payload"]["data"] == own.json()["data"]
    assert "attributes" in theirs.json()["data"]
    assert error_of(free.json())["code"] == "FORBIDDEN"
    assert error_of(unknown.json())["code"] == "NOT_FOUND"


class TestInABrowser:
    pytestmark = marks

    async def test_a_person_finds_an_entity_and_sees_what_is_believed_of_it(self, visit, explored):
        found = await visit("finding.mjs")

        assert found["all"] > 5
        assert "Ana" in found["searched"]
        assert len(found["searched"]) < found["all"]
        assert found["names"] == "has absorbed Ana Maria Sousa"
        assert found["kind"] == "Ana person"
        assert any("Oslo" in line for line in found["held"])
        assert found["heldThen"] == 0
        assert (found["field"], found["kinds"]) == ("", ["place"])
        check_times(found["times"])
        check_offered(found["offered"])
        check_named(found["named"])
        assert found["axe"] == {"beliefs": [], "entities": []}
        for view, seen in found["markup"].items():
            assert seen == {"name": True, "elements": 0, "overflow": 0}, view
        # "Good" by the measure of the browsers' makers.
        assert {key: moved for key, moved in found["shift"].items() if moved > 0.1} == {}


def check_named(named):
    """One of a name is opened; of two with it, of parts of names and of none there is a list."""
    assert named["ana maria sousa"][0] == "Ana person"
    assert named["CLÍNICA AZUL"][0] == "Clínica Azul organization"
    assert {
        name: title for name, (title, _) in named.items() if title == "Entities"
    } == dict.fromkeys(("An", "Nobody", "Braga"), "Entities")
    assert "Ana" in named["An"][1]
    assert (named["Nobody"][1], named["Braga"][1]) == ([], ["Braga", "Braga"])


def check_times(times):
    """Each has its UTC in full, and an instant is told by the clock of the reader in Berlin."""
    instants = 0
    for title, text in times:
        at = datetime.fromisoformat(title.replace(" UTC", "+00:00"))
        if text.count(":") == 1:
            local = at.astimezone(ZoneInfo("Europe/Berlin"))
            assert text == f"{local.day} {local:%b} {local.year} {local:%H:%M}"
            instants += 1
    assert instants > 3


def check_offered(offered):
    """Who may not answer is shown a contradiction, and offered no answer."""
    assert offered["READER"]["answers"] == offered["READER"]["held"] == 0
    assert offered["READER"]["sees"] > 0
    for role in ("WRITER", "REVIEWER"):
        assert offered[role]["answers"] == offered["READER"]["sees"]
        assert offered[role]["held"] > 0
