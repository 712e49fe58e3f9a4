"""Conversations that another program has exported, at the command line."""

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
