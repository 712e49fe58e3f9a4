"""Conversations and facts that another program has exported, at the command line."""

from __future__ import annotations

import json


def exported(doxa, *messages):
    """A Claude export of one conversation: who says what, a second apart."""
    told = [
        {
            "uuid": f"u{number}",
            "sender": sender,
            "text": text,
            "created_at": f"2025-03-01T09:00:{number:02}Z",
        }
        for number, (sender, text) in enumerate(messages)
    ]
    conversation = {"uuid": "c1", "name": "Home", "chat_messages": told}
    path = doxa.folder / "conversations.json"
    path.write_text(json.dumps([conversation]), encoding="utf-8")
    return str(path)


def test_what_somebody_said_elsewhere_is_believed_once_and_what_a_model_said_is_not(doxa):
    path = exported(
        doxa, ("human", "I live in Lisbon."), ("assistant", "I live in the cloud."), ("human", " ")
    )
    dry = doxa.json("import", "claude", path, "--speaker", "Mike", "--dry-run")
    first = doxa.json("import", "claude", path, "--speaker", "Mike", "--no-embed")
    again = doxa.json("import", "claude", path, "--speaker", "Mike", "--no-embed")

    assert (dry["messages"], dry["sessions"], dry["leftOut"]) == (
        2,
        1,
        {"a message without text": 1},
    )
    assert (first["messages"], first["claims"]) == (2, 1)
    assert again["known"] == 2
    (belief,) = doxa.json("beliefs", "Mike")["beliefs"]
    assert (belief["attribute"], belief["target"]["name"]) == ("lives_in", "Lisbon")
    (memory,) = belief["memories"]
    assert memory["saidAt"] == "2025-03-01T09:00:00Z"


def test_what_is_left_out_is_told_and_an_export_without_messages_is_refused(doxa):
    path = exported(doxa, ("human", " "))
    refused = doxa("import", "claude", path)

    assert refused.code == 2
    assert "EMPTY" in refused.err
    assert "a message without text: 1" in refused.err
    named = doxa("ingest", exported(doxa, ("human", "I live in Lisbon.")))
    assert "doxa import claude" in named.err


def written(doxa, name, content):
    path = doxa.folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return str(path)


EDGE = {
    "uuid": "e1",
    "name": "WORKS_AT",
    "fact": "Ann works at Acme",
    "source_node_uuid": "n1",
    "target_node_uuid": "n2",
    "created_at": "2024-05-01T09:00:00Z",
    "valid_at": "2018-03-01T00:00:00Z",
}
ENDED = {"invalid_at": "2020-02-01T00:00:00Z", "expired_at": "2025-06-01T09:00:00Z"}
NODES = [{"uuid": "n1", "name": "Ann", "labels": ["Person"]}, {"uuid": "n2", "name": "Acme"}]


def test_facts_are_loaded_once_and_an_end_that_came_later_is_added(doxa):
    path = written(doxa, "graph.json", {"edges": [EDGE], "nodes": NODES})
    dry = doxa.json("import", "zep", path, "--dry-run")
    first = doxa.json("import", "zep", path, "--no-embed")
    again = doxa.json("import", "zep", path, "--no-embed")

    assert (dry["facts"], dry["entities"], dry["attributes"]) == (1, 1, {"works_at": 1})
    assert (first["lines"], first["outcomes"]) == (1, {"STORED": 1})
    assert again["outcomes"] == {"KNOWN": 1}

    later = written(doxa, "graph.json", {"edges": [EDGE | ENDED], "nodes": NODES})
    ended = doxa.json("import", "zep", later, "--no-embed")
    assert sorted(ended["outcomes"]) == ["KNOWN", "STORED"]
    (version,) = doxa.json("timeline", "Ann")["beliefs"]
    assert (version["validFrom"], version["validTo"]) == (EDGE["valid_at"], ENDED["invalid_at"])


