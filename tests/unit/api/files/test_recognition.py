"""What a file is, by its structure: exports and documents are no messages, and no records."""

import gzip
import io
import json
import zipfile

import pytest

from api.files.json_lines import Line, raw_lines, read
from api.files.load.record_lines import operation
from api.files.messages import message_line
from api.files.recognition import LOOKED_AT, refuse_unless_messages, refuse_unless_records
from graph.errors import InvalidArgument

SAID = {"text": "I live in Rome.", "occurred_at": "2024-05-01T09:00:00Z"}
RECORD = {"entity": "Ana", "attribute": "lives_in", "value": "Rome"}
DIALOGUE = [{"role": "user", "content": "I live in Rome."}, {"role": "assistant", "content": "Ok."}]
CHATGPT = {
    "title": "Home",
    "create_time": 1.5,
    "mapping": {"a": {"id": "a", "message": None, "parent": None, "children": []}},
    "current_node": "a",
}
CLAUDE = {"uuid": "u", "name": "Home", "chat_messages": [{"uuid": "v", "text": "I live in Rome."}]}
SLACK = {"type": "message", "user": "U1", "text": "I live in Rome.", "ts": "1700000000.000100"}
TELEGRAM = {
    "name": "Bo",
    "type": "personal_chat",
    "messages": [{"from": "Bo", "date": "2024-05-01"}],
}
WHATSAPP = (
    "[07.03.26, 21:22:40] Chris: I live in Berlin.\n[07.03.26, 21:23:01] Anna: Nice.\n",
    "07/03/2026, 21:22 - Messages are encrypted.\n07/03/2026, 21:22 - Chris: I live in Berlin.\n",
    "3/7/26, 9:22\u202fPM - Chris: Hi\n3/7/26, 9:23\u202fPM - Anna: I live in Oslo.\nand so on\n",
    "\u200e[2026-03-07, 21:22:40] Chris: \u200eimage omitted\n[2026-03-07, 21:23:40] Anna: Hi\n",
)
MBOX = (
    "From bo@example.com Sat Mar  7 21:22:40 2026\nFrom: Bo <bo@example.com>\n\nI live in Rome.\n"
)
MAIL = "Return-Path: <bo@example.com>\nFrom: Bo\nTo: Ana\nSubject: Home\n\nI live in Rome.\n"
VTT = "WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nI live in Rome.\n"
SRT = "1\n00:00:01,000 --> 00:00:04,000\nI live in Rome.\n"
CSV = "timestamp,speaker,text\n2024-05-01,Ana,I live in Rome.\n"
# What a person types or pipes in, and means as one message.
PLAIN = (
    "I live in Rome.",
    "[note to self] I live in Rome.",
    "[1] First footnote, see below.",
    "[Reply to Bob: I live in Rome] same here",
    '"I live in Rome", she said.',
    "Name: Ana\nCity: Rome\nPhone: 555",
    "From: Lisbon\nI flew to Rome.",
    "Dear all,\n\nFrom Monday 3 March on I live in Rome.\n",
    "Groceries, wine, bread\nI live in Rome.",
    "def f(x):\n    return [1]\n",
    "<3 I live in Rome",
    "At 21:22 - Chris called.",
    "07/03/2026, 21:22 - that was when Chris called me.",
    "- I live in Rome\n- I work at Acme\n",
    "null",
    "42",
)


def zipped(name):
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        archive.writestr(name, "[]")
    return raw.getvalue()


def lines(*records):
    return "\n".join(json.dumps(one) for one in records)


