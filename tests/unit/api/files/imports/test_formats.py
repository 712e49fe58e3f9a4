"""Exports of other programs: what of them are messages, and what is left out and why."""

from __future__ import annotations

import json
import mailbox
import zipfile
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta, timezone
from email.message import EmailMessage
from zoneinfo import ZoneInfo

import pytest

from api.files.imports.formats import READERS, read_export
from api.files.imports.items import DateOrder, ImportOptions
from graph.errors import BadCharacters, DoxaError, Incorrect, InvalidArgument, NotFound
from graph.vocabulary import SourceKind

# Any text is a document, and what cannot be read is left out.
DOCUMENTS = ("html", "markdown", "pdf")
HAS_MESSAGES = {"chatgpt": "mapping", "claude": "chat_messages"}
BERLIN = ImportOptions(zone=ZoneInfo("Europe/Berlin"))


def written(folder, name, content):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    text = content if isinstance(content, str) else json.dumps(content)
    path.write_text(text, encoding="utf-8")
    return path


def told(imported):
    return [
        (one.message.speaker, one.message.text, one.message.occurred_at.isoformat())
        for one in imported.messages
    ]


def node(key, parent, text, at, role="user", **more):
    content = {"content_type": "text", "parts": [text]} | more
    author = {"role": role}
    return {
        "id": key,
        "parent": parent,
        "children": [],
        "message": {"id": f"m-{key}", "author": author, "create_time": at, "content": content},
    }


CHATGPT = [
    {
        "title": "Moving  house",
        "conversation_id": "c1",
        "current_node": "e",
        "mapping": {
            "root": {"id": "root", "parent": None, "message": None, "children": ["s"]},
            "s": node("s", "root", "Be kind.", None, "system"),
            "a": node("a", "s", "I live in Oslo.", 1714550400.5),
            "b": node("b", "s", "I live in Rome.", 1714550500.0),
            "c": node("c", "b", "Rome is warm.", 1714550501.0, "assistant"),
            "d": node("d", "c", "print(1)", 1714550502.0, "assistant", content_type="code"),
            "e": node("e", "d", "", 1714550503.0, parts=[{"asset": 1}, "Thanks.", "Bye."]),
        },
    }
]


def test_of_a_chatgpt_conversation_the_branch_that_was_left_is_said(tmp_path):
    imported = read_export(
        "chatgpt", written(tmp_path, "conversations.json", CHATGPT), ImportOptions(speaker="Mike")
    )

    assert told(imported) == [
        ("Mike", "I live in Rome.", "2024-05-01T08:01:40+00:00"),
        ("ChatGPT", "Rome is warm.", "2024-05-01T08:01:41+00:00"),
        ("Mike", "Thanks.\nBye.", "2024-05-01T08:01:43+00:00"),
    ]
    kinds = [one.message.source_kind for one in imported.messages]
    assert kinds == [SourceKind.USER, SourceKind.ASSISTANT, SourceKind.USER]
    assert {(one.session, one.topic) for one in imported.messages} == {("c1", "Moving house")}
    assert imported.left_out == {
        "another branch took its place": 1,
        "what a system author adds": 1,
        "content of the type code": 1,
    }


def test_a_message_without_a_time_is_never_dated_today(tmp_path):
    conversation = CHATGPT[0] | {"current_node": "b"}
    conversation["mapping"] = CHATGPT[0]["mapping"] | {"b": node("b", "s", "I live in Rome.", None)}
    imported = read_export(
        "chatgpt", written(tmp_path, "conversations.json", [conversation]), ImportOptions()
    )

    assert told(imported) == []
    assert imported.left_out["a message without a time"] == 1


