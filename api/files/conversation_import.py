"""A conversation that comes over GraphQL as the text of an export, read as `doxa import` reads it.

The text lies in a file of its own folder for as long as it is read. Its name is whoever calls it's,
because some formats name a chat by it: so it may name nothing but a file. GraphQL lets no control
characters in, so it is never an archive, which might unpack to far more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from api.files.imports.formats import Imported, read_export
from api.files.imports.items import ImportOptions
from api.files.ingest import Submitted, submit
from api.files.json_lines import Refusal
from api.graphql.request.conversation_imports import (
    ConversationFile,
    ConversationImport,
    LeftOutPart,
    RefusedMessage,
)
from graph.clock import zone_of
from graph.database.session import Session
from graph.errors import Empty, Incorrect, InvalidArgument
from graph.model.commands import NAME_MAX, optional_name
from graph.model.records import Caller
from graph.model.scopes import require_scope
from graph.vocabulary import ConversationFormat

NAME_BYTES_MAX = 200
_NAMES: Mapping[ConversationFormat, str] = MappingProxyType(
    {
        ConversationFormat.CHATGPT: "conversations.json",
        ConversationFormat.CLAUDE: "conversations.json",
        ConversationFormat.EMAIL: "mail.mbox",
        ConversationFormat.LETTA: "agent.af",
        ConversationFormat.WHATSAPP: "chat.txt",
    }
)
# What the command line calls what is at fault.
_FIELDS: Mapping[str, str] = MappingProxyType(
    {
        "PATH": "content",
        "FORMAT": "format",
        "--time-zone": "timeZone",
        "--date-order": "dateOrder",
        "--speaker": "speaker",
    }
)


async def import_conversation(
    db: Session, caller: Caller, given: ConversationFile
) -> ConversationImport:
    """Remember the messages of a conversation; with ``dry_run`` only say what they are.

    Raises:
        Incorrect: it is none of its format, has no message, or needs to be told more.
        Unavailable: the store does not answer, or the tenant may have no more jobs; what was
            accepted stays so, and the same import goes on.
    """
    require_scope(given.scope, caller.actor, caller.role, field="visibility")
    imported = await asyncio.to_thread(read_conversation, given)
    submitted = Submitted(refused=[one for one in imported.lines if isinstance(one, Refusal)])
    if not given.dry_run:
        submitted = await submit(db, caller, imported.lines, _say_nothing, scope=given.scope)
    messages = imported.messages
    left_out = imported.left_out.most_common()
    return ConversationImport(
        messages=len(imported.lines) - len(submitted.refused),
        sessions=len({line.session for line in messages}),
        first_at=messages[0].message.occurred_at if messages else None,
        last_at=messages[-1].message.occurred_at if messages else None,
        left_out=tuple(LeftOutPart(why, n, imported.places[why]) for why, n in left_out),
        refused=tuple(map(_refused, submitted.refused)),
        jobs=tuple(submitted.jobs),
    )


def read_conversation(given: ConversationFile) -> Imported:
    """Return what the text of an export comes to.

    Raises:
        Incorrect: it is none of its format, has no message, or needs to be told more; the field is
            that of the input.
    """
    name = _file_name(given)
    zone = None if given.time_zone is None else zone_of(given.time_zone, field="timeZone")
    speaker = optional_name(given.speaker, NAME_MAX, field="speaker")
    options = ImportOptions(speaker, zone, given.date_order)
    with TemporaryDirectory(prefix="doxa-import-") as folder:
        path = Path(folder) / name
        path.write_bytes(given.content.encode("utf-8", "surrogatepass"))
        try:
            imported = read_export(given.format.value, path, options)
        except Incorrect as error:
            error.field = _FIELDS.get(error.field or "", error.field)
            error.hint = _as_inputs(error.hint)
            raise
    if not imported.lines:
        reasons = ", ".join(f"{why}: {count}" for why, count in imported.left_out.items())
        raise Empty("there is no message in it", field="content", hint=reasons or "send another")
    return imported


def _file_name(given: ConversationFile) -> str:
    name = _NAMES[given.format] if given.name is None else given.name
    shown = name.isprintable() and not name.startswith(".") and name == name.strip()
    within = len(name.encode("utf-8", "replace")) <= NAME_BYTES_MAX
    if not (name and shown and within) or set(name) & set("/\\:"):
        raise InvalidArgument(
            "it is no name of a file",
            field="name",
            hint="give the name alone, without folders: WhatsApp Chat with Anna.txt",
        )
    return name


def _as_inputs(hint: str) -> str:
    for option, name in _FIELDS.items():
        hint = hint.replace(f"{option} ", f"{name}: ") if option.startswith("--") else hint
    return hint


def _refused(refusal: Refusal) -> RefusedMessage:
    return RefusedMessage(refusal.line, refusal.code, refusal.field, refusal.message, refusal.hint)


def _say_nothing(words: str) -> None:
    del words
