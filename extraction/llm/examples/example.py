"""Few-shot examples of the prompt.

They are data, so that a test can validate each against the answer schema.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

Member = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ExampleTurn:
    """One turn of an example."""

    speaker: str
    text: str
    said_at: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """Turns, of which the last is new, and the expected answer; ``row`` names its purpose.

    ``context`` are the lines of entities and memories shown with it, as in a request.
    """

    row: str
    turns: tuple[ExampleTurn, ...]
    memories: tuple[Member, ...] = ()
    context: tuple[str, ...] = ()

    def render(self) -> str:
        """Render the example as it stands in the prompt."""
        lines = list(self.context)
        for number, turn in enumerate(self.turns, start=1):
            new = ' new="true"' if 1 < len(self.turns) == number else ""
            when = f' said_at="{turn.said_at}"' if turn.said_at else ""
            lines.append(f'<turn{new} speaker="{turn.speaker}"{when}>{turn.text}</turn>')
        return "\n".join([*lines, self.answer()])

    def answer(self) -> str:
        """Render the expected answer."""
        shown = {"memories": list(self.memories)}
        return json.dumps(shown, ensure_ascii=False, separators=(",", ":"))


def single_turn(row: str, speaker: str, text: str, *members: Member, said_at: str = "") -> Example:
    """Build an example of a single turn."""
    return Example(row, (ExampleTurn(speaker, text, said_at),), members)


def claim(
    span: str,
    predicate: str,
    value: Any,
    text: str,
    importance: float,
    *,
    type: str = "fact",  # noqa: A002 -- the field's name
    subject: str = "I",
    speech_act: str = "assertion",
    **more: Any,
) -> Member:
    """Build a claim, its fields in the order of the schema."""
    member = {"span": span, "speech_act": speech_act, "type": type, "subject": subject}
    member |= {"predicate": predicate, "text": text, "importance": importance}
    return member | ({} if value is None else {"object": value}) | more


def place(name: str) -> Member:
    """Build an object that is a place."""
    return {"entity": name, "kind": "place"}


def organization(name: str) -> Member:
    """Build an object that is an organization."""
    return {"entity": name, "kind": "organization"}


def person(name: str) -> Member:
    """Build an object that is a person."""
    return {"entity": name, "kind": "person"}


def discard(reason: str, span: str) -> Member:
    """Build what the extractor itself would not keep."""
    return {"discard": reason, "span": span}
