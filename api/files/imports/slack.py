"""Slack's export: a folder a channel, a file a day; names and mentions in ``users.json``.

A time is "seconds.serial", a text, unique within its channel only, so channel and time are the id.
A thread is a session, and else the channel's day.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from api.files.imports.items import ImportedMessage, ImportOptions, Item, Omission
from api.files.imports.json_values import Record, as_record, as_text, records_of
from api.files.imports.members import read_json, read_members
from graph.errors import InvalidArgument

_DAY = re.compile(r"(?:.*/)?(?P<channel>[^/]+)/\d{4}-\d{2}-\d{2}\.json")
_TIME = re.compile(r"(?P<seconds>\d{9,11})\.(?P<serial>\d{1,6})")
# What people say, and not what the program notes.
_SAID = frozenset({None, "thread_broadcast", "me_message", "file_share", "reply_broadcast"})
_REFERENCE = re.compile(r"<(?P<mark>[@#!]?)(?P<what>[^<>|]+)(?:\|(?P<label>[^<>]*))?>")


def read_slack(path: Path, given: ImportOptions) -> Iterator[Item]:
    """Yield the messages of an export of Slack's.

    Raises:
        InvalidArgument: it is none.
    """
    del given
    names: dict[str, str] = {}
    days: list[tuple[str, str, bytes]] = []
    for name, content in read_members(path, ".json"):
        day = _DAY.fullmatch(name)
        if day is not None:
            days.append((day["channel"], name, content))
        elif name.rpartition("/")[2] == "users.json":
            names |= _names(read_json(name, content))
    if not days:
        raise InvalidArgument(
            f"{path.name} is not a Slack export",
            field="PATH",
            hint="name the archive or its folder",
        )
    for channel, name, content in days:
        messages = list(records_of(read_json(name, content)))
        if not messages:
            yield Omission(name, "a day without messages")
        for number, message in enumerate(messages, start=1):
            yield _message(f"{name}, message {number}", channel, message, names)


def _names(users: object) -> dict[str, str]:
    """Return what people are called, by their ids; programs are called nothing.

    Of two who have one name each is told apart by the name of his account.
    """
    found: dict[str, str] = {"USLACKBOT": ""}
    accounts: dict[str, str] = {}
    for user in records_of(users):
        key, profile = as_text(user.get("id")), as_record(user.get("profile"))
        called = (
            user.get("real_name"),
            profile.get("real_name"),
            profile.get("display_name"),
            user.get("name"),
        )
        if key is None:
            continue
        named = next(filter(None, map(as_text, called)), key)
        found[key] = "" if user.get("is_bot") is True else named
        accounts[key] = as_text(user.get("name")) or key
    borne = Counter(found.values())
    return {
        key: f"{named} ({accounts[key]})" if named and borne[named] > 1 else named
        for key, named in found.items()
    }


def _message(place: str, channel: str, message: Record, names: Mapping[str, str]) -> Item:
    subtype = as_text(message.get("subtype"))
    if message.get("bot_id") or message.get("bot_profile") or subtype == "bot_message":
        return Omission(place, "what a program says")
    if message.get("type") != "message" or subtype not in _SAID:
        return Omission(place, f"a note of the program: {subtype or 'no message'}")
    user, text = as_text(message.get("user")), as_text(message.get("text"))
    if user is not None and names.get(user) == "":
        return Omission(place, "what a program says")
    at = _TIME.fullmatch(str(message.get("ts")))
    if user is None or text is None:
        return Omission(place, "a message without text or author")
    if at is None:
        return Omission(place, "a message without a time")
    said_at = datetime.fromtimestamp(int(at["seconds"]), UTC) + timedelta(
        microseconds=int(at["serial"])
    )
    thread = message.get("thread_ts")
    session = f"{channel}:{thread}" if thread else f"{channel}:{said_at:%Y-%m-%d}"
    return ImportedMessage(
        place,
        {
            "id": f"slack:{channel}:{message['ts']}",
            "session": session,
            "topic": channel,
            "speaker": names.get(user, user),
            "source_kind": "USER",
            "text": html.unescape(_REFERENCE.sub(lambda one: _resolve_reference(one, names), text)),
            "occurred_at": said_at.isoformat(),
        },
    )


def _resolve_reference(reference: re.Match[str], names: Mapping[str, str]) -> str:
    """Return what a reference stands for: a person, a channel, a group, or an address."""
    mark, what, label = reference["mark"], reference["what"], reference["label"]
    if mark == "@":
        return names.get(what) or label or what
    if mark == "#":
        return f"#{label or what}"
    if mark == "!":
        return f"@{(label or what.partition('^')[0]).removeprefix('@')}"
    return label or what.removeprefix("mailto:")
