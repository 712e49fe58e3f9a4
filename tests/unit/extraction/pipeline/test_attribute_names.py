"""Names of attributes that an extractor made up, met with known ones."""

from extraction.model.candidates import Candidate, Denial, EntityObject, LiteralObject
from extraction.pipeline.attribute_names import AttributeNames
from graph.kernel.registry.registry import of_attributes
from graph.vocabulary import MemoryType
from tools.eval import attribute_names

BUILT_IN = of_attributes("t", 1, [])
SOMEBODY = EntityObject(entity="Dana", kind="person")


def claim(predicate, value=SOMEBODY, **more):
    return Candidate(
        type=MemoryType.FACT,
        subject="I",
        predicate=predicate,
        object=LiteralObject(literal=value) if isinstance(value, str) else value,
        text="t",
        importance=0.6,
        source_confidence="direct",
        span="s",
        turn="p_1",
        **more,
    )


def met(*claims):
    found = AttributeNames(BUILT_IN).meet(claims)
    return [(each.predicate, each.predicate_said) for each in found]


def test_a_claim_takes_the_name_of_its_attribute_and_keeps_what_was_said():
    found = met(claim("has_boss"), claim("has_manager"), claim("manager"), claim("boss"))

    assert found == [
        ("manager", "has_boss"),
        ("manager", "has_manager"),
        ("manager", None),
        ("boss", None),
    ]


def test_two_new_names_of_one_turn_meet():
    found = met(claim("has_landlord"), claim("landlord"), claim("is_landlord_of"))

    assert found == [
        ("has_landlord", None),
        ("has_landlord", "landlord"),
        ("is_landlord_of", None),
    ]


def test_a_value_of_another_kind_keeps_its_own_name():
    claims = [claim("siblings", "2"), claim("has_skills", "true"), claim("has_age", "not told")]

    assert met(*claims) == [(each.predicate, None) for each in claims]


def test_what_replaces_a_memory_is_named_by_its_attribute():
    denial = Denial(denies="m_1", span="s", turn="p_1", replaced_by=("I", "has_boss"))

    (found,) = AttributeNames(BUILT_IN).meet([denial])

    assert found.replaced_by == ("I", "manager")


def test_of_all_listed_names_none_is_met_with_another():
    counts = attribute_names.count()

    assert all(counts[part, "wrong"] == 0 for part in attribute_names.PARTS)
    assert counts["first", "found"] >= 0.9 * counts["first", "same"]