def test_of_a_claude_export_the_texts_of_both_sides_are_said(tmp_path):
    messages = [
        {
            "uuid": "1",
            "sender": "human",
            "text": "",
            "content": [{"type": "text", "text": "I work at Acme."}, {"type": "tool_use"}],
            "created_at": "2025-03-01T09:00:00.000000Z",
        },
        {
            "uuid": "2",
            "sender": "assistant",
            "text": "Good to know.",
            "created_at": "2025-03-01T09:00:05Z",
        },
        {"uuid": "3", "sender": "human", "text": " ", "created_at": "2025-03-01T09:01:00Z"},
    ]
    export = [{"uuid": "c", "name": "Work", "chat_messages": messages}]
    archive = tmp_path / "export.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("data/conversations.json", json.dumps(export))
        file.writestr("users.json", "[]")
    imported = read_export("claude", archive, ImportOptions())

    assert told(imported) == [
        (None, "I work at Acme.", "2025-03-01T09:00:00+00:00"),
        ("Claude", "Good to know.", "2025-03-01T09:00:05+00:00"),
    ]
    assert imported.left_out == {"a message without text": 1}


def test_a_slack_export_has_names_threads_and_no_programs(tmp_path):
    users = [
        {"id": "U1", "name": "ana", "real_name": "Ana Silva"},
        {"id": "U2", "name": "bo", "profile": {"display_name": "Bo"}},
    ]
    day = [
        {
            "type": "message",
            "user": "U1",
            "text": "<@U2> I live in Porto &amp; love it, see <#C9|home> <https://a.org|this>",
            "ts": "1714550400.000200",
        },
        {"type": "message", "user": "U2", "text": "Me too", "ts": "1714550400.000100"},
        {
            "type": "message",
            "user": "U2",
            "text": "still?",
            "ts": "1714636800.000100",
            "thread_ts": "1714550400.000200",
        },
        {
            "type": "message",
            "subtype": "channel_join",
            "user": "U2",
            "text": "x",
            "ts": "1714550401.0",
        },
        {"type": "message", "bot_id": "B", "text": "built", "ts": "1714550402.0"},
    ]
    written(tmp_path, "users.json", users)
    written(tmp_path, "general/2024-05-01.json", day)
    imported = read_export("slack", tmp_path, ImportOptions())

    assert told(imported) == [
        ("Bo", "Me too", "2024-05-01T08:00:00.000100+00:00"),
        (
            "Ana Silva",
            "Bo I live in Porto & love it, see #home this",
            "2024-05-01T08:00:00.000200+00:00",
        ),
        ("Bo", "still?", "2024-05-02T08:00:00.000100+00:00"),
    ]
    assert [one.session for one in imported.messages] == [
        "general:2024-05-01",
        "general:2024-05-01",
        "general:1714550400.000200",
    ]
    assert sum(imported.left_out.values()) == 2


CHAT = """[07.03.26, 21:22:40] \u200eMessages and calls are end-to-end encrypted.
[07.03.26, 21:22:41] Chris: I live in Berlin.
And this too:
01.01.24, 10:00 - dentist
[13.03.26, 09:00:00] Anna: \u200eimage omitted
[13.03.26, 09:01:00] Anna: I moved to Porto. \u200e<This message was edited>
"""


def test_a_whatsapp_chat_is_read_in_its_zone_with_what_belongs_to_a_message(tmp_path):
    imported = read_export("whatsapp", written(tmp_path, "Chat with Anna.txt", CHAT), BERLIN)

    assert told(imported) == [
        (
            "Chris",
            "I live in Berlin.\nAnd this too:\n01.01.24, 10:00 - dentist",
            "2026-03-07T21:22:41+01:00",
        ),
        ("Anna", "I moved to Porto.", "2026-03-13T09:01:00+01:00"),
    ]
    assert imported.left_out == {
        "a note of the program": 1,
        "a picture, a deleted message or the like": 1,
    }
    again = read_export("whatsapp", tmp_path / "Chat with Anna.txt", BERLIN)
    assert [one.message.id for one in again.messages] == [
        one.message.id for one in imported.messages
    ]


