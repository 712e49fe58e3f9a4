"""What an item is as a belief, and a belief as an item. No input or output."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from doxa_client import Belief
from langgraph.store.base import MatchCondition, SearchItem

Namespace = tuple[str, ...]
# LangGraph allows no label to have it, so a name leads back to its namespace.
SEPARATOR = "."
_PLAIN = "value"
_OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = MappingProxyType(
    {
        "$eq": operator.eq,
        "$ne": operator.ne,
        "$gt": operator.gt,
        "$gte": operator.ge,
        "$lt": operator.lt,
        "$lte": operator.le,
    }
)


def entity_name(namespace: Namespace) -> str:
    """Return the name of the entity that a namespace is."""
    return SEPARATOR.join(namespace)


def namespace_of(name: str) -> Namespace | None:
    """Return the namespace that an entity of this name is, if LangGraph can name it."""
    labels = tuple(name.split(SEPARATOR))
    return labels if all(labels) and labels[0] != "langgraph" else None


def write_value(value: Mapping[str, Any]) -> str:
    """Return an item's value as that of a claim: its one text, or else JSON.

    Raises:
        TypeError: it has what JSON cannot say.
    """
    text = value.get(_PLAIN)
    if len(value) == 1 and isinstance(text, str) and text.strip() and read_value(text) == value:
        return text
    return json.dumps(dict(value), ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def read_value(text: str) -> dict[str, Any]:
    """Return the value of an item: what ``write_value`` wrote, or what somebody said."""
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    return value if isinstance(value, dict) else {_PLAIN: text}


def text_of(belief: Belief) -> str:
    """Return the value of a belief as text; of a relation the name of its target."""
    return belief.target.name if belief.target else belief.value or ""


def says(belief: Belief, text: str) -> bool:
    """Whether a belief has exactly this value; a target's name may be spelled otherwise."""
    if belief.target:
        return belief.target.name.casefold() == text.casefold()
    return belief.value == text


def item_of(belief: Belief, key: str | None = None, score: float | None = None) -> SearchItem:
    """Return a belief as an item: true since it was created, believed since it was updated."""
    if belief.entity is None:
        raise ValueError("a belief of nobody")
    return SearchItem(
        namespace_of(belief.entity.name) or (belief.entity.name,),
        key or belief.attribute,
        read_value(text_of(belief)),
        belief.valid_from,
        belief.system_from,
        score,
    )


def holds(belief: Belief, now: datetime) -> bool:
    """Whether a belief is of now, by a clock that may be behind the service's."""
    begins = belief.valid_from <= max(now, belief.system_from)
    return begins and (belief.valid_to is None or belief.valid_to > now)


def newest_of_each(beliefs: Iterable[Belief]) -> list[Belief]:
    """Return the belief of each attribute that was recorded last, in no context, by name."""
    by_key: dict[str, Belief] = {}
    for belief in sorted(beliefs, key=lambda one: one.system_from):
        if belief.context is None:
            by_key[belief.attribute] = belief
    return [by_key[key] for key in sorted(by_key)]


def passes(value: Mapping[str, Any], conditions: Mapping[str, Any] | None) -> bool:
    """Whether a value has all that a filter asks for.

    Raises:
        ValueError: an operator is none of LangGraph's.
    """
    return all(_compare(value.get(key), asked) for key, asked in (conditions or {}).items())


def _compare(value: Any, asked: Any) -> bool:
    if not isinstance(asked, dict) or not any(key.startswith("$") for key in asked):
        return bool(value == asked)
    if unknown := sorted(set(asked) - set(_OPERATORS)):
        raise ValueError(f"no operators of a filter: {', '.join(unknown)}")
    try:
        return all(_OPERATORS[name](value, bound) for name, bound in asked.items())
    except TypeError:
        return False


def matches(namespace: Namespace, conditions: Iterable[MatchCondition]) -> bool:
    """Whether a namespace begins and ends as it should; ``*`` is any label."""
    for condition in conditions:
        length = len(condition.path)
        at_start = condition.match_type == "prefix"
        part = namespace[:length] if at_start else namespace[max(len(namespace) - length, 0) :]
        if len(part) < length or any(
            asked not in ("*", label) for asked, label in zip(condition.path, part, strict=True)
        ):
            return False
    return True
