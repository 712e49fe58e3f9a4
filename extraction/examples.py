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
    """Some turns, of which the last is new, and the right answer."""

    turns: tuple[Said, ...]
    memories: tuple[Member, ...]

    def shown(self) -> str:
        """The example as it stands in the prompt."""
        lines = ["<example>"]
        for said in self.turns:
            new = ' new="true"' if said is self.turns[-1] else ""
            lines.append(f'<turn id="{said.turn}"{new} speaker="{said.speaker}">{said.text}</turn>')
        answer = {"memories": [{**_COMMON, **member} for member in self.memories]}
        return "\n".join([*lines, json.dumps(answer, ensure_ascii=False), "</example>"])


def _one(turn: str, speaker: str, text: str, *members: Member) -> Example:
    return Example((Said(turn, speaker, text),), tuple({**m, "turn": turn} for m in members))


ALL = (
    _one(
        "p_1",
        "Mira",
        "My editor is always in dark mode, I can't stand white screens.",
        {
            "type": "preference",
            "predicate": "prefers_editor_theme",
            "object": {"literal": "dark mode"},
            "text": "Mira always uses dark mode in her editor.",
            "span": "My editor is always in dark mode",
            "quality_reason": "explicit and stable",
        },
    ),
    _one(
        "p_2",
        "Jonas",
        "I've been doing data engineering at Halden Freight since March 2021.",
        {
            "type": "relation",
            "predicate": "works_at",
            "object": {"entity": "Halden Freight", "kind": "organization"},
            "text": "Jonas has worked at Halden Freight since March 2021.",
            "importance": 0.75,
            "span": "at Halden Freight since March 2021",
            "start": {"said": "since March 2021", "resolved": "2021-03-01"},
            "quality_reason": "says where he works",
        },
        {
            "predicate": "occupation",
            "object": {"literal": "data engineering"},
            "text": "Jonas does data engineering.",
            "importance": 0.7,
            "span": "I've been doing data engineering",
            "start": {"said": "since March 2021", "resolved": "2021-03-01"},
            "quality_reason": "his occupation",
        },
    ),
    _one(
        "p_3",
        "Mira",
        "We settled it: the ledger service goes on PostgreSQL.",
        {
            "type": "decision",
            "subject": "the ledger service",
            "subject_kind": "product",
            "predicate": "uses_database",
            "object": {"literal": "PostgreSQL"},
            "text": "Mira's team decided that the ledger service uses PostgreSQL.",
            "importance": 0.8,
            "span": "the ledger service goes on PostgreSQL",
            "quality_reason": "a design decision",
        },
    ),
    Example(
        (
            Said("p_4", "assistant", "Shall I write the tests with unittest as usual?"),
            Said("p_5", "Jonas", "No no, pytest. I never use unittest."),
        ),
        (
            {
                "type": "preference",
                "predicate": "uses_test_framework",
                "object": {"literal": "pytest"},
                "text": "Jonas uses pytest for tests, not unittest.",
                "importance": 0.85,
                "span": "No no, pytest. I never use unittest.",
                "turn": "p_5",
                "corrects": True,
                "quality_reason": "corrects the assistant",
            },
        ),
    ),
    _one("p_6", "Mira", "Perfect, that did the trick, cheers!"),
    _one("p_7", "Jonas", "Ugh, I'm so worn out this afternoon."),
    _one(
        "p_8",
        "Mira",
        "Suppose I were a pilot: which licence would I need?",
        {
            "predicate": "occupation",
            "object": {"literal": "pilot"},
            "text": "Mira imagined being a pilot.",
            "importance": 0.25,
            "confidence": 0.1,
            "source_confidence": "speculated",
            "span": "Suppose I were a pilot",
            "holds_now": False,
            "speech_act": "hypothetical",
            "quality_reason": "imagined, not so",
        },
    ),
    _one("p_9", "Jonas", "Lovely, one more status call. Just what I was missing."),
    _one(
        "p_10",
        "Mira",
        "I quit the choir last summer. Always keep your answers short, and never quote dollars.",
        {
            "type": "relation",
            "predicate": "member_of",
            "object": {"entity": "the choir", "kind": "organization"},
            "text": "Mira is no longer a member of the choir.",
            "importance": 0.5,
            "span": "I quit the choir last summer",
            "start": {"said": "last summer", "resolved": None},
            "holds_now": False,
            "negative": True,
            "quality_reason": "a membership ended",
            "many": True,
        },
        {
            "type": "preference",
            "predicate": "prefers_answer_length",
            "object": {"literal": "short"},
            "text": "Mira always wants short answers.",
            "importance": 0.85,
            "span": "Always keep your answers short",
            "quality_reason": "a standing wish",
            "tags": ["convention"],
        },
        {
            "type": "preference",
            "predicate": "forbids",
            "object": {"literal": "quoting dollars"},
            "text": "Amounts must never be quoted to Mira in dollars.",
            "importance": 0.85,
            "span": "never quote dollars",
            "quality_reason": "a prohibition",
            "tags": ["constraint"],
            "many": True,
        },
    ),
)

EXAMPLES = "\n".join(["<examples>", *(example.shown() for example in ALL), "</examples>"])
