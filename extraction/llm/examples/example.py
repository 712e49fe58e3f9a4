"""Worked examples for the prompt: what to keep, what to leave, and what is marked as not meant.

They are data, so that a test can hold each against the schema that answers must fit.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

Member = dict[str, Any]

_COMMON: Member = {
    "type": "fact",
    "subject": "I",
    "subject_kind": "person",
    "predicate": "",
    "object": None,
    "context": None,
    "text": "",
    "importance": 0.6,
    "confidence": 0.95,
    "source_confidence": "direct",
    "inference": False,
    "span": "",
    "turn": "",
    "start": None,
    "end": None,
    "holds_now": True,
    "negative": False,
    "corrects": False,
    "speech_act": "assertion",
    "quality_decision": "keep",
    "quality_reason": "",
    "confidence_adjustment": 0.0,
    "grounding_verdict": "Supported",
    "tags": [],
    "many": False,
}


@dataclass(frozen=True, slots=True)
class Said:
    """One turn of an example."""

    turn: str
    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class Example:
    """Some turns, of which the last is new, and the right answer; ``row`` is what it is there for.

    ``known`` are the lines of entities and memories that are shown with it, as in a request.
    """

    row: str
    turns: tuple[Said, ...]
    memories: tuple[Member, ...]
    known: tuple[str, ...] = ()

    def shown(self) -> str:
        """The example as it stands in the prompt."""
        lines = ["<example>", *self.known]
        for said in self.turns:
            new = ' new="true"' if said is self.turns[-1] else ""
            lines.append(f'<turn id="{said.turn}"{new} speaker="{said.speaker}">{said.text}</turn>')
        answer = {"memories": [_whole(member) for member in self.memories]}
        return "\n".join([*lines, json.dumps(answer, ensure_ascii=False), "</example>"])


def _whole(member: Member) -> Member:
    return member if "confirms" in member else {**_COMMON, **member}


def one(row: str, turn: str, speaker: str, text: str, *members: Member) -> Example:
    """An example of a single turn."""
    return Example(row, (Said(turn, speaker, text),), tuple({**m, "turn": turn} for m in members))


def left(reason: str, **member: Any) -> Member:
    """A member that its own author would not keep."""
    return {**member, "quality_decision": "discard", "quality_reason": reason, "importance": 0.2}
