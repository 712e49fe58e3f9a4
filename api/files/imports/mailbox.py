"""A mailbox (mbox): of each mail its author, its time, its thread and its text.

What of the text are the author's own words, and what is quoted or forwarded, is told where every
message is read.
"""

from __future__ import annotations

import mailbox
import re
from collections.abc import Iterator
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import parseaddr, parsedate_to_datetime
from pathlib import Path

from api.files.imports.items import Given, Item, LeftOut, Said
from graph.errors import InvalidArgument, NotFound

TOPIC_MAX = 200
_PARSER = BytesParser(policy=policy.default)
_ID = re.compile(r"<[^<>\s]+>")
_AGAIN = re.compile(r"^(?:(?:re|fwd?|aw|wg|sv|tr|rv|antw)\s*:\s*)+", re.IGNORECASE)


def read_mailbox(path: Path, given: Given) -> Iterator[Item]:
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
            yield _mail(f"mail {number}", _PARSER.parsebytes(box.get_bytes(key)))
    finally:
        box.close()


def _mail(place: str, mail: EmailMessage) -> Item:
    if mail.get("List-Unsubscribe") or str(mail.get("Auto-Submitted", "no")).strip() != "no":
        return LeftOut(place, "a mail that a program sent")
    name, address = parseaddr(str(mail.get("From", "")))
    text = _text(mail)
    if not address or not text:
        return LeftOut(place, "a mail without an author or a plain text")
    try:
        said_at = parsedate_to_datetime(str(mail.get("Date", "")))
    except ValueError:
        return LeftOut(place, "a mail without a time")
    if said_at.tzinfo is None:
        return LeftOut(place, "a mail whose time has no zone")
    own = _ID.findall(str(mail.get("Message-ID", "")))
    if not own:
        return LeftOut(place, "a mail without an id")
    thread = [
        *_ID.findall(str(mail.get("References", ""))),
        *_ID.findall(str(mail.get("In-Reply-To", ""))),
    ]
    subject = _AGAIN.sub("", " ".join(str(mail.get("Subject", "")).split()))
    return Said(
        place,
        {
            "id": f"mail:{own[0]}",
            "session": f"mail:{(thread or own)[0]}",
            "topic": subject[:TOPIC_MAX] or None,
            "speaker": " ".join(name.split()) or address,
            "source_kind": "USER",
            "text": text,
            "occurred_at": said_at.isoformat(),
        },
    )


def _text(mail: EmailMessage) -> str:
    """Return the plain text of a mail; empty where there is none."""
    body = mail.get_body(preferencelist=("plain",))
    if body is None:
        return ""
    try:
        content = body.get_content()
    except (LookupError, UnicodeError, KeyError):
        return ""
    return content.replace("\r\n", "\n").strip() if isinstance(content, str) else ""
