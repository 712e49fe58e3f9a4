"""GraphQL: conversations that other programs have exported, and what came of them."""

from __future__ import annotations

from datetime import datetime

import strawberry
from strawberry import field

from api.graphql.request import conversation_imports as imports
from api.graphql.types.inputs import scope_of
from api.graphql.types.jobs import Job
from graph.model.scopes import COMMON_VISIBILITY
from graph.vocabulary import ConversationFormat, DateOrder


@strawberry.input(description="A conversation as another program has exported it.")
class ImportConversationInput:
    format: ConversationFormat = field(description="Which program has exported it.")
    content: str = field(
        description="The text of the file that it wrote, whole: JSON, a chat, or a mailbox. An"
        " archive is unpacked first."
    )
    name: str | None = field(
        default=None,
        description="The name of the file, without a folder: a chat of WhatsApp is called by it.",
    )
    speaker: str | None = field(
        default=None, description="Whose account it is, where the export calls him the user."
    )
    time_zone: str | None = field(
        default=None,
        description="The time zone of clock times without one, by name (`Europe/Berlin`) or offset"
        " (`+02:00`).",
    )
    date_order: DateOrder | None = field(
        default=None, description="The order of dates that do not tell it."
    )
    visibility: str | None = field(
        default=COMMON_VISIBILITY,
        description="Who sees it: `tenant`, everybody of the tenant; or `user:SUBJECT`, that one"
        " subject beside owners and reviewers. What is learned from it is believed there alone.",
    )
    dry_run: bool | None = field(
        default=False, description="True: only say what would be read, and store nothing."
    )

    def file(self) -> imports.ConversationFile:
        """Return it as an importer takes it."""
        return imports.ConversationFile(
            format=self.format,
            content=self.content,
            name=self.name,
            speaker=self.speaker,
            time_zone=self.time_zone,
            date_order=self.date_order,
            scope=scope_of(self.visibility),
            dry_run=bool(self.dry_run),
        )


@strawberry.type(description="What of an export is no statement, by its reason.")
class ImportOmission:
    why: str = field(description="What it is, or why it says nothing.")
    count: int = field(description="How many there are.")
    place: str = field(description="Where the first of them stands in the export.")


@strawberry.type(description="A message of an export that was not taken.")
class ImportRefusal:
    number: int = field(description="Which message, from 1 on, in the order they were said.")
    code: str = field(description="The code of the error.")
    key: str | None = field(description="What of the message is at fault.")
    message: str = field(description="What is wrong, with the place in the export.")
    hint: str = field(description="What to do about it.")


@strawberry.type(description="What came of an import, or would come of it.")
class ImportResult:
    messages: int = field(description="How many messages were taken, or would be.")
    sessions: int = field(description="In how many sessions they are.")
    first_at: datetime | None = field(description="When the first of them was said.")
    last_at: datetime | None = field(description="When the last of them was said.")
    left_out: list[ImportOmission] = field(
        description="What is no statement of anybody, the most frequent reason first."
    )
    refused: list[ImportRefusal] = field(description="What cannot be taken, and costs no other.")
    jobs: list[Job] = field(description="What reads them, in their order; none of a dry run.")

    @classmethod
    def of(cls, done: imports.ConversationImport) -> ImportResult:
        """Return what came of it as shown."""
        return cls(
            messages=done.messages,
            sessions=done.sessions,
            first_at=done.first_at,
            last_at=done.last_at,
            left_out=[
                ImportOmission(why=one.why, count=one.count, place=one.place)
                for one in done.left_out
            ],
            refused=[
                ImportRefusal(
                    number=one.number,
                    code=one.code,
                    key=one.key,
                    message=one.message,
                    hint=one.hint,
                )
                for one in done.refused
            ],
            jobs=list(map(Job.of, done.jobs)),
        )
