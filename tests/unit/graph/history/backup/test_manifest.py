"""A manifest is believed only if it is one of this version, and leads nowhere else."""

from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.errors import Incorrect, InvalidArgument, NotFound
from graph.history.backup import manifest as manifests
from graph.history.backup.manifest import File, Kind, Manifest, Tenant

GOOD = Manifest(
    format=manifests.FORMAT,
    kind=Kind.EXPORT,
    doxa="0.1.0",
    neo4j="2026.09.0",
    store="S",
    began_at=datetime(2026, 1, 1, tzinfo=UTC),
    ended_at=None,
)


def read(tmp_path, text):
    (tmp_path / manifests.NAME).write_text(text)
    return manifests.read(tmp_path)


def test_what_was_written_is_read(tmp_path):
    manifests.write(tmp_path, GOOD)

    assert manifests.read(tmp_path) == GOOD
    assert manifests.read(tmp_path).began_at.tzinfo is UTC


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"erased": ["m_1"]},
        {"unknown": 1},
        {"began_at": "2026-01-01T00:00:00"},
        {"kind": "OTHER"},
        {"dump": {"name": "../neo4j.dump", "bytes": 1, "sha256": "0" * 64}},
        {"dump": {"name": "/etc/passwd", "bytes": 1, "sha256": "0" * 64}},
        {"dump": {"name": "neo4j.dump", "bytes": 1, "sha256": "zz"}},
    ],
)
def test_what_is_of_another_version_or_leads_elsewhere_is_refused(tmp_path, change):
    text = json.dumps(json.loads(GOOD.model_dump_json()) | change)

    with pytest.raises(InvalidArgument) as refused:
        read(tmp_path, text)
    assert refused.value.field == "BACKUP"


@given(text=st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
def test_any_text_is_read_or_refused(tmp_path_factory, text):
    with pytest.raises(Incorrect):
        read(tmp_path_factory.mktemp("any"), text)


def test_the_folder_of_all_backups_is_not_one_but_names_one(tmp_path):
    inside = tmp_path / "2026-01-01T000000Z"
    inside.mkdir()
    manifests.write(inside, GOOD)

    with pytest.raises(NotFound) as missing:
        manifests.read(tmp_path)
    assert str(inside) in missing.value.hint


def test_one_that_was_never_finished_is_refused(tmp_path):
    with pytest.raises(InvalidArgument, match="interrupted"):
        manifests.require_whole(tmp_path, GOOD)


def whole(file: File) -> Manifest:
    """The manifest of a backup of one tenant, with this export."""
    own = Tenant(
        tenant="acme",
        until=GOOD.began_at,
        lines=40,
        export=file,
        jobs=None,
        beliefs=0,
        digest="0" * 64,
    )
    return GOOD.model_copy(update={"ended_at": GOOD.began_at, "tenants": (own,)})


def test_an_export_is_damaged_wherever_it_was_changed_or_cut(tmp_path):
    lines = "".join(f'{{"key": "m_{number}"}}\n' for number in range(40)).encode()
    export = tmp_path / "0001.jsonl.gz"
    good = gzip.compress(lines, mtime=0)
    (tmp_path / "plain").write_bytes(lines)
    written = manifests.digest_of_file(tmp_path / "plain").model_copy(update={"name": export.name})

    export.write_bytes(good)
    manifests.require_whole(tmp_path, whole(written))
    # Behind the header, whose time and system make no difference.
    for place in range(10, len(good)):
        for damaged in (
            good[:place],
            good[:place] + bytes([good[place] ^ 0xFF]) + good[place + 1 :],
        ):
            export.write_bytes(damaged)
            with pytest.raises(InvalidArgument, match="damaged"):
                manifests.require_whole(tmp_path, whole(written))


@pytest.mark.parametrize("name", ["neo4j.dump", ".."])
def test_a_dump_that_is_not_there_is_said_to_be_missing(tmp_path, name):
    file = File(name=name, bytes=1, sha256="0" * 64)
    missing = GOOD.model_copy(update={"ended_at": GOOD.began_at, "dump": file})

    with pytest.raises(InvalidArgument, match="missing"):
        manifests.require_whole(tmp_path, missing)
