"""Record messages as episodes.

A message that arrives again is identified and not recorded again:

- a message with an id is the episode of (tenant, session, id); another text is a conflict;
- an undated message of four words or more is a known episode if speaker and text are equal and
  the known episode has no less authority;
- a dated message without an id is the episode of (session, speaker, time, text).

A session that nobody named but the connection it came by is no part of what identifies a message:
sent again by another connection it is the same one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from graph.database.session import Row, Transaction
from graph.database.shared_tombstones import StaleTombstones
from graph.errors import Empty, IdConflict, TooLarge
from graph.ids import digest, id_from, new_id
from graph.model.authority import AUTHORITY
from graph.model.commands import Message
from graph.model.scopes import COMMON_SCOPE, own_parts
from graph.validation import not_ahead, text_form
from graph.vocabulary import SourceKind

MESSAGES_MAX = 500
WORDS_MIN = 4
# What the name of a session begins with that is only that of a connection.
IMPLIED = "connection:"


def check_messages(messages: Sequence[Message], now: datetime, margin: timedelta) -> list[Message]:
    """Check and normalise the texts and times of messages, at this system time.

    Raises:
        Incorrect: there are none or too many, or a message is invalid, or was said more than the
            margin after now; the field names it.
    """
    field = "messages"
    if not messages:
        raise Empty("no messages", field=field, hint="give at least one")
    if len(messages) > MESSAGES_MAX:
        raise TooLarge(
            f"{len(messages):,} messages, at most {MESSAGES_MAX} are accepted at once",
            field=field,
            hint="send them in several calls",
        )
    for number, message in enumerate(messages):
        not_ahead(message.occurred_at, now, margin, field=f"{field}.{number}.occurred_at")
    return [message.checked(f"{field}.{number}") for number, message in enumerate(messages)]


async def store_episodes(
    transaction: Transaction,
    tenant: str,
    messages: Sequence[Message],
    *,
    session: str | None,
    topic: str | None,
    now: datetime,
    scope: str = COMMON_SCOPE,
    masked_by: int = 0,
) -> list[str]:
    """Record validated messages; return the ids of their episodes in order, without repetitions.

    ``masked_by`` is up to which number of the store's tombstones they are masked.

    Raises:
        IdConflict: a message's id is known with another text.
        StaleTombstones: another host has erased something since they were masked.
    """
    # Undated messages get successive times, the last of them now.
    first = now - timedelta(microseconds=len(messages) - 1)
    rows = [
        _row(tenant, session, message, number, first + timedelta(microseconds=number), scope)
        for number, message in enumerate(messages)
    ]
    await _recognise(transaction, tenant, rows, scope)
    fresh = {row["id"]: row for row in reversed(rows) if row["new"]}
    stored = await transaction.run(
        "write/intake/episodes/store",
        tenant=tenant,
        now=now,
        session=session,
        topic=topic,
        scope=scope or None,
        episodes=[fresh[key] for key in sorted(fresh)],
    )
    if any(row["tombstones"] != masked_by for row in stored):
        raise StaleTombstones
    hashes = {row["id"]: row["text_hash"] for row in stored}
    for row in rows:
        if row["new"] and hashes[row["id"]] != row["text_hash"]:
            _refuse_conflict(row)
    return list(dict.fromkeys(row["id"] for row in rows))


def identity(
    tenant: str,
    session: str | None,
    message: Message,
    known_by: str,
    scope: str = COMMON_SCOPE,
) -> str | None:
    """Return the id of a message identified by its own id, its time or its text, else None.

    The same message in another scope is another one.
    """
    text_key = digest("text", text_form(message.text))
    if known_by == "message" and message.id is not None:
        key = _key(tenant, session, message, scope)
        return _id(tenant, session, message, text_key, key, scope)
    if known_by == "time" and message.occurred_at is not None:
        return _id(tenant, session, message, text_key, None, scope)
    if known_by == "text":
        undated = replace(message, occurred_at=None)
        return (
            _id(tenant, session, undated, text_key, None, scope) if _may_repeat(undated) else None
        )
    return None


def recognition_keys(
    tenant: str, session: str | None, message: Message, scope: str = COMMON_SCOPE
) -> Row:
    """Return the properties that identify a message when it arrives again."""
    return {
        "key": _key(tenant, session, message, scope),
        "message": message.id,
        "text_key": digest("text", text_form(message.text)),
        "text_hash": digest("exactly", message.text),
    }


def _key(tenant: str, session: str | None, message: Message, scope: str) -> str | None:
    if message.id is None:
        return None
    return digest("episode", tenant, _named(session), message.id, *own_parts(scope))


def _named(session: str | None) -> str | None:
    return None if session is not None and session.startswith(IMPLIED) else session


def _row(
    tenant: str,
    session: str | None,
    message: Message,
    number: int,
    moment: datetime,
    scope: str,
) -> Row:
    keys = recognition_keys(tenant, session, message, scope)
    occurred_at = message.occurred_at or moment
    return {
        "id": _id(tenant, session, message, keys["text_key"], keys["key"], scope),
        "new": True,
        "repeats": _may_repeat(message),
        "number": number,
        "text": message.text,
        **keys,
        "speaker": message.speaker,
        "source_kind": message.source_kind.value,
        "for_review": message.for_review or None,
        "occurred_at": occurred_at.astimezone(UTC),
        "offset_minutes": _offset(message.occurred_at),
        "ordinal": number,
    }


async def _recognise(transaction: Transaction, tenant: str, rows: list[Row], scope: str) -> None:
    """Mark the rows that are known episodes, and set their ids."""
    matches = await transaction.run(
        "write/intake/episodes/known",
        tenant=tenant,
        scope=scope,
        rows=[
            {
                "number": row["number"],
                "id": row["id"],
                "text_key": row["text_key"] if row["repeats"] else None,
            }
            for row in rows
        ],
    )
    for episode in matches:
        number: int = episode["number"]
        row = rows[number]
        if not row["new"]:
            continue
        if episode["id"] == row["id"] and episode["text_hash"] != row["text_hash"]:
            _refuse_conflict(row)
        if episode["id"] == row["id"] or (row["repeats"] and _same_speaker(episode, row)):
            row["id"], row["new"] = episode["id"], False


def _id(
    tenant: str,
    session: str | None,
    message: Message,
    text_key: str,
    key: str | None,
    scope: str,
) -> str:
    """Return the message's stable id; a new one if nothing identifies the message."""
    if key is not None:
        return id_from("p", tenant, key)
    who = (message.speaker or "", message.source_kind.value, text_key, *own_parts(scope))
    if message.occurred_at is not None:
        within = _named(session) or ""
        return id_from("p", tenant, within, message.occurred_at.isoformat(), *who)
    return id_from("p", tenant, "seen", *who) if _may_repeat(message) else new_id("p")


def _may_repeat(message: Message) -> bool:
    return message.occurred_at is None and len(message.text.split()) >= WORDS_MIN


def _same_speaker(episode: Row, row: Row) -> bool:
    """Whether the speakers are equal and the known episode's source has no less authority."""
    known, new = SourceKind(episode["source_kind"]), SourceKind(row["source_kind"])
    return episode["speaker"] == row["speaker"] and AUTHORITY[known] >= AUTHORITY[new]


def _refuse_conflict(row: Row) -> None:
    if row["message"] is not None:
        raise IdConflict(
            f"message {row['message'][:80]!r} of this session is known with another text",
            field=f"messages.{row['number']}.id",
            hint="give a changed message an id of its own",
        )


def _offset(when: datetime | None) -> int:
    offset = when.utcoffset() if when else None
    return 0 if offset is None else round(offset.total_seconds() / 60)
