"""A mailbox (mbox): of each mail its author, its time, its thread and its text.

What of the text are the author's own words, and what is quoted or forwarded, is told where every
message is read.
"""

from __future__ import annotations

import mailbox
import re
from collections.abc import Iterator
from email import policy
from email.errors import MessageError
from email.message import EmailMessage, Message
from email.parser import BytesParser
from email.utils import parseaddr, parsedate_to_datetime
from pathlib import Path

from api.files.imports.items import ImportedMessage, ImportOptions, Item, Omission, topic_of
from graph.errors import InvalidArgument, NotFound

_PARSER = BytesParser(policy=policy.default)
_BROKEN = (
    *(AttributeError, IndexError, LookupError, OverflowError, RecursionError, TypeError),
    *(ValueError, MessageError),
)
_LABELS = re.compile(r"\b(?:spam|drafts?|trash)\b", re.IGNORECASE)
_DAEMON = re.compile(r"\b(?:mailer-daemon|postmaster)@|^mailer-daemon\b", re.IGNORECASE)
_ABSENT = re.compile(
    r"\W*(?:automatic reply|auto[- ]?reply|out of office|automatische antwort|abwesenheits"
    r"|respuesta automática|réponse automatique)\b",
    re.IGNORECASE,
)
_QUOTED_FROM = re.compile(r"^>(?=>*From )", re.MULTILINE)
_ID = re.compile(r"<[^<>\s]+>")
_AGAIN = re.compile(r"^(?:(?:re|fwd?|aw|wg|sv|tr|rv|antw)\s*:\s*)+", re.IGNORECASE)


def read_mailbox(path: Path, given: ImportOptions) -> Iterator[Item]:
    """Yield the mails of a mailbox.

    Raises:
        NotFound: there is no such file.
        InvalidArgument: it is no mailbox.
    """
    del given
    if not path.is_file():
        raise NotFound(f"there is no file {path}", field="PATH", hint="name the mbox file")
    with path.open("rb") as stream:
        if not stream.read(5) == b"From ":
            raise InvalidArgument(
                f"{path.name} is not a mailbox (mbox)", field="PATH", hint="export it as mbox"
            )
    box = mailbox.mbox(path, create=False)
    try:
        for number, key in enumerate(box.iterkeys(), start=1):
            yield _read(f"mail {number}", box.get_bytes(key))
    finally:
        box.close()


def _read(place: str, content: bytes) -> Item:
    try:
        return _mail(place, _PARSER.parsebytes(content))
    except _BROKEN:
        return Omission(place, "a mail that cannot be read")


def _mail(place: str, mail: EmailMessage) -> Item:
    if _is_of_a_program(mail):
        return Omission(place, "a mail that a program sent")
    if _LABELS.search(str(mail.get("X-Gmail-Labels", ""))):
        return Omission(place, "a draft, or a mail that was thrown away")
    name, address = parseaddr(str(mail.get("From", "")))
    text = _text(mail)
    if not address or not text:
        return Omission(place, "a mail without an author or a plain text")
    try:
        said_at = parsedate_to_datetime(str(mail.get("Date", "")))
    except ValueError:
        return Omission(place, "a mail without a time")
    if said_at.tzinfo is None:
        return Omission(place, "a mail whose time has no zone")
    own = _ID.findall(str(mail.get("Message-ID", "")))
    if not own:
        return Omission(place, "a mail without an id")
    thread = [
        *_ID.findall(str(mail.get("References", ""))),
        *_ID.findall(str(mail.get("In-Reply-To", ""))),
    ]
    return ImportedMessage(
        place,
        {
            "id": f"mail:{own[0]}",
            "session": f"mail:{(thread or own)[0]}",
            "topic": topic_of(_AGAIN.sub("", str(mail.get("Subject", "")).strip())),
            "speaker": " ".join(name.split()) or address,
            "source_kind": "USER",
            "text": text,
            "occurred_at": said_at.isoformat(),
        },
    )


def _is_of_a_program(mail: EmailMessage) -> bool:
    """Whether a list, a server or an absence note has sent it."""
    automatic = str(mail.get("Auto-Submitted", "no")).strip().casefold() != "no"
    bounce = mail.get_content_type() == "multipart/report" or _DAEMON.search(str(mail.get("From")))
    noted = _ABSENT.match(str(mail.get("Subject", "")))
    return bool(mail.get("List-Unsubscribe") or automatic or bounce or noted)


def _text(mail: EmailMessage) -> str:
    """Return the plain text of a mail, all parts of it; empty where there is none."""
    parts = [
        part
        for part in mail.walk()
        if part.get_content_type() == "text/plain"
        and part.get_content_disposition() != "attachment"
    ]
    text = "\n".join(filter(None, map(_decode_part, parts)))
    # What a mailbox writes before a line that would begin a mail.
    return _QUOTED_FROM.sub("", text.replace("\r\n", "\n")).strip()


def _decode_part(part: Message) -> str:
    content = part.get_payload(decode=True)
    if not isinstance(content, bytes):
        return ""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        pass
    try:
        return content.decode(part.get_content_charset("latin-1"), errors="replace")
    except LookupError:
        return content.decode("latin-1")
