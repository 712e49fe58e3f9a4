"""Render a context window or a session as the user message of a prompt.

A new turn longer than ``TURN_LENGTH_MAX`` is shown in parts, so that nothing of it is lost; earlier
turns make room for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from extraction.model.candidates import (
    ENTITIES_MAX,
    MEMORIES_MAX,
    TURN_LENGTH_MAX,
    TURNS_MAX,
    ActiveEntity,
    Turn,
    Window,
)
from extraction.model.capabilities import ClosedSession

_TAG = re.compile(
    r"<(?=/?(?:turn|turns|active_entities|recent_memories|topic|task)\b)", re.IGNORECASE
)
_SESSION_TASK = (
    "<task>Say what this session came to, as the rules say; the JSON object only.</task>"
)
_TASK = (
    "<task>Read the turns marked new as the rules say, and answer with the JSON object only.</task>"
)


def render_window(window: Window) -> str:
    """Render the part of an extraction prompt that varies between calls."""
    memories = [f"{memory.id} | {memory.text}" for memory in window.memories[:MEMORIES_MAX]]
    parts = _split(window.turn.text)
    earlier = window.previous[-max(TURNS_MAX - len(parts), 0) :] if len(parts) < TURNS_MAX else ()
    turns = [_turn(turn, turn.text[:TURN_LENGTH_MAX], new=False) for turn in earlier]
    turns += [_turn(window.turn, part, new=True) for part in parts]
    topic = [f"<topic>{_neutralise_tags(window.topic)}</topic>"] if window.topic else []
    return "\n".join(
        [
            *_entities(window.entities),
            *_section("recent_memories", [_neutralise_tags(line) for line in memories]),
            *topic,
            *_section("turns", turns),
            _TASK,
        ]
    )


def render_session(session: ClosedSession) -> str:
    """Render the same of a summary prompt; each turn is cut at ``TURN_LENGTH_MAX``."""
    turns = [_turn(turn, turn.text[:TURN_LENGTH_MAX], new=False) for turn in session.turns]
    topic = [f"<topic>{_neutralise_tags(session.topic)}</topic>"] if session.topic else []
    return "\n".join(
        [*_entities(session.entities), *topic, *_section("turns", turns), _SESSION_TASK]
    )


def _entities(entities: Sequence[ActiveEntity]) -> Iterator[str]:
    lines = [
        " | ".join([entity.id, entity.name, entity.kind, *([entity.role] if entity.role else [])])
        for entity in entities[:ENTITIES_MAX]
    ]
    yield from _section("active_entities", [_neutralise_tags(line) for line in lines])


def _section(name: str, lines: list[str]) -> Iterator[str]:
    yield f"<{name}>"
    yield from lines
    yield f"</{name}>"


def _turn(turn: Turn, text: str, *, new: bool) -> str:
    time = turn.occurred_at.isoformat(timespec="minutes")
    day = turn.occurred_at.strftime("%A")
    speaker = _escape_attribute(
        turn.speaker or ("assistant" if turn.source_kind == "ASSISTANT" else "user")
    )
    mark = ' new="true"' if new else ""
    return (
        f'<turn id="{turn.id}"{mark} speaker="{speaker}" source="{turn.source_kind.lower()}"'
        f' said_at="{time} {day}">{_neutralise_tags(text)}</turn>'
    )


def _split(text: str) -> list[str]:
    """Split a text into parts of a turn's length, between words where possible."""
    parts: list[str] = []
    while len(text) > TURN_LENGTH_MAX:
        cut = text.rfind(" ", TURN_LENGTH_MAX // 2, TURN_LENGTH_MAX) + 1 or TURN_LENGTH_MAX
        parts.append(text[:cut])
        text = text[cut:]
    return [*parts, text]


def _neutralise_tags(text: str) -> str:
    """Break whatever looks like one of the prompt's own tags; grounding ignores the change."""
    return _TAG.sub("<\u200b", text)


def _escape_attribute(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