def test_the_hour_that_comes_twice_in_autumn_is_told_by_the_order_of_the_file(tmp_path):
    chat = "\n".join(
        f"25/10/2026, {at} - Ana: {number}"
        for number, at in enumerate(("02:10", "02:50", "02:05", "02:40", "03:10"))
    )
    imported = read_export("whatsapp", written(tmp_path, "chat.txt", chat), BERLIN)

    assert [one.message.text for one in imported.messages] == ["0", "1", "2", "3", "4"]
    offsets = [one.message.occurred_at.utcoffset() for one in imported.messages]
    assert offsets == [timedelta(hours=2)] * 2 + [timedelta(hours=1)] * 3


def test_an_american_chat_has_halves_of_the_day(tmp_path):
    chat = "3/14/26, 9:05\u202fPM - Ana: pie\n3/15/26, 12:01\u202fAM - Ana: late"
    zone = ImportOptions(zone=timezone(timedelta(hours=-5)))
    imported = read_export("whatsapp", written(tmp_path, "chat.txt", chat), zone)

    assert [when for _, _, when in told(imported)] == [
        "2026-03-14T21:05:00-05:00",
        "2026-03-15T00:01:00-05:00",
    ]


@pytest.mark.parametrize(
    ("given", "field"),
    [(ImportOptions(), "--time-zone"), (BERLIN, "--date-order")],
)
def test_what_a_chat_does_not_tell_is_asked_for_and_never_guessed(tmp_path, given, field):
    path = written(tmp_path, "chat.txt", "[07.03.26, 21:22:41] Chris: hi\n")
    with pytest.raises(InvalidArgument) as refused:
        read_export("whatsapp", path, given)

    assert refused.value.field == field
    order = ImportOptions(zone=BERLIN.zone, order=DateOrder.MDY)
    assert told(read_export("whatsapp", path, order))[0][2] == "2026-07-03T21:22:41+02:00"


def mail(sender, text, **headers):
    message = EmailMessage()
    message["From"] = sender
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return message


def test_a_mailbox_has_threads_and_no_mails_of_programs(tmp_path):
    box = mailbox.mbox(tmp_path / "mail.mbox")
    when = "Fri, 01 May 2026 10:00:00 +0200"
    for message in (
        mail(
            "Ana Silva <ana@x.org>",
            "I moved to Porto.",
            Message_ID="<1@x>",
            Date=when,
            Subject="News",
        ),
        mail(
            "bo@x.org",
            "Nice!\n\n> I moved to Porto.",
            Message_ID="<2@x>",
            Date="Fri, 01 May 2026 11:00:00 +0200",
            Subject="Re: News",
            References="<1@x>",
        ),
        mail("n@x.org", "Sale", Message_ID="<3@x>", Date=when, List_Unsubscribe="<u@x>"),
        mail("c@x.org", "No id", Date=when),
        mail("d@x.org", "No time", Message_ID="<4@x>"),
    ):
        box.add(message)
    box.close()
    imported = read_export("email", tmp_path / "mail.mbox", ImportOptions())

    assert told(imported) == [
        ("Ana Silva", "I moved to Porto.", "2026-05-01T10:00:00+02:00"),
        ("bo@x.org", "Nice!\n\n> I moved to Porto.", "2026-05-01T11:00:00+02:00"),
    ]
    assert {(one.session, one.topic) for one in imported.messages} == {("mail:<1@x>", "News")}
    assert sum(imported.left_out.values()) == 3


@pytest.fixture
def given(tmp_path):
    """All that an export may not tell."""
    layout = written(tmp_path, "map.toml", 'rows = "facts"\ncolumns = { entity = "Name" }')
    return ImportOptions(zone=BERLIN.zone, layout=layout)


@pytest.mark.parametrize("name", sorted(READERS))
@pytest.mark.parametrize(
    "content", ["", "{}", "[]", '{"mapping": 3}', '[{"chat_messages": 3}]', "no export", "[[[["]
)
def test_what_is_no_export_is_refused_by_name(tmp_path, given, name, content):
    path = written(tmp_path, "conversations.json", content)
    given = replace(given, layout=given.layout if name == "csv" else None)
    if HAS_MESSAGES.get(name, "-") in content:
        assert read_export(name, path, given).messages == []
        return
    if name in DOCUMENTS:
        imported = read_export(name, path, given)
        assert bool(imported.messages) != bool(imported.left_out)
        return
    with pytest.raises(Incorrect) as refused:
        read_export(name, path, given)

    assert refused.value.field == ("--map" if name == "csv" and content else "PATH")
    assert refused.value.hint