FOREIGN = [
    ("ChatGPT", json.dumps([CHATGPT])),
    ("ChatGPT", json.dumps([CHATGPT], indent=2)),
    ("ChatGPT", json.dumps([CHATGPT | {"filler": "x" * LOOKED_AT}] * 3)),
    ("ChatGPT", json.dumps(CHATGPT, indent=1)),
    ("ChatGPT", lines(CHATGPT, CHATGPT)),
    ("Claude", json.dumps([CLAUDE, CLAUDE])),
    ("Claude", "\ufeff" + json.dumps([CLAUDE], indent=4).replace("\n", "\r\n")),
    ("Slack", json.dumps([SLACK])),
    ("Slack", lines(SLACK, SLACK)),
    ("Telegram", json.dumps(TELEGRAM)),
    ("Messenger", json.dumps({"messages": [{"sender_name": "Bo", "timestamp_ms": 1}]}, indent=2)),
    ("Discord", json.dumps({"guild": {}, "messages": [{"author": {}, "timestamp": "x"}]})),
    ("Google Chat", json.dumps({"messages": [{"creator": {}, "created_date": "x"}]})),
    ("conversation with a model", json.dumps(DIALOGUE)),
    ("conversation with a model", json.dumps({"messages": DIALOGUE})),
    ("conversation with a model", lines({"messages": DIALOGUE}, {"messages": DIALOGUE})),
    ("mem0", json.dumps({"results": [{"memory": "x"}], "relations": []})),
    ("mem0", json.dumps([{"id": "m", "memory": "x", "created_at": "2024-05-01"}], indent=1)),
    ("Zep", json.dumps({"edges": [{"uuid": "e", "fact": "x"}], "nodes": []})),
    ("Zep", lines({"uuid": "e", "fact": "x", "source_node_uuid": "n"})),
    ("Letta", json.dumps({"agents": [{"messages": DIALOGUE}], "blocks": []}, indent=2)),
    ("Letta", json.dumps({"core_memory": [], "messages": DIALOGUE})),
    ("Letta", json.dumps([{"id": "passage-1", "archive_id": "a", "text": "x"}])),
    ("MCP memory", lines({"type": "entity", "name": "Ana", "entityType": "person"})),
    ("MCP memory", lines({"type": "relation", "from": "a", "to": "b", "relationType": "c"})),
    ("MCP memory", json.dumps({"entities": [], "relations": []})),
    ("Wikidata", json.dumps({"entities": {"Q1": {"id": "Q1", "claims": {}}}})),
    ("Wikidata", "[\n" + lines({"id": "Q1", "labels": {}, "claims": {}}) + "\n]"),
    ("GEDCOM", "0 HEAD\r\n1 GEDC\r\n2 VERS 5.5.1\r\n"),
    ("one JSON array", json.dumps([SAID, SAID])),
    ("one JSON array", json.dumps(["I live in Rome."])),
    ("one JSON array", "[]"),
    ("one JSON document", json.dumps(SAID, indent=2)),
    ("one JSON document", json.dumps({"a": 1}, indent=2)),
    ("one JSON document", json.dumps({"a": "x" * 2 * LOOKED_AT}, indent=2)),
    ("WhatsApp", WHATSAPP[0]),
    ("WhatsApp", WHATSAPP[1]),
    ("WhatsApp", WHATSAPP[2]),
    ("WhatsApp", WHATSAPP[3]),
    ("mailbox", MBOX),
    ("e-mail", MAIL),
    ("transcript", VTT),
    ("transcript", SRT),
    ("table", CSV),
    ("table", CSV.replace(",", ";")),
    ("web page", "<!DOCTYPE html><html><body>I live in Rome.</body></html>"),
    ("markup", '<?xml version="1.0"?><smses count="1"/>'),
    ("ZIP", zipped("conversations.json")),
    ("gzip", gzip.compress(b"[]")),
    ("PDF", b"%PDF-1.7 ..."),
    ("SQLite", b"SQLite format 3\x00..."),
    ("UTF-16", lines(SAID).encode("utf-16")),
    ("records, not messages", lines(RECORD, RECORD)),
    ("records, not messages", lines({"op": "define", "attribute": "x"}, RECORD)),
]


def start_of(given):
    return (given if isinstance(given, bytes) else given.encode())[:LOOKED_AT]


