"""The topic of a memory: the one that it was given, or else that of its attribute's category. Pure.

It is derived at every read and never stored, so a change of the table, or of an attribute's
category, reaches old memories too. ``docs/reference/topics.md`` is written from the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from graph.validation import text_form

# Of what has neither a topic nor an attribute with a category: a summary, say.
GENERAL = "general"
TOPIC_MAX = 200

# A category that is not in the table, one of a tenant's own, is a topic by itself.
TOPICS: Mapping[str, str] = MappingProxyType(
    {
        "identity": "personal",
        "ethnicity": "personal",
        "politics": "personal",
        "religion": "personal",
        "sexuality": "personal",
        "state": "personal",
        "contact": "contact",
        "home": "home",
        "possessions": "home",
        "diet": "health",
        "health": "health",
        "family": "people",
        "social": "people",
        "work": "work",
        "project": "projects",
        "education": "education",
        "finance": "money",
        "preference": "interests",
        "leisure": "interests",
        "events": "events",
        "plans": "plans",
    }
)


def topic_of(given: str | None, category: str | None) -> str:
    """Return the topic of a memory that was given this one, about an attribute of this category."""
    if given is not None:
        return given
    if category is None:
        return GENERAL
    key = text_form(category)
    return TOPICS.get(key, key) or GENERAL


def same_topic(first: str, second: str) -> bool:
    """Return whether two topics are one in canonical form."""
    return text_form(first) == text_form(second)


def reference() -> str:
    """Return the table as a page of Markdown."""
    lines = [
        "# Topics",
        "",
        "Generated from `graph/model/topics.py` by `make fix`; a test keeps it current.",
        "",
        "A memory has the topic that it was given.",
        "Any other has the topic of its attribute's category, by this table.",
        "",
        "| category | topic |",
        "| --- | --- |",
        *(f"| `{category}` | `{topic}` |" for category, topic in TOPICS.items()),
        "| any other, which a tenant defined | the category itself |",
        f"| none: no attribute, or one without a category | `{GENERAL}` |",
        "",
        "It is derived when a memory is read: only a given topic is stored and exported.",
        "Topics are compared in canonical form, as names are.",
        "`doxa attributes` shows the category of each attribute.",
    ]
    return "\n".join([*lines, ""])
