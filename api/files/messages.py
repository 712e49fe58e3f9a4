"""Messages, one a line: what ``doxa ingest`` reads."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from api.files.json_lines import Fields, Line
from graph.errors import Incorrect, NaiveTime
from graph.model.commands import NAME_MAX, Message, optional_name
from graph.vocabulary import SourceKind

TOPIC_MAX = 200

# What other formats call the keys of a message.
_ELSEWHERE = MappingProxyType(
    {
        **dict.fromkeys(("body", "content", "message", "msg", "utterance"), "text"),
        **dict.fromkeys(
            ("created", "created_at", "createdat", "create_time", "date", "datetime", "sent_at"),
            "occurred_at",
        ),
        **dict.fromkeys(("said_at", "time", "timestamp", "ts", "when"), "occurred_at"),
        **dict.fromkeys(("author", "from", "name", "sender", "user", "username"), "speaker"),
        **dict.fromkeys(("kind", "role", "sourcekind", "type"), "source_kind"),
        **dict.fromkeys(
            ("channel", "chat", "conversation", "conversation_id", "session_id", "thread"),
            "session",
        ),
        **dict.fromkeys(("key", "message_id", "msg_id", "uuid"), "id"),
        **dict.fromkeys(("category", "subject", "title"), "topic"),
    }
)


@dataclass(frozen=True, slots=True)
class MessageLine:
    """A message with the line it stands in, and what it belongs to."""

    line: int
    message: Message
    session: str | None
    topic: str | None


def message_line(line: Line) -> MessageLine:
    """Return the message of a line.

    Raises:
        NaiveTime: it has no time, or one without an offset; it is never dated today instead.
        Incorrect: another key is bad, missing or unknown.
    """
    fields = Fields(line.values, _ELSEWHERE)
    message = Message(
        text=fields.needed("text"),
        id=fields.text("id"),
        speaker=fields.text("speaker"),
        source_kind=fields.member("source_kind", SourceKind) or SourceKind.USER,
        occurred_at=fields.time("occurred_at"),
    )
    session = optional_name(fields.text("session"), NAME_MAX, field="session")
    topic = optional_name(fields.text("topic"), TOPIC_MAX, field="topic")
    fields.done()
    if message.occurred_at is None:
        raise NaiveTime(
            "the message has no time",
            field="occurred_at",
            hint="say when it was said, with an offset: 2024-05-01T09:00:00Z",
        )
    return MessageLine(line.number, check_message(message), session, topic)


def check_message(message: Message) -> Message:
    """Return the message as the store will take it; errors name the key of the line.

    Raises:
        Incorrect: its text, id or speaker is bad.
    """
    try:
        return message.checked("message")
    except Incorrect as error:
        error.field = key_of(error.field)
        raise


def key_of(field: str | None) -> str | None:
    """Return the key of a line that the store's path for a message means."""
    return None if field is None else field.rpartition(".")[2]