@pytest.mark.parametrize("name", sorted(READERS))
def test_a_path_that_leads_nowhere_is_not_found(tmp_path, given, name):
    given = replace(given, layout=given.layout if name == "csv" else None)
    with pytest.raises(NotFound):
        read_export(name, tmp_path / "absent", given)


def test_an_unknown_format_is_refused_with_those_there_are(tmp_path):
    with pytest.raises(InvalidArgument) as refused:
        read_export("icq", tmp_path, ImportOptions())
    assert "whatsapp" in refused.value.hint


def test_a_chat_that_is_no_utf8_is_refused(tmp_path):
    path = tmp_path / "chat.txt"
    path.write_bytes("[07.03.26, 21:22:41] Chris: é".encode("utf-16"))
    with pytest.raises(BadCharacters):
        read_export("whatsapp", path, BERLIN)


def test_a_bad_message_costs_no_neighbour(tmp_path):
    nodes = {
        "a": node("a", None, "I live in \x00Oslo.", 1714550400.0),
        "b": node("b", "a", "I live in Rome.", 1714550500.0),
    }
    export = [{"conversation_id": "c", "current_node": "b", "mapping": nodes}]
    imported = read_export(
        "chatgpt", written(tmp_path, "conversations.json", export), ImportOptions()
    )

    (refused,) = (one for one in imported.lines if one not in imported.messages)
    assert (refused.code, "c, a" in refused.message) == ("BAD_CHARACTERS", True)
    assert [one.message.text for one in imported.messages] == ["I live in Rome."]


JUNK = (None, [], {}, "", "x", "\x00", -1, float("nan"), float("inf"), 1e20, True, [[]], {"a": []})
SLACK_DAY = [
    {
        "type": "message",
        "subtype": None,
        "user": "U1",
        "text": "<@U1> hi",
        "ts": "1714550400.000200",
        "thread_ts": "1714550400.000200",
    }
]
CLAUDE = [
    {
        "uuid": "c",
        "name": "n",
        "chat_messages": [
            {
                "uuid": "1",
                "sender": "human",
                "text": "",
                "content": [{"type": "text", "text": "hi"}],
                "created_at": "2025-03-01T09:00:00Z",
            }
        ],
    }
]


def mutations(document):
    """The document with each of its values put by something else."""
    yield from JUNK
    if isinstance(document, dict):
        for key, value in document.items():
            yield from (document | {key: other} for other in mutations(value))
    elif isinstance(document, list):
        for at, value in enumerate(document):
            yield from ([*document[:at], other, *document[at + 1 :]] for other in mutations(value))


@pytest.mark.parametrize(
    ("name", "file", "document"),
    [
        ("chatgpt", "conversations.json", CHATGPT),
        ("claude", "conversations.json", CLAUDE),
        ("slack", "general/2024-05-01.json", SLACK_DAY),
    ],
)
def test_no_value_of_another_form_breaks_a_reader(tmp_path, name, file, document):
    path = written(tmp_path, file, document)
    at = tmp_path if name == "slack" else path
    for other in mutations(document):
        path.write_text(json.dumps(other), encoding="utf-8")
        with suppress(DoxaError):
            read_export(name, at, ImportOptions())


BROKEN_MAILS = (
    "Message-ID: <>",
    "Message-ID: <@x>",
    "Message-ID: <[fe80::1]@x>",
    'From: "',
    "From: a@[",
    "Date: Fri, 01 May 2026 99999999999:00:00 +0200",
    "Content-Type: text/plain; charset=\x00",
    "Content-Type: multipart/mixed; boundary=",
)


