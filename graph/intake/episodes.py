"""Episodes as they come in.

An episode is recorded once, whatever comes in again:

- a message with an id is the episode of (tenant, session, id), and with other text a conflict;
- a message without a time of its own, of four words or more, whose speaker and text are those of
  a known episode of no less authority, is that episode seen again;
- a dated message without an id is the episode of (session, speaker, time, text).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from graph.border import instant, name_text, text
from graph.canonical import name_key
from graph.claimed import AUTHORITY
from graph.commands import NAME_MAX, TEXT_MAX, Message
from graph.errors import Empty, IdConflict, TooLarge
from graph.ids import digest, id_from, new_id
from graph.session import Row, Transaction
from graph.vocabulary import SourceKind

MESSAGES_MAX = 500
WORDS_MIN = 4


def checked(messages: Sequence[Message]) -> list[Message]:
    """The messages with their texts and times checked.

    Raises:
        Incorrect: there are none or too many, or one of them is bad; the field names which.
    """
    field = "input.messages"
    if not messages:
        raise Empty("no messages", field=field, hint="give at least one")
    if len(messages) > MESSAGES_MAX:
        raise TooLarge(
            f"{len(messages):,} messages, at most {MESSAGES_MAX} are taken at once",
            field=field,
            hint="send them in several calls",
        )
    return [_checked(message, f"{field}.{number}") for number, message in enumerate(messages)]


async def keep(
    transaction: Transaction,
    tenant: str,
    messages: Sequence[Message],
    *,
    session: str | None,
    topic: str | None,
    now: datetime,
) -> list[str]:
    """Record checked messages; the ids of their episodes, each once, in the order said.

    Raises:
        IdConflict: a message's id is known with another text.
    """
    # Undated messages were said one after the other, none after now.
    first = now - timedelta(microseconds=len(messages) - 1)
    rows = [
        _row(tenant, session, message, number, first + timedelta(microseconds=number))
        for number, message in enumerate(messages)
    ]
    await _recognise(transaction, tenant, rows)
    fresh = {row["id"]: row for row in reversed(rows) if row["new"]}
    kept = await transaction.run(
        "write/keep_episodes",
        tenant=tenant,
        now=now,
        session=session,
        topic=topic,
        episodes=[fresh[key] for key in sorted(fresh)],
    )
    hashes = {row["id"]: row["text_hash"] for row in kept}
    for row in rows:
        if row["new"] and hashes[row["id"]] != row["text_hash"]:
            _refuse(row)
    return list(dict.fromkeys(row["id"] for row in rows))


def _checked(message: Message, at: str) -> Message:
    def optional(value: str | None, name: str) -> str | None:
        return None if value is None else name_text(value, NAME_MAX, field=f"{at}.{name}")

    instant(message.occurred_at, field=f"{at}.occurredAt")
    return replace(
        message,
        text=text(message.text, TEXT_MAX, field=f"{at}.text"),
        id=optional(message.id, "id"),
        speaker=optional(message.speaker, "speaker"),
    )


def identity(tenant: str, session: str | None, message: Message, known_by: str) -> str | None:
    """The id of a message that is known by its own id, its time, or its text; else nothing."""
    text_key = digest("text", name_key(message.text))
    if known_by == "message" and message.id is not None:
        return _id(tenant, session, message, text_key, _key(tenant, session, message))
    if known_by == "time" and message.occurred_at is not None:
        return _id(tenant, session, message, text_key, None)
    if known_by == "text":
        undated = replace(message, occurred_at=None)
        return _id(tenant, session, undated, text_key, None) if _may_repeat(undated) else None
    return None


def recognised(tenant: str, session: str | None, message: Message) -> Row:
    """What a message is recognised by when it comes in again."""
    return {
        "key": _key(tenant, session, message),
        "message": message.id,
        "text_key": digest("text", name_key(message.text)),
        "text_hash": digest("exactly", message.text),
    }


def _key(tenant: str, session: str | None, message: Message) -> str | None:
    return None if message.id is None else digest("episode", tenant, session, message.id)


def _row(tenant: str, session: str | None, message: Message, number: int, moment: datetime) -> Row:
    known = recognised(tenant, session, message)
    said = message.occurred_at or moment
    return {
        "id": _id(tenant, session, message, known["text_key"], known["key"]),
        "new": True,
        "repeats": _may_repeat(message),
        "number": number,
        "text": message.text,
        **known,
        "speaker": message.speaker,
        "source_kind": message.source_kind.value,
        "occurred_at": said.astimezone(UTC),
        "offset_minutes": _offset(message.occurred_at),
        "ordinal": number,
    }


async def _recognise(transaction: Transaction, tenant: str, rows: list[Row]) -> None:
    """Mark the rows that are known episodes, and give those their ids."""
    found = await transaction.run(
        "read/episodes_known",
        tenant=tenant,
        rows=[
            {
                "number": row["number"],
                "id": row["id"],
                "text_key": row["text_key"] if row["repeats"] else None,
            }
            for row in rows
        ],
    )
    for known in found:
        number: int = known["number"]
        row = rows[number]
        if not row["new"]:
            continue
        if known["id"] == row["id"] and known["text_hash"] != row["text_hash"]:
            _refuse(row)
        if known["id"] == row["id"] or (row["repeats"] and _same(known, row)):
            row["id"], row["new"] = known["id"], False


def _id(tenant: str, session: str | None, message: Message, text_key: str, key: str | None) -> str:
    """The id this message always has; a fresh one only where nothing tells it from others."""
    if key is not None:
        return id_from("p", tenant, key)
    who = (message.speaker or "", message.source_kind.value, text_key)
    if message.occurred_at is not None:
        return id_from("p", tenant, session or "", message.occurred_at.isoformat(), *who)
    return id_from("p", tenant, "seen", *who) if _may_repeat(message) else new_id("p")


def _may_repeat(message: Message) -> bool:
    return message.occurred_at is None and len(message.text.split()) >= WORDS_MIN


def _same(known: Row, row: Row) -> bool:
    """Whether the same speaker said it; a source of less authority never hides one of more."""
    return (
        known["speaker"] == row["speaker"]
        and AUTHORITY[SourceKind(known["source_kind"])] >= AUTHORITY[SourceKind(row["source_kind"])]
    )


def _refuse(row: Row) -> None:
    if row["message"] is not None:
        raise IdConflict(
            f"message {row['message'][:80]!r} of this session is known with another text",
            field=f"input.messages.{row['number']}.id",
            hint="give a changed message an id of its own",
        )


def _offset(when: datetime | None) -> int:
    offset = when.utcoffset() if when else None
    return 0 if offset is None else round(offset.total_seconds() / 60)
