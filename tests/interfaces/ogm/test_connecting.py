"""A view finds the store as the command line does, and refuses what is none."""

from __future__ import annotations

import pytest

pytest.importorskip("gqlalchemy", reason="the extra [ogm] is not installed; see test_environment")

from graph.database.server.data_dir import create
from graph.errors import (
    BadId,
    DoxaError,
    Forbidden,
    InvalidArgument,
    SchemaMismatch,
    StoreUnavailable,
)
from graph.ogm import connect
from tests.support.command_line import CommandLine
from tests.support.servers.small_server import small_and_quick

__all__ = ["small_and_quick"]

LINE = '{"key": "1", "entity": "Ana", "attribute": "job_title", "value": "baker"}\n'


@pytest.fixture(autouse=True)
def nowhere(monkeypatch, tmp_path):
    """No store but those that a test names."""
    monkeypatch.setenv("DOXA_DATA", str(tmp_path / "none"))
    for name in ("DOXA_NEO4J_URI", "DOXA_NEO4J_USER", "DOXA_NEO4J_PASSWORD"):
        monkeypatch.delenv(name, raising=False)


async def test_a_store_is_found_at_its_address_and_by_the_settings(
    store, story, server, monkeypatch
):
    await story.says("Ana", "job_title", "baker")
    tenant = story.caller.tenant
    with connect(tenant, uri=server.uri, user=server.user, password=server.password) as view:
        assert [one.value for one in view.beliefs("Ana")] == ["baker"]
    monkeypatch.setenv("DOXA_NEO4J_URI", server.uri)
    monkeypatch.setenv("DOXA_NEO4J_PASSWORD", server.password)
    with connect(tenant, data="ignored") as view, connect(f"{tenant}x") as other:
        assert view.entity("Ana").name == "Ana"
        assert other.beliefs() == []


@pytest.mark.parametrize(
    ("error", "given"),
    [
        (InvalidArgument, {}),
        (InvalidArgument, {"data": "nothing-here"}),
        (InvalidArgument, {"uri": "http://localhost:7687"}),
        (InvalidArgument, {"uri": "bolt://localhost:port"}),
        (InvalidArgument, {"uri": "bolt+no://localhost"}),
        (BadId, {"tenant": "a b"}),
        (DoxaError, {"subject": ""}),
        (DoxaError, {"subject": "a\u0000b"}),
    ],
)
def test_what_is_no_store_tenant_or_subject_is_refused(error, given, tmp_path):
    with pytest.raises(error):
        connect(**given)
    assert not (tmp_path / "none").exists()


def test_a_server_that_does_not_answer_or_refuses_is_told_without_the_password(server, unused_port):
    with pytest.raises(StoreUnavailable) as silent:
        connect(uri=f"bolt://127.0.0.1:{unused_port}", password="secret-word")
    with pytest.raises(StoreUnavailable) as refused:
        connect(uri=server.uri, user=server.user, password="secret-word")

    assert "secret-word" not in f"{silent.value}{refused.value}{silent.value.hint}"


@pytest.mark.usefixtures("db")
def test_a_store_of_another_version_is_refused(server, monkeypatch):
    monkeypatch.setattr("graph.ogm.connecting.LEDGER", "of-nobody")
    with pytest.raises(SchemaMismatch) as refused:
        connect(uri=server.uri, user=server.user, password=server.password)
    assert "migrations behind" in refused.value.message


@pytest.mark.long
def test_the_embedded_store_of_a_data_folder_is_opened_to_read(tmp_path, server):
    folder = tmp_path / "data"
    create(folder)
    here = CommandLine(tmp_path, server)
    here.extra["DOXA_NEO4J_URI"] = ""
    (tmp_path / "claims.jsonl").write_text(LINE, encoding="utf-8")
    loaded = here("load", str(tmp_path / "claims.jsonl"))
    assert loaded.code == 0, loaded.err
    with connect(here.tenant, data=folder) as view, connect(here.tenant, data=str(folder)) as same:
        assert [one.value for one in view.beliefs("Ana")] == ["baker"]
        assert same.entity("Ana") == view.entity("Ana")
        with pytest.raises(Forbidden):
            view.client.execute("CREATE (:Entity)")
    assert not list((folder / "leases").iterdir())
    assert not (folder / "server.json").exists()
