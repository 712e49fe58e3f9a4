"""The formats that can be imported, and their messages as ``doxa ingest`` would read them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from types import MappingProxyType

from api.files.imports.items import ImportedMessage, ImportOptions, Omission, Reader
from api.files.imports.mailbox import read_mailbox
from api.files.imports.model_chats import read_chatgpt, read_claude
from api.files.imports.slack import read_slack
from api.files.imports.whatsapp import read_whatsapp
from api.files.json_lines import Line, Refusal
from api.files.messages import MessageLine, message_line
from graph.errors import Incorrect, InvalidArgument, NotFound

READERS: Mapping[str, Reader] = MappingProxyType(
    {
        "chatgpt": read_chatgpt,
        "claude": read_claude,
        "email": read_mailbox,
        "slack": read_slack,
        "whatsapp": read_whatsapp,
    }
)


@dataclass(frozen=True, slots=True)
class Imported:
    """What an export comes to: messages in the order in which they were said, and the rest.

    ``left_out`` counts by reason what is no message; ``places`` are the first of each.
    """

    lines: tuple[MessageLine | Refusal, ...]
    left_out: Counter[str]
    places: Mapping[str, str]

    @property
    def messages(self) -> list[MessageLine]:
        """The messages that can be read."""
        return [one for one in self.lines if isinstance(one, MessageLine)]


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
    said: list[ImportedMessage] = []
    left_out: Counter[str] = Counter()
    places: dict[str, str] = {}
    for item in reader(_expand_home(path), given):
        if isinstance(item, Omission):
            left_out[item.why] += 1
            places.setdefault(item.why, item.place)
        else:
            said.append(item)
    said.sort(key=_said_at)
    lines = tuple(_line(number, one) for number, one in enumerate(said, start=1))
    return Imported(lines, left_out, places)


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
