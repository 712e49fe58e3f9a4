"""What a file is that was handed in where JSON Lines are read: recognised by its structure. Pure.

A chat export, one JSON document or a mailbox taken for a message would be believed as the words of
whoever hands it in, said now. So what is recognisably something else is refused whole, with what
to do; what is JSON Lines with some bad lines is not, as one of those never costs its neighbours.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias, cast

from graph.errors import InvalidArgument

# Bytes of a file that are looked at, and lines of them.
LOOKED_AT = 1 << 16
LINES = 50

Record: TypeAlias = Mapping[str, Any]

_AS_LINES = (
    'write a line for each message: {"text": "…", "speaker": "…", "occurred_at":'
    ' "2024-05-01T09:00:00Z", "id": "…", "session": "…"}'
)
_AS_RECORDS = "write a line for each record: see doxa load --help"
_UNPACK = "unpack it first, then "
# How a file begins that is no text, or is text in another dress.
_BEGINNINGS: tuple[tuple[bytes, str, str], ...] = (
    (b"PK\x03\x04", "a ZIP archive", f"{_UNPACK}{_AS_LINES}"),
    (b"\x1f\x8b", "compressed with gzip", "unpack it first: gunzip -c FILE | doxa ingest -"),
    (b"BZh", "compressed with bzip2", "unpack it first: bunzip2 -c FILE | doxa ingest -"),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd", "unpack it first: zstdcat FILE | doxa ingest -"),
    (b"SQLite format 3\x00", "a SQLite database", _AS_LINES),
    (b"%PDF-", "a PDF", "import it: doxa import pdf FILE"),
    (b"{\\rtf", "a document in rich text", "save it as plain text in UTF-8"),
    (b"\xff\xfe", "text in UTF-16", "save it as UTF-8"),
    (b"\xfe\xff", "text in UTF-16", "save it as UTF-8"),
)
_MARK = b"\xef\xbb\xbf"
_MARKUP = re.compile(r"<(?:!doctype\b|\?xml\b|html\b|body\b|smses\b|graphml\b)", re.IGNORECASE)
_PAGE = re.compile(r"<(?:!doctype\s+html\b|html\b|body\b)", re.IGNORECASE)
_GEDCOM = re.compile(r"0 HEAD\s*\n")
_MBOX = re.compile(r"From \S+ +(?:[A-Z][a-z]{2} ){1,2} *\d{1,2} \d\d:\d\d")
_HEADER = re.compile(r"([A-Za-z][A-Za-z0-9-]*):(?: .*)?")
_MAIL = frozenset(
    {"date", "delivered-to", "message-id", "mime-version", "received", "return-path", "subject"}
)
_SURELY_MAIL = frozenset({"message-id", "mime-version", "received", "return-path"})
# U+200E stands before what WhatsApp says itself, U+202F between a time and AM or PM.
_DAY = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
_CLOCK = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[\s\u202f]?[AaPp]\.?[\s\u00a0]?[Mm]\.?)?"
_WHATSAPP = re.compile(
    rf"\u200e?(?:\[{_DAY},?\s{_CLOCK}\]\s|{_DAY},?\s{_CLOCK}\s[-–]\s)\S", re.IGNORECASE
)
_CUES = re.compile(r"\d{2}:\d{2}(?::\d{2})?[.,]\d{3} --> \d{2}:\d{2}")
_CSV = re.compile(r"\"?[A-Za-z_ ]{1,40}\"?(?:[,;\t]\"?[A-Za-z_ ]{1,40}\"?){2,}")
_COLUMNS = frozenset(
    {"author", "content", "date", "from", "message", "sender", "speaker", "text", "time"}
    | {"timestamp", "user", "datetime", "body"}
)


def refuse_unless_messages(start: bytes, *, plain: bool) -> None:
    """Refuse what begins like this unless messages can be read from it.

    ``plain``: text that is nothing else is one message, as on standard input.

    Raises:
        InvalidArgument: it is something else; the hint says what to do.
    """
    named = _not_text(start) or _document(start)
    if named is None:
        records = list(_records(start))
        if records and all(_is_operation(record) for record in records):
            named = "records, not messages", "load them: doxa load FILE"
        elif records and all(_foreign(record) for record in records):
            named = _foreign(records[0])
        elif not records:
            named = _text(start, plain=plain)
    _refuse(named)


def refuse_unless_records(start: bytes) -> None:
    """Refuse what begins like this unless records can be loaded from it.

    Raises:
        InvalidArgument: it is something else; the hint says what to do.
    """
    named = _not_text(start) or _document(start)
    if named is None:
        records = list(_records(start))
        if records and all(_is_message(record) for record in records):
            _refuse(("messages, not records", "have them read: doxa ingest FILE"))
        elif records and all(_foreign(record) for record in records):
            named = _foreign(records[0])
        elif not records:
            named = _text(start, plain=False)
    if named is not None:
        what, hint = named
        _refuse((what, hint if hint.startswith(("make JSON Lines", "import ")) else _AS_RECORDS))


def _refuse(named: tuple[str, str] | None) -> None:
    if named is not None:
        what, hint = named
        raise InvalidArgument(f"the file is {what}", field="FILE", hint=hint)


def _not_text(start: bytes) -> tuple[str, str] | None:
    for beginning, what, hint in _BEGINNINGS:
        if start.startswith(beginning):
            return what, hint
    return None


def _document(start: bytes) -> tuple[str, str] | None:
    """Return what the file is if it is one JSON document; None if it is none, or one on one
    line.
    """
    text = _decoded(start).strip()
    if text.startswith("["):
        found = _whole(text)
        if isinstance(found, list):
            return _array(cast("list[Any]", found))
        # Cut off, or broken further on.
        return _array(list(_objects(text[1:]))) if re.match(r"\[\s*[{\[]", text) else None
    if not text.startswith("{"):
        return None
    first, _, rest = text.partition("\n")
    if _whole(first) is not None:
        return None
    found = _whole(text)
    if isinstance(found, dict):
        return _one(cast("Record", found))
    if not rest and len(start) >= LOOKED_AT:
        return _foreign(_keys(text))
    # Spread over lines, and longer than what is looked at.
    if re.match(r"\{\s*\n\s*\"", text) and rest:
        return _one(_keys(text))
    return None


def _one(record: Record) -> tuple[str, str]:
    known = _foreign(record)
    if known is not None:
        return known
    if _is_message(record) or _is_operation(record):
        return "one JSON document over several lines", "put it on one line: jq -c . FILE"
    return "one JSON document", _AS_LINES


def _array(members: list[Any]) -> tuple[str, str]:
    records = [cast("Record", one) for one in members[:LINES] if isinstance(one, dict)]
    for record in records:
        known = _foreign(record)
        if known is not None:
            return known
    if records and all(_is_message(one) or _is_operation(one) for one in records):
        return "one JSON array", "make JSON Lines of it: jq -c '.[]' FILE"
    return "one JSON array", _AS_LINES


def _has(*keys: str) -> Callable[[Record], bool]:
    return lambda record: all(key in record for key in keys)


def _messages_with(*keys: str) -> Callable[[Record], bool]:
    """Return a document whose messages have these keys."""

    def fits(record: Record) -> bool:
        messages = record.get("messages")
        if not isinstance(messages, list):
            return False
        return any(
            isinstance(one, dict) and all(key in one for key in keys)
            for one in cast("list[Any]", messages)[:LINES]
        )

    return fits


def _lists(name: str, *keys: str) -> Callable[[Record], bool]:
    """Return a document with a list, or an object, whose members have these keys."""

    def fits(record: Record) -> bool:
        members = record.get(name)
        if isinstance(members, dict):
            members = list(cast("dict[str, Any]", members).values())
        if not isinstance(members, list):
            return False
        return any(
            isinstance(one, dict) and all(key in one for key in keys)
            for one in cast("list[Any]", members)[:LINES]
        )

    return fits


_IMPORTED = "import it: doxa import {} FILE"
_MCP_MEMORY = _IMPORTED.format("mcp-memory")
_SLACK = "import the archive, or its folder, whole: doxa import slack FOLDER"
_ROLES = f"{_AS_LINES}; source_kind is USER or ASSISTANT, by who said it"
# Exports by the keys of their records, the most telling first.
_EXPORTS: tuple[tuple[Callable[[Record], bool], str, str], ...] = (
    (_has("mapping"), "a ChatGPT export", _IMPORTED.format("chatgpt")),
    (_has("chat_messages"), "a Claude export", _IMPORTED.format("claude")),
    (_has("agents", "blocks"), "an agent file of Letta's", _IMPORTED.format("letta")),
    (_has("core_memory", "messages"), "an agent file of Letta's", _IMPORTED.format("letta")),
    (_has("archive_id", "text"), "passages of Letta's", _IMPORTED.format("letta")),
    (_messages_with("from", "date"), "a Telegram export", _AS_LINES),
    (_messages_with("sender_name", "timestamp_ms"), "a Messenger or Instagram export", _AS_LINES),
    (_messages_with("author", "timestamp"), "a Discord export", _AS_LINES),
    (_messages_with("creator", "created_date"), "a Google Chat export", _AS_LINES),
    (_messages_with("ts"), "a Slack export", _SLACK),
    (_messages_with("role", "content"), "a conversation with a model", _ROLES),
    (_messages_with("role", "parts"), "a conversation with a model", _ROLES),
    (_has("ts", "text", "user"), "a Slack export", _SLACK),
    (_has("ts", "type", "text"), "a Slack export", _SLACK),
    (_has("role", "content"), "a conversation with a model", _ROLES),
    (_has("role", "parts"), "a conversation with a model", _ROLES),
    (_has("header", "title", "products"), "a Google Takeout", _AS_LINES),
    (_has("memory", "user_id"), "a mem0 export", _IMPORTED.format("mem0")),
    (_has("memory", "created_at"), "a mem0 export", _IMPORTED.format("mem0")),
    (_lists("results", "memory"), "a mem0 export", _IMPORTED.format("mem0")),
    (_has("fact", "valid_at"), "a graph of Zep's", _IMPORTED.format("zep")),
    (_has("fact", "source_node_uuid"), "a graph of Zep's", _IMPORTED.format("zep")),
    (_lists("edges", "fact"), "a graph of Zep's", _IMPORTED.format("zep")),
    (_has("name", "entityType"), "a file of the MCP memory server", _MCP_MEMORY),
    (_has("from", "relationType"), "a file of the MCP memory server", _MCP_MEMORY),
    (_has("entities", "relations"), "a graph of the MCP memory server", _MCP_MEMORY),
    (_has("claims", "labels"), "entities of Wikidata", _IMPORTED.format("wikidata")),
    (_lists("entities", "claims"), "entities of Wikidata", _IMPORTED.format("wikidata")),
    (_has("messages"), "a document with messages in it", _AS_LINES),
    (_has("conversations"), "a document with conversations in it", _AS_LINES),
)


def _foreign(record: Record) -> tuple[str, str] | None:
    """Return what a record is an export of, by its keys; None if it is none that is known."""
    if _is_message(record) or _is_operation(record):
        return None
    return next(((what, hint) for fits, what, hint in _EXPORTS if fits(record)), None)


_BROKEN: Record = {}
# Keys of records that have a text and are another program's.
_NO_MESSAGE = frozenset({"archive_id", "mapping", "ts"})


def _is_message(record: Record) -> bool:
    return "text" in record and not _is_operation(record) and not _NO_MESSAGE & set(record)


def _is_operation(record: Record) -> bool:
    return "op" in record or {"entity", "attribute"} <= set(record)


def _text(start: bytes, *, plain: bool) -> tuple[str, str] | None:
    """Return what text is that has no JSON object in it; None if it is one message."""
    text = _decoded(start).lstrip()
    lines = [line.rstrip("\r") for line in text.split("\n")[:LINES]]
    if not text:
        return None
    if _GEDCOM.match(text):
        return "a GEDCOM file", _IMPORTED.format("gedcom")
    if _PAGE.match(text):
        return "a web page", _IMPORTED.format("html")
    if _MARKUP.match(text):
        return "markup", f"take the text out of it first, then {_AS_LINES}"
    if _MBOX.match(text):
        return "a mailbox (mbox)", _IMPORTED.format("email")
    if _is_mail(lines):
        return "an e-mail with its headers", f"{_AS_LINES}; only what its author wrote"
    if _WHATSAPP.match(lines[0]) and sum(bool(_WHATSAPP.match(line)) for line in lines) > 1:
        return "a WhatsApp export", f"{_IMPORTED.format('whatsapp')} --time-zone ZONE"
    if text.startswith("WEBVTT") or any(_CUES.match(line) for line in lines[:4]):
        return "a transcript with cues", _AS_LINES
    if _CSV.fullmatch(lines[0]) and len(lines) > 1 and _columns(lines[0]) & _COLUMNS:
        return "a table (CSV)", f"{_IMPORTED.format('csv')} --map MAP"
    if plain:
        return None
    return (
        "plain text",
        f"to take it as one message of yours, said now: doxa ingest - < FILE; else {_AS_LINES}",
    )


def _is_mail(lines: Iterable[str]) -> bool:
    """Whether the lines begin with the headers of a mail."""
    names: set[str] = set()
    for line in lines:
        if line[:1] in (" ", "\t") and names:
            continue
        header = _HEADER.fullmatch(line)
        if header is None:
            break
        names.add(header[1].lower())
    return "from" in names and (bool(names & _SURELY_MAIL) or len(names & _MAIL) > 1)


def _columns(line: str) -> set[str]:
    return {name.strip(' "').casefold() for name in re.split(r"[,;\t]", line)}


def _records(start: bytes) -> Iterator[Record]:
    """Yield the JSON objects that stand on lines of their own, the first of them."""
    lines = _decoded(start).split("\n")
    if len(start) >= LOOKED_AT and len(lines) > 1:
        lines.pop()  # It may be cut off.
    for line in lines[:LINES]:
        found = _whole(line.strip()) if line.lstrip().startswith("{") else None
        if isinstance(found, dict):
            yield cast("Record", found)
        elif line.lstrip().startswith("{"):
            # It is meant as one, and says what is wrong with it when it is read.
            yield _BROKEN


def _objects(text: str) -> Iterator[Any]:
    """Yield the members at the beginning of an array that is cut off."""
    decoder, at = json.JSONDecoder(), 0
    for _ in range(LINES):
        at = len(text) - len(text[at:].lstrip(" \t\r\n,"))
        try:
            found, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            if text[at : at + 1] == "{":
                yield _keys(text[at:])
            return
        yield found


def _keys(text: str) -> Record:
    """Return the keys in the text of an object that is cut off, those of what is in it too."""
    return dict.fromkeys(re.findall(r'"([\w ]{1,60})"\s*:', text))


def _whole(text: str) -> Any:
    """Return the value that a text is as JSON; None if it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _decoded(start: bytes) -> str:
    return start.removeprefix(_MARK).decode(errors="replace")
