"""``doxa reembed``, as a process of its own: killed, run again, and sent to another model."""

from __future__ import annotations

import json
import signal

import pytest

from tests.support.command_line import CommandLine
from tests.support.tiny_onnx_model import tiny_model

MEMORIES = 2_000
COUNTS = """
CYPHER 25
MATCH (memory:Memory)
RETURN count(memory.vector_a) AS a, count(memory.vector_b) AS b, count(memory) AS memories
"""
MORE = {"entity": "Ana", "attribute": "motto", "value": "Onward"}


@pytest.fixture
def counts(emptied):
    return lambda: dict(emptied.execute_query(COUNTS, database_="neo4j").records[0])


@pytest.fixture
def doxa(tmp_path, own_server, counts):
    return CommandLine(tmp_path, own_server)


def loaded(doxa, many, *options):
    records = [
        {"entity": f"Person {n}", "attribute": "lives_in", "value": f"Town {n % 97}"}
        | {"valid_from": "2020", "said_at": "2024-05-01T00:00:00Z"}
        for n in range(many)
    ]
    return doxa.json("load", doxa.file("people.jsonl", records), *options)


def whole(doxa):
    """What a run to the end prints."""
    ended = doxa("reembed", "--json", tenant=False)

    assert ended.code == 0, ended.err
    return ended.document


@pytest.mark.long
def test_a_load_ends_by_making_vectors(doxa, tmp_path, counts):
    doxa.extra["DOXA_EMBEDDING_MODEL"] = str(tiny_model(tmp_path / "tiny"))

    assert loaded(doxa, 70)["embedded"] == 70
    assert counts() == {"a": 70, "b": 0, "memories": 70}
    more = doxa.json("load", doxa.file("more.jsonl", [MORE]))
    assert (more["lines"], more["embedded"]) == (1, 1)
    vectors = doxa.json("stats")["vectors"]
    assert (vectors["memories"], vectors["pending"]) == (71, 0)


@pytest.mark.long
def test_messages_that_are_read_end_with_vectors_too(doxa, tmp_path, counts):
    doxa.extra["DOXA_EMBEDDING_MODEL"] = str(tiny_model(tmp_path / "tiny"))
    read = doxa.json("ingest", "-", text="I live in Lisbon.")

    assert read["embedded"] == counts()["memories"] >= 1
    assert doxa.json("ingest", "-", "--no-wait", text="I work at Acme.")["embedded"] is None


@pytest.mark.long
def test_vectors_of_another_model_do_not_cost_a_load_anything(doxa, tmp_path, counts):
    doxa.extra["DOXA_EMBEDDING_MODEL"] = str(tiny_model(tmp_path / "one"))
    loaded(doxa, 5)
    doxa.extra["DOXA_EMBEDDING_MODEL"] = str(tiny_model(tmp_path / "two", dimension=5, seed=2))
    ended = doxa("load", doxa.file("more.jsonl", [MORE]), "--json")

    assert (ended.code, ended.document["embedded"]) == (0, None)
    assert "no vectors were made" in ended.err
    assert counts() == {"a": 5, "b": 0, "memories": 6}


@pytest.mark.long
def test_what_was_loaded_gets_its_vectors_behind_the_load(doxa, tmp_path, counts):
    doxa.extra["DOXA_EMBEDDING_MODEL"] = str(tiny_model(tmp_path / "tiny"))
    assert loaded(doxa, 50, "--no-embed")["embedded"] is None
    assert counts() == {"a": 0, "b": 0, "memories": 50}
    assert doxa.json("stats")["vectors"] is None
    done = whole(doxa)

    assert done["model"].startswith("tiny@")
    assert (done["dimension"], done["formerModel"]) == (8, None)
    assert (done["embedded"], done["memories"]) == (50, 50)
    assert counts() == {"a": 50, "b": 0, "memories": 50}
    assert "0 of 50 memories embedded" in doxa("reembed", tenant=False).out
    held = {"model": done["model"], "memories": 50, "pending": 0}
    assert doxa.json("stats")["vectors"] == held


@pytest.mark.long
def test_a_killed_change_of_model_goes_on_and_ends_as_if_it_had_not_been(doxa, tmp_path, counts):
    doxa.extra["DOXA_EMBEDDING_MODEL"] = str(tiny_model(tmp_path / "one"))
    loaded(doxa, MEMORIES, "--no-embed")
    whole(doxa)
    doxa.extra["DOXA_EMBEDDING_MODEL"] = str(tiny_model(tmp_path / "two", dimension=5, seed=2))
    with doxa.started("reembed", tenant=False) as running:
        while not counts()["b"]:
            assert running.poll() is None
        running.send_signal(signal.SIGKILL)
    cut_off = counts()
    assert cut_off["a"] == MEMORIES
    assert 0 < cut_off["b"] < MEMORIES
    done = whole(doxa)

    assert done["formerModel"].startswith("one@")
    assert 0 < done["embedded"] <= MEMORIES - cut_off["b"] + 64
    assert counts() == {"a": 0, "b": MEMORIES, "memories": MEMORIES}


def test_without_a_model_there_is_nothing_to_embed_with(doxa):
    ended = doxa("reembed", "--json", tenant=False)

    assert (ended.code, json.loads(ended.err)["field"]) == (2, "DOXA_EMBEDDING_MODEL")


@pytest.mark.long
def test_a_folder_that_is_no_model_is_refused(doxa, tmp_path):
    doxa.extra["DOXA_EMBEDDING_MODEL"] = str(tmp_path)
    ended = doxa("reembed", "--json", tenant=False)

    assert (ended.code, json.loads(ended.err)["code"]) == (2, "INVALID_ARGUMENT")
    assert "holds no model" in ended.err
