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
from extraction.model.own_words import structure_of
from extraction.structure.regions import Structure, Whose

# Around words of a new turn that are not its speaker's own.
OTHERS = "not_own"
_TAG = re.compile(
    rf"<(?=/?(?:turn|turns|active_entities|recent_memories|topic|task|{OTHERS})\b)", re.IGNORECASE
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
    parts = list(_split(window))
    earlier = window.previous[-max(TURNS_MAX - len(parts), 0) :] if len(parts) < TURNS_MAX else ()
    turns = [_turn(turn, _shown(turn.text), new=False) for turn in earlier]
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
    turns = [_turn(turn, _shown(turn.text), new=False) for turn in session.turns]
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


def _shown(text: str) -> str:
    return _neutralise_tags(text[:TURN_LENGTH_MAX])


def _turn(turn: Turn, text: str, *, new: bool) -> str:
    time = turn.occurred_at.isoformat(timespec="minutes")
    day = turn.occurred_at.strftime("%A")
    speaker = _escape_attribute(
        turn.speaker or ("assistant" if turn.source_kind == "ASSISTANT" else "user")
    )
    mark = ' new="true"' if new else ""
    return (
        f'<turn id="{turn.id}"{mark} speaker="{speaker}" source="{turn.source_kind.lower()}"'
        f' said_at="{time} {day}">{text}</turn>'
    )


def _split(window: Window) -> Iterator[str]:
    """Split the new turn into parts of a turn's length, between words where possible.

    In each, what are not the speaker's own words stands between tags.
    """
    structure = structure_of(window.turn, window)
    text, start = window.turn.text, 0
    while len(text) - start > TURN_LENGTH_MAX:
        last = start + TURN_LENGTH_MAX
        cut = text.rfind(" ", start + TURN_LENGTH_MAX // 2, last) + 1 or last
        yield _marked(structure, start, cut)
        start = cut
    yield _marked(structure, start, len(text))


def _marked(structure: Structure, start: int, end: int) -> str:
    """The characters ``start:end`` with tags around what others wrote or nobody says."""
    shown: list[str] = []
    for region in structure.regions:
        first, last = max(region.start, start), min(region.end, end)
        if first >= last:
            continue
        words = _neutralise_tags(structure.text[first:last])
        if region.own or not words.strip() or (region.inline and region.whose is Whose.NOBODY):
            shown.append(words)
            continue
        by = f' by="{_escape_attribute(region.author)}"' if region.author else ""
        when = f' date="{_escape_attribute(region.date)}"' if region.date else ""
        shown.append(f'<{OTHERS} kind="{region.kind}"{by}{when}>{words}</{OTHERS}>')
    return "".join(shown)


def _neutralise_tags(text: str) -> str:
    """Break whatever looks like one of the prompt's own tags; grounding ignores the change."""
    return _TAG.sub("<\u200b", text)


def _escape_attribute(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
