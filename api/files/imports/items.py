"""What a reader of a foreign format gives: messages, facts, what it leaves out and why, and notes.

A reader never guesses: what may mean two things is refused, and what is no statement of anybody is
left out and counted, so that whoever imports sees what will be read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path
from typing import Any, TypeAlias

from api.files.messages import TOPIC_MAX
from graph.vocabulary import DateOrder as DateOrder


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What only whoever imports can know.

    ``speaker`` is the name of whose account it is, for formats that call him the user. ``zone`` and
    ``order`` are of clock times and dates that say neither. ``layout`` is the file that says what
    the columns of a table are.
    """

    speaker: str | None = None
    zone: tzinfo | None = None
    order: DateOrder | None = None
    layout: Path | None = None


@dataclass(frozen=True, slots=True)
class ImportedMessage:
    """A message with the keys of a line of messages, and where it stands in the export."""

    place: str
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ImportedFact:
    """A fact with the keys of a line of a load, and where it stands in the export."""

    place: str
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Omission:
    """Something that is neither, and why."""

    place: str
    why: str


@dataclass(frozen=True, slots=True)
class Note:
    """Something that was read otherwise than one would expect, and how."""

    place: str
    what: str


def topic_of(title: str) -> str | None:
    """Return what a conversation is called, as a topic; None where it has no name."""
    return " ".join(title.split())[:TOPIC_MAX] or None


def content_key(*words: str) -> str:
    """Return a name that is the same wherever and whenever the same words are imported."""
    return hashlib.sha256("\0".join(words).encode("utf-8", "surrogatepass")).hexdigest()[:32]


Item: TypeAlias = ImportedMessage | ImportedFact | Omission | Note
Reader: TypeAlias = Callable[[Path, ImportOptions], Iterator[Item]]
