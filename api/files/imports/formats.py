"""The formats that can be imported, as lines that ``doxa ingest`` and ``doxa load`` read."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from types import MappingProxyType

from api.files.imports.gedcom import read_gedcom
from api.files.imports.items import (
    ImportedFact,
    ImportedMessage,
    ImportOptions,
    Note,
    Omission,
    Reader,
)
from api.files.imports.letta import read_letta
from api.files.imports.mailbox import read_mailbox
from api.files.imports.markdown import read_markdown
from api.files.imports.mcp_memory import read_mcp_memory
from api.files.imports.mem0 import read_mem0
from api.files.imports.model_chats import read_chatgpt, read_claude
from api.files.imports.pdf import read_pdf
from api.files.imports.slack import read_slack
from api.files.imports.tables import read_table
from api.files.imports.web_pages import read_html
from api.files.imports.whatsapp import read_whatsapp
from api.files.imports.wikidata import read_wikidata
from api.files.imports.zep import read_zep
from api.files.json_lines import Line, Refusal, read_line
from api.files.load.operations import Operation
from api.files.load.record_lines import operation
from api.files.messages import MessageLine, message_line
from graph.errors import Incorrect, InvalidArgument, NotFound

READERS: Mapping[str, Reader] = MappingProxyType(
    {
        "chatgpt": read_chatgpt,
        "claude": read_claude,
        "csv": read_table,
        "email": read_mailbox,
        "gedcom": read_gedcom,
        "html": read_html,
        "letta": read_letta,
        "markdown": read_markdown,
        "mcp-memory": read_mcp_memory,
        "mem0": read_mem0,
        "pdf": read_pdf,
        "slack": read_slack,
        "whatsapp": read_whatsapp,
        "wikidata": read_wikidata,
        "zep": read_zep,
    }
)


@dataclass(frozen=True, slots=True)
class FactLine:
    """A fact as the line that a load reads, and where it stands in the export."""

    place: str
    raw: bytes
    operation: Operation


@dataclass(frozen=True, slots=True)
class Imported:
    """What an export comes to: messages in the order in which they were said, facts, and the rest.

    ``lines`` are messages, ``facts`` lines of a load; of either some may be refused. ``left_out``
    counts by reason what is neither, ``notes`` what was read otherwise than one would expect;
    ``places`` are the first of each.
    """

    lines: tuple[MessageLine | Refusal, ...]
    facts: tuple[FactLine | Refusal, ...]
    left_out: Counter[str]
    notes: Counter[str]
    places: Mapping[str, str]

    @property
    def messages(self) -> list[MessageLine]:
        """The messages that can be read."""
        return [one for one in self.lines if isinstance(one, MessageLine)]

    @property
    def fact_lines(self) -> list[FactLine]:
        """The facts that can be loaded."""
        return [one for one in self.facts if isinstance(one, FactLine)]


def ask_review(imported: Imported) -> Imported:
    """Return the same export, with messages in which nothing is believed before a person decides.

    Its facts are loaded so.
    """
    return replace(imported, lines=tuple(map(_for_review, imported.lines)))


def _for_review(line: MessageLine | Refusal) -> MessageLine | Refusal:
    if isinstance(line, Refusal):
        return line
    return replace(line, message=replace(line.message, for_review=True))


def read_export(name: str, path: Path, given: ImportOptions) -> Imported:
    """Read an export whole.

    Raises:
        InvalidArgument: there is no such format, or it is not of it.
        Incorrect: something that the format does not tell is missing.
    """
    reader = READERS.get(name)
    if reader is None:
        raise InvalidArgument(
            f"there is no format {name!r}", field="FORMAT", hint=f"one of {', '.join(READERS)}"
        )
    messages: list[ImportedMessage] = []
    facts: list[FactLine | Refusal] = []
    left_out: Counter[str] = Counter()
    notes: Counter[str] = Counter()
    places: dict[str, str] = {}
    for item in reader(_expand_home(path), given):
        if isinstance(item, Omission):
            left_out[item.why] += 1
            places.setdefault(item.why, item.place)
        elif isinstance(item, Note):
            notes[item.what] += 1
            places.setdefault(item.what, item.place)
        elif isinstance(item, ImportedMessage):
            messages.append(item)
        else:
            facts.append(_fact_line(len(facts) + 1, item))
    messages.sort(key=_said_at)
    lines = tuple(_line(number, item) for number, item in enumerate(messages, start=1))
    return Imported(lines, tuple(facts), left_out, notes, places)


def _expand_home(path: Path) -> Path:
    try:
        return path.expanduser()
    except RuntimeError as error:
        raise NotFound(f"there is no {path}", field="PATH", hint="name the export") from error


def _said_at(item: ImportedMessage) -> float:
    try:
        return datetime.fromisoformat(item.values["occurred_at"]).timestamp()
    except (ValueError, OverflowError, OSError):
        return float("inf")


def _line(number: int, item: ImportedMessage) -> MessageLine | Refusal:
    values = {key: value for key, value in item.values.items() if value is not None}
    try:
        return message_line(Line(number, "", values))
    except Incorrect as error:
        return replace(Refusal.of(number, error), message=f"{item.place}: {error.message}")


def _fact_line(number: int, item: ImportedFact) -> FactLine | Refusal:
    values = {key: value for key, value in item.values.items() if value is not None}
    written = json.dumps(values, ensure_ascii=False)
    raw = written.encode("utf-8", "surrogatepass") + b"\n"
    line = read_line(number, raw, operation)
    if isinstance(line, Refusal):
        return replace(line, message=f"{item.place}: {line.message}")
    assert line is not None
    return FactLine(item.place, raw, line)
