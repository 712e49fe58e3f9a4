"""A window in words, as a model is shown it: who is known, what is held, what was said.

A new turn longer than a turn may be is shown in parts, so that nothing of it is lost; the earlier
turns make room for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from extraction.abilities import Told
from extraction.model import (
    ENTITIES_MAX,
    MEMORIES_MAX,
    TURN_LENGTH_MAX,
    TURNS_MAX,
    ActiveEntity,
    Turn,
    Window,
)

_TAG = re.compile(
    r"<(?=/?(?:turn|turns|active_entities|recent_memories|topic|task)\b)", re.IGNORECASE
)
_SESSION_TASK = (
    "<task>Say what this session came to, as the rules say; the JSON object only.</task>"
)
_TASK = (
    "<task>Read the turns marked new as the rules say, and answer with the JSON object only.</task>"
)


def shown(window: Window) -> str:
    """The part of a request that differs from call to call."""
    memories = [f"{memory.id} | {memory.text}" for memory in window.memories[:MEMORIES_MAX]]
    parts = _parts(window.turn.text)
    earlier = window.previous[-max(TURNS_MAX - len(parts), 0) :] if len(parts) < TURNS_MAX else ()
    turns = [_turn(turn, turn.text[:TURN_LENGTH_MAX], new=False) for turn in earlier]
    turns += [_turn(window.turn, part, new=True) for part in parts]
    topic = [f"<topic>{_harmless(window.topic)}</topic>"] if window.topic else []
    return "\n".join(
        [
            *_entities(window.entities),
            *_section("recent_memories", [_harmless(line) for line in memories]),
            *topic,
            *_section("turns", turns),
            _TASK,
        ]
    )


def told_of(told: Told) -> str:
    """The same of a request about a whole session; each turn is cut at a turn's length."""
    turns = [_turn(turn, turn.text[:TURN_LENGTH_MAX], new=False) for turn in told.turns]
    topic = [f"<topic>{_harmless(told.topic)}</topic>"] if told.topic else []
    return "\n".join([*_entities(told.entities), *topic, *_section("turns", turns), _SESSION_TASK])


def _entities(entities: Sequence[ActiveEntity]) -> Iterator[str]:
    lines = [
        " | ".join([entity.id, entity.name, entity.kind, *([entity.role] if entity.role else [])])
        for entity in entities[:ENTITIES_MAX]
    ]
    yield from _section("active_entities", [_harmless(line) for line in lines])


def _section(name: str, lines: list[str]) -> Iterator[str]:
    yield f"<{name}>"
    yield from lines
    yield f"</{name}>"


def _turn(turn: Turn, text: str, *, new: bool) -> str:
    said = turn.occurred_at.isoformat(timespec="minutes")
    day = turn.occurred_at.strftime("%A")
    speaker = _attribute(
        turn.speaker or ("assistant" if turn.source_kind == "ASSISTANT" else "user")
    )
    mark = ' new="true"' if new else ""
    return (
        f'<turn id="{turn.id}"{mark} speaker="{speaker}" source="{turn.source_kind.lower()}"'
        f' said_at="{said} {day}">{_harmless(text)}</turn>'
    )


def _parts(text: str) -> list[str]:
    """The text cut into stretches of a turn's length, between words where there are any."""
    parts: list[str] = []
    while len(text) > TURN_LENGTH_MAX:
        cut = text.rfind(" ", TURN_LENGTH_MAX // 2, TURN_LENGTH_MAX) + 1 or TURN_LENGTH_MAX
        parts.append(text[:cut])
        text = text[cut:]
    return [*parts, text]


def _harmless(text: str) -> str:
    """The text with what looks like one of our own tags broken; grounding sees no change."""
    return _TAG.sub("<\u200b", text)


def _attribute(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
