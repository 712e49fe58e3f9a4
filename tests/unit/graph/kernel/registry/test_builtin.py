"""The built-in attributes agree with one another."""

import re
from dataclasses import replace
from pathlib import Path

from graph.kernel.registry.builtin import ALIASES, FREE_FORM, HALF_LIVES, PACK, VOLATILE_DAYS
from graph.kernel.registry.redefinition import change_of
from graph.kernel.registry.registry import Registry
from graph.model.commands import AttributeDefinition
from graph.vocabulary import ValueType

ROOT = Path(__file__).resolve().parents[5]
EMPTY = Registry(tenant="t", version=0, own={}, aliases={})


def test_the_other_ends_agree_with_each_other():
    for name, one in PACK.items():
        if one.inverse is not None:
            assert PACK[one.inverse].inverse == name
            assert one.value_type is ValueType.ENTITY
            assert not one.symmetric
        if one.symmetric:
            assert one.value_type is ValueType.ENTITY
        if one.opposite is not None:
            other = PACK[one.opposite]
            assert (other.opposite, other.value_type) == (name, one.value_type)
            assert other.cardinality is one.cardinality


def test_every_name_and_alias_leads_to_one_attribute():
    assert not ALIASES.keys() & PACK.keys()
    assert len(ALIASES) == sum(len(one.aliases) for one in PACK.values())
    for alias, name in ALIASES.items():
        assert EMPTY.name(alias.upper().replace("_", "-")) == name


def test_every_built_in_attribute_could_be_defined_as_it_is():
    for one in PACK.values():
        definition = AttributeDefinition(one.name, high_stakes=True, aliases=("quite new",))
        change = change_of(EMPTY, definition)

        assert change.after.aliases == (*one.aliases, "quite_new")
        assert change.written == (change.after,)
        assert change.fixed_fields == []
        assert not change.reshapes


def test_what_people_talk_about_is_covered():
    wanted = "works_at salary team skill spouse child manager deadline status owner repository"
    for name in (*wanted.split(), "budget", "allergic_to", "has_condition", "religion", "likes"):
        assert name in PACK
    categories = {one.category for one in PACK.values()}
    assert {"identity", "work", "family", "project", "health", "religion", "finance"} <= categories


def test_what_is_a_relation_by_itself_is_fixed_and_other_values_are_free():
    assert all(PACK[name].value_type is ValueType.TEXT for name in FREE_FORM)
    assert EMPTY.fixed("spouse")
    assert EMPTY.fixed("wife")
    assert EMPTY.fixed("employer")
    assert not EMPTY.fixed("owner")
    assert not EMPTY.fixed("never heard of")


def test_what_has_a_name_of_its_own_is_an_entity_of_a_kind():
    kinds = {
        "works_at": "organization",
        "studies_at": "organization",
        "member_of": "organization",
        "lives_in": "place",
        "born_in": "place",
        "visited": "place",
        "has_pet": "animal",
        "works_on": "project",
        "uses": "software",
        "spouse": "person",
    }
    for name, kind in kinds.items():
        assert (PACK[name].value_type, PACK[name].target_kind) == (ValueType.ENTITY, kind)
    for known in PACK.values():
        assert known.target_kind is None or known.relation


def test_half_lives_are_those_of_the_categories_and_the_guide_lists_them():
    guide = (ROOT / "docs" / "guides" / "upkeep.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)` \| (\d+) \|$", guide, re.MULTILINE)

    assert {name: float(days) for name, days in listed} == HALF_LIVES
    assert {one.category for one in PACK.values()} == HALF_LIVES.keys()
    for one in PACK.values():
        assert one.half_life_days is not None
        assert one.half_life_days <= HALF_LIVES[one.category or ""]
        assert not one.volatile or one.half_life_days <= VOLATILE_DAYS


def test_a_tenants_own_half_life_is_that_of_each_name_of_the_attribute():
    own = {"motto": replace(PACK["hobby"], name="motto", half_life_days=3.0)}
    own["birthday"] = replace(PACK["birthday"], half_life_days=None)
    known = Registry(tenant="t", version=1, own=own, aliases={"slogan": "motto"}).half_lives()

    assert known["motto"] == known["slogan"] == 3.0
    assert known["wife"] == known["spouse"] == HALF_LIVES["family"]
    assert "birthday" not in known
    assert "born_on" not in known
