"""Backups and erasure, each command in a process of its own: what comes back, and what is left."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from graph.database.server.embedded import running
from tests.interfaces.cli.test_backup import doxa
from tests.support.servers.small_server import small_and_quick

__all__ = ["small_and_quick"]

pytestmark = pytest.mark.long

# Neo4j keeps a text in blocks: it is looked for in pieces that fit into one.
SECRET = "ZX-81-QT77-KUMQUAT"
# Ana, as it is written among Chinese or Japanese characters.
FULLWIDTH = "\uff21\uff4e\uff41"
LINES = [
    {
        "entity": "Ana",
        "attribute": "locker_code",
        "value": SECRET,
        "evidence": f"She told us that the code is {SECRET}, and that nobody else has it.",
    },
    {
        "entity": "Bob",
        "attribute": "lives_in",
        "value": "Timbuktu",
        "evidence": f"Bob is there, as {FULLWIDTH} has seen.",
    },
]


def has(folder: Path, word: str) -> bool:
    """Whether a file below the folder, but for logs of the program, has a word in it."""
    wanted = (word.encode(), word.lower().encode())
    files = (one for one in folder.rglob("*") if one.is_file() and one.suffix != ".log")
    return any(form in read for read in map(Path.read_bytes, files) for form in wanted)


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file of secrets, and the data folder of a store that was told them."""
    folder = tmp_path_factory.mktemp("first")
    file = folder / "said.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in LINES), encoding="utf-8")
    # It is copied afterwards, as only a store that is stopped can be.
    doxa("load", file, "--data", folder / "data", idle_s=0)
    return folder


@pytest.fixture
def told(first: Path, tmp_path: Path) -> Path:
    """The data folder of a store that was told a secret, which each test has for itself."""
    shutil.copytree(first, tmp_path, dirs_exist_ok=True)
    return tmp_path / "data"


def again(folder: Path, data: Path) -> dict[str, int]:
    """Tell the same again, from a file that is not known."""
    file = folder / "again.jsonl"
    more = {"entity": "Bob", "attribute": "hobby", "value": "chess"}
    lines = [LINES[0], LINES[1] | {"evidence": "Bob is there."}, more]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return doxa("load", file, "--data", data)["outcomes"]


# In the store's own tests what a restored store brings back is erased again, too.
@pytest.mark.nightly
def test_a_backup_from_before_does_not_bring_back_what_was_erased(told, tmp_path):
    with running(told):
        backup = doxa("backup", tmp_path / "backups", "--data", told)["backup"]
        assert doxa("memories", "--entity", "Ana", "--data", told)["memories"]
        erased = doxa("erase", "Ana", "--reason", "asked for", "--yes", "--data", told)
    assert erased["complete"]

    with running(tmp_path / "new"):
        doxa("restore", backup, "--data", tmp_path / "new")
        assert SECRET not in json.dumps(doxa("memories", "--data", tmp_path / "new"))
        assert doxa("beliefs", "Bob", "--data", tmp_path / "new")["beliefs"]
        assert again(tmp_path, tmp_path / "new") == {"REJECTED": 1, "CONFIRMED": 1, "STORED": 1}


@pytest.mark.nightly
def test_a_dump_from_before_does_not_bring_back_what_was_erased(told, tmp_path):
    backup = doxa("backup", tmp_path / "backups", "--dump", "--data", told)["backup"]
    assert doxa("erase", "Ana", "--reason", "x", "--yes", "--data", told)["complete"]

    doxa("restore", backup, "--data", tmp_path / "new")
    with running(tmp_path / "new"):
        assert SECRET not in json.dumps(doxa("memories", "--data", tmp_path / "new"))
        assert doxa("beliefs", "Bob", "--data", tmp_path / "new")["beliefs"]


