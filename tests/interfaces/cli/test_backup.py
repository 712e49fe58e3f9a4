"""The commands backup, backup verify and restore, each in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from graph.database.server.embedded import State, running
from tests.support.command_forks import run_in_fork
from tests.support.command_line import ROOT, START
from tests.support.servers.small_server import small_and_quick

__all__ = ["small_and_quick"]

pytestmark = pytest.mark.long

LINES = [
    {
        "key": "dee-1",
        "entity": {"id": "hr-17", "name": "Dee", "kind": "person"},
        "attribute": "job_title",
        "value": "developer",
        "valid_from": "2018",
    },
    {
        "key": "dee-2",
        "entity": {"id": "hr-17"},
        "attribute": "job_title",
        "value": "architect",
        "valid_from": "2023-06-01",
    },
    {"key": "dee-3", "op": "correct", "of": "dee-1", "valid_from": "2017"},
]


def doxa(*words: str | Path, code: int = 0, idle_s: int = 30) -> Any:
    """Run a command on a store of its own; what it printed last, as JSON."""
    kept = ("PATH", "HOME", "DOXA_JAVA_OPTIONS", "DOXA_NEO4J_HEAP_MB", "DOXA_NEO4J_PAGECACHE_MB")
    environ = {name: os.environ[name] for name in kept if name in os.environ}
    environ |= {"PYTHONPATH": str(ROOT), "DOXA_NEO4J_IDLE_S": str(idle_s)}
    ended = run_in_fork([*map(str, words), "--json"], environ, "", Path(tempfile.gettempdir()))
    assert ended.code == code, ended.err
    return ended.error if code in {2, 75} else ended.document


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a store that was told something, and is not running."""
    folder = tmp_path_factory.mktemp("team")
    file = folder / "team.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in LINES), encoding="utf-8")
    doxa("load", file, "--data", folder / "data")
    return folder / "data"


def timeline(data: Path) -> Any:
    beliefs = doxa("timeline", "Dee", "--data", data)["beliefs"]
    return [
        [one[key] for key in ("value", "validFrom", "validTo", "systemFrom")] for one in beliefs
    ]


def test_a_backup_is_verified_and_restored(team, tmp_path):
    with running(team):
        made = doxa("backup", tmp_path / "backups", "--data", team)
        told = timeline(team)

    assert made["tenants"] == 1
    assert made["beliefs"] >= 2
    verified = doxa("backup", "verify", made["backup"])
    assert verified["verified"] is True
    assert doxa("backup", "verify", made["backup"], "--files")["verified"] is True
    with running(tmp_path / "new"):
        restored = doxa("restore", made["backup"], "--data", tmp_path / "new")
        assert restored["restored"][0]["differences"] == []
        assert timeline(tmp_path / "new") == told
        assert doxa("check", "--data", tmp_path / "new")["violations"] == []


@pytest.mark.nightly
def test_a_damaged_backup_is_not_verified(team, tmp_path):
    made = Path(doxa("backup", tmp_path, "--data", team)["backup"])
    manifest = json.loads((made / "manifest.json").read_text())
    manifest["tenants"][0]["digest"] = "0" * 64
    (made / "manifest.json").write_text(json.dumps(manifest))

    (told,) = doxa("backup", "verify", made, code=1)["restored"]
    assert "versions of beliefs" in told["differences"][0]
    (made / "0001.jsonl.gz").write_bytes(b"")
    assert doxa("backup", "verify", made, code=2)["field"] == "BACKUP"


@pytest.mark.nightly
def test_a_dump_has_everything_and_goes_into_an_empty_folder_only(team, tmp_path):
    made = doxa("backup", tmp_path / "backups", "--dump", "--data", team)
    dump = Path(made["backup"]) / "neo4j.dump"

    assert dump.stat().st_mode & 0o077 == 0
    assert doxa("backup", "verify", made["backup"])["verified"] is True
    doxa("restore", made["backup"], "--data", tmp_path / "new")
    assert timeline(tmp_path / "new") == timeline(team)
    refused = doxa("restore", made["backup"], "--data", tmp_path / "new", code=2)
    assert refused["code"] == "CONFLICT"


@pytest.mark.nightly
def test_a_database_in_use_is_not_dumped(team, tmp_path):
    environ = {name: value for name, value in os.environ.items() if name != "DOXA_NEO4J_URI"}
    serving = subprocess.Popen(
        [sys.executable, "-c", START, "serve", "--port", "0", "--data", str(team)],
        env=environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while State.read(team) is None:
            assert serving.poll() is None
        refused = doxa("backup", tmp_path, "--dump", "--data", team, code=2)
        assert refused["code"] == "CONFLICT"
        assert not list(tmp_path.glob("*Z*"))
    finally:
        serving.terminate()
        serving.wait()


@pytest.mark.nightly
def test_a_folder_without_a_backup_is_named(team, tmp_path):
    refused = doxa("backup", "verify", tmp_path, code=2)

    assert (refused["code"], refused["field"]) == ("NOT_FOUND", "BACKUP")
