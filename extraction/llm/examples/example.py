"""Few-shot examples of the prompt: what to keep, what to discard, what is not meant.

They are data, so that a test can validate each against the answer schema.
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
    "start_unknown": False,
    "end_unknown": False,
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
class ExampleTurn:
    """One turn of an example."""

    turn: str
    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class Example:
    """Turns, of which the last is new, and the expected answer; ``row`` names its purpose.

    ``known`` are the lines of entities and memories shown with it, as in a request.
    """

    row: str
    turns: tuple[ExampleTurn, ...]
    memories: tuple[Member, ...]
    known: tuple[str, ...] = ()

    def render(self) -> str:
        """Render the example as it stands in the prompt."""
        lines = ["<example>", *self.known]
        for turn in self.turns:
            new = ' new="true"' if turn is self.turns[-1] else ""
            lines.append(f'<turn id="{turn.turn}"{new} speaker="{turn.speaker}">{turn.text}</turn>')
        answer = {"memories": [_complete(member) for member in self.memories]}
        return "\n".join([*lines, json.dumps(answer, ensure_ascii=False), "</example>"])


def _complete(member: Member) -> Member:
    return member if "confirms" in member else {**_COMMON, **member}


def single_turn(row: str, turn: str, speaker: str, text: str, *members: Member) -> Example:
    """Build an example of a single turn."""
    return Example(
        row, (ExampleTurn(turn, speaker, text),), tuple({**m, "turn": turn} for m in members)
    )


def discarded(reason: str, **member: Any) -> Member:
    """Build a member that the extractor itself would discard."""
    return {**member, "quality_decision": "discard", "quality_reason": reason, "importance": 0.2}
