"""Exports of other programs: what of them are messages, and what is left out and why."""

from __future__ import annotations

import json
import mailbox
import zipfile
from datetime import timedelta, timezone
from email.message import EmailMessage
from zoneinfo import ZoneInfo

import pytest

from api.files.imports.formats import READERS, read_export
from api.files.imports.items import DateOrder, Given
from graph.errors import BadCharacters, Incorrect, InvalidArgument, NotFound
from graph.vocabulary import SourceKind

HAS_MESSAGES = {"chatgpt": "mapping", "claude": "chat_messages"}
BERLIN = Given(zone=ZoneInfo("Europe/Berlin"))


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
        "chatgpt", written(tmp_path, "conversations.json", CHATGPT), Given(speaker="Mike")
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
        "chatgpt", written(tmp_path, "conversations.json", [conversation]), Given()
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
    imported = read_export("claude", archive, Given())

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
    imported = read_export("slack", tmp_path, Given())

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
    zone = Given(zone=timezone(timedelta(hours=-5)))
    imported = read_export("whatsapp", written(tmp_path, "chat.txt", chat), zone)

    assert [when for _, _, when in told(imported)] == [
        "2026-03-14T21:05:00-05:00",
        "2026-03-15T00:01:00-05:00",
    ]


@pytest.mark.parametrize(
    ("given", "field"),
    [(Given(), "--time-zone"), (BERLIN, "--date-order")],
)
def test_what_a_chat_does_not_tell_is_asked_for_and_never_guessed(tmp_path, given, field):
    path = written(tmp_path, "chat.txt", "[07.03.26, 21:22:41] Chris: hi\n")
    with pytest.raises(InvalidArgument) as refused:
        read_export("whatsapp", path, given)

    assert refused.value.field == field
    order = Given(zone=BERLIN.zone, order=DateOrder.MDY)
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
    imported = read_export("email", tmp_path / "mail.mbox", Given())

    assert told(imported) == [
        ("Ana Silva", "I moved to Porto.", "2026-05-01T10:00:00+02:00"),
        ("bo@x.org", "Nice!\n\n> I moved to Porto.", "2026-05-01T11:00:00+02:00"),
    ]
    assert {(one.session, one.topic) for one in imported.messages} == {("mail:<1@x>", "News")}
    assert sum(imported.left_out.values()) == 3


@pytest.mark.parametrize("name", sorted(READERS))
@pytest.mark.parametrize(
    "content", ["", "{}", "[]", '{"mapping": 3}', '[{"chat_messages": 3}]', "no export", "[[[["]
)
def test_what_is_no_export_is_refused_by_name(tmp_path, name, content):
    path = written(tmp_path, "conversations.json", content)
    if HAS_MESSAGES.get(name, "-") in content:
        assert read_export(name, path, BERLIN).messages == []
        return
    with pytest.raises(Incorrect) as refused:
        read_export(name, path, BERLIN)

    assert refused.value.field == "PATH"
    assert refused.value.hint


@pytest.mark.parametrize("name", sorted(READERS))
def test_a_path_that_leads_nowhere_is_not_found(tmp_path, name):
    with pytest.raises(NotFound):
        read_export(name, tmp_path / "absent", BERLIN)


def test_an_unknown_format_is_refused_with_those_there_are(tmp_path):
    with pytest.raises(InvalidArgument) as refused:
        read_export("icq", tmp_path, Given())
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
    imported = read_export("chatgpt", written(tmp_path, "conversations.json", export), Given())

    (refused,) = (one for one in imported.lines if one not in imported.messages)
    assert (refused.code, "c, a" in refused.message) == ("BAD_CHARACTERS", True)
    assert [one.message.text for one in imported.messages] == ["I live in Rome."]
