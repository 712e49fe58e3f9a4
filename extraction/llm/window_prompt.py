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
    RecentMemory,
    Turn,
    Window,
)
from extraction.model.capabilities import ClosedSession
from extraction.model.own_words import structure_of
from extraction.structure.regions import Structure, Whose

# Of the earlier turns the last are shown, and of these the last whole, the others by their
# beginnings: they only help to understand, and cost as much as what is read.
EARLIER_TURNS = 8
WHOLE_TURNS = 3
BEGINNING = 100
# Around words of a new turn that are not its speaker's own.
OTHERS = "not_own"
_TAG = re.compile(
    rf"<(?=/?(?:turn|turns|active_entities|recent_memories|topic|language|task|{OTHERS})\b)",
    re.IGNORECASE,
)
_SESSION_TASK = (
    "<task>Say what this session came to, as the rules say; the JSON object only.</task>"
)
_TASK = "<task>Read the turns marked new; answer with the JSON object only.</task>"


def render_window(window: Window) -> str:
    """Render the part of an extraction prompt that varies between calls."""
    memories = [
        f"m{number} | {_claim_of(memory)}"
        for number, memory in enumerate(window.memories[:MEMORIES_MAX], start=1)
    ]
    parts = list(_split(window))
    room = max(min(EARLIER_TURNS, TURNS_MAX - len(parts)), 0)
    earlier = window.previous[max(len(window.previous) - room, 0) :] if room else ()
    turns = [
        _earlier(turn, window.turn, whole=number >= len(earlier) - WHOLE_TURNS)
        for number, turn in enumerate(earlier)
    ]
    turns += [_turn(window.turn, part, 'new="true"') for part in parts]
    topic = [f"<topic>{_neutralise_tags(window.topic)}</topic>"] if window.topic else []
    language = [f"<language>{window.language}</language>"] if window.language else []
    return "\n".join(
        [
            *_entities(window.entities),
            *_section("recent_memories", [_neutralise_tags(line) for line in memories]),
            *topic,
            *language,
            *_section("turns", turns),
            _TASK,
        ]
    )


def render_session(session: ClosedSession) -> str:
    """Render the same of a summary prompt; each turn is cut at ``TURN_LENGTH_MAX``."""
    turns = [
        _turn(turn, _shown(turn.text), f'id="t{number}"')
        for number, turn in enumerate(session.turns, start=1)
    ]
    topic = [f"<topic>{_neutralise_tags(session.topic)}</topic>"] if session.topic else []
    return "\n".join(
        [*_entities(session.entities), *topic, *_section("turns", turns), _SESSION_TASK]
    )


def _claim_of(memory: RecentMemory) -> str:
    """Return what a memory claims, where it is one claim; else its sentence."""
    if memory.entity is None or memory.attribute is None or memory.value is None:
        return memory.text
    context = f" ({memory.context})" if memory.context else ""
    begins = f" | from {memory.begins:%Y-%m-%d}" if memory.begins else ""
    return f"{memory.entity} | {memory.attribute}{context} = {memory.value}{begins}"


def _entities(entities: Sequence[ActiveEntity]) -> Iterator[str]:
    lines = [
        " | ".join([f"e{number}", entity.name, entity.kind, *filter(None, [entity.role])])
        for number, entity in enumerate(entities[:ENTITIES_MAX], start=1)
    ]
    yield from _section("active_entities", [_neutralise_tags(line) for line in lines])


def _section(name: str, lines: list[str]) -> Iterator[str]:
    yield f"<{name}>"
    yield from lines
    yield f"</{name}>"


def _shown(text: str) -> str:
    return _neutralise_tags(text[:TURN_LENGTH_MAX])


def _earlier(turn: Turn, new: Turn, *, whole: bool) -> str:
    """Render an earlier turn; with its time if it is of another day than the new one."""
    text = turn.text if whole or len(turn.text) <= BEGINNING else f"{turn.text[:BEGINNING]}…"
    same_day = turn.occurred_at.date() == new.occurred_at.date()
    return _turn(turn, _shown(text), timed=not same_day)


def _turn(turn: Turn, text: str, mark: str = "", *, timed: bool = True) -> str:
    time = turn.occurred_at.isoformat(timespec="minutes")
    day = turn.occurred_at.strftime("%A")
    speaker = turn.speaker or ("assistant" if turn.source_kind == "ASSISTANT" else "user")
    said_alone = turn.source_kind == "USER" or speaker == turn.source_kind.lower()
    attributes = [
        *([mark] if mark else []),
        f'speaker="{_escape_attribute(speaker)}"',
        *([] if said_alone else [f'source="{turn.source_kind.lower()}"']),
        *([f'said_at="{time} {day}"'] if timed else []),
    ]
    return f"<turn {' '.join(attributes)}>{text}</turn>"


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
    """Return the characters ``start:end`` with tags around what others wrote or nobody says."""
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
