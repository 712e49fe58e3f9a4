"""The topic of a memory: given, else by its attribute's category."""

from __future__ import annotations

import pytest

from graph.kernel.registry.builtin import PACK
from graph.kernel.registry.registry import Registry
from graph.model.attribute import Attribute
from graph.model.topics import GENERAL, TOPICS, same_topic, topic_of
from graph.vocabulary import Cardinality, ValueType


def registry(**categories: str | None) -> Registry:
    """A tenant's registry with these attributes, each of a category; `sport` is chess."""
    own = {
        name: Attribute(name, Cardinality.MANY, ValueType.TEXT, category=category)
        for name, category in categories.items()
    }
    return Registry("t", 1, own, {"sport": "chess"} if "chess" in own else {})


@pytest.mark.parametrize(
    ("given", "category", "topic"),
    [
        ("Food", "work", "Food"),
        ("Food", None, "Food"),
        (None, "work", "work"),
        (None, "project", "projects"),
        (None, "Board  Games", "board games"),
        (None, "PROJECT", "projects"),
        (None, None, GENERAL),
    ],
)
def test_a_given_topic_stands_and_another_follows_from_the_category(given, category, topic):
    assert topic_of(given, category) == topic


def test_every_category_of_the_built_in_attributes_is_in_the_table():
    assert {attribute.category for attribute in PACK.values()} == set(TOPICS)


def test_topics_are_one_in_any_spelling():
    assert same_topic("Board games", "BOARD  Games")
    assert not same_topic("board games", "boardgames")


def test_the_topic_of_a_memory_follows_from_its_attribute_by_any_name():
    known = registry(chess="leisure", motto=None)

    assert known.topic(None, "chess") == known.topic(None, "sport") == "interests"
    assert known.topic(None, "employer") == "work"
    assert known.topic(None, "motto") == known.topic(None, "unheard of") == GENERAL
    assert known.topic(None, None) == GENERAL
    assert known.topic("Food", "chess") == "Food"


@pytest.mark.parametrize("topic", ["interests", "WORK", GENERAL, "gardening", "nothing"])
def test_the_names_on_a_topic_are_those_whose_memories_have_it(topic):
    known = registry(chess="leisure", roses="Gardening", motto=None, works_at="general")
    on = known.named_on(topic)

    for name in ("chess", "sport", "roses", "motto", "works_at", "employer", "likes", "unheard"):
        assert ((name in on.names) is on.among) == same_topic(known.topic(None, name), topic), name
