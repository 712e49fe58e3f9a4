"""Conversations that other programs have exported, imported over GraphQL."""

from __future__ import annotations

import io
import json
import zipfile

import httpx
import pytest

from api.service.worker import drain
from extraction.offline.extractor import OfflineExtractor
from graph.settings import Settings
from graph.vocabulary import Role
from tests.interfaces.conftest import Asker

IMPORT = """mutation ($input: ImportConversationInput!) {
  importConversation(input: $input) {
    messages sessions firstAt lastAt
    leftOut { why count place } refused { number code key message } jobs { id status }
  }
}"""
BELIEFS = '{ entity(name: "Mike") { beliefs { edges { node { attribute target { name } } } } } }'
CHAT = "13/05/24, 10:00\u202fAM - Ann: hi there\u200e everybody\r\n"


def message(number, sender, text):
    at = f"2025-03-01T09:00:{number:02}Z"
    return {"uuid": f"u{number}", "sender": sender, "text": text, "created_at": at}


def claude(*messages):
    told = [message(number, sender, text) for number, (sender, text) in enumerate(messages)]
    return json.dumps([{"uuid": "c1", "name": "Home", "chat_messages": told}])


EXPORT = claude(
    ("human", "I live in Lisbon."),
    ("assistant", "I live in the cloud."),
    ("human", " "),
    ("human", "\x00"),
)


def given(**more):
    return {"format": "CLAUDE", "content": EXPORT, "speaker": "Mike", **more}


async def test_an_export_is_read_once_and_what_is_left_out_and_refused_is_told(ask, db):
    first = (await ask(IMPORT, input=given()))["importConversation"]
    await drain(db, OfflineExtractor(), ask.tenant)
    await ask(IMPORT, input=given())
    await drain(db, OfflineExtractor(), ask.tenant)

    assert (first["messages"], first["sessions"]) == (2, 1)
    assert (first["firstAt"], first["lastAt"]) == ("2025-03-01T09:00:00Z", "2025-03-01T09:00:01Z")
    assert [(one["why"], one["count"]) for one in first["leftOut"]] == [
        ("a message without text", 1)
    ]
    assert "message 3" in first["leftOut"][0]["place"]
    assert [(one["number"], one["code"], one["key"]) for one in first["refused"]] == [
        (3, "BAD_CHARACTERS", "text")
    ]
    assert [one["status"] for one in first["jobs"]] == ["QUEUED"]
    (edge,) = (await ask(BELIEFS))["entity"]["beliefs"]["edges"]
    assert edge["node"]["target"]["name"] == "Lisbon"


async def test_a_dry_run_tells_the_same_and_stores_nothing(ask):
    dry = (await ask(IMPORT, input=given(dryRun=True)))["importConversation"]

    assert (dry["messages"], len(dry["refused"]), dry["jobs"]) == (2, 1, [])
    assert (await ask("{ jobs { totalCount } }"))["jobs"]["totalCount"] == 0


@pytest.mark.parametrize(
    ("more", "code", "field"),
    [
        ({"content": "no export"}, "INVALID_ARGUMENT", "input.content"),
        ({"content": claude(("human", " "))}, "EMPTY", "input.content"),
        ({"format": "WHATSAPP", "content": CHAT}, "INVALID_ARGUMENT", "input.timeZone"),
        ({"timeZone": "Nowhere/City"}, "INVALID_ARGUMENT", "input.timeZone"),
        ({"visibility": "everybody"}, "INVALID_ARGUMENT", "input.visibility"),
        ({"name": "a\x00"}, "BAD_CHARACTERS", "input.name"),
        *(
            ({"name": name}, "INVALID_ARGUMENT", "input.name")
            for name in ("../a.json", "/etc/a", "a\\b", "C:a", "..", ".a", "", "n" * 201)
        ),
    ],
)
async def test_what_is_no_export_or_names_no_file_is_refused_by_its_field(ask, more, code, field):
    refused = await ask.refused(IMPORT, input=given(**more))

    assert (refused["code"], refused["field"]) == (code, field)
    assert "--" not in refused["hint"]
    assert (await ask("{ jobs { totalCount } }"))["jobs"]["totalCount"] == 0


async def test_a_chat_is_called_by_the_name_of_its_file_in_the_zone_that_is_given(ask):
    chat = {"format": "WHATSAPP", "content": CHAT, "name": "Chat with Ann.txt"}
    done = await ask(IMPORT, input=chat | {"timeZone": "+02:00"})

    assert done["importConversation"]["firstAt"] == "2024-05-13T08:00:00Z"
    found = (await ask("{ jobs { edges { node { session } } } }"))["jobs"]["edges"]
    assert [one["node"]["session"] for one in found] == ["Chat with Ann 2024-05-13"]


async def test_an_archive_is_no_text_and_never_unpacked(ask):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("conversations.json", EXPORT)
    refused = await ask.refused(IMPORT, input=given(content=packed.getvalue().decode("latin-1")))
    assert (refused["code"], refused["field"]) == ("BAD_CHARACTERS", "input.content")


async def test_readers_may_not_and_a_model_speaks_as_an_assistant(login, db):
    reader = login(role=Role.READER)
    assert (await reader.refused(IMPORT, input=given()))["code"] == "FORBIDDEN"
    owner = login()
    model = login(owner.tenant, role=Role.MODEL)
    await model(IMPORT, input=given())
    await drain(db, OfflineExtractor(), owner.tenant)
    queue = "{ reviewQueue(first: 5) { edges { node { sourceKind } } } }"
    edges = (await owner(queue))["reviewQueue"]["edges"]
    assert {one["node"]["sourceKind"] for one in edges} == {"ASSISTANT"}
    assert (await owner(BELIEFS))["entity"] is None


async def test_more_than_the_setting_allows_is_refused(serve, ask):
    async with (
        serve(Settings(embedding_model="none", import_mb=1)) as url,
        httpx.AsyncClient(base_url=url, timeout=60) as client,
    ):
        asker = Asker(client, ask.tenant, ask.token)
        refused = await asker.refused(IMPORT, input=given(content="x" * 1_100_000))
    assert (refused["code"], refused["field"]) == ("TOO_LARGE", "input.content")
