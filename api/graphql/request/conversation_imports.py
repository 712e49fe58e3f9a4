"""What a service is given to import a conversation that another program has exported.

The readers of exports lie above GraphQL, among the files; whoever opens a service hands one on.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from graph.database.session import Session
from graph.model.records import Caller, Job
from graph.vocabulary import ConversationFormat, DateOrder


@dataclass(frozen=True, slots=True)
class ConversationFile:
    """A file that a program has exported, with what only whoever imports it can know."""

    format: ConversationFormat
    content: str
    name: str | None
    speaker: str | None
    time_zone: str | None
    date_order: DateOrder | None
    scope: str
    dry_run: bool


@dataclass(frozen=True, slots=True)
class LeftOutPart:
    """What is no statement, by its reason, and where the first of it stands."""

    why: str
    count: int
    place: str


@dataclass(frozen=True, slots=True)
class RefusedMessage:
    """A message that was not taken, and why."""

    number: int
    code: str
    key: str | None
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class ConversationImport:
    """What came of a conversation, or would: ``jobs`` read what was accepted."""

    messages: int
    sessions: int
    first_at: datetime | None
    last_at: datetime | None
    left_out: tuple[LeftOutPart, ...]
    refused: tuple[RefusedMessage, ...]
    jobs: tuple[Job, ...]


Importer: TypeAlias = Callable[[Session, Caller, ConversationFile], Awaitable[ConversationImport]]