# The store that is compacted is the smoke of it.
@pytest.mark.nightly
def test_a_store_that_is_written_anew_after_an_erasure_has_no_word_of_it_in_its_files(
    told, tmp_path
):
    assert has(told, SECRET)
    assert doxa("erase", "Ana", "--reason", "x", "--yes", "--data", told)["complete"]
    # Neo4j leaves it in its files, deleted.
    assert has(told, SECRET[-8:])

    backup = doxa("backup", tmp_path / "backups", "--data", told)["backup"]
    assert doxa("backup", "verify", backup)["verified"] is True
    restored = doxa("restore", backup, "--data", tmp_path / "new")["restored"]
    assert [one["differences"] for one in restored] == [[]]
    for piece in (SECRET, SECRET[:8], SECRET[-8:]):
        assert not has(tmp_path / "new", piece)
        assert not has(Path(backup), piece)
    assert has(tmp_path / "new", "Timbuktu")
    assert again(tmp_path, tmp_path / "new")["REJECTED"] == 1


def finding(data: Path, code: int) -> tuple[str, str]:
    """What is found of the ledger of erasures."""
    found = doxa("doctor", "--data", data, code=code)
    (one,) = (one for one in found if one["what"] == "ledger of erasures")
    return one["verdict"], one["found"]


def test_a_store_is_not_served_without_its_ledger(told, tmp_path):
    ledger, aside = told / "erasures.jsonl", tmp_path / "aside"
    with running(told):
        assert "will be made" in finding(told, 0)[1]
        dump = tmp_path / "backups"
        assert doxa("erase", "Ana", "--reason", "x", "--yes", "--data", told)["complete"]
        assert finding(told, 0) == ("ok", f"{ledger}, of 1 tenants; it has those of the store")

        ledger.replace(aside)
        assert finding(told, 1) == ("bad", f"the ledger of erasures is missing: {ledger}")
        for words in (("serve", "--port", "0"), ("worker",), ("load", tmp_path / "said.jsonl")):
            refused = doxa(*words, "--data", told, code=75)
            assert (refused["code"], "DOXA_LEDGER" in refused["hint"]) == ("UNAVAILABLE", True)
        assert doxa("backup", dump, "--data", told, code=75)["code"] == "UNAVAILABLE"
        renewed = ("ledger", "renew", "--reason", "lost", "--yes", "--data", told)
        aside.replace(ledger)
        kept = doxa("backup", dump, "--data", told)
        assert kept["lines"] > 0
        assert doxa(*renewed, code=2)["code"] == "CONFLICT"
        ledger.unlink()
        refused = doxa("restore", kept["backup"], "--data", tmp_path / "new", code=75)
        assert "the ledger of erasures is missing" in refused["message"]
        assert not (tmp_path / "new" / "neo4j").exists()
        assert doxa(*renewed)["givenUp"] == {"default": 1}
        assert again(tmp_path, told)["STORED"] == 2


@pytest.mark.nightly
def test_a_dump_is_not_restored_without_the_ledger_of_its_erasures(told, tmp_path):
    assert doxa("erase", "Ana", "--reason", "x", "--yes", "--data", told)["complete"]
    backup = doxa("backup", tmp_path / "backups", "--dump", "--data", told)["backup"]
    for name in ("erasures.jsonl", "erasures.jsonl.key"):
        (told / name).replace(tmp_path / name)

    refused = doxa("restore", backup, "--data", tmp_path / "new", code=75)
    assert "the ledger of erasures is missing" in refused["message"]


def exported(data: Path, folder: Path, name: str) -> bytes:
    doxa("export", "--output", folder / name, "--data", data)
    return (folder / name).read_bytes()


def test_a_store_that_is_compacted_after_an_erasure_has_no_word_of_it_in_its_files(told, tmp_path):
    assert has(told, FULLWIDTH)
    assert doxa("erase", "Ana", "--reason", "x", "--yes", "--data", told)["complete"]
    before = exported(told, tmp_path, "before.jsonl")
    assert has(told, SECRET[-8:])

    compacted = doxa("compact", "--data", told)
    assert compacted["nodes"] > 0
    assert compacted["edges"] > 0
    for piece in (SECRET, SECRET[:8], SECRET[-8:], FULLWIDTH):
        assert not has(told, piece)
    assert has(told, "Timbuktu")
    with running(told):
        assert exported(told, tmp_path, "after.jsonl") == before
        assert doxa("check", "--data", told)["violations"] == []
        assert again(tmp_path, told) == {"REJECTED": 1, "CONFIRMED": 1, "STORED": 1}