@pytest.mark.parametrize("header", BROKEN_MAILS)
def test_a_broken_mail_costs_no_neighbour(tmp_path, header):
    good = "From: a@x.org\nMessage-ID: <1@x>\nDate: Fri, 01 May 2026 10:00:00 +0200\n\nHi there.\n"
    start = "From a@x.org Fri May  1 10:00:00 2026\n"
    path = written(tmp_path, "mail.mbox", f"{start}{header}\n{good}\n{start}{good}")
    imported = read_export("email", path, ImportOptions())

    assert "Hi there." in [one.message.text for one in imported.messages]
    assert len(imported.lines) + sum(imported.left_out.values()) == 2


def test_what_a_model_says_to_its_tools_is_left_out_and_what_was_spoken_is_not(tmp_path):
    spoken = {"content_type": "audio_transcription", "text": "I live in Rome."}
    nodes = {
        "a": node("a", None, "", 1714550400.0, content_type="multimodal_text", parts=[spoken]),
        "b": node("b", "a", "search", 1714550401.0, "assistant"),
        "c": node("c", "b", "thinking", 1714550402.0, "assistant"),
    }
    nodes["b"]["message"]["recipient"] = "browser"
    nodes["c"]["message"]["channel"] = "analysis"
    export = [{"conversation_id": "c", "current_node": "c", "mapping": nodes}]
    imported = read_export(
        "chatgpt", written(tmp_path, "conversations-000.json", export), ImportOptions()
    )

    assert [one.message.text for one in imported.messages] == ["I live in Rome."]
    assert imported.left_out == {"what a model says to its tools, or to itself": 2}


def test_a_line_that_is_pasted_into_a_chat_dates_nothing(tmp_path):
    chat = (
        "5/6/24, 21:15 - Ann: see\n2024-05-06 10:00 - log line\n25/12/2023 10:00 - fly\n"
        "5/17/24, 21:15 - Ann: hi\n"
    )
    imported = read_export("whatsapp", written(tmp_path, "chat.txt", chat), BERLIN)

    assert told(imported) == [
        (
            "Ann",
            "see\n2024-05-06 10:00 - log line\n25/12/2023 10:00 - fly",
            "2024-05-06T21:15:00+02:00",
        ),
        ("Ann", "hi", "2024-05-17T21:15:00+02:00"),
    ]


def test_a_date_that_there_is_not_joins_nobodys_words(tmp_path):
    chat = "05/05/24, 10:00 - Ann: hi there\n13/05/24, 10:00 - Bob: I live in Rome\n"
    given = ImportOptions(zone=BERLIN.zone, order=DateOrder.MDY)
    imported = read_export("whatsapp", written(tmp_path, "chat.txt", chat), given)

    assert [(speaker, text) for speaker, text, _ in told(imported)] == [("Ann", "hi there")]
    assert imported.left_out == {"a line with a date that there is not": 1}


@pytest.mark.parametrize(
    "line",
    [
        "Mike changed the group description: now I live in Rome",
        "Ann added Bob: the builder",
        "Ann: <Medien ausgeschlossen>",
        "Ann: ‎image omitted",
        "Ann: Diese Nachricht wurde gelöscht.",
        "Ann: Missed voice call",
        "Ann: ann.vcf (file attached)",
        "Bob left",
    ],
)
def test_what_the_program_notes_is_nobodys_words(tmp_path, line):
    chat = f"13/05/24, 10:00 - Ann: hi\n13/05/24, 10:05 - {line}\n13/05/24, 10:02 - Ann: bye\n"
    imported = read_export("whatsapp", written(tmp_path, "chat.txt", chat), BERLIN)

    assert [one.message.text for one in imported.messages] == ["hi", "bye"]
    assert sum(imported.left_out.values()) == 1


@pytest.mark.parametrize("text", ["I live in Oslo <3", "see <b>", "@‎Mike my phone broke"])
def test_marks_inside_of_words_take_nothing_from_them(tmp_path, text):
    chat = f"13/05/24, 10:00 - Ann: {text}\n"
    imported = read_export("whatsapp", written(tmp_path, "chat.txt", chat), BERLIN)

    assert [one.message.text for one in imported.messages] == [text]