def test_what_is_no_json_lines_is_named_and_refused_with_what_to_do():
    for what, given in FOREIGN:
        for plain in (True, False):
            with pytest.raises(InvalidArgument, match=what) as refused:
                refuse_unless_messages(start_of(given), plain=plain)
            assert refused.value.hint
        if what != "records, not messages":
            with pytest.raises(InvalidArgument, match=what) as refused:
                refuse_unless_records(start_of(given))
            assert refused.value.hint


def test_plain_text_from_standard_input_is_one_message_and_of_a_file_is_none():
    for text in PLAIN:
        refuse_unless_messages(start_of(text), plain=True)
        with pytest.raises(InvalidArgument, match="plain text") as refused:
            refuse_unless_messages(start_of(text), plain=False)
        assert "doxa ingest -" in refused.value.hint


def test_json_lines_are_taken_with_whatever_is_wrong_in_some_of_them():
    files = (
        lines(SAID, SAID),
        "\ufeff" + lines(SAID),
        "\r\n\r\n" + lines(SAID, SAID).replace("\n", "\r\n\r\n"),
        "nonsense\n" + lines(SAID),
        lines(RECORD, SAID),
        lines(SLACK, SAID),
        '{"text": "cut off\n' + lines(SAID),
        '{"text": 17}',
        lines(*[SAID | {"text": "x" * 10_000}] * 20),
        "",
        "\n\n",
    )
    for file in files:
        for plain in (True, False):
            refuse_unless_messages(start_of(file), plain=plain)
    refuse_unless_records(start_of(lines(SAID, RECORD)))
    refuse_unless_records(start_of("nonsense\n" + lines(RECORD)))
    refuse_unless_records(start_of(lines({"op": "episode", "text": "I live in Rome."})))


def test_what_can_be_imported_names_the_command_that_does_it():
    names = {"mem0": "mem0", "Zep": "zep", "Letta": "letta", "MCP memory": "mcp-memory"}
    names |= {"Wikidata": "wikidata", "GEDCOM": "gedcom", "table": "csv"}
    for what, given in FOREIGN:
        if what not in names:
            continue
        for refuse in (
            refuse_unless_records,
            lambda start: refuse_unless_messages(start, plain=True),
        ):
            with pytest.raises(InvalidArgument) as refused:
                refuse(start_of(given))
            assert refused.value.hint.startswith(f"import it: doxa import {names[what]} ")


def test_messages_are_not_loaded_and_the_right_command_is_named():
    with pytest.raises(InvalidArgument) as refused:
        refuse_unless_records(start_of(lines(SAID, SAID)))
    assert "doxa ingest" in refused.value.hint
    with pytest.raises(InvalidArgument) as refused:
        refuse_unless_messages(start_of(lines(RECORD)), plain=False)
    assert "doxa load" in refused.value.hint


def test_a_key_of_another_format_is_told_with_the_one_that_is_meant():
    messages = {
        "content": "text",
        "body": "text",
        "txt": None,
        "timestamp": "occurred_at",
        "occuredAt": "occurred_at",
        "role": "source_kind",
        "author": "speaker",
        "Speaker": "speaker",
        "conversation_id": "session",
        "sesion": "session",
        "colour": None,
    }
    for key, meant in messages.items():
        (found,) = read(raw_lines(io.BytesIO(lines(SAID | {key: "x"}).encode())), message_line)
        assert (f"did you mean {meant!r}?" in found.hint) == (meant is not None), found
        assert "keys: id, occurred_at" in found.hint
    (found,) = read(raw_lines(io.BytesIO(b'{"content": "x"}')), message_line)
    assert "'content'" in found.hint
    for key, meant in {
        "validFrom": "valid_from",
        "predicate": "attribute",
        "end": "valid_to",
    }.items():
        with pytest.raises(InvalidArgument) as refused:
            operation(Line(1, "", RECORD | {key: "2020"}))
        assert f"did you mean {meant!r}?" in refused.value.hint