def test_what_of_facts_is_refused_is_named_by_its_place_and_its_neighbours_are_loaded(doxa):
    rows = [EDGE | {"uuid": "e0", "valid_at": "soon"}, EDGE, EDGE | {"uuid": "e2", "invalid_at": 3}]
    path = written(doxa, "graph.json", {"edges": rows, "nodes": NODES})
    refused = doxa.json("import", "zep", path, "--no-embed", code=3)

    assert sum(refused["outcomes"].values()) == 2
    assert ["graph.json, edges 1" in one["message"] for one in refused["refused"]] == [True, False]
    assert {one["code"] for one in refused["refused"]} == {"OUT_OF_RANGE", "INVALID_ARGUMENT"}
    named = doxa("load", path)
    assert "doxa import zep" in named.err


def test_an_export_of_messages_and_facts_brings_both(doxa):
    memory = {
        "id": "m1",
        "memory": "I live in Lisbon.",
        "user_id": "Mike",
        "created_at": "2025-03-01T09:00:00Z",
    }
    relation = {"source": "Mike", "relationship": "works_at", "target": "Acme"}
    path = written(doxa, "memories.json", {"results": [memory], "relations": [relation]})
    done = doxa.json("import", "mem0", path, "--no-embed")

    assert (done["messages"], done["claims"]) == (1, 1)
    assert done["facts"]["outcomes"] == {"STORED": 1}
    beliefs = doxa.json("beliefs", "Mike")["beliefs"]
    assert {one["attribute"] for one in beliefs} == {"lives_in", "works_at"}
    kept = doxa("import", "mem0", path, "--visibility", "user:mike")
    assert (kept.code, "--visibility" in kept.err) == (2, True)


def test_what_a_document_says_waits_for_a_person_with_the_place_where_it_stands(doxa):
    text = "---\nauthor: Mike\ndate: 2024-05-01T08:00:00Z\n---\n# Home\n\nI live in Lisbon.\n"
    path = written(doxa, "notes.md", text)
    dry = doxa.json("import", "markdown", path, "--dry-run")
    first = doxa.json("import", "markdown", path, "--no-embed")
    again = doxa.json("import", "markdown", path, "--no-embed")

    assert (dry["messages"], dry["leftOut"], dry["notes"]) == (1, {}, {})
    assert (first["messages"], first["outcomes"]) == (1, {"QUARANTINED": 1})
    assert again["known"] == 1
    (waits,) = doxa.json("review", "list")["reviewQueue"]
    assert (waits["sourceKind"], waits["speaker"]) == ("DOCUMENT", "Mike")
    undated = written(doxa, "later.md", "I live in Porto.")
    assert "later.md" in doxa("import", "markdown", undated, "--dry-run").err
    empty = doxa("import", "markdown", written(doxa, "empty.md", ""))
    assert (empty.code, "a document without text: 1" in empty.err) == (2, True)


def test_with_review_messages_and_facts_wait_for_a_person_and_nothing_is_believed(doxa):
    memory = {
        "id": "m1",
        "memory": "I live in Lisbon.",
        "user_id": "Mike",
        "created_at": "2025-03-01T09:00:00Z",
    }
    relation = {"source": "Mike", "relationship": "works_at", "target": "Acme"}
    path = written(doxa, "memories.json", {"results": [memory], "relations": [relation]})
    done = doxa.json("import", "mem0", path, "--no-embed", "--review")

    assert done["outcomes"] == {"REVIEW": 1}
    assert done["facts"]["outcomes"] == {"REVIEW": 1}
    waiting = {one["attribute"]: one for one in doxa.json("review", "list")["reviewQueue"]}
    assert set(waiting) == {"lives_in", "works_at"}
    assert {one["waits"]["gate"] for one in waiting.values()} == {"review"}
    assert doxa("beliefs", "Mike").code == 2

    doxa.json("review", "approve", *(one["id"] for one in waiting.values()), "--reason", "so it is")
    beliefs = doxa.json("beliefs", "Mike")["beliefs"]
    assert {one["attribute"] for one in beliefs} == {"lives_in", "works_at"}


def test_what_was_imported_for_review_waits_whoever_imports_it_again(doxa):
    path = exported(doxa, ("human", "I live in Lisbon."))
    doxa.json("import", "claude", path, "--speaker", "Mike", "--no-embed", "--review", "--no-wait")
    again = doxa.json("import", "claude", path, "--speaker", "Mike", "--no-embed")

    assert again["outcomes"] == {"REVIEW": 1}
